// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// Faults of units, currencies and dates.
extension Diagnostic {
  static func twoCurrencies(
    _ left: BoundExpression, _ right: BoundExpression, _ meeting: Meeting
  ) -> Diagnostic {
    let (first, second) = (left.type?.amountNoun ?? "amounts", right.type?.amountNoun ?? "amounts")
    let message =
      switch meeting {
      case .comparing: "\(first) are compared with \(second)"
      case .mixing: "\(first) and \(second) do not mix"
      case .replacing, .branching: "\(first) cannot \(meeting.rawValue) \(second)"
      }
    return Diagnostic(
      .twoCurrencies, message,
      at: Label(right.range, right.type?.unitName ?? ""),
      secondary: [Label(left.range, left.type?.unitName ?? "")],
      remarks: [
        .help(
          "cq never converts money. A rate of your own does: "
            + "`PRICE / 1 \(right.type?.unitName ?? "USD") * 0.80 \(left.type?.unitName ?? "GBP")`")
      ])
  }

  /// A unit meets a value of which nothing says the unit.
  static func unitUnknown(
    _ bare: BoundExpression, _ measured: BoundExpression, in range: ScriptRange,
    _ source: ScriptText, _ scope: Scope, isField: Bool, isList: Bool
  ) -> Diagnostic {
    let type = measured.type ?? .any
    let isMoney = if case .money = type { true } else { false }
    let name = source[bare.range]
    let quality = isMoney ? "currency" : "unit"
    let subject = isField ? "\(scope.noun) does not say" : "nothing says"
    let place = unitPlace(of: measured, source)
    var ways = place.map { ["`\(withoutUnit(range, $0, source))`"] } ?? []
    if isField, let definition = type.definition {
      let whole = isList ? "List<\(definition)>" : definition
      ways.append("declare it in the source definition: `field \(name) \(whole)`")
    } else if !isList, bare.type != .money(.unspecified) {
      ways.append("say it: `\(name) * 1 \(type.unitName)`")
    }
    let given =
      isField
      ? "but the feed \(bare.type == .money(.unspecified) ? "names none" : "gives bare numbers")"
      : "and the other side has none"
    return Diagnostic(
      bare.type == .money(.unspecified) ? .twoCurrencies : .unitUnknown,
      "\(subject) what \(quality) `\(name)` is in",
      at: place.map { Label($0, "a \(quality), \(given)") }
        ?? Label(measured.range, "\(type)"),
      secondary: place == nil ? [Label(bare.range, bare.type?.description ?? "")] : [],
      remarks: ways.isEmpty ? [] : [.help(ways.joined(separator: ", or "))])
  }

  /// Where the unit of a literal is written; nil for other expressions.
  private static func unitPlace(
    of value: BoundExpression, _ source: ScriptText
  ) -> ScriptRange? {
    guard case .literal = value.kind else { return nil }
    let range = value.range
    let text = source[range]
    let letters = text.reversed().prefix { $0.isLetter }.count
    // A value with a name, and one in a macro, stand where they are used.
    if letters > 0, text.drop(while: { $0 == "-" }).first?.isNumber ?? false {
      return ScriptRange(range.end - letters, range.end)
    }
    let digits = text.drop { $0 == "-" }
    let start = range.start + text.utf8.count - digits.utf8.count
    guard let sign = digits.first, digits.dropFirst().first?.isNumber ?? false else { return nil }
    return ScriptRange(start, start + sign.utf8.count)
  }

  private static func withoutUnit(
    _ range: ScriptRange, _ unit: ScriptRange, _ source: ScriptText
  ) -> String {
    let before = source[ScriptRange(range.start, unit.start)]
    let after = source[ScriptRange(unit.end, max(unit.end, range.end))]
    let kept = after.first?.isNumber ?? false ? before : trimmed(before)
    return kept + after
  }

  private static func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }

  static func cannotCalculate(
    _ operation: Arithmetic, _ left: BoundExpression, _ right: BoundExpression,
    _ source: ScriptText
  ) -> Diagnostic {
    let (first, second) = (left.type ?? .any, right.type ?? .any)
    let message =
      switch operation {
      case .add: "\(second.noun) cannot be added to \(first.noun)"
      case .subtract: "\(second.noun) cannot be subtracted from \(first.noun)"
      case .multiply: "\(first.noun) cannot be multiplied by \(second.noun)"
      case .divide, .remainder: "\(first.noun) cannot be divided by \(second.noun)"
      }
    return Diagnostic(
      .typeMismatch, message, at: Label(right.range, "\(second)"),
      secondary: [Label(left.range, "\(first)")],
      remarks: operation == .add || operation == .subtract
        ? [needsTimeUnit(left, right, source)].compactMap(\.self) : [])
  }

  /// How a number that meets a date or a duration would say what it counts.
  static func needsTimeUnit(
    _ left: BoundExpression, _ right: BoundExpression, _ source: ScriptText
  ) -> Remark? {
    guard left.type == .date || left.type == .duration, right.type?.isNumber ?? false else {
      return nil
    }
    guard case .literal = right.kind else { return .help("say what it counts: `NUMBER * 1 day`") }
    return .help("say days or hours: `\(source[right.range]) days`")
  }

  static func unknownCurrency(_ unit: Name) -> Diagnostic {
    let near = Suggestion.nearest(to: unit.text, among: Currency.codes)
    return Diagnostic(
      .unknownUnit, "there is no currency `\(unit.text)`",
      at: Label(unit.range, question: Suggestion.question(for: unit.text, among: Currency.codes)),
      remarks: [
        .help("a currency is a code of ISO 4217; other units: m km mi ft yd days hours")
      ], fix: .word(unit.text, at: unit.range, near: near))
  }

  static func unknownDollar(_ unit: Name, _ digits: String, _ scope: Scope) -> Diagnostic {
    let dollars = scope.currencies.filter(\.isDollar)
    let found =
      dollars.isEmpty
      ? "has none" : "has several: \(dollars.map(\.code).joined(separator: ", "))"
    return Diagnostic(
      .twoCurrencies, "`$` is the dollar of the source, and \(scope.noun) \(found)",
      at: Label(unit.range),
      remarks: [.help("name the currency: `\(digits) \(dollars.first?.code ?? "USD")`")])
  }

  static func impossibleDate(_ text: String, _ range: ScriptRange) -> Diagnostic {
    let day = CalendarDate(text: text.utf8.prefix(10))
    let isTime = text.utf8.count > 10
    let message =
      if isTime, text.dropFirst(10).first != "T" {
        "`\(text)` is no day"
      } else if day != nil, isTime {
        "`\(text.dropFirst(10))` is no time of day"
      } else {
        "`\(text.prefix(10))` is no day"
      }
    let zoned = isTime && text.dropFirst(10).first == "T" && (text.last?.isLetter ?? false)
    return Diagnostic(
      .impossibleDate, zoned && day != nil ? "a date has no time zone" : message,
      at: Label(range, lastDay(of: text) ?? ""),
      remarks: [.help("a date is `2024-01-31` or `2024-01-31T10:00:00`, from year 1 to 9999")])
  }

  /// How many days the month of a date that is too late in it has.
  private static func lastDay(of text: String) -> String? {
    let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, (1...12).contains(parts[1]),
      parts[2] > CalendarDate.days(inMonth: parts[1], year: parts[0])
    else { return nil }
    return "that month has \(CalendarDate.days(inMonth: parts[1], year: parts[0])) days"
  }
}

extension ValueType {
  /// The unit as a literal has it.
  var unitName: String {
    switch self {
    case .money(.fixed(let currency)): currency.code
    case .money(.unspecified): "no currency"
    case .money(.varying): "several currencies"
    case .length(let unit): unit.rawValue
    case .duration: "day"
    case .bool, .int, .decimal, .text, .id, .list, .record, .date, .any: ""
    }
  }

  /// What amounts of it are called: `pounds`.
  fileprivate var amountNoun: String {
    if case .money(.fixed(let currency)) = self { return currency.amounts }
    return "amounts in \(unitName)"
  }

  /// How a definition declares a field of it; nil where it cannot.
  fileprivate var definition: String? {
    switch self {
    case .money, .length, .date: description
    case .bool, .int, .decimal, .text, .id, .list, .record, .duration, .any: nil
    }
  }
}
