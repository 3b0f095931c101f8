// SPDX-License-Identifier: MIT

import Diagnostics

extension Command {
  static let explain = Command(
    name: "explain", form: "[CODE]", summary: "what a code such as CQ0201 means, or all codes",
    detail: "The letters may be small or left out: cq explain 0201.",
    takesPaths: false, options: Option.telling
  ) { (invocation, streams) throws(UsageError) in
    streams.show(markdown: try explanation(of: invocation.operands))
    return streams.finish(.success)
  }

  private static func explanation(of words: [String]) throws(UsageError) -> String {
    guard let word = words.first else {
      return DiagnosticPages.all.map { "\($0.code)  \($0.title)\n" }.joined()
    }
    if words.count > 1 {
      throw UsageError(message: "one code at a time", help: "cq explain CODE")
    }
    guard let page = DiagnosticPages.page(of: word) else {
      throw UsageError(
        message: DiagnosticPages.unknown(word), help: "cq explain lists the codes")
    }
    return page.text
  }
}
