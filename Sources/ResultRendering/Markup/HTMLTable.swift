// SPDX-License-Identifier: MIT

internal import Catalogue

/// The parts of a table in HTML that stands in a page of any style: whole, numbers to the right,
/// headings of columns and rows as such.
struct HTMLTable: Sendable {
  /// A heading, and whether numbers stand below it.
  struct Heading: Sendable {
    let label: String
    let isOfNumbers: Bool

    /// The class is for a page that has a style of its own, the alignment for one that has none.
    fileprivate var attributes: String {
      isOfNumbers ? " class=\"number\" style=\"text-align: right\"" : ""
    }

    fileprivate var attributesOfNull: String {
      isOfNumbers ? " class=\"number null\" style=\"text-align: right\"" : " class=\"null\""
    }
  }

  let headings: [Heading]
  let caption: String?
  let text: MarkupText

  func appendHead(to output: inout [UInt8]) {
    output.append("<table>\n")
    if let caption {
      output.append("<caption>")
      text.append(caption, to: &output)
      output.append("</caption>\n")
    }
    output.append("<thead>\n<tr>")
    for heading in headings {
      output.append("<th scope=\"col\"\(heading.attributes)>")
      text.append(heading.label, to: &output)
      output.append("</th>")
    }
    output.append("</tr>\n</thead>\n<tbody>\n")
  }

  /// Appends a row of cells, of which those that are nil have no value.
  func appendRow(_ cell: (Int) -> ArraySlice<UInt8>?, to output: inout [UInt8]) {
    output.append("<tr>")
    for (index, heading) in headings.enumerated() {
      let (open, element) =
        index == 0 ? ("<th scope=\"row\"", "th") : ("<td", "td")
      if let cell = cell(index) {
        output.append("\(open)\(heading.attributes)>")
        text.append(cell, to: &output)
      } else {
        output.append("\(open)\(heading.attributesOfNull)>")
        output.append("<span role=\"img\" aria-label=\"no value\">")
        text.append("\u{2013}", to: &output)
        output.append("</span>")
      }
      output.append("</\(element)>")
    }
    output.append("</tr>\n")
  }

  func appendEnd(to output: inout [UInt8]) { output.append("</tbody>\n</table>\n") }
}
