// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax

/// How a file was compressed whose text a payload is, and what was wrong with that.
struct PackedContent: Sendable, Equatable {
  /// Where what is compressed stops being right, and why.
  struct Damage: Sendable, Equatable {
    enum Reason: Sendable, Equatable {
      /// The file ends before what is compressed does.
      case cut
      case broken
      /// What was unpacked is not what was compressed.
      case mismatch
      /// It was compressed with words that only whoever did so has.
      case dictionary
    }

    let reason: Reason
    /// How many bytes of the file stand before the place, as far as that is known.
    let offset: Int

    /// Where that is, as a part of a sentence.
    var place: String { "\(reason == .cut ? "at" : "behind") byte \(offset)" }
  }

  let compression: Compression
  var damage: Damage?
  /// Where something stands behind the compressed data that is none of them.
  var strayOffset: Int?

  init(_ compression: Compression) { self.compression = compression }

  /// What is to be told of what follows the compressed data; nil where nothing does.
  func strayNote(after records: Int) -> ListNote? {
    strayOffset.map { offset in
      ListNote(record: max(records, 1), offset: offset, reason: .behindCompressed(compression))
    }
  }
}

extension PackedContent.Damage.Reason {
  /// What is wrong, as the end of a sentence that begins with the file, or with the list in it.
  func words(of compression: Compression) -> String {
    let data = "\(compression.name) data"
    return switch self {
    case .cut: "is cut off in the middle of its \(data)"
    case .broken: "is damaged in its \(data), and what stands before may be wrong too"
    case .mismatch: "is damaged: its \(data) do not have the checksum that they name"
    case .dictionary: "has \(data) that need a dictionary, which is in no file"
    }
  }
}

extension Compression {
  /// The first bytes of every member, or frame; those that hold nothing to unpack have their own.
  private var beginnings: [[UInt8]] {
    switch self {
    case .gzip: [[0x1F, 0x8B]]
    case .zstandard: [[0x28, 0xB5, 0x2F, 0xFD]] + (0x50...0x5F).map { [$0, 0x2A, 0x4D, 0x18] }
    }
  }

  /// How many bytes tell what begins with them.
  static let beginningSize = 4

  /// What begins with some bytes, at least `beginningSize` where there are as many.
  init?(beginningOf bytes: some Collection<UInt8>) {
    guard let found = Self.allCases.first(where: { $0.begins(bytes) }) else { return nil }
    self = found
  }

  /// Whether a member begins so.
  func begins(_ bytes: some Collection<UInt8>) -> Bool {
    beginnings.contains { bytes.starts(with: $0) }
  }

  /// Whether some bytes, at least one, may be followed by others with which a member would begin.
  func mayBegin(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && beginnings.contains { $0.starts(with: bytes) || bytes.starts(with: $0) }
  }
}
