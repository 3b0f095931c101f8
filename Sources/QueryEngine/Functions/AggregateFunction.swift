// SPDX-License-Identifier: MIT

package import Catalogue
import QuerySyntax

/// A function that makes one value of the values of a group. Nulls are skipped. All there are stand
/// in the table `all`: a further function is a further row, and an accumulator if none will do.
package struct AggregateFunction: Sendable {
  /// Its name, as `QuerySyntax` has it, which tells a call from a method.
  let word: FunctionName
  /// How it is called, for messages and help.
  package let form: String
  package let summary: String
  /// A stage that uses it on `hotels`.
  package let example: String
  /// Whether it adds or compares values, rather than picking or counting them.
  var calculates = false
  /// Whether it can be called without a value, of the rows.
  package var takesRows = false
  /// Whether a number stands behind the value: how many per cent of the values are smaller.
  package var takesShare = false
  /// Whether it holds the values until the last one has come.
  var holdsValues = false
  /// Whether it gives all of them, so that they cannot be put aside one by one.
  var givesValues: Bool { word == .list }
  /// Whether two parts of the rows are combined with less work than their rows are added: not where
  /// a part is its values.
  var gainsByParts: Bool { !holdsValues }
  /// The type of the result for an argument of a type; nil where it does not fit. An argument of
  /// unknown type fits everywhere.
  let result: @Sendable (ValueType?) -> ValueType?
  /// What collects the values of all rows, or of a part that is going to be combined.
  let accumulator: @Sendable (AggregateCall, _ isPart: Bool) -> any Accumulator

  package var name: String { word.rawValue }

  /// The function of a name, in any case; nil where there is none.
  static func named(_ name: String) -> AggregateFunction? {
    FunctionName(of: name).flatMap { word in all.first { $0.word == word } }
  }

  /// Whether a value of a type can be its argument.
  package func takes(_ type: ValueType?) -> Bool { result(type) != nil }
}

extension AggregateFunction {
  /// How many rows there are, which the stage `count` asks for too.
  static let count = AggregateFunction(
    word: .count, form: "count() or count(VALUE)",
    summary: "how many rows, or how many of them have the value",
    example: "summarize count() by stars", takesRows: true, result: { _ in .int },
    accumulator: { _, _ in CountAccumulator() })

  /// The table of all aggregate functions.
  package static let all: [AggregateFunction] = [
    count,
    AggregateFunction(
      word: .sum, form: "sum(NUMBER)", summary: "the sum of the numbers; 0 of nothing",
      example: "summarize sum(rooms) by stars", calculates: true,
      result: { isSummable($0) ? $0 ?? .int : nil },
      accumulator: { call, _ in SumAccumulator(call, isMean: false) }),
    AggregateFunction(
      word: .avg, form: "avg(NUMBER)",
      summary: "their exact sum divided by how many there are",
      example: "summarize avg(rooms) by stars", calculates: true, result: middle,
      accumulator: { call, _ in SumAccumulator(call, isMean: true) }),
    AggregateFunction(
      word: .min, form: "min(VALUE)", summary: "the smallest value",
      example: "summarize min(distance) by stars", calculates: true, result: extreme,
      accumulator: { call, _ in PickAccumulator(.least, call.order) }),
    AggregateFunction(
      word: .max, form: "max(VALUE)", summary: "the largest value",
      example: "summarize max(distance) by stars", calculates: true, result: extreme,
      accumulator: { call, _ in PickAccumulator(.most, call.order) }),
    AggregateFunction(
      word: .median, form: "median(NUMBER)",
      summary: "the number in the middle, or the mean of the two there",
      example: "summarize median(rooms) by stars", calculates: true, holdsValues: true,
      result: middle,
      accumulator: { call, _ in GatheringAccumulator(.quantile(.middle), call.range) }),
    AggregateFunction(
      word: .percentile, form: "percentile(NUMBER, PERCENT)",
      summary: "the number below which PERCENT of them lie, or in a line between two",
      example: "summarize percentile(distance, 90)", calculates: true, takesShare: true,
      holdsValues: true, result: middle,
      accumulator: { call, _ in
        GatheringAccumulator(.quantile(.percent(call.share ?? .zero)), call.range)
      }),
    AggregateFunction(
      word: .stddev, form: "stddev(NUMBER)",
      summary: "how far they are spread: the standard deviation of a sample, by n - 1",
      example: "summarize stddev(rooms) by stars", calculates: true, result: middle,
      accumulator: { call, _ in SpreadAccumulator(isRoot: true, call.range) }),
    AggregateFunction(
      word: .variance, form: "variance(NUMBER)",
      summary: "the square of the standard deviation; of numbers without a unit",
      example: "summarize variance(rooms) by stars", calculates: true,
      result: { $0?.isNumber ?? true ? .decimal : nil },
      accumulator: { call, _ in SpreadAccumulator(isRoot: false, call.range) }),
    AggregateFunction(
      word: .first, form: "first(VALUE)", summary: "the first value",
      example: "sort by distance | summarize first(name) by stars", result: { $0 ?? .any },
      accumulator: { call, _ in PickAccumulator(.first, call.order) }),
    AggregateFunction(
      word: .last, form: "last(VALUE)", summary: "the last value",
      example: "sort by distance | summarize last(name) by stars", result: { $0 ?? .any },
      accumulator: { call, _ in PickAccumulator(.last, call.order) }),
    AggregateFunction(
      word: .list, form: "list(VALUE)", summary: "all values, in order",
      example: "sort by distance | summarize list(name) by stars", holdsValues: true,
      result: { .list($0 ?? .any) },
      accumulator: { call, _ in GatheringAccumulator(.lists, call.range) }),
    AggregateFunction(
      word: .distinctCount, form: "distinct_count(VALUE)",
      summary: "how many different values there are",
      example: "summarize distinct_count(stars)", holdsValues: true,
      result: { _ in .int },
      accumulator: { DistinctAccumulator(ofPart: $1) }),
  ]

  /// The rule of what lies in the middle of numbers.
  @Sendable private static func middle(_ argument: ValueType?) -> ValueType? {
    guard isSummable(argument) else { return nil }
    return argument.map { $0.isNumber ? .decimal : $0 } ?? .decimal
  }

  /// The rule of what is one of the values.
  @Sendable private static func extreme(_ argument: ValueType?) -> ValueType? {
    let isOrdered = argument.map { $0.isSortable || $0.isSummable } ?? true
    return isOrdered ? argument ?? .any : nil
  }

  private static func isSummable(_ type: ValueType?) -> Bool { type.map(\.isSummable) ?? true }
}
