// SPDX-License-Identifier: MIT

/// Text from anywhere within a document in HTML.
package enum DocumentText {
  /// What a page says in its style of the charts in it.
  package static var chartStyle: String { MarkupChart.style }

  /// The text in a line of HTML, whose line breaks are elements.
  package static func html(_ text: String) -> String {
    var output: [UInt8] = []
    var options = RenderOptions()
    options.isFigure = true
    MarkupText(.html, options: options).append(text, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// The text within `pre`, whose line breaks are those of the text.
  package static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { html(String($0)) }
      .joined(separator: "\n")
  }
}
