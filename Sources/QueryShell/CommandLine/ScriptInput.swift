// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import Glibc
import QuerySyntax

/// Where the text of a script comes from.
package enum ScriptInput: Sendable, Equatable {
  /// The prompt when standard input is a terminal, else the script on standard input.
  case prompt
  case query(String)
  case file(String)
  case standardInput

  init(operand: String) { self = operand == "-" ? .standardInput : .file(operand) }

  /// Whether it has a name under which it can be written again.
  var isFile: Bool { if case .file = self { true } else { false } }

  /// The text; one byte more than is allowed tells that it is longer.
  func read(_ streams: StandardStreams) throws(UnreadableScript) -> SourceText {
    let limit = Lexer.maximumBytes + 1
    do throws(SourceFault) {
      switch self {
      case .query(let text): return SourceText(name: "<query>", text)
      case .file(let path):
        let payload = try Payload.read(path: path, limit: limit)
        return SourceText(name: path, bytes: Array(payload.bytes))
      case .prompt, .standardInput:
        if isatty(STDIN_FILENO) == 1 { streams.note("reading a script; Ctrl-D ends it") }
        let payload = try Payload.read(descriptor: STDIN_FILENO, name: "<stdin>", limit: limit)
        return SourceText(name: payload.name, bytes: Array(payload.bytes))
      }
    } catch {
      throw UnreadableScript(error)
    }
  }
}
