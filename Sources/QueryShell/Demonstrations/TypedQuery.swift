// SPDX-License-Identifier: MIT

import LineEditing

/// A query as somebody types it: its characters with their colours, and how long each takes.
struct TypedQuery {
  /// What is written at once.
  struct Stroke: Equatable {
    let text: String
    /// How long it takes until the next one, in milliseconds.
    let milliseconds: Int
  }

  private(set) var strokes: [Stroke] = []

  /// The rows of a query below the first stand under it, behind as many blanks as a prompt has; of
  /// so many cells no row has more.
  init(
    _ text: String, pace: Int = 0, margin: Int = 4, width: Int = .max,
    colours: PaintColours? = nil
  ) {
    let highlights = LineHighlights(text).all
    let text = width == .max ? text : LessonText.broken(text, to: max(width - margin, 20))
    var chance = Chance()
    var role = TextRole.plain
    var place = 0
    for character in text {
      let wanted = highlights.first { $0.range.contains(place) }?.role ?? .plain
      var written = ""
      if let colours, wanted != role { written += colours.sequence(wanted) }
      role = wanted
      written.append(character)
      if character.isNewline { written += String(repeating: " ", count: margin) }
      strokes.append(
        Stroke(text: written, milliseconds: Self.time(of: character, pace, &chance)))
      place += String(character).utf8.count
    }
    if let colours, role != .plain {
      strokes.append(Stroke(text: colours.sequence(.plain), milliseconds: 0))
    }
  }

  /// Nobody types evenly: longer before a new word and a new stage.
  private static func time(of character: Character, _ pace: Int, _ chance: inout Chance) -> Int {
    guard pace > 0 else { return 0 }
    let mean = 1_000 / pace
    let percent = 50 + chance.below(80) + (character.isNewline ? 200 : character == " " ? 60 : 0)
    return mean * percent / 100
  }

  /// All at once.
  var whole: String { strokes.map(\.text).joined() }
}
