// SPDX-License-Identifier: MIT

/// A text as it stands or as `Folding` leaves it, of which no more is folded than a comparison
/// takes: bytes of ASCII fold one by one, and each run of others by itself.
struct FoldedText: ~Escapable {
  private let bytes: Span<UInt8>
  private let folds: Bool

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, folds: Bool) {
    self.bytes = bytes
    self.folds = folds
  }

  /// Whether it is another text, or with `orMore` begins with it; `room` is for what runs fold to.
  func equals(_ sought: Span<UInt8>, orMore: Bool, _ room: inout [UInt8]) -> Bool {
    var (place, matched) = (0, 0)
    while place < bytes.count {
      if matched == sought.count, orMore { return true }
      if let byte = single(place) {
        if matched == sought.count || byte != sought[matched] { return false }
        (place, matched) = (place + 1, matched + 1)
        continue
      }
      place = run(from: place, into: &room)
      for byte in room {
        if matched == sought.count { return orMore }
        if byte != sought[matched] { return false }
        matched += 1
      }
    }
    return matched == sought.count
  }

  /// Whether it ends with another text; `room` is for what runs fold to.
  func ends(with sought: Span<UInt8>, _ room: inout [UInt8]) -> Bool {
    var (place, missing) = (bytes.count, sought.count)
    while missing > 0, place > 0 {
      place -= 1
      if let byte = single(place) {
        if byte != sought[missing - 1] { return false }
        missing -= 1
        continue
      }
      while place > 0, bytes[place - 1] >= 0x80 { place -= 1 }
      _ = run(from: place, into: &room)
      for byte in room.reversed() where missing > 0 {
        if byte != sought[missing - 1] { return false }
        missing -= 1
      }
    }
    return missing == 0
  }

  /// What the byte at a place stands for by itself; nil where that is a matter of its run.
  @inline(__always)
  private func single(_ place: Int) -> UInt8? {
    let byte = bytes[place]
    if !folds { return byte }
    return byte < 0x80 ? Folding.lowercased(byte) : nil
  }

  /// Writes what the run that begins at a place folds to, and gives its end.
  private func run(from start: Int, into room: inout [UInt8]) -> Int {
    room.removeAll(keepingCapacity: true)
    var end = start + 1
    while end < bytes.count, bytes[end] >= 0x80 { end += 1 }
    Folding.append(bytes.extracting(start..<end), to: &room)
    return end
  }
}
