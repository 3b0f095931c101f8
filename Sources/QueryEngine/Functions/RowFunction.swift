// SPDX-License-Identifier: MIT

package import Catalogue
import QuerySyntax

/// A function whose value for a row depends on the other rows of the table, or, in `group by`, of
/// the group. All there are stand in the table `all`.
package struct RowFunction: Sendable {
  /// Its name, as `QuerySyntax` has it, which tells a call from a method.
  let word: FunctionName
  /// How it is called, for messages and help.
  package let form: String
  package let summary: String
  /// A stage that uses it on `hotels`.
  package let example: String
  /// Whether it is called without a value.
  package var takesNothing = false
  /// Whether "desc" may stand behind the value.
  var takesDirection = false
  /// Whether all rows have to be there before it is known for any.
  var needsAllRows = false
  /// The type of the result for an argument of a type; nil where it does not fit. An argument of
  /// unknown type fits everywhere.
  let result: @Sendable (ValueType?) -> ValueType?

  package var name: String { word.rawValue }

  /// The function of a name, in any case; nil where there is none.
  static func named(_ name: String) -> RowFunction? {
    FunctionName(of: name).flatMap { word in all.first { $0.word == word } }
  }

  /// Whether it can give a value of a type that fits.
  package func gives(_ fits: (ValueType?) -> Bool) -> Bool {
    let results = [nil, .int, .text, .date].compactMap { (type: ValueType?) in result(type) }
    return results.contains { fits($0) }
  }

  /// Whether a value of a type can be its argument.
  package func takes(_ type: ValueType?) -> Bool { !takesNothing && result(type) != nil }
}

extension RowFunction {
  /// The table of all of them.
  package static let all: [RowFunction] = [
    RowFunction(
      word: .rowNumber, form: "row_number()", summary: "the number of the row, from 1",
      example: "extend place = row_number()", takesNothing: true, result: { _ in .int }),
    RowFunction(
      word: .rank, form: "rank(VALUE [, \"desc\"])",
      summary: "the place of the row in the order of the value, from 1; equal values share one",
      example: "extend place = rank(distance)", takesDirection: true, needsAllRows: true,
      result: { $0?.isSortable ?? true ? .int : nil }),
    RowFunction(
      word: .share, form: "share(NUMBER)",
      summary: "the part that it is of the sum of all rows, to 20 places",
      example: "extend part = share(rooms)", needsAllRows: true,
      result: { type in
        let isSummable = type.map { $0.isSummable && $0 != .money(.varying) } ?? true
        return isSummable ? .decimal : nil
      }),
    RowFunction(
      word: .fill, form: "fill(VALUE)",
      summary: "the value, or where it is null that of the nearest row before that has one",
      example: "extend picture = fill(image)", result: { $0 ?? .any }),
    RowFunction(
      word: .previous, form: "previous(VALUE)", summary: "the value of the row before",
      example: "sort by distance | extend step = distance - previous(distance)",
      result: { $0 ?? .any }),
  ]
}

/// A column that a function of the rows makes.
struct RowFunctionCall: Sendable {
  let id: ColumnID
  let function: RowFunction
  /// The column whose values it is given; nil where it takes none.
  let input: ColumnID?
  let order: SortKey.Order
  let descending: Bool
}
