// SPDX-License-Identifier: MIT

/// What keys make of a line, without a terminal.
struct LineModel {
  private(set) var text: [Unicode.Scalar] = []
  private(set) var cursor = 0

  /// A key as the terminal sends it, and what it does.
  struct Key: Sendable {
    let bytes: String
    let edit: @Sendable (inout LineModel) -> Void

    /// What is typed as it stands.
    static func typed(_ text: String) -> Key { Key(bytes: text) { $0.insert(text) } }

    static func pasted(_ text: String) -> Key {
      Key(bytes: "\u{1B}[200~\(text)\u{1B}[201~") { $0.insert(text) }
    }
  }

  /// Those that are pressed more often stand here more often.
  static let narrowKeys = [
    Key.typed("a"), .typed("b"), .typed(" "), .typed("|"), .typed("é"), .typed("word "),
    .pasted("from x | limit 3\nfilter "), erase, erase, left, left,
    Key(bytes: "\u{1B}[C") { $0.cursor = $0.next },
    Key(bytes: "\u{1B}[A") { $0.move(rows: -1) }, Key(bytes: "\u{1B}[B") { $0.move(rows: 1) },
    Key(bytes: "\u{1B}[H") { $0.cursor = $0.row.lowerBound },
    Key(bytes: "\u{1B}[F") { $0.cursor = $0.row.upperBound },
    Key(bytes: "\u{1B}\r") { $0.insert("\n") },
    Key(bytes: "\u{1B}[3~") { $0.delete($0.cursor..<$0.next) },
    Key(bytes: "\u{17}") { $0.deleteWord() },
  ]

  static let wideKeys = narrowKeys + [.typed("漢")]

  /// With characters of several scalars.
  static let joinedKeys =
    narrowKeys + [erase, erase, .typed("👩‍👩‍👧"), .typed("🇩🇪"), .typed("e\u{301}"), .typed("👍🏽")]

  static let erase = Key(bytes: "\u{7F}") { $0.delete($0.previous..<$0.cursor) }
  private static let left = Key(bytes: "\u{1B}[D") { $0.cursor = $0.previous }

  var statement: String {
    var statement = String.UnicodeScalarView()
    statement.append(contentsOf: text)
    return String(statement)
  }

  var isWide: Bool { text.contains { Self.width(of: $0) > 1 } }

  /// The rows that it takes with a prompt, and a lead before further rows, of so many cells.
  func height(columns: Int, prompt: Int, lead: Int) -> Int {
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
    return rows.enumerated().reduce(0) { height, row in
      let cells = row.element.reduce(row.offset == 0 ? prompt : lead) { $0 + Self.width(of: $1) }
      return height + cells / columns + 1
    }
  }

  /// Whether a character has several scalars, which terminals show in their own ways.
  var hasJoined: Bool { statement.contains { $0.unicodeScalars.count > 1 } }

  static func width(of scalar: Unicode.Scalar) -> Int { scalar.value >= 0x4e00 ? 2 : 1 }

  /// The places between characters.
  private var places: [Int] {
    statement.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.unicodeScalars.count) }
  }

  private var previous: Int { places.last { $0 < cursor } ?? 0 }
  private var next: Int { places.first { $0 > cursor } ?? cursor }

  /// The row of the cursor, without the newline at its end.
  private var row: Range<Int> {
    let start = text[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return start..<(text[cursor...].firstIndex(of: "\n") ?? text.count)
  }

  private mutating func insert(_ typed: String) {
    text.insert(contentsOf: typed.unicodeScalars, at: cursor)
    cursor += typed.unicodeScalars.count
  }

  private mutating func delete(_ range: Range<Int>) {
    text.removeSubrange(range)
    cursor = range.lowerBound
  }

  /// Back to where the last word begins, whatever stands behind it; the character in which that is
  /// goes whole.
  private mutating func deleteWord() {
    let isWord = { (scalar: Unicode.Scalar) in scalar.properties.isAlphabetic || scalar == "3" }
    let end = text[..<cursor].lastIndex(where: isWord) ?? 0
    let start = text[..<end].lastIndex { !isWord($0) }.map { $0 + 1 } ?? 0
    delete((places.last { $0 <= start } ?? 0)..<cursor)
  }

  /// One row up or down, in which the cursor stands as far from the start, if that is so long.
  private mutating func move(rows: Int) {
    let row = row
    let column = cursor - row.lowerBound
    let end = rows < 0 ? row.lowerBound - 1 : row.upperBound + 1
    guard (0...text.count).contains(end) else { return }
    cursor = end
    let place = min(self.row.lowerBound + column, self.row.upperBound)
    cursor = places.last { $0 <= place } ?? 0
  }
}
