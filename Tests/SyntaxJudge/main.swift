// SPDX-License-Identifier: MIT

import Diagnostics
import Glibc
import QuerySyntax

/// Judges many texts in one process: `Scripts/grammar-proof` compares the answers with the grammar.
///
/// Read from standard input are a letter, `s` for a script and `d` for definitions, a length in
/// bytes, a line break and as many bytes, again and again. For each, a line is written: `+` or the
/// code of the first fault with its place, then `=` when the printed tokens are the text again.
struct Judge {
  private var input: ArraySlice<UInt8>

  init(_ input: [UInt8]) { self.input = input[...] }

  mutating func answers() -> String {
    var lines: [String] = []
    while let kind = input.popFirst() {
      guard let end = input.firstIndex(of: UInt8(ascii: "\n")),
        let length = Int(String(decoding: input[..<end], as: UTF8.self))
      else { return "malformed input\n" }
      let text = input[(end + 1)...].prefix(length)
      input = input[text.endIndex...]
      let source = ScriptText(name: "", bytes: Array(text))
      let isScript = kind == UInt8(ascii: "s")
      lines.append(
        isScript
          ? Self.answer(Parser.parse(source), source)
          : Self.answer(Parser.parseDefinitions(source), source))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func answer<Tree>(_ parsed: Parsed<Tree>, _ source: ScriptText) -> String {
    let fault = parsed.diagnostics.first { !isAdvice($0, source) }
    let printed = parsed.printed(from: source) == source.bytes ? "=" : "!"
    guard let fault else { return "+ \(printed)" }
    let place = source.place(of: fault.primary?.range.start ?? 0)
    return "\(fault.code.rawValue):\(place.line):\(place.column) \(printed)"
  }

  /// A key such as `-rooms` is a sound expression, and so is an aggregate `count`; that cq asks for
  /// `rooms desc` and `count()` is no syntax. Without a fix it stands for a fault that the rest of
  /// the script has.
  private static func isAdvice(_ fault: Diagnostic, _ source: ScriptText) -> Bool {
    guard let fix = fault.automaticFix, let range = fault.primary?.range else { return false }
    let text = source[range]
    switch fault.code {
    case .foreignWord:
      let directions = [" desc", " asc"]
      return text.hasPrefix("-")
        && fix.edits.contains { edit in directions.contains(where: edit.replacement.hasSuffix) }
    case .unexpectedToken:
      return text.lowercased() == "count" && fix.edits.map(\.replacement) == ["count()"]
    default: return false
    }
  }
}

/// All of standard input.
func standardInput() -> [UInt8] {
  var input: [UInt8] = []
  let size = 1 << 16
  while true {
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = unsafe max(0, read(STDIN_FILENO, buffer.baseAddress, size))
    }
    if chunk.isEmpty { return input }
    input += chunk
  }
}

var judge = Judge(standardInput())
print(judge.answers(), terminator: "")
