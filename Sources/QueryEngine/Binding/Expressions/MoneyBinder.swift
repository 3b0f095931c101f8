// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Binds what is done with money of which each row says the currency. Amounts are taken out of it
/// for a calculation or a comparison, where the run then finds whether their currencies are the
/// same.
struct MoneyBinder: ExpressionRoom {
  let context: ExpressionContext

  /// Where one side has a currency for each row and the other a certain one, both in that one.
  func inOneCurrency(
    _ left: BoundExpression, _ right: BoundExpression
  ) -> (left: BoundExpression, right: BoundExpression) {
    switch (left.type, right.type) {
    case (.money(.varying), .money(.fixed(let currency))):
      (amounts(of: left, in: .one(currency, at: right.range), .money(.fixed(currency))), right)
    case (.money(.fixed(let currency)), .money(.varying)):
      (left, amounts(of: right, in: .one(currency, at: left.range), .money(.fixed(currency))))
    default: (left, right)
    }
  }

  /// Both sides as numbers where they have a currency for each row: the same one in each row.
  func bareAmounts(
    _ left: BoundExpression, _ right: BoundExpression
  ) -> (left: BoundExpression, right: BoundExpression) {
    let isShared = left.type == .money(.varying) && right.type == .money(.varying)
    return (bareAmounts(left, isShared ? .same(right) : .any), bareAmounts(right, .any))
  }

  private func bareAmounts(
    _ value: BoundExpression, _ wanted: BoundExpression.WantedCurrency
  ) -> BoundExpression {
    value.type == .money(.varying) ? amounts(of: value, in: wanted, .decimal) : value
  }

  private func amounts(
    of money: BoundExpression, in wanted: BoundExpression.WantedCurrency, _ type: ValueType
  ) -> BoundExpression {
    // Groups have no key, and aggregates are of many rows.
    let key = context.takesAggregates ? nil : scope.key(of: money)
    return BoundExpression(
      .amounts(
        money, wanted,
        key: key.map { BoundExpression(.column($0.column), $0.spelled, money.range) },
        BoundExpression.AmountsPlace()),
      type, money.range)
  }

  /// Two sides of an operator whose result has a type.
  func calculation(
    _ operation: Arithmetic, _ left: BoundExpression, _ right: BoundExpression, _ type: ValueType?,
    _ range: ScriptRange
  ) -> BoundExpression {
    let (first, second) = bareAmounts(left, right)
    let isPriced = type == .money(.varying)
    let number = BoundExpression(
      .arithmetic(operation, first, second), isPriced ? .decimal : type, range)
    guard isPriced else { return number }
    let money = left.type == .money(.varying) ? left : right
    return BoundExpression(.priced(number, like: money), type, range)
  }

  /// A call of a function of the numbers that a value is made of.
  func calling(
    _ function: String, _ kernel: FunctionKernel, _ arguments: [BoundExpression],
    _ type: ValueType, _ range: ScriptRange
  ) -> BoundExpression {
    guard type == .money(.varying), let money = arguments.first else {
      return BoundExpression(.call(function, kernel, arguments), type, range)
    }
    return perRow(money, range) { amounts in
      let call = BoundExpression.Kind.call(function, kernel, [amounts] + arguments.dropFirst())
      return BoundExpression(call, amounts.type, range)
    }
  }

  /// What a calculation makes of a value; of money with a currency for each row it is in that one.
  func perRow(
    _ value: BoundExpression, _ range: ScriptRange,
    _ calculation: (BoundExpression) -> BoundExpression
  ) -> BoundExpression {
    guard value.type == .money(.varying) else { return calculation(value) }
    let number = calculation(bareAmounts(value, .any))
    return BoundExpression(.priced(number, like: value), value.type, range)
  }

  /// `price.amount` and `price.currency`; nil when it is neither.
  func member(
    of money: BoundExpression, _ name: Name, _ range: ScriptRange
  ) -> BoundExpression? {
    guard case .money(let denomination) = money.type else { return nil }
    if denomination == .varying {
      let position = RecordMember.ofMoney.firstIndex { $0.name == name.text.lowercased() }
      return position.map {
        BoundExpression(.member(money, $0), RecordMember.ofMoney[$0].type, range)
      }
    }
    switch (name.text.lowercased(), denomination) {
    case ("amount", _):
      // A column of its own, because a column has one type.
      let one = BoundExpression(.literal(.number(Decimal(1))), .int, range)
      return BoundExpression(.arithmetic(.multiply, money, one), .decimal, range)
    case ("currency", .fixed(let currency)):
      return BoundExpression(.literal(.text(currency.code)), .text, range)
    case ("currency", _): return BoundExpression(.literal(.null), .text, range)
    default: return nil
    }
  }
}

extension Diagnostic {
  /// A bare number would stand in a column whose rows have a currency each.
  static func noCertainCurrency(
    _ left: BoundExpression, _ right: BoundExpression, _ source: ScriptText
  ) -> Diagnostic {
    let isLeftMoney = left.type == .money(.varying)
    let (money, number) = isLeftMoney ? (left, right) : (right, left)
    let name = source[money.range]
    return Diagnostic(
      .twoCurrencies, "each row of `\(name)` has a currency of its own",
      at: Label(number.range, "a number without one"),
      secondary: [Label(money.range, money.type?.description ?? "")],
      remarks: [.help("`\(name.asMember).amount` is the bare number")])
  }
}

extension String {
  /// The text of an expression where a member follows it.
  var asMember: String {
    allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? self : "(\(self))"
  }
}
