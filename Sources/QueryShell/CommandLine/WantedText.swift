// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import QuerySyntax

// Commands take scripts, pages of Markdown, or packs of either; the name of a file tells which.
extension ScriptText {
  /// Whether it is a page of Markdown, as its name says.
  var isPage: Bool { name.hasSuffix(ScriptInput.endingOfPages) }
}

extension ScriptInput {
  /// What a page's name ends in.
  static let endingOfPages = ".md"
  private static let endingOfScripts = ".cq"

  /// The name that tells what kind of text it is; nil where there is none.
  private var name: String? {
    switch self {
    case .file(let path): path
    case .packed(let pack): pack.main
    case .prompt, .query, .standardInput: nil
    }
  }

  /// Ends a command that runs or reads a script, where it is given a page.
  func checkScript() throws(UnreadableScript) {
    guard let name, name.hasSuffix(Self.endingOfPages) else { return }
    throw UnreadableScript(
      Diagnostic(
        .badOptionValue,
        "\(name)\(isPacked) is a page of Markdown, and no script; `cq play`, `report` and `test` "
          + "run its queries"))
  }

  /// Ends a command that shows a page, where it is given a script.
  func checkPage() throws(UnreadableScript) {
    guard let name, name.hasSuffix(Self.endingOfScripts) else { return }
    throw UnreadableScript(
      Diagnostic(
        .badOptionValue,
        "\(name)\(isPacked) is a script, and no page of Markdown; `cq run` runs it"))
  }

  /// Ends a command that opens no pack, where it is given one.
  func checkNoPack() throws(UnreadableScript) {
    guard case .file(let path) = self, path.hasSuffix(Pack.ending) else { return }
    throw UnreadableScript(
      Diagnostic(
        .badOptionValue,
        "\(path) is a pack, which only `learn`, `play`, `report`, `run`, `say` and `test` take"))
  }

  private var isPacked: String { pack == nil ? "" : ", which is packed," }
}

extension Diagnostic {
  /// That nothing stands in a text of which something is to be made; nil where something does.
  static func nothing(in source: ScriptText, to make: String) -> Diagnostic? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = source.bytes.starts(with: mark) ? source.bytes.dropFirst(3) : source.bytes[...]
    guard bytes.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return nil }
    return Diagnostic(
      .badOptionValue, "\(source.name) is empty, and nothing can be \(make) of it",
      remarks: [.help("write text, and scripts between a line ```cq and a line ```")])
  }
}

extension Command {
  /// Ends a command line on which an option has taken the page that was meant for the command.
  static func checkOperand(
    of invocation: Invocation, takenBy option: String, _ value: String?, help: String
  ) throws(UsageError) {
    guard let value, invocation.operands.isEmpty,
      [ScriptInput.endingOfPages, Pack.ending].contains(where: { value.hasSuffix($0) })
    else { return }
    throw UsageError(
      message: "\(option) takes \(value), and no page is left", help: "\(help) \(value)")
  }
}
