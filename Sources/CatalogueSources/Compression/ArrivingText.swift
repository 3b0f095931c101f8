// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax

/// The text of a file while it is read, unpacked where the file begins as compressed ones do,
/// whatever it is called.
struct ArrivingText: ~Copyable {
  let name: String
  /// How many bytes the system says that the file has; 0 where nobody knows.
  let size: Int
  /// More bytes are not held.
  let limit: Int
  let watch: ReadingWatch
  /// What has come so far.
  private(set) var bytes: [UInt8] = []
  /// How many bytes of the file have been taken.
  private var taken = 0
  /// Nil before it is known whether the file is compressed, and where it is not.
  private var members: MemberReader?
  private var isDecided: Bool
  /// What is unpacked in one step.
  private var room: [UInt8] = []

  /// The text of a file that is read as it stands, unless `unpacking` is said.
  init(
    name: String, size: Int, limit: Int, unpacking: Bool, watch: ReadingWatch
  ) {
    self.name = name
    self.size = size
    self.limit = limit
    self.watch = watch
    isDecided = !unpacking
    bytes.reserveCapacity(size + Payload.padding)
  }

  /// How the file is compressed; nil where it is not.
  var packed: PackedContent? { members?.content }

  /// Takes further bytes of the file; false where none that follow mean anything.
  mutating func take(_ piece: ArraySlice<UInt8>) throws(SourceFault) -> Bool {
    taken += piece.count
    if members != nil {
      try unpack(piece)
    } else {
      bytes += piece
      if !isDecided, bytes.count >= Compression.beginningSize {
        try decide(Compression(beginningOf: bytes))
      }
    }
    guard bytes.count <= size || bytes.count < limit else { throw .tooLarge(name, limit) }
    watch.tell(
      ReadingProgress(name: name, work: .reading, done: taken, of: size > 0 ? size : nil))
    return members?.isOver != true
  }

  /// Says that nothing follows.
  mutating func end() throws(SourceFault) {
    if !isDecided {
      // Of so few bytes only a name tells what they would have been.
      let promised = Compression(ofFile: name).flatMap { $0.mayBegin(bytes) ? $0 : nil }
      try decide(Compression(beginningOf: bytes) ?? promised)
    }
    try members?.end()
  }

  /// What has come, with the zeros that stand behind a payload.
  consuming func padded() -> [UInt8] {
    bytes.append(contentsOf: repeatElement(0, count: Payload.padding))
    return bytes
  }

  /// Goes on as compressed, or as it stands.
  private mutating func decide(_ compression: Compression?) throws(SourceFault) {
    isDecided = true
    guard let compression else { return }
    members = try MemberReader(compression, ofFile: name, .exact)
    room = Array(repeating: 0, count: 1 << 18)
    let start = bytes
    bytes = []
    // Text is mostly some times as long.
    bytes.reserveCapacity(min(size * 4, limit) + Payload.padding)
    try unpack(start[...])
  }

  private mutating func unpack(_ piece: ArraySlice<UInt8>) throws(SourceFault) {
    guard var members else { return }
    self.members = nil
    var piece = piece
    var taken = MemberReader.Taken()
    while !taken.isHungry, !members.isOver {
      taken = try unsafe room.withUnsafeMutableBufferPointer { room throws(SourceFault) in
        try unsafe members.take(&piece, into: room)
      }
      try add(room[..<taken.text], of: members.consumed)
    }
    self.members = members
  }

  /// Adds text that came of so many bytes of the file.
  private mutating func add(_ text: ArraySlice<UInt8>, of read: Int) throws(SourceFault) {
    if watch.isCancelled() { throw .cancelled }
    bytes += text
    if bytes.count >= limit { throw .tooLarge(name, limit) }
    // The whole of a file counts: its beginning may be smaller than the rest.
    if watch.growth.forbids(bytes.count, of: max(read, size)) {
      throw .grown(name, watch.growth)
    }
  }
}

extension SourceFault {
  /// What is said of a text of more bytes than are held.
  static func tooLarge(_ name: String, _ limit: Int) -> SourceFault {
    .limit(name: name, message: "has more than the \(limit) bytes that can be held")
  }

  static func grown(_ name: String, _ growth: GrowthLimit) -> SourceFault {
    .limit(name: name, message: growth.words)
  }
}
