// SPDX-License-Identifier: MIT

import CMarkdown

/// The tables of a text in Markdown, which cmark reads as lines of paragraphs.
///
/// The text is read twice. First it is known which lines of which paragraphs are tables. In the
/// text for the second time each cell is a heading, all of them before the page: a heading holds on
/// one line what may stand in a paragraph, and knows the addresses that the page gives for links.
/// In the place of each line of a table stands a heading without words, which ends a paragraph
/// above.
struct MarkdownTables {
  /// A table that was found.
  private struct Place {
    var table: MarkdownTable
    /// The line of its headings.
    let line: Int
    /// Of each of its lines, where it begins behind what is of quotations and lists.
    var starts: [Int]
  }

  /// What a line of a paragraph says there.
  private struct Part {
    let text: ArraySlice<UInt8>
    /// Whether it would be code if it began something.
    let isIndented: Bool
    let start: Int
  }

  private let lines: MarkdownLines
  /// The lines that may be those below headings.
  private let suspects: Set<Int>
  private var places: [Place] = []

  /// Nil for a text that has none, as most have none.
  init?(in text: [UInt8]) {
    let lines = MarkdownLines(text)
    self.lines = lines
    suspects = Set(lines.numbers.filter { Self.isSuspect(lines[$0]) })
    guard !suspects.isEmpty, let root = unsafe MarkdownPage.tree(of: text) else { return nil }
    defer { unsafe cq_cmark_node_free(root) }
    unsafe MarkdownPage.forEachNode(in: root) { node in unsafe search(node) }
    if places.isEmpty { return nil }
  }

  private static func isSuspect(_ line: ArraySlice<UInt8>) -> Bool {
    let marks = line.drop { [0x20, 0x09, UInt8(ascii: ">")].contains($0) }
    let isOfMarks = marks.allSatisfy { " \t\u{B}\u{C}-:|".utf8.contains($0) }
    return isOfMarks && marks.contains(UInt8(ascii: "-"))
  }

  private mutating func search(_ node: OpaquePointer) {
    let type = unsafe cq_cmark_node_get_type(node)
    guard type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_HEADING else { return }
    let first = unsafe MarkdownPage.line(of: node)
    var last = unsafe Int(cq_cmark_node_get_end_line(node))
    guard last > first, (first...last).contains(where: suspects.contains) else { return }
    let containers = unsafe MarkdownContainers(around: node, in: lines)
    if type == CMARK_NODE_HEADING { last = lastLine(of: (first + 1)...last, containers) }
    let start = unsafe Int(cq_cmark_node_get_start_column(node)) - 1
    var line = first
    while line < last {
      let found =
        suspects.contains(line + 1)
        ? place(at: line, upTo: last) { $0 == first ? part($0, from: start) : part($0, containers) }
        : nil
      if let found { places.append(found) }
      line += found?.starts.count ?? 1
    }
  }

  /// The last line of what would be a paragraph if no line below made a heading of it. That line is
  /// a rule below a table, or a row of it.
  private func lastLine(of numbers: ClosedRange<Int>, _ containers: MarkdownContainers) -> Int {
    for number in numbers {
      guard let part = part(number, containers), !part.isIndented else { continue }
      let marks = part.text.drop { $0 == 0x20 }
      let rest = marks.drop { $0 == marks.first }
      guard rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { continue }
      if marks.first == UInt8(ascii: "=") { return number }
      if marks.first == UInt8(ascii: "-") { return number - 1 }
    }
    return numbers.lowerBound - 1
  }

  private func place(at line: Int, upTo last: Int, _ part: (Int) -> Part?) -> Place? {
    guard let headings = part(line), let hyphens = part(line + 1), !hyphens.isIndented,
      let table = MarkdownTable(headings.text, hyphens.text)
    else { return nil }
    var place = Place(table: table, line: line, starts: [headings.start, hyphens.start])
    for next in (line + 2)..<max(last + 1, line + 2) {
      guard let row = part(next), !row.isIndented, place.table.add(row.text) else { break }
      place.starts.append(row.start)
    }
    return place
  }

  /// The first line of a paragraph.
  private func part(_ line: Int, from start: Int) -> Part {
    let text = lines[line].dropFirst(start)
    return Part(text: text, isIndented: false, start: text.startIndex)
  }

  /// Another one; nil where it is of the paragraph only because nothing else begins there.
  private func part(_ line: Int, _ containers: MarkdownContainers) -> Part? {
    containers.cursor(behindOn: line, in: lines).map {
      Part(text: $0.line[$0.place...], isIndented: $0.blanks(upTo: 4) == 4, start: $0.place)
    }
  }

  /// The text for the second time, with headings for cells and in the place of lines of tables.
  var text: [UInt8] {
    var text: [UInt8] = []
    for place in places {
      for cell in place.table.cells { text += Array("# ".utf8) + cell + Array(" #\n".utf8) }
    }
    var rest = places[...]
    var line = 1
    while line < lines.numbers.upperBound {
      guard let place = rest.first, place.line == line else {
        text += lines.whole(line)
        line += 1
        continue
      }
      for start in place.starts {
        text += lines[line].prefix(upTo: start) + Array("#\n".utf8)
        line += 1
      }
      rest.removeFirst()
    }
    return text
  }

  /// How many lines of that text stand before those of the page.
  var addedLines: Int { places.reduce(0) { $0 + $1.table.cells.count } }

  /// Puts the tables into the tree of that text, in the place of the headings.
  func settle(_ root: OpaquePointer) {
    let added = addedLines
    var cells: [String] = []
    while cells.count < added, let node = unsafe cq_cmark_node_first_child(root) {
      let html = unsafe MarkdownPage.html(node)
      cells.append(String(html.dropFirst("<h1>".count).dropLast("</h1>\n".count)))
      unsafe cq_cmark_node_free(node)
    }
    var headings = unsafe [Int: OpaquePointer]()
    let wanted = Set(places.flatMap { $0.line..<($0.line + $0.starts.count) })
    unsafe MarkdownPage.forEachNode(in: root) { node in
      let line = unsafe MarkdownPage.line(of: node) - added
      let isHeading = unsafe cq_cmark_node_get_type(node) == CMARK_NODE_HEADING
      if isHeading, wanted.contains(line) { unsafe headings[line] = node }
    }
    var rest = cells[...]
    for place in places {
      let count = place.table.cells.count
      let html = place.table.html(rest.prefix(count))
      rest = rest.dropFirst(count)
      if let node = unsafe headings.removeValue(forKey: place.line),
        let block = unsafe cq_cmark_node_new(CMARK_NODE_CUSTOM_BLOCK)
      {
        unsafe cq_cmark_node_set_on_enter(block, html)
        unsafe MarkdownPage.swap(node, for: block)
      }
    }
    // Those below the first line say nothing any more.
    unsafe headings.values.forEach { unsafe cq_cmark_node_free($0) }
  }
}

extension MarkdownTable {
  /// Those of the headings, then those of each row.
  fileprivate var cells: [[UInt8]] { headings + rows.joined() }

  /// The table in a box that scrolls, with its cells as they stand in a page.
  fileprivate func html(_ cells: ArraySlice<String>) -> String {
    var rest = cells
    var html = "<div class=\"cq-wide\" role=\"region\" tabindex=\"0\" aria-label=\"table\">\n"
    html += "<table>\n<thead>\n<tr>"
    for alignment in alignments {
      html += "<th scope=\"col\"\(alignment.attribute)>\(rest.popFirst() ?? "")</th>"
    }
    html += "</tr>\n</thead>\n"
    if !rows.isEmpty { html += "<tbody>\n" }
    for row in rows {
      html += "<tr>"
      for (alignment, _) in zip(alignments, row) {
        html += "<td\(alignment.attribute)>\(rest.popFirst() ?? "")</td>"
      }
      // One cell for all that are missing: few bytes of text make no large page.
      let missing = alignments.count - row.count
      if missing > 0 { html += missing == 1 ? "<td></td>" : "<td colspan=\"\(missing)\"></td>" }
      html += "</tr>\n"
    }
    return html + (rows.isEmpty ? "" : "</tbody>\n") + "</table>\n</div>"
  }
}

extension MarkdownTable.Alignment {
  fileprivate var attribute: String {
    switch self {
    case .none: ""
    case .left: " style=\"text-align: left\""
    case .centre: " style=\"text-align: center\""
    case .right: " style=\"text-align: right\""
    }
  }
}
