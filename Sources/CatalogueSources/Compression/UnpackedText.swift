// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax
import Workers

/// Unpacks a compressed file while its text is read part by part, on a thread of its own where that
/// is wanted. Reading what lies before the last part unpacks the file anew.
final class UnpackedText {
  private typealias Answer = Result<UnpackedBlock, SourceFault>

  private let file: any StoredFile
  private let compression: Compression
  private let isAhead: Bool
  /// Nil before anything is wanted.
  private var blocks: OrderedWork<Void, Answer>?
  /// Blocks that have come, from the last part on, each of which goes further than those before it.
  private var held: ArraySlice<UnpackedBlock> = []
  /// What lies before has been let go of.
  private var start = 0
  /// Where what has come ends.
  private var known = 0
  private var end: UnpackedBlock.End?
  /// How many bytes of the file were unpacked.
  private(set) var taken = 0

  init(_ file: any StoredFile, _ compression: Compression, isAhead: Bool) {
    self.file = file
    self.compression = compression
    self.isAhead = isAhead
  }

  /// A part of the text, as far as that goes, with zeros or more of the text behind it; nil where
  /// what is there is damaged.
  func part(_ range: Range<Int>) throws(SourceFault) -> Payload? {
    if range.lowerBound < start { blocks = nil }
    start = range.lowerBound
    try load(range)
    letGo()
    if end == .unclear, known < range.upperBound { return nil }
    let wanted = range.clamped(to: min(range.lowerBound, known)..<known)
    let block = held.first {
      $0.range.lowerBound == wanted.lowerBound && $0.range.upperBound >= wanted.upperBound
    }
    let padded = block?.padded ?? joined(wanted)
    let text = Payload(part: padded, of: file.path, watch: file.watch)
    return text.count == wanted.count ? text : text.shortened(to: wanted.count)
  }

  func goes(beyond offset: Int) throws(SourceFault) -> Bool {
    try load(offset..<offset + 1)
    return offset < known || end == .unclear
  }

  /// Sees to it that a part of the text has come, as far as it goes.
  private func load(_ range: Range<Int>) throws(SourceFault) {
    let blocks = self.blocks ?? begin(at: range.lowerBound)
    while known < range.upperBound, end == nil {
      guard let block = try blocks.next({ .some(()) })?.get() else { return }
      known = block.range.upperBound
      taken = block.taken
      end = block.end
      // Another file than the one that was opened may look damaged.
      if end == .unclear { try file.checkUnchanged() }
      letGo()
      held.append(block)
    }
  }

  /// Lets go of what lies before the last part.
  private func letGo() {
    while let first = held.first, first.range.upperBound <= start { held.removeFirst() }
  }

  private func begin(at offset: Int) -> OrderedWork<Void, Answer> {
    held = []
    (start, known, taken, end) = (offset, 0, 0, nil)
    let begun = OrderedWork<Void, Answer>(
      threads: isAhead ? 1 : 0, isApart: true
    ) { [file, compression] in
      let blocks = UnpackedBlocks(file, compression, from: offset)
      return { _ in Result { () throws(SourceFault) in try blocks.next() } }
    }
    blocks = begun
    return begun
  }

  /// Text of several blocks, with the padding of a payload.
  private func joined(_ range: Range<Int>) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: range.count + Payload.padding) { buffer, count in
      for block in held where count < range.count {
        let place = range.lowerBound + count - block.range.lowerBound
        let text = block.bytes.dropFirst(place).prefix(range.count - count)
        count = unsafe buffer[count...].initialize(fromContentsOf: text)
      }
      unsafe buffer[count...].initialize(repeating: 0)
      count += Payload.padding
    }
  }
}
