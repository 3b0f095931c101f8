// SPDX-License-Identifier: MIT

import ResultRendering

/// Text that is read in a window: its lines are broken between words where they are longer.
enum WrappedPage {
  /// Narrower windows show no lines that anybody would rather read.
  private static let narrowest = 21
  /// How far what follows of a line stands to the right of it.
  private static let margin = 4

  /// A text in lines of so many cells, with what follows of a line further to the right.
  static func of(_ text: String, to columns: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard DisplayWidth.of(line) > columns, columns >= narrowest else { return String(line) }
      let indent = line.prefix { $0 == " " }.count
      let room = max(1, columns - indent - margin)
      let lines = DisplayWidth.wrapped(String(line.dropFirst(indent)), to: room)
      let first = String(repeating: " ", count: indent) + (lines.first ?? "")
      let rest = String(repeating: " ", count: indent + margin)
      return ([first] + lines.dropFirst().map { rest + $0 }).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// A page of Markdown whose paragraphs are broken anew where one of its lines is too long; of
  /// code only the lines that are longer are broken.
  static func ofMarkdown(_ text: String, to columns: Int) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.contains(where: { DisplayWidth.of($0) > columns }) else { return text }
    var page: [String] = []
    var paragraph: [String] = []
    var isCode = false
    func end() {
      if paragraph.isEmpty { return }
      page += [
        String(LessonText.wrapped(LessonText.joined(paragraph), to: columns).dropLast())
      ]
      paragraph = []
    }
    for line in lines {
      let isFence = line.hasPrefix("```")
      if isCode || isFence || line.isEmpty || line.hasPrefix("#") {
        end()
        page.append(line)
      } else {
        paragraph.append(line)
      }
      if isFence { isCode.toggle() }
    }
    end()
    return of(page.joined(separator: "\n"), to: columns)
  }
}

extension RenderOptions {
  /// Lines that are read, as the place of the output shows them.
  func readPage(_ text: String) -> String {
    page(sanitise ? WrappedPage.of(text, to: width) : text)
  }

  /// The same of a page of Markdown.
  func readMarkdown(_ text: String) -> String {
    page(sanitise ? WrappedPage.ofMarkdown(text, to: width) : text)
  }
}
