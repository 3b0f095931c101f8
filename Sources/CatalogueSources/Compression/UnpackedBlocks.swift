// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax

/// A piece of the text of a compressed file.
struct UnpackedBlock: Sendable {
  enum End: Sendable {
    case whole
    /// The file is cut off or damaged there, or something else follows.
    case unclear
  }

  fileprivate(set) var bytes: [UInt8] = []
  /// How many bytes of the file were taken up to its end.
  fileprivate(set) var taken = 0
  /// What ends the text behind it; nil where it goes on.
  fileprivate(set) var end: End?
}

/// Unpacks a file from its beginning, block by block.
final class UnpackedBlocks {
  /// So much of the file is read at once.
  private static let portion = 1 << 17

  private let file: any StoredFile
  private let compression: Compression
  /// No step gives more text; a block has at least half of it.
  private let most: Int
  private var members: MemberReader?
  /// What was read and has not been unpacked.
  private var input: ArraySlice<UInt8> = []
  /// How much of the file was read.
  private var place = 0
  /// How much text there has been.
  private var length = 0
  private var isHungry = true

  init(_ file: any StoredFile, _ compression: Compression) {
    self.file = file
    self.compression = compression
    most = max(file.watch.windows.window / 2, 1)
  }

  /// The next block, which has an end where none comes behind it.
  func next() throws(SourceFault) -> UnpackedBlock {
    var members: MemberReader
    if let begun = self.members {
      members = begun
    } else {
      members = try MemberReader(compression, ofFile: file.path, most: most)
    }
    self.members = nil
    var block = UnpackedBlock()
    block.bytes.reserveCapacity(most)
    while hasRoom(block), !members.isOver {
      if file.watch.isCancelled() { throw .cancelled }
      if isHungry {
        input = try file.part(place..<place + Self.portion).bytes
        place += input.count
        if input.isEmpty {
          try members.end { (step, read) throws(SourceFault) in try add(step, read, to: &block) }
          block.end = .whole
          break
        }
      }
      isHungry = try !members.take(&input) { (step, read) throws(SourceFault) in
        try add(step, read, to: &block)
      }
    }
    if members.isOver { block.end = .unclear }
    self.members = members
    return block
  }

  /// Whether there is room for more.
  private func add(
    _ step: Unpacker.Step, _ read: Int, to block: inout UnpackedBlock
  ) throws(SourceFault) -> Bool {
    unsafe block.bytes.append(contentsOf: step.output)
    block.taken = read
    length += step.produced
    let growth = file.watch.growth
    if growth.forbids(length, of: max(read, file.total ?? 0)) {
      throw .grown(file.path, growth)
    }
    return hasRoom(block)
  }

  private func hasRoom(_ block: UnpackedBlock) -> Bool { block.bytes.count < (most + 1) / 2 }
}
