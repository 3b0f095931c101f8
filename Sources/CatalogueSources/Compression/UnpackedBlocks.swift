// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax

/// A piece of the text of a compressed file, which begins with the line that was cut off at the end
/// of the piece before.
struct UnpackedBlock: Sendable {
  enum End: Sendable {
    case whole
    /// The file is cut off or damaged there, or something else follows.
    case unclear
  }

  /// Where it stands in the text.
  let range: Range<Int>
  /// The text and the padding of a payload.
  let padded: [UInt8]
  /// How many bytes of the file were taken up to its end.
  let taken: Int
  /// What ends the text behind it; nil where that goes on.
  let end: End?

  var bytes: ArraySlice<UInt8> { padded[..<range.count] }

  /// How many of its last bytes begin a line that does not end in it; none where the line is long:
  /// each block has much that is new.
  fileprivate var lineBegun: Int {
    let longest = min(1 << 15, range.count / 8)
    let last = bytes.suffix(longest).lastIndex(of: UInt8(ascii: "\n"))
    return last.map { range.count - $0 - 1 } ?? 0
  }
}

/// Unpacks a file from its beginning, block by block, each as long as a window: where windows end
/// with a line, each of them is a block, and is not copied.
final class UnpackedBlocks {
  /// So much of the file is read at once.
  private static let portion = 1 << 17

  private let file: any StoredFile
  private let compression: Compression
  private let size: Int
  /// What comes before is of no use.
  private let start: Int
  private var members: MemberReader?
  /// What was read and has not been unpacked.
  private var input: ArraySlice<UInt8> = []
  /// How much of the file was read.
  private var place = 0
  /// How much text there has been.
  private var length = 0
  private var isHungry = true
  private var end: UnpackedBlock.End?
  /// The line with which the next block begins.
  private var line: ArraySlice<UInt8> = []

  /// The blocks of the text from an offset on.
  init(_ file: any StoredFile, _ compression: Compression, from start: Int) {
    self.file = file
    self.compression = compression
    self.start = start
    size = max(file.watch.windows.window, 1)
  }

  /// The next block, which has an end where none comes behind it.
  func next() throws(SourceFault) -> UnpackedBlock {
    var fault: SourceFault?
    var text = 0..<0
    let padded = unsafe [UInt8](unsafeUninitializedCapacity: size + Payload.padding) {
      buffer, count in
      do throws(SourceFault) { unsafe text = try fill(buffer) } catch { fault = error }
      unsafe buffer[text.count...].initialize(repeating: 0)
      count = text.count + Payload.padding
    }
    if let fault { throw fault }
    let block = UnpackedBlock(
      range: text, padded: padded, taken: members?.consumed ?? 0, end: end)
    line = block.bytes.suffix(block.lineBegun)
    return block
  }

  /// Unpacks into the room of a block, which has padding besides, and gives where that stands.
  private func fill(
    _ buffer: UnsafeMutableBufferPointer<UInt8>
  ) throws(SourceFault) -> Range<Int> {
    let room = unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<size])
    while length < start, end == nil {
      let most = min(start - length, size)
      try unsafe unpack(into: UnsafeMutableBufferPointer(rebasing: room[..<most]))
    }
    let begun = unsafe room.initialize(fromContentsOf: line)
    let first = length - line.count
    try unsafe unpack(into: UnsafeMutableBufferPointer(rebasing: room[begun...]))
    return first..<length
  }

  /// Unpacks as much as there is room for, as far as the text goes.
  private func unpack(into room: UnsafeMutableBufferPointer<UInt8>) throws(SourceFault) {
    var members: MemberReader
    if let begun = self.members {
      members = begun
    } else {
      members = try MemberReader(compression, ofFile: file.path, .quick)
    }
    self.members = nil
    defer { self.members = members }
    var filled = 0
    while filled < room.count, end == nil {
      if file.watch.isCancelled() { throw .cancelled }
      if isHungry {
        input = try file.part(place..<place + Self.portion).bytes
        place += input.count
        if input.isEmpty {
          try members.end()
          end = members.isOver ? .unclear : .whole
          return
        }
      }
      let taken = try unsafe members.take(
        &input, into: UnsafeMutableBufferPointer(rebasing: room[filled...]))
      filled += taken.text
      length += taken.text
      isHungry = taken.isHungry
      if members.isOver { end = .unclear }
      let growth = file.watch.growth
      if growth.forbids(length, of: max(members.consumed, file.total ?? 0)) {
        throw .grown(file.path, growth)
      }
    }
  }
}
