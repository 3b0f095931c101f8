// SPDX-License-Identifier: MIT

import Catalogue
package import CatalogueSources
import Diagnostics
import Glibc
import QueryEngine
import QuerySyntax

/// Where the text of a script comes from.
package enum ScriptInput: Sendable, Equatable {
  /// The prompt when standard input is a terminal, else the script on standard input.
  case prompt
  case query(String)
  case file(String)
  case standardInput
  /// The text that a pack is of.
  case packed(Pack)

  init(operand: String) { self = operand == "-" ? .standardInput : .file(operand) }

  /// Whether it has a name under which it can be written again.
  var isFile: Bool { if case .file = self { true } else { false } }

  /// The same; a file that is a pack is opened.
  func unpacked() throws(UnreadableScript) -> ScriptInput {
    guard case .file(let path) = self, path.hasSuffix(Pack.ending) else { return self }
    do throws(SourceFault) { return .packed(try Pack.read(path: path)) } catch {
      throw UnreadableScript(Diagnostic(error, at: nil, in: nil))
    }
  }

  /// The pack that it is, beside which nothing is read; nil for what is none.
  var pack: Pack? { if case .packed(let pack) = self { pack } else { nil } }

  /// The text, which is a page where its name says so; one byte more than is allowed tells that it
  /// is longer.
  func read(
    _ streams: StandardStreams, as wanted: WantedText = .script
  ) throws(UnreadableScript) -> ScriptText {
    if case .query(let text) = self { return ScriptText(name: "<query>", text) }
    if let pack { return ScriptText(name: pack.main, bytes: pack.text) }
    try checkNoPack()
    let payload: Payload
    do throws(SourceFault) { payload = try self.payload(streams) } catch {
      throw UnreadableScript(error)
    }
    let text = ScriptText(name: payload.name, bytes: Array(payload.bytes))
    if let fault = Diagnostic.mistaken(payload, for: text.isPage ? .page : wanted) {
      throw UnreadableScript(fault)
    }
    // A page with such a byte would be shown, and written, with another character there.
    if text.isPage || wanted == .page, let fault = Lexer.faultOfEncoding(of: text) {
      throw UnreadableScript(fault)
    }
    return text
  }

  private func payload(_ streams: StandardStreams) throws(SourceFault) -> Payload {
    let limit = Lexer.maximumBytes + 1
    if case .file(let path) = self {
      return try Payload.read(
        path: path, limit: limit, watch: streams.settings.watch.quiet)
    }
    if isatty(STDIN_FILENO) == 1 { streams.note("reading a script; Ctrl-D ends it") }
    return try Payload.read(
      descriptor: STDIN_FILENO, name: "<stdin>", limit: limit, watch: .unwatched)
  }
}
