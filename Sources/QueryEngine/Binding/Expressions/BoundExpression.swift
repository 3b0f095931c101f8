// SPDX-License-Identifier: MIT

package import Catalogue
package import Diagnostics
package import TextPatterns

/// A column of a plan. Names become these in the binder and nowhere else.
package struct ColumnID: Sendable, Hashable {
  let number: Int
}

/// An expression whose names are columns and whose type is known.
package struct BoundExpression: Sendable {
  package let kind: Kind
  /// Nil when nothing is known, as for `null` or after a fault: it agrees with every type.
  package let type: ValueType?
  package let range: ScriptRange
  /// How a number is written that stands in the script, for what is compared with an id.
  var spelling: String?

  package indirect enum Kind: Sendable {
    case column(ColumnID)
    case literal(Value)
    case negative(BoundExpression)
    case arithmetic(Arithmetic, BoundExpression, BoundExpression)
    /// The first of some values that is not null.
    case coalesce([BoundExpression])
    case compare(Comparison, BoundExpression, BoundExpression, TextOrder)
    /// Text against text that was typed.
    case pattern(TextMatcher, BoundExpression)
    /// Whether it is one of many values.
    case oneOf(BoundExpression, ValueSet)
    /// Text against text of another field.
    case textTest(TextPattern.Mode, BoundExpression, BoundExpression)
    /// A text without case and accents.
    case folded(BoundExpression)
    /// Whether some, all or no elements of a list compare so with a value.
    case quantified(Quantification, BoundExpression, ElementTest)
    case and([BoundExpression])
    case or([BoundExpression])
    case not(BoundExpression)
    case isNull(BoundExpression)
    case isEmpty(BoundExpression)
    /// A function by its name.
    case call(String, FunctionKernel, [BoundExpression])
    /// An aggregate of the elements of a list.
    case ofList(AggregateCall, BoundExpression)
    case index(BoundExpression, BoundExpression)
    /// The second value where the first holds, else the third.
    case choose(BoundExpression, BoundExpression, BoundExpression)
    /// What is computed of an item's own record; null where there is none.
    case ofRecord(BoundExpression, isKnown: BoundExpression)
    /// A condition that is null where nobody knows what decides it.
    case threeValued(BoundExpression)
    /// A member of a record by its position.
    case member(BoundExpression, Int)
    /// A value of type `Any` as one of a certain type, or a text as a date; null where it is none.
    case convert(BoundExpression)
    /// One cell of the last result; rows count from 1.
    case cell(row: Int, ColumnID)
    /// The texts of values, joined.
    case template([BoundExpression])
    /// A value of a certain type among those of no certain type, or dates of a list as texts.
    case widen(BoundExpression)
    /// A number as it is written, for what is compared with an id.
    case spelling(BoundExpression)
    /// The seconds of a date, made whole; the run ends where they lie outside of all years.
    case wholeDate(BoundExpression)
    /// The bare amounts of money with a currency for each row; the run ends where the currency is
    /// another than it has to be. With the key by which a message names the row, and what tells
    /// the place apart from all others, also within what a `def` stands for.
    case amounts(BoundExpression, WantedCurrency, key: BoundExpression?, AmountsPlace)
    /// Bare amounts in the currencies of other amounts.
    case priced(BoundExpression, like: BoundExpression)
  }

  /// A place where amounts are wanted in one currency: each is another one.
  package final class AmountsPlace: Sendable {}

  /// In which currency amounts have to be.
  package indirect enum WantedCurrency: Sendable {
    case any
    /// That of what stands somewhere.
    case one(Currency, at: ScriptRange)
    /// Each in that of the amount beside it.
    case same(BoundExpression)
  }

  package enum Quantification: Sendable { case any, all, none }

  /// What is asked of each element of a list.
  package enum ElementTest: Sendable {
    case compare(Comparison, BoundExpression, TextOrder)
    /// Whether it matches text that was typed, or the contrary.
    case pattern(TextMatcher, negated: Bool)
  }

  init(_ kind: Kind, _ type: ValueType?, _ range: ScriptRange) {
    self.kind = kind
    self.type = type
    self.range = range
  }

  static func unknown(_ range: ScriptRange) -> BoundExpression {
    BoundExpression(.literal(.null), nil, range)
  }
}

extension BoundExpression {
  /// The expressions directly inside this one.
  var children: [BoundExpression] {
    switch kind {
    case .column, .literal, .cell: []
    case .negative(let inner), .pattern(_, let inner), .oneOf(let inner, _),
      .folded(let inner), .not(let inner), .ofList(_, let inner),
      .isNull(let inner),
      .isEmpty(let inner), .member(let inner, _), .convert(let inner), .spelling(let inner),
      .widen(let inner), .wholeDate(let inner), .threeValued(let inner):
      [inner]
    case .amounts(let inner, .same(let other), let key, _):
      [inner, other] + [key].compactMap(\.self)
    case .amounts(let inner, .any, let key, _), .amounts(let inner, .one, let key, _):
      [inner] + [key].compactMap(\.self)
    case .priced(let inner, let other), .ofRecord(let inner, let other): [inner, other]
    case .arithmetic(_, let first, let second),
      .compare(_, let first, let second, _), .textTest(_, let first, let second),
      .index(let first, let second):
      [first, second]
    case .quantified(_, let list, .compare(_, let item, _)): [list, item]
    case .quantified(_, let list, .pattern): [list]
    case .choose(let condition, let yes, let no): [condition, yes, no]
    case .and(let terms), .or(let terms), .coalesce(let terms), .call(_, _, let terms),
      .template(let terms):
      terms
    }
  }

  /// Every column that is read.
  var columns: ColumnSet {
    if case .column(let id) = kind { return ColumnSet([id]) }
    return children.reduce(into: ColumnSet()) { $0.formUnion($1.columns) }
  }

  /// Where in a row a value stands; nil for one that is computed.
  var place: FieldPlace? {
    switch kind {
    case .column(let id): FieldPlace(column: id)
    case .member(let record, let member):
      record.place.map { FieldPlace(column: $0.column, members: $0.members + [member]) }
    default: nil
    }
  }

  /// The fields whose null decides a comparison: those that are not asked about null itself, and
  /// those that may have no value of the type that is compared.
  var comparedFields: [BoundExpression] {
    switch kind {
    case .isNull, .isEmpty, .coalesce: []
    case .column: [self]
    case .convert(let inner): inner.place == nil ? inner.comparedFields : [self]
    case .amounts(let inner, _, _, _), .ofRecord(let inner, _): inner.comparedFields
    default: children.flatMap(\.comparedFields)
    }
  }

  /// Every place at which the script reads a column.
  var fields: [BoundExpression] {
    switch kind {
    case .column: [self]
    case .amounts(let inner, _, _, _), .ofRecord(let inner, _): inner.fields
    default: children.flatMap(\.fields)
    }
  }
}

/// A column, or a member of the records in it.
struct FieldPlace: Equatable {
  let column: ColumnID
  /// The positions of the members, from the outside.
  var members: [Int] = []
}
