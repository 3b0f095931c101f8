// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax
import Workers

/// One reading of the text of a long file, part by part.
enum TextReading {
  /// Parts may be read in any order, on several threads.
  case stored(any StoredFile)
  /// One part comes after another.
  case unpacked(UnpackedText)

  /// A part of the text, as far as that goes; nil where what is there is damaged.
  func part(_ range: Range<Int>) throws(SourceFault) -> Payload? {
    switch self {
    case .stored(let file): try file.part(range)
    case .unpacked(let text): try text.part(range)
    }
  }

  /// A part whose place is known.
  func window(_ range: Range<Int>) throws(SourceFault) -> WindowText {
    if case .stored = self { return .stored }
    return try part(range).map(WindowText.taken) ?? .unclear
  }

  /// Whether there is a byte at an offset, or nobody can tell since what is there is damaged.
  func goes(beyond offset: Int) throws(SourceFault) -> Bool {
    switch self {
    case .stored(let file): try file.goes(beyond: offset)
    case .unpacked(let text): try text.goes(beyond: offset)
    }
  }

  /// How much of the file has been read when its text has been up to an offset.
  func progress(at offset: Int) -> Int {
    switch self {
    case .stored: offset
    case .unpacked(let text): text.taken
    }
  }
}

/// Unpacks a compressed file while its text is read part by part, on a thread of its own where that
/// is wanted. Reading what lies before the last part unpacks the file anew.
final class UnpackedText {
  private typealias Answer = Result<UnpackedBlock, SourceFault>

  private let file: any StoredFile
  private let compression: Compression
  private let isAhead: Bool
  private var blocks: OrderedWork<Void, Answer>
  /// Blocks that have come, and none of which was given to its end.
  private var waiting: ArraySlice<UnpackedBlock> = []
  /// How much of the first of them was given.
  private var begun = 0
  /// The part that was given last, with its padding, and where it stands.
  private var last: (start: Int, bytes: [UInt8]) = (0, [])
  /// Where what was given ends.
  private var place = 0
  /// Where what has come ends.
  private var known = 0
  private var end: UnpackedBlock.End?
  /// How many bytes of the file were unpacked.
  private(set) var taken = 0

  init(_ file: any StoredFile, _ compression: Compression, isAhead: Bool) {
    self.file = file
    self.compression = compression
    self.isAhead = isAhead
    blocks = Self.blocks(file, compression, isAhead: isAhead)
  }

  private static func blocks(
    _ file: any StoredFile, _ compression: Compression, isAhead: Bool
  ) -> OrderedWork<Void, Answer> {
    OrderedWork(threads: isAhead ? 1 : 0) {
      let blocks = UnpackedBlocks(file, compression)
      return { _ in Result { () throws(SourceFault) in try blocks.next() } }
    }
  }

  func part(_ range: Range<Int>) throws(SourceFault) -> Payload? {
    if range.lowerBound < last.start { startOver() }
    try load(to: range.upperBound)
    if end == .unclear, known < range.upperBound { return nil }
    let wanted = range.clamped(to: min(range.lowerBound, known)..<known)
    skip(to: wanted.lowerBound)
    let padded = unsafe [UInt8](unsafeUninitializedCapacity: wanted.count + Payload.padding) {
      buffer, count in
      let old = last.bytes[(wanted.lowerBound - last.start)...].prefix(
        min(place, wanted.upperBound) - wanted.lowerBound)
      count = unsafe Self.add(old, to: buffer, at: 0)
      while count < wanted.count {
        count = unsafe Self.add(taking(wanted.count - count), to: buffer, at: count)
      }
      unsafe buffer[count...].initialize(repeating: 0)
      count = wanted.count + Payload.padding
    }
    if wanted.upperBound >= place {
      last = (wanted.lowerBound, padded)
      place = wanted.upperBound
    }
    return Payload(part: padded, of: file.path, watch: file.watch)
  }

  func goes(beyond offset: Int) throws(SourceFault) -> Bool {
    try load(to: offset + 1)
    return offset < known || end == .unclear
  }

  private func startOver() {
    blocks = Self.blocks(file, compression, isAhead: isAhead)
    waiting = []
    last = (0, [])
    (begun, place, known, taken) = (0, 0, 0, 0)
    end = nil
  }

  /// Sees to it that the text has come up to an offset, as far as it goes.
  private func load(to offset: Int) throws(SourceFault) {
    while known < offset, end == nil {
      guard let block = try blocks.next({ .some(()) })?.get() else { return }
      known += block.bytes.count
      taken = block.taken
      end = block.end
      // Another file than the one that was opened may look damaged.
      if end == .unclear { try file.checkUnchanged() }
      if !block.bytes.isEmpty { waiting.append(block) }
    }
  }

  /// Lets go of the text between what was given and an offset.
  private func skip(to offset: Int) {
    guard place < offset else { return }
    while place < offset { place += taking(offset - place).count }
    last = (offset, [])
  }

  /// Text of the first block that was not given, at most so many bytes.
  private func taking(_ most: Int) -> ArraySlice<UInt8> {
    guard let block = waiting.first else { preconditionFailure("all wanted text has come") }
    let text = block.bytes[begun...].prefix(most)
    begun += text.count
    if begun == block.bytes.count {
      waiting.removeFirst()
      begun = 0
    }
    return text
  }

  /// How far a buffer is filled when some bytes have been added.
  private static func add(
    _ bytes: ArraySlice<UInt8>, to buffer: UnsafeMutableBufferPointer<UInt8>, at place: Int
  ) -> Int {
    guard !bytes.isEmpty else { return place }
    return unsafe buffer[place...].initialize(fromContentsOf: bytes)
  }
}
