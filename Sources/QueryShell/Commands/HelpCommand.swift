// SPDX-License-Identifier: MIT

import Diagnostics

extension Command {
  static let help = Command(
    name: "help", form: "[WORD]",
    summary: "the language on one page, or what a word of it or a command does",
    takesPaths: false, options: Option.telling
  ) { (invocation, streams) throws(UsageError) in
    let word = invocation.operands.joined(separator: " ")
    if !word.isEmpty, Command.named(word.lowercased()) == nil, !Help.knows(word) {
      let code = DiagnosticPages.page(of: word)?.code
      throw UsageError(
        message: Help.unknown(word),
        help: code.map { "cq explain \($0) explains the code" } ?? "cq help lists the words")
    }
    streams.show(text(for: word))
    return streams.finish(.success)
  }

  private static func text(for word: String) -> String {
    guard let command = Command.named(word.lowercased()) else { return Help.text(for: word) }
    let page = UsagePage.page(of: command)
    return Help.entries(for: word).isEmpty ? page : page + "\n" + Help.text(for: word)
  }
}
