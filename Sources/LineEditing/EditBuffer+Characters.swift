// SPDX-License-Identifier: MIT

/// What is one character in the line: what is painted as one, a letter with its marks, an emoji of
/// several, a flag of two letters. Keys move over it, delete it and put others in its place whole.
extension EditBuffer {
  /// How far back is looked for a place that surely begins a character. In a run of that many
  /// scalars that may all join another one, such as flags without a blank, places are those of a
  /// run that begins there.
  private static let longestRun = 1024

  /// Where the character begins that a place is in; the place itself between two characters.
  func characterStart(at place: Int) -> Int {
    guard place > 0, place < scalars.count else { return place }
    var start = place
    let least = max(0, place - Self.longestRun)
    while start > least, !Cluster.begins(with: scalars[start]) { start -= 1 }
    var end = start
    while end < place {
      start = end
      end = Cluster.end(after: start, in: scalars)
    }
    return end == place ? place : max(start, min(place, contentStart(ofRowAt: place)))
  }

  /// Where the character ends that a place is in; the place itself between two characters.
  func characterEnd(at place: Int) -> Int {
    let start = characterStart(at: place)
    return start == place ? place : Cluster.end(after: start, in: scalars)
  }

  /// Before the character that stands before a place, or the margin of its row.
  func place(before place: Int) -> Int {
    guard place > 0 else { return 0 }
    return joint(before: place) ?? characterStart(at: place - 1)
  }

  /// Behind as many characters as stand behind a place; a newline goes with the margin behind it.
  func place(behind count: Int, from start: Int) -> Int {
    var place = start
    for _ in 0..<count where place < scalars.count {
      let isEnd = scalars[place] == "\n"
      place = isEnd ? contentStart(after: place) : Cluster.end(after: place, in: scalars)
    }
    return place
  }

  /// Before as many characters as stand before a place.
  func place(before count: Int, from start: Int) -> Int {
    var place = start
    for _ in 0..<count { place = self.place(before: place) }
    return place
  }

  /// Whether some of its characters may be of several scalars.
  var hasJoinedCharacters: Bool { scalars.contains { !Cluster.begins(with: $0) } }

  /// How many characters a text has that is put at the cursor, without what joins the one before.
  func characters(of text: [Unicode.Scalar]) -> Int {
    let before = scalars[(cursor > 0 ? characterStart(at: cursor - 1) : 0)..<cursor]
    return Self.characters(in: before + text) - Self.characters(in: Array(before))
  }

  private static func characters(in scalars: some Sequence<Unicode.Scalar>) -> Int {
    let scalars = Array(scalars)
    var (count, place) = (0, 0)
    while place < scalars.count {
      place = Cluster.end(after: place, in: scalars)
      count += 1
    }
    return count
  }

  private func contentStart(ofRowAt place: Int) -> Int {
    scalars[..<place].lastIndex(of: "\n").map { contentStart(after: $0) } ?? 0
  }

  /// The newline before a place when only the margin lies between them.
  private func joint(before index: Int) -> Int? {
    guard let newline = scalars[..<index].lastIndex(of: "\n") else { return nil }
    return contentStart(after: newline) >= index ? newline : nil
  }
}
