// SPDX-License-Identifier: MIT

internal import CCompression
import Catalogue
import QuerySyntax

/// Unpacks a compressed file as it is read: member after member, and what may follow them.
///
/// As `gzip` does, it takes zeros behind the last member for padding.
struct MemberReader {
  /// Gets the text step by step, and how many bytes of the file were taken for it; false stops the
  /// reader until it is asked again.
  typealias Sink = (Unpacker.Step, Int) throws(SourceFault) -> Bool

  /// Of more than that at once it would not be known where it is damaged.
  private static let portion = 1 << 16

  private enum Place {
    case member
    /// Behind a member: what is there of the next one's beginning.
    case between([UInt8])
    case padding
  }

  private(set) var content: PackedContent
  private let name: String
  private let unpacker: Unpacker
  private var place = Place.member
  /// How many bytes of the file were taken.
  private var consumed = 0

  /// Unpacks a file in steps of so many bytes of text at most.
  init(
    _ compression: Compression, ofFile name: String, most size: Int = 1 << 18
  ) throws(SourceFault) {
    guard let unpacker = Unpacker(compression.coding, most: size) else {
      throw .noMemory(toUnpack: name)
    }
    self.name = name
    self.unpacker = unpacker
    content = PackedContent(compression)
  }

  /// Whether what follows means nothing any more.
  var isOver: Bool { content.damage != nil || content.strayOffset != nil }

  /// Takes further bytes, and leaves those that come behind what was wanted; false where it needs
  /// more of them to go on.
  mutating func take(
    _ rest: inout ArraySlice<UInt8>, give: Sink
  ) throws(SourceFault) -> Bool {
    while !isOver {
      switch place {
      case .member:
        switch try takeMember(&rest, give) {
        case .ended: continue
        case .hungry: return false
        case .given: return true
        }
      case .between(var start):
        let missing = rest.prefix(Compression.beginningSize - start.count)
        start += missing
        rest = rest.dropFirst(missing.count)
        place = .between(start)
        if start.count < Compression.beginningSize { return false }
        try begin(start, give)
      case .padding:
        let zeros = rest.prefix { $0 == 0 }
        consumed += zeros.count
        rest = rest.dropFirst(zeros.count)
        if rest.isEmpty { return false }
        content.strayOffset = consumed
      }
    }
    return true
  }

  /// Says that nothing follows.
  mutating func end(give: Sink) throws(SourceFault) {
    if case .between(let start) = place, !start.isEmpty { try begin(start, give) }
    if case .member = place, !isOver { note(.cut) }
  }

  /// Goes on with the bytes that stand behind a member.
  private mutating func begin(_ start: [UInt8], _ give: Sink) throws(SourceFault) {
    place = .padding
    if content.compression.mayBegin(start) {
      place = .member
      guard unpacker.restart() else { throw .noMemory(toUnpack: name) }
    }
    // No text comes of so few bytes.
    var rest = start[...]
    _ = try take(&rest, give: give)
  }

  /// Why a member is not gone on with.
  private enum Pause {
    case ended
    /// It needs further bytes.
    case hungry
    /// No more text is wanted.
    case given
  }

  private mutating func takeMember(
    _ rest: inout ArraySlice<UInt8>, _ give: Sink
  ) throws(SourceFault) -> Pause {
    let unpacker = unpacker
    while true {
      let portion = rest.prefix(Self.portion)
      let step = unsafe portion.withUnsafeBufferPointer { unsafe unpacker.step($0) }
      consumed += step.consumed
      rest = rest.dropFirst(step.consumed)
      var goesOn = true
      if step.produced > 0 { goesOn = try give(step, consumed) }
      switch step.state {
      case .whole:
        place = .between([])
        return goesOn ? .ended : .given
      case .more: if !step.hasMoved, !rest.isEmpty { note(.broken) }
      case .damaged: note(.broken)
      case .mismatched: note(.mismatch)
      case .unknownWords: note(.dictionary)
      case .tooWide: throw .wideWindow(in: name)
      case .noMemory: throw .noMemory(toUnpack: name)
      }
      if isOver { return .ended }
      if !goesOn { return .given }
      if step.isHungry, rest.isEmpty { return .hungry }
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
