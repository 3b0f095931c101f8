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

  /// A key such as `-rooms` is a sound expression, and so are an aggregate `count` and one that
  /// compares in brackets; that cq asks for `rooms desc`, `count()` and no brackets is no
  /// syntax. Without a fix it stands for a fault that the rest of the script has.
  private static func isAdvice(_ fault: Diagnostic, _ source: ScriptText) -> Bool {
    guard let fix = fault.fix, let range = fault.primary?.range else { return false }
    let text = source[range]
    if isBracketed(text, fix.edits.map(\.replacement)) { return true }
    if fix.certainty == .suggested { return false }
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

  /// Whether a `summarize` has one aggregate in brackets that is `count` alone or compares, and the
  /// fix takes the brackets away.
  private static func isBracketed(_ text: String, _ replacements: [String]) -> Bool {
    guard text.lowercased().hasPrefix("summarize"), replacements.count == 1 else { return false }
    let marks = Set(" \t\r\n()")
    let (written, mended) = (text.filter { !marks.contains($0) }, replacements[0])
    guard written.lowercased() == mended.filter({ !marks.contains($0) }).lowercased()
    else { return false }
    let list = text.dropFirst("summarize".count).drop { marks.subtracting("(").contains($0) }
    if let counted = list.lowercased().firstMatch(of: /^([(\s]+)count([)\s]+)/) {
      let (opened, closed) = (counted.1.filter { $0 == "(" }, counted.2.filter { $0 == ")" })
      return opened.count == closed.count
    }
    return Parser.parseExpression(ScriptText(name: "", String(list))).diagnostics.isEmpty
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
