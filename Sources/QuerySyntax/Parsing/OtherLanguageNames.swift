// SPDX-License-Identifier: MIT

import Diagnostics

// Names as other languages give them to values and settings.
extension Parser {
  /// Takes the `$` before a name that is given: `let $x = 3`.
  mutating func takeDollar() {
    guard token.kind == .parameter, cursor.peek(1).kind == .equal else { return }
    let written = text(token)
    report(.foreignMark(written, token.range, String(written.dropFirst())))
    cursor.replaceCurrent(by: .name, from: token.range.start + 1)
  }

  /// Takes a type behind the name of a value: `let x: Int = 3`.
  mutating func takeForeignType() {
    guard token.kind == .colon, Self.isName(cursor.peek(1).kind), cursor.peek(2).kind == .equal
    else { return }
    let range = ScriptRange(cursor.previous.range.end, cursor.peek(1).range.end)
    report(.typeOfValue(range, source[range].drop { $0 == " " }.description))
    cursor.advance()
    cursor.advance()
  }

  /// Takes what others write for `=`, or nothing before a value: `let x <- 3`, `set format to csv`,
  /// `set format csv`.
  mutating func takeOtherEqual() -> Bool {
    if ["be", "to", "is", "as"].contains(word), !isStageEnd(cursor.peek(1)) {
      report(.foreignMark(text(token), token.range, "="))
      cursor.advance()
      return true
    }
    if let arrow {
      report(.foreignMark(source[arrow], arrow, "="))
      cursor.advance()
      cursor.advance()
      return true
    }
    guard startsValue(token) else { return false }
    let gap = ScriptRange(cursor.previous.range.end, token.range.start)
    report(.missingEqual(token.range, gap))
    return true
  }

  /// R's `<-` at the cursor.
  var arrow: ScriptRange? { arrow(at: 0) }

  func arrow(at distance: Int) -> ScriptRange? {
    let (less, minus) = (cursor.peek(distance), cursor.peek(distance + 1))
    guard less.kind == .less, minus.kind == .minus, less.range.end == minus.range.start,
      source.bytes[minus.range.end...].first == UInt8(ascii: " ")
    else { return nil }
    return less.range.union(minus.range)
  }

  /// `let df = hotels`, where the source lacks its `from`.
  mutating func takeMissingFrom() -> Expression? {
    guard Self.isName(token.kind), isStageEnd(cursor.peek(1)), isKnownSource(text(token)) else {
      return nil
    }
    let range = token.range
    report(.missingFromOfView(text(token), range))
    while !atStatementEnd { cursor.advance() }
    return Expression(kind: .missing, range: range)
  }

  /// Takes a field's name that stands in the quotes of a text, where none can be meant.
  mutating func quotedName() -> Name? {
    guard token.kind == .text, !isUnclosed(token) else { return nil }
    let literal = decoded(cursor.advance())
    guard !literal.value.isEmpty else { return nil }
    report(.quotedName(literal.value.asName, literal.range))
    return Name(text: literal.value, range: literal.range)
  }

  /// `rename NEW = OLD`, as dplyr and KQL write it; nil where no `=` stands at the cursor.
  mutating func renamingOfOthers(_ new: Name) -> Stop? {
    guard token.kind == .equal, Self.isName(cursor.peek(1).kind) else { return nil }
    cursor.advance()
    let old = cursor.advance().range
    let whole = new.range.union(old)
    report(
      .foreignMark(source[whole], whole, "\(source[old]) as \(source[new.range])"))
    return Stop()
  }

  /// What can be given to a setting, for its message.
  static func settingExample(_ name: String) -> String {
    switch name.lowercased() {
    case "offline", "live": "true"
    case "format": "csv"
    case "errors": "short"
    case "locale": "\"sv\""
    case "memory": "2 GB"
    case "keys": "vi"
    case "pictures": "off"
    default: "100"
    }
  }
}

extension Diagnostic {
  fileprivate static func typeOfValue(_ range: ScriptRange, _ written: String) -> Diagnostic {
    Diagnostic(
      .foreignWord, "a value has no type before it in cq", at: Label(range, "`\(written)`"),
      remarks: [.help("`param x: Int = 3` is a value that whoever runs the script can give")],
      fix: .replace(range, with: ""))
  }

  fileprivate static func missingEqual(_ range: ScriptRange, _ gap: ScriptRange) -> Diagnostic {
    Diagnostic(
      .missingOperand, "`=` stands before a value", at: Label(range),
      fix: .replace(gap, with: " = "))
  }

  fileprivate static func quotedName(_ name: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a field's name stands without quotes: `\(name)`", at: Label(range),
      fix: .replace(range, with: name))
  }

  fileprivate static func missingFromOfView(_ name: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a source is read with `from`: `from \(name)`", at: Label(range),
      fix: .replace(ScriptRange(range.start, range.start), with: "from "))
  }
}
