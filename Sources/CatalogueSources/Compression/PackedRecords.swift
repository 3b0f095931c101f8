// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax

// The records in compressed files.

extension Payload {
  /// Runs what looks for records: where the file is cut off or damaged, that is the reason for
  /// whatever keeps them from being found.
  func locating<Found>(
    _ look: () throws(SourceFault) -> Found
  ) throws(SourceFault) -> Found {
    do throws(SourceFault) {
      return try look()
    } catch {
      guard error != .cancelled, let fault = packed?.sourceFault(of: name, after: 0) else {
        throw error
      }
      throw fault
    }
  }

  /// A table without the row in which a compressed file is cut off: its cells may look whole.
  func upToLastLine(_ encoding: TextEncoding? = nil) -> Payload {
    guard packed?.damage != nil else { return self }
    let whole: Int
    if case .utf16(let isLittleEndian) = encoding {
      let newline: [UInt8] = isLittleEndian ? [0x0A, 0] : [0, 0x0A]
      let places = stride(from: (count / 2 - 1) * 2, through: 0, by: -2)
      whole = places.first { padded[$0...].starts(with: newline) }.map { $0 + 2 } ?? 0
    } else {
      let newline = UInt8(ascii: "\n")
      let end = bytes.lastIndex(of: newline) ?? bytes.lastIndex(of: UInt8(ascii: "\r"))
      whole = end.map { $0 + 1 } ?? 0
    }
    return whole == count ? self : shortened(to: whole)
  }
}

extension PackedContent {
  fileprivate func sourceFault(of name: String, after records: Int) -> SourceFault? {
    guard let damage else { return nil }
    let fault = damage.reason.words(of: compression)
    return .damaged(
      name: name, message: "\(fault), \(damage.place)", completeRecords: records)
  }
}

extension RecordIndex {
  /// The records as they are where their file was compressed: what is wrong with that comes after
  /// the last of them.
  func ended(by payload: Payload) -> RecordIndex {
    guard let packed = payload.packed, fault != .cancelled else { return self }
    var index = self
    if Compression(ofFile: payload.name) == nil, payload.promise != nil {
      index.remarks.append(.compressed(by: packed.compression.name))
    }
    if let note = packed.strayNote(after: count) { index.notes.append(note) }
    guard let damage = packed.damage else { return index }
    index.cutLine = nil
    index.fault = nil
    index.breakage = nil
    if payload.readsPartially, count > 0 {
      index.breakage = ListBreakage(
        reason: .compression(packed.compression, damage.reason), offset: damage.offset)
    } else {
      index.fault = packed.sourceFault(of: payload.name, after: count)
    }
    return index
  }
}
