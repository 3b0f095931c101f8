// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax
import ResultRendering

extension Session {
  /// Says in sentences what a query does: the one that is given, or what ran last; in the language
  /// of the locale unless in another.
  func say(_ words: String, in asked: SpokenLanguage? = nil) {
    let written = words.isEmpty ? lastAttempt?.steps.last?.source : nil
    guard let source = words.isEmpty ? written : ScriptText(name: "<say>", words) else {
      return note("nothing has run yet; `.say QUERY` says what a query does")
    }
    let parsed = Parser.parse(source)
    for fault in parsed.diagnostics { report(fault) }
    if parsed.diagnostics.contains(where: \.isFatal) { return }
    let language = asked ?? SpokenLanguage(code: settings.locale.identifier) ?? .english
    let text = SaidQuery.text(of: parsed.tree, in: language)
    let width = settings.options.sanitise ? settings.options.width : nil
    show(page: width.map { DisplayWidth.wrapped(text, to: $0).joined(separator: "\n") } ?? text)
  }
}
