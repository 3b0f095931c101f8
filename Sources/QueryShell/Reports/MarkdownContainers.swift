// SPDX-License-Identifier: MIT

import CMarkdown

/// A place in a line of Markdown, which counts columns: a tab goes to the next of each four.
struct MarkdownCursor {
  let line: ArraySlice<UInt8>
  /// The index of the byte where it stands, which may be a tab that is passed in part.
  private(set) var place: Int
  private var column = 0

  init(_ line: ArraySlice<UInt8>) {
    self.line = line
    place = line.startIndex
  }

  var byte: UInt8? { place < line.endIndex ? line[place] : nil }

  private var columnsOfByte: Int { byte == UInt8(ascii: "\t") ? 4 - column % 4 : 1 }

  /// How many columns of blanks follow, of so many at most.
  func blanks(upTo most: Int) -> Int {
    var cursor = self
    while cursor.column - column < most, cursor.byte == 0x20 || cursor.byte == 0x09 {
      cursor.skip(columns: cursor.columnsOfByte)
    }
    return min(cursor.column - column, most)
  }

  mutating func skip(columns count: Int) {
    var rest = count
    while rest > 0, place < line.endIndex {
      let all = columnsOfByte
      let step = min(all, rest)
      column += step
      rest -= step
      if step == all { place += 1 }
    }
  }
}

/// The quotations and the elements of lists around a paragraph, by which it is known what of a line
/// is theirs.
struct MarkdownContainers {
  private enum Container {
    case quotation
    /// The line where it begins, and how many columns its text is indented.
    case element(line: Int, width: Int)
  }

  private var containers: [Container] = []

  /// Those around a node of a text; `lines` are its own.
  init(around node: OpaquePointer, in lines: MarkdownLines) {
    var parents = unsafe [OpaquePointer]()
    var parent = unsafe cq_cmark_node_parent(node)
    while let node = unsafe parent {
      unsafe parents.append(node)
      unsafe parent = cq_cmark_node_parent(node)
    }
    var last: (line: Int, cursor: MarkdownCursor)?
    while let node = unsafe parents.popLast() {
      let type = unsafe cq_cmark_node_get_type(node)
      let line = unsafe MarkdownPage.line(of: node)
      guard type == CMARK_NODE_BLOCK_QUOTE || type == CMARK_NODE_ITEM else { continue }
      // What begins on one line is passed once.
      var cursor = last?.cursor
      if last?.line != line { cursor = self.cursor(behindOn: line, in: lines) }
      guard var cursor else { continue }
      let container =
        type == CMARK_NODE_ITEM
        ? Container.element(line: line, width: Self.width(at: cursor)) : .quotation
      containers.append(container)
      _ = Self.skip(container, on: line, &cursor)
      last = (line, cursor)
    }
  }

  /// Where the text behind all of them begins on a line; nil where one of them has ended before.
  func cursor(behindOn line: Int, in lines: MarkdownLines) -> MarkdownCursor? {
    var cursor = MarkdownCursor(lines[line])
    for container in containers where !Self.skip(container, on: line, &cursor) { return nil }
    return cursor
  }

  /// False where the line is not of the container.
  private static func skip(
    _ container: Container, on line: Int, _ cursor: inout MarkdownCursor
  ) -> Bool {
    switch container {
    case .quotation:
      let blanks = cursor.blanks(upTo: 4)
      cursor.skip(columns: blanks)
      guard blanks < 4, cursor.byte == UInt8(ascii: ">") else { return false }
      cursor.skip(columns: 1)
      cursor.skip(columns: cursor.blanks(upTo: 1))
    case .element(let start, let width):
      guard line == start || cursor.blanks(upTo: width) == width else { return false }
      cursor.skip(columns: width)
    }
    return true
  }

  /// How many columns the mark of an element takes, with the blanks around it.
  private static func width(at cursor: MarkdownCursor) -> Int {
    var cursor = cursor
    var width = cursor.blanks(upTo: 4)
    cursor.skip(columns: width)
    // Behind it stands a blank, or nothing.
    let mark = cursor.line[cursor.place...].prefix { (0x21...0x7E).contains($0) }
    width += mark.count
    cursor.skip(columns: mark.count)
    let blanks = cursor.blanks(upTo: 5)
    cursor.skip(columns: blanks)
    return width + (blanks == 5 || cursor.byte == nil ? 1 : blanks)
  }
}
