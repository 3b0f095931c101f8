// SPDX-License-Identifier: MIT

internal import CCompression
import Catalogue
import QuerySyntax

/// Unpacks a compressed file as it is read: member after member, and what may follow them.
///
/// As `gzip` does, it takes zeros behind the last member for padding.
struct MemberReader {
  /// What came of some bytes of the file.
  struct Taken {
    /// How many bytes of text.
    var text = 0
    /// Whether it needs more of the file to go on.
    var isHungry = false
  }

  private enum Place {
    case member
    /// Behind a member: what is there of the next one's beginning.
    case between([UInt8])
    case padding
  }

  private(set) var content: PackedContent
  private let name: String
  private let unpacker: Unpacker
  /// More than that is not unpacked at once: it would not be known where it is damaged.
  private let portion: Int
  private var place = Place.member
  /// How many bytes of the file were taken.
  private(set) var consumed = 0

  init(
    _ compression: Compression, ofFile name: String, _ manner: Unpacker.Manner
  ) throws(SourceFault) {
    guard let unpacker = Unpacker(compression.coding, manner) else {
      throw .noMemory(toUnpack: name)
    }
    portion = manner == .exact ? 1 << 16 : .max
    self.name = name
    self.unpacker = unpacker
    content = PackedContent(compression)
  }

  /// Whether what follows means nothing any more.
  var isOver: Bool { content.damage != nil || content.strayOffset != nil }

  /// Takes further bytes, and leaves those that come behind what there is room for.
  mutating func take(
    _ rest: inout ArraySlice<UInt8>, into room: UnsafeMutableBufferPointer<UInt8>
  ) throws(SourceFault) -> Taken {
    var taken = Taken()
    while !isOver {
      switch place {
      case .member:
        guard taken.text < room.count else { return taken }
        try unsafe takeMember(&rest, into: room, &taken)
      case .between(var start):
        let missing = rest.prefix(Compression.beginningSize - start.count)
        start += missing
        rest = rest.dropFirst(missing.count)
        place = .between(start)
        taken.isHungry = start.count < Compression.beginningSize
        if !taken.isHungry { try begin(start) }
      case .padding:
        let zeros = rest.prefix { $0 == 0 }
        consumed += zeros.count
        rest = rest.dropFirst(zeros.count)
        taken.isHungry = rest.isEmpty
        if !rest.isEmpty { content.strayOffset = consumed }
      }
      if taken.isHungry { break }
    }
    return taken
  }

  /// Says that nothing follows.
  mutating func end() throws(SourceFault) {
    if case .between(let start) = place, !start.isEmpty { try begin(start) }
    if case .member = place, !isOver { note(.cut) }
  }

  /// Goes on with the bytes that stand behind a member.
  private mutating func begin(_ start: [UInt8]) throws(SourceFault) {
    place = .padding
    if content.compression.mayBegin(start) {
      place = .member
      guard unpacker.restart() else { throw .noMemory(toUnpack: name) }
    }
    // No text comes of so few bytes.
    var (rest, none) = (start[...], [0 as UInt8])
    let taken = try unsafe none.withUnsafeMutableBufferPointer { room throws(SourceFault) in
      try unsafe take(&rest, into: room)
    }
    precondition(taken.text == 0, "the beginning of a member holds no text")
  }

  /// Takes bytes of a member until that ends, more of them are needed, or there is no more room.
  private mutating func takeMember(
    _ rest: inout ArraySlice<UInt8>, into room: UnsafeMutableBufferPointer<UInt8>,
    _ taken: inout Taken
  ) throws(SourceFault) {
    while taken.text < room.count {
      let step = unsafe rest.prefix(portion).withUnsafeBufferPointer { input in
        unsafe unpacker.step(input, into: UnsafeMutableBufferPointer(rebasing: room[taken.text...]))
      }
      consumed += step.consumed
      rest = rest.dropFirst(step.consumed)
      taken.text += step.produced
      switch step.state {
      case .whole: return place = .between([])
      case .more: if !step.hasMoved, !rest.isEmpty { return note(.broken) }
      case .damaged: return note(.broken)
      case .mismatched: return note(.mismatch)
      case .unknownWords: return note(.dictionary)
      case .tooWide: throw .wideWindow(in: name)
      case .noMemory: throw .noMemory(toUnpack: name)
      }
      taken.isHungry = step.isHungry && rest.isEmpty
      if taken.isHungry { return }
    }
  }

  private mutating func note(_ reason: PackedContent.Damage.Reason) {
    content.damage = PackedContent.Damage(reason: reason, offset: consumed)
  }
}

extension SourceFault {
  fileprivate static func noMemory(toUnpack name: String) -> SourceFault {
    .limit(name: name, message: "cannot be unpacked: memory has run out")
  }

  /// The bound is that of libzstd itself, whatever a file asks for.
  fileprivate static func wideWindow(in name: String) -> SourceFault {
    .limit(
      name: name,
      message: "wants more than 128 MiB to be unpacked; `zstd -dc -M2048MB FILE > NEW` does so")
  }
}
