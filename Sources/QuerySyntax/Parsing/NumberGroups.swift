// SPDX-License-Identifier: MIT

import Diagnostics

// Numbers whose digits stand in groups, and decimals behind a comma.
extension Parser {
  /// `13,1` and `1,000` outside of lists, where a comma inside of a number is no other thing. In a
  /// count it can only part thousands.
  mutating func decimalComma(after first: Token, isCount: Bool = false) -> Expression? {
    guard listDepth == 0, token.kind == .comma, token.range.start == first.range.end else {
      return nil
    }
    var groups: [Token] = []
    var ahead = self
    while ahead.token.kind == .comma, ahead.token.range.start == ahead.cursor.previous.range.end,
      isDigits(ahead.cursor.peek(1)), ahead.cursor.peek(1).range.start == ahead.token.range.end
    {
      ahead.cursor.advance()
      groups.append(ahead.cursor.advance())
    }
    guard let last = groups.last, !isCount || areThousands(text(first), groups.map(text)) else {
      return nil
    }
    cursor.move(to: ahead.cursor.index)
    let whole = first.range.union(last.range)
    dropFaults(in: whole)
    let fault = numberWithCommas(text(first), groups.map(text), whole, isCount: isCount)
    report(fault)
    // What the number is compared with may not agree.
    guard let number = fault.automaticFix?.edits.first?.replacement, !groupsByPoints(text(first))
    else {
      return Expression(kind: .missing, range: whole)
    }
    return Expression(kind: .number(number, percent: false), range: whole)
  }

  /// Commas between groups of three digits stand for nothing, another one for the decimal point;
  /// one group alone, as in `13,100`, can be either, and where several values may be meant, all of
  /// them can be a list.
  private func numberWithCommas(
    _ first: String, _ groups: [String], _ range: ScriptRange, isCount: Bool
  ) -> Diagnostic {
    let joined = first + groups.joined()
    let list = listMeant([first] + groups)
    if groupsByPoints(first) { return pointedNumber(first, groups, range) }
    let decimal = groups.count == 1 && !isCount ? ["\(first).\(groups[0])"] : []
    if areThousands(first, groups) {
      return (groups.count > 1 || isCount || groups[0].contains(".")) && list.isEmpty
        ? .groupedDigits(range, joined) : .unclearComma(range, [joined] + decimal + list)
    }
    if decimal.isEmpty { return .unclearComma(range, list.isEmpty ? [joined] : list) }
    return list.isEmpty
      ? .decimalComma(range, decimal[0]) : .unclearComma(range, decimal + list)
  }

  /// `1.000,5`, where a point parts the thousands and a comma the decimals. A list may be meant of
  /// a number with three decimals.
  private func pointedNumber(
    _ first: String, _ groups: [String], _ range: ScriptRange
  ) -> Diagnostic {
    let list = listMeant([first] + groups)
    guard groups.count == 1, !groups[0].contains(".") else {
      return .unclearComma(range, list.isEmpty ? ["1000.5"] : list)
    }
    let number = "\(first.filter { $0 != "." }).\(groups[0])"
    return list.isEmpty ? .decimalComma(range, number) : .unclearComma(range, [number] + list)
  }

  /// `1.234.567` and `1.234.567,89`, where several points part the thousands.
  mutating func pointGroups(after first: Token) -> Expression? {
    var ahead = self
    var written = text(first)
    while ahead.token.kind == .dot || ahead.token.kind == .comma,
      ahead.token.kind == .dot || listDepth == 0,
      ahead.token.range.start == ahead.cursor.previous.range.end,
      isDigits(ahead.cursor.peek(1)), ahead.cursor.peek(1).range.start == ahead.token.range.end
    {
      written += text(ahead.cursor.advance()) + text(ahead.cursor.advance())
    }
    let halves = written.split(separator: ",", omittingEmptySubsequences: false)
    let groups = halves[0].split(separator: ".", omittingEmptySubsequences: false)
    guard groups.count > 2, halves.count < 3, !halves.dropFirst().joined().contains("."),
      (1...3).contains(groups[0].count), groups.dropFirst().allSatisfy({ $0.count == 3 })
    else { return nil }
    cursor.move(to: ahead.cursor.index)
    let whole = first.range.union(cursor.previous.range)
    dropFaults(in: whole)
    let number = ([groups.joined()] + halves.dropFirst().map(String.init)).joined(separator: ".")
    let isList = halves.count > 1 && !listMeant(halves.map(String.init)).isEmpty
    report(.pointGroups(whole, number, isList ? .suggested : .certain))
    return Expression(kind: .number(number, percent: false), range: whole)
  }

  /// `1 000`, where a space parts the thousands. In a list it may part two values.
  mutating func spaceGroups(after first: Token) -> Expression? {
    var ahead = self
    var written = text(first)
    while ahead.token.range.start == ahead.cursor.previous.range.end + 1,
      [.number, .invalid].contains(ahead.token.kind), isGroup(text(ahead.token)),
      source.bytes[ahead.token.range.start - 1] == UInt8(ascii: " ")
    {
      written += text(ahead.cursor.advance())
    }
    guard ahead.cursor.index > cursor.index, (1...3).contains(text(first).count),
      text(first).first != "0", text(first).allSatisfy(\.isNumber)
    else { return nil }
    cursor.move(to: ahead.cursor.index)
    let whole = first.range.union(cursor.previous.range)
    dropFaults(in: whole)
    report(.spaceGroups(whole, written, listDepth == 0 ? .certain : .suggested))
    return Expression(kind: .number(written, percent: false), range: whole)
  }

  /// Forgets what the lexer has found wrong with parts of a number, such as `000`.
  private mutating func dropFaults(in whole: ScriptRange) {
    diagnostics.removeAll { fault in
      fault.primary.map { whole.start <= $0.range.start && $0.range.end <= whole.end } ?? false
    }
  }

  /// Whether three digits stand alone, or before decimals.
  private func isGroup(_ digits: String) -> Bool {
    digits.prefix { $0 != "." }.count == 3
      && digits.allSatisfy { $0 == "." || $0.isASCII && $0.isNumber }
  }

  /// Whether a number has a point before three last digits, as others part thousands.
  private func groupsByPoints(_ number: String) -> Bool {
    let groups = number.split(separator: ".", omittingEmptySubsequences: false)
    return groups.count == 2 && (1...3).contains(groups[0].count) && groups[1].count == 3
      && groups[0] != "0"
  }

  private func areThousands(_ first: String, _ groups: [String]) -> Bool {
    groups.allSatisfy { $0.prefix { $0 != "." }.count == 3 } && first != "0"
  }

  /// How several values are asked for, where they may be meant.
  private func listMeant(_ values: [String]) -> [String] {
    switch listTest {
    case .equal: ["in (\(values.joined(separator: ", ")))"]
    case .unequal: ["not in (\(values.joined(separator: ", ")))"]
    case .part(let start): [values.map { "\(start) \($0)" }.joined(separator: " or ")]
    case nil: []
    }
  }

  private func isDigits(_ token: Token) -> Bool {
    (token.kind == .number || token.kind == .invalid)
      && text(token).allSatisfy { $0.isNumber || $0 == "." }
  }
}

extension Diagnostic {
  /// `1,000`, the digits of which stand in groups.
  fileprivate static func groupedDigits(_ range: ScriptRange, _ number: String) -> Diagnostic {
    Diagnostic(
      .malformedNumber, "a number is written without commas: `\(number)`",
      at: Label(range, "`1_000` is read too"), fix: .replace(range, with: number))
  }

  fileprivate static func pointGroups(
    _ range: ScriptRange, _ number: String, _ certainty: FixIt.Certainty
  ) -> Diagnostic {
    Diagnostic(
      .malformedNumber, "the thousands of a number are not parted by points: `\(number)`",
      at: Label(range), fix: .replace(range, with: number, certainty))
  }

  fileprivate static func spaceGroups(
    _ range: ScriptRange, _ number: String, _ certainty: FixIt.Certainty
  ) -> Diagnostic {
    Diagnostic(
      .malformedNumber, "a number is written without spaces: `\(number)`",
      at: Label(range, "`1_000` is read too"), fix: .replace(range, with: number, certainty))
  }

  fileprivate static func decimalComma(_ range: ScriptRange, _ number: String) -> Diagnostic {
    Diagnostic(
      .malformedNumber, "decimals stand behind a point: `\(number)`", at: Label(range),
      fix: .replace(range, with: number))
  }

  fileprivate static func unclearComma(_ range: ScriptRange, _ ways: [String]) -> Diagnostic {
    Diagnostic(
      .malformedNumber, "a number is written without commas", at: Label(range),
      remarks: [.help("write \(ways.map { "`\($0)`" }.joined(separator: ", or "))")])
  }
}
