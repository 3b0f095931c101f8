// SPDX-License-Identifier: MIT

package import Catalogue
import QuerySyntax

/// A function that makes one value of a row's values. All there are stand in the table `all`, which
/// says everything of each: a further function is a further row.
package struct ScalarFunction: Sendable {
  /// Its name, as `QuerySyntax` has it, which tells a call from a method.
  let word: FunctionName
  /// How it is called, for messages and help.
  package let form: String
  package let summary: String
  /// A stage that uses it on `hotels`.
  package let example: String
  /// What is made of its arguments before their types are judged.
  var arguments = Arguments.asTheyAre
  /// The texts that the last argument can be, which stands in the script; empty for any.
  var choices: [String] = []
  /// The type of the result for arguments of the given types; nil where they do not fit. An
  /// argument of unknown type fits everywhere.
  let result: @Sendable ([ValueType?]) -> ValueType?
  let way: Way

  enum Arguments: Sendable {
    case asTheyAre
    /// Texts are read as dates.
    case dates
    /// All become values of one type and unit.
    case alike
  }

  /// How the result is found.
  enum Way: Sendable {
    /// For all rows of a batch at once.
    case kernel(FunctionKernel)
    /// The same, in a way that depends on the type of the first argument.
    case typed(@Sendable (ValueType?) -> FunctionKernel)
    /// For all rows at once, and of amounts with a unit in that unit.
    case rounding(FunctionKernel)
    /// The first argument that is not null; later ones are evaluated where they are needed.
    case firstPresent
    /// The text that is shown of a value.
    case spelling
    /// The day on which the script runs.
    case today
  }

  package var name: String { word.rawValue }

  /// The function of a name, in any case; nil where there is none.
  static func named(_ name: String) -> ScalarFunction? {
    guard let word = FunctionName(of: name) else { return nil }
    for table in tables {
      if let function = table().first(where: { $0.word == word }) { return function }
    }
    return nil
  }

  /// Whether it can be called without a value.
  package var takesNothing: Bool { result([]) != nil }

  /// Whether it can give a value of a type that fits, whatever its arguments are.
  package func gives(_ fits: (ValueType?) -> Bool) -> Bool {
    (0...3).contains { count in
      Self.examples.contains { type in
        var types = [ValueType?](repeating: nil, count: count)
        if count > 0 { types[0] = type }
        return result(types).map { fits($0) } ?? false
      }
    }
  }

  /// A type of each kind that arguments have, and an unknown one.
  private static let examples: [ValueType?] = [
    nil, .int, .text, .bool, .money(.unspecified), .length(.metre), .date, .duration, .list(.int),
  ]

  /// Whether a value of a type can be its argument at a place, whatever the other arguments are.
  package func takes(_ type: ValueType?, at place: Int) -> Bool {
    let type = arguments == .dates && place == 0 && type == .text ? .date : type
    return (place + 1...max(place + 1, 4)).contains { count in
      var types = [ValueType?](repeating: nil, count: count)
      types[place] = type
      return result(types) != nil
    }
  }
}

extension ScalarFunction {
  /// The table of all functions.
  package static let all = tables.flatMap { $0() }

  /// Its parts, each of which is made when a name is first looked up in it: the definitions of
  /// sources need `count` at every start.
  private static let tables: [@Sendable () -> [ScalarFunction]] = [
    { overAnything }, { casts }, { overTexts }, { overLists }, { overNumbers }, { overDates },
  ]

  static let overAnything = [
    ScalarFunction(
      word: .count, form: "count(LIST)", summary: "how many elements the list has",
      example: "sort by count(suites) desc", result: one(\.isList, gives: .int),
      way: .kernel(.ofList { .number($0.counts) })),
    ScalarFunction(
      word: .len, form: "len(TEXT or LIST)", summary: "how many characters or elements it has",
      example: "filter len(name) > 20", result: one({ $0.isList || $0.isTextual }, gives: .int),
      way: .kernel(.ofTextOrList({ .number($0.characterCounts) }, { .number($0.counts) }))),
    ScalarFunction(
      word: .coalesce, form: "coalesce(VALUE, VALUE, ...)",
      summary: "the first value that is not null",
      example: "show picture = coalesce(image, \"none\")", arguments: .alike,
      result: { $0.count > 1 ? commonType($0) : nil }, way: .firstPresent),
  ]
}
