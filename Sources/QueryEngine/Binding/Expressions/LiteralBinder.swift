// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Binds what is written as a value: numbers, dates, quantities with a unit, lists and templates.
struct LiteralBinder: ExpressionRoom {
  let context: ExpressionContext

  func number(
    _ written: String, percent: Bool, _ range: ScriptRange
  ) -> BoundExpression {
    guard let value = Decimal(written.filter { $0 != "_" }),
      let scaled = percent ? Decimal(value.coefficient, scale: value.scale + 2) : value
    else {
      return unknown(.tooManyDigits(range), range)
    }
    var number = BoundExpression(
      .literal(.number(scaled)), scaled.isInteger && !percent ? .int : .decimal, range)
    if !percent { number.spelling = written }
    return number
  }

  /// A list of literals, which is the only list that can be written.
  func list(_ bound: [BoundExpression], _ range: ScriptRange) -> BoundExpression {
    var values: [Value] = []
    for element in bound {
      guard case .literal(let value) = element.kind else {
        let list = bound.count == 1 ? range : nil
        return unknown(.listOfLiterals(element.range, alone: list, source), range)
      }
      values.append(value)
    }
    let types = bound.compactMap(\.type)
    guard let first = types.first else {
      return BoundExpression(.literal(.list(values)), .list(.any), range)
    }
    let model = UnitAlgebra.Side(type: first, isConstant: false)
    if let other = bound.first(where: { UnitAlgebra.agreement(model, $0.side) != .asTheyAre }) {
      return unknown(.mixedList(other.range, other.type ?? first, first), range)
    }
    return BoundExpression(
      .literal(.list(values)), .list(types.contains(.decimal) ? .decimal : first), range)
  }

  /// `500 m`, `30 days`, `20 GBP`, `£20`.
  func quantity(
    _ digits: String, _ unit: Name, _ range: ScriptRange
  ) -> BoundExpression {
    guard let number = Decimal(digits) else {
      return unknown(.tooManyDigits(range), range)
    }
    guard let (type, factor) = self.unit(unit, digits) else { return .unknown(range) }
    guard let value = Decimal.product(number, factor) else {
      return unknown(.tooManyDigits(range, in: type), range)
    }
    return BoundExpression(.literal(.number(value)), type, range)
  }

  /// The type of a unit and how much of what its columns hold it is; a fault is reported.
  private func unit(_ unit: Name, _ digits: String) -> (ValueType, Decimal)? {
    if let length = LengthUnit(rawValue: unit.text) { return (.length(length), length.metres) }
    if let duration = DurationUnit(rawValue: unit.text) {
      return (.duration, Decimal(duration.seconds))
    }
    let currency = unit.text == "$" ? dollar : Currency.of(sign: unit.text) ?? Currency(unit.text)
    if let currency { return (.money(.fixed(currency)), Decimal(1)) }
    report(unit.text == "$" ? .unknownDollar(unit, digits, scope) : .unknownCurrency(unit))
    return nil
  }

  /// The one currency among the fields that `$` may stand for.
  private var dollar: Currency? {
    let dollars = scope.currencies.filter(\.isDollar)
    return dollars.count == 1 ? dollars.first : nil
  }

  func date(_ text: String, _ range: ScriptRange) -> BoundExpression {
    let isZoned = text.last.map { !("0"..."9").contains($0) } ?? true
    guard !isZoned, let date = CalendarDate(text: text.utf8) else {
      return unknown(.impossibleDate(text, range), range)
    }
    return BoundExpression(.literal(.number(Decimal(date.seconds))), .date, range)
  }

  /// `f"..."`: its pieces, each written as a cell.
  func template(_ bound: [BoundExpression], _ range: ScriptRange) -> BoundExpression {
    if let text = Self.joined(bound) {
      guard text.utf8.count <= TextLimit.standard.value else {
        if let fault = Diagnostic(ExecutionFault.textLimit(range), in: source, at: range) {
          report(fault)
        }
        return .unknown(range)
      }
      return BoundExpression(.literal(.text(text)), .text, range)
    }
    return BoundExpression(.template(bound), .text, range)
  }

  /// The text of pieces that are all texts; nil when some are not.
  private static func joined(_ parts: [BoundExpression]) -> String? {
    var joined = ""
    for part in parts {
      guard case .literal(.text(let text)) = part.kind else { return nil }
      joined += text
    }
    return joined
  }
}

extension Scope {
  /// The currencies of the fields, each once.
  var currencies: [Currency] {
    var found: [Currency] = []
    for field in fields {
      if case .money(.fixed(let currency)) = field.type, !found.contains(currency) {
        found.append(currency)
      }
    }
    return found
  }
}
