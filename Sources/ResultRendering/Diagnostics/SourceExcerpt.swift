// SPDX-License-Identifier: MIT

internal import Catalogue
internal import Diagnostics

/// The lines of a source that a diagnostic speaks of, with the places marked below them.
struct SourceExcerpt {
  /// A place on one line: its offsets, what is said about it, and whether it is the fault itself.
  private struct Mark {
    let range: ScriptRange
    let text: String
    let isPrimary: Bool
  }

  /// Where a mark stands in its line, in cells from 0.
  private struct Place {
    let start: Int
    let end: Int
    let mark: Mark
  }

  /// How many lines of data are shown before the fault, where the source is an excerpt itself.
  private static let linesBefore = 2

  private(set) var lines: [String] = []
  private let source: ScriptText
  private let width: Int
  /// Whether what is said of places stays within the width.
  private let wraps: Bool
  private let look: TextStyle.Look
  private let style: TextStyle
  private let words: DiagnosticWords

  init(
    _ diagnostic: Diagnostic, of source: ScriptText, width: Int, wraps: Bool,
    look: TextStyle.Look, style: TextStyle, words: DiagnosticWords
  ) {
    self.source = source
    self.width = width
    self.wraps = wraps
    self.look = look
    self.style = style
    self.words = words
    let labels = [diagnostic.primary].compactMap(\.self) + diagnostic.secondary
    var marks: [SourceLine: [Mark]] = [:]
    for (index, label) in labels.enumerated() {
      let isPrimary = index == 0 && diagnostic.primary != nil
      marks[source.line(around: label.range.start), default: []].append(
        Mark(range: label.range, text: label.text, isPrimary: isPrimary))
    }
    for line in contextLines(before: diagnostic.primary?.range.start) {
      marks[line] = marks[line] ?? []
    }
    let gutter = marks.keys.map { String($0.number).utf8.count }.max() ?? 1
    for (line, marks) in marks.sorted(by: { $0.key.number < $1.key.number }) {
      append(line, marks, gutter: gutter)
    }
  }

  /// The lines before the fault, of a source that was cut out of something longer.
  private func contextLines(before offset: Int?) -> [SourceLine] {
    guard source.firstLine > 1, let offset else { return [] }
    var lines: [SourceLine] = []
    var start = source.line(around: offset).range.start
    while start > 0, lines.count < Self.linesBefore {
      let line = source.line(around: start - 1)
      lines.append(line)
      start = line.range.start
    }
    return lines
  }

  private mutating func append(_ line: SourceLine, _ marks: [Mark], gutter: Int) {
    let number = String(line.number)
    let edge = String(repeating: " ", count: gutter - number.utf8.count) + number + " |"
    let blank = String(repeating: " ", count: gutter) + " |"
    let fault = marks.first(where: \.isPrimary) ?? marks.first
    let shown = ExcerptLine(
      source, line.range, around: fault?.range.start ?? line.range.start,
      width: max(16, width - gutter - 3), words: words)
    add(edge, shown.text)
    guard !marks.isEmpty else { return }
    let places = marks.map { mark in
      let start = shown.cell(of: mark.range.start)
      let end = shown.cell(of: mark.range.end)
      return Place(start: start, end: max(end, start + 1), mark: mark)
    }
    appendMarks(places.sorted { ($0.start, $0.end) < ($1.start, $1.end) }, edge: blank)
  }

  /// The carets, with the text of the last place beside them where it ends the row, and the other
  /// texts below, from the right to the left.
  private mutating func appendMarks(_ places: [Place], edge: String) {
    var row = carets(places)
    var rest = places.filter { !$0.mark.text.isEmpty }
    let end = places.map(\.end).max() ?? 0
    let room = max(16, width - edge.utf8.count - 1)
    if let last = rest.last, last.end == end {
      let text = words.quotesFitted(last.mark.text)
      if !wraps || end + 1 + DisplayWidth.of(text) <= room {
        row += " " + text
        rest.removeLast()
      }
    }
    add(edge, row)
    for place in rest.reversed() {
      let text = words.quotesFitted(place.mark.text)
      let lines = wraps ? wrapped(text, from: place.start, in: room) : [text]
      // Where there is too little room from the place on, it ends at the edge of the window.
      let widest = lines.map { DisplayWidth.of($0) }.max() ?? 0
      let indent = wraps ? max(0, min(place.start, room - widest)) : place.start
      for line in lines { add(edge, String(repeating: " ", count: indent) + line) }
    }
  }

  /// Lines of fewer cells are not read well.
  private static let leastRoom = 32

  /// What is said of a place, below it if there is room, else in the whole width.
  private func wrapped(_ text: String, from start: Int, in room: Int) -> [String] {
    let beside = room - start
    return DisplayWidth.wrapped(text, to: beside >= Self.leastRoom ? beside : room)
  }

  /// `^` below the fault and `-` below the other places.
  private func carets(_ places: [Place]) -> String {
    var cells = [Character](repeating: " ", count: places.map(\.end).max() ?? 0)
    for place in places.sorted(by: { !$0.mark.isPrimary && $1.mark.isPrimary }) {
      for cell in place.start..<place.end { cells[cell] = place.mark.isPrimary ? "^" : "-" }
    }
    var row = ""
    var rest = cells[...]
    while let first = rest.first {
      let run = rest.prefix { $0 == first }
      let text = String(run)
      row += first == " " ? text : style.styled(text, first == "^" ? look : .cyan)
      rest = rest.dropFirst(run.count)
    }
    return row
  }

  private mutating func add(_ edge: String, _ text: String) {
    lines.append(text.isEmpty ? style.styled(edge, .dim) : style.styled(edge, .dim) + " " + text)
  }
}
