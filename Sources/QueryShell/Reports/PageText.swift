// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax
import ResultRendering

/// Text as HTML.
enum PageText {
  /// A script with its words in the colours of what they are.
  static func highlighted(_ script: String) -> String {
    let source = ScriptText(name: "<block>", script)
    return MarkedScript(source).pieces.map { piece in
      let text = DocumentText.lines(
        source[ScriptRange(piece.range.lowerBound, piece.range.upperBound)])
      return piece.role.map { "<span class=\"cq-\($0.rawValue)\">\(text)</span>" } ?? text
    }.joined()
  }
}
