import Catalogue

/// The functions that make one value of a row's values.
package enum ScalarFunction: String, Sendable, CaseIterable {
  case count, len, lower, upper, trim, round, abs, coalesce

  /// How it is called, for messages and help.
  package var form: String {
    switch self {
    case .count: "count(LIST)"
    case .len: "len(TEXT or LIST)"
    case .lower: "lower(TEXT)"
    case .upper: "upper(TEXT)"
    case .trim: "trim(TEXT)"
    case .round: "round(NUMBER [, PLACES])"
    case .abs: "abs(NUMBER)"
    case .coalesce: "coalesce(VALUE, VALUE, ...)"
    }
  }

  package var summary: String {
    switch self {
    case .count: "how many elements the list has"
    case .len: "how many characters or elements it has"
    case .lower: "the text in lower case"
    case .upper: "the text in upper case"
    case .trim: "the text without space at its ends"
    case .round: "rounded half to even, to whole numbers or to some places"
    case .abs: "the number without its sign"
    case .coalesce: "the first value that is not null"
    }
  }

  /// The type of the result for arguments of the given types; nil when they do not fit.
  /// An argument of unknown type fits everywhere.
  func result(for arguments: [ValueType?]) -> ValueType? {
    switch self {
    case .count: arguments.count == 1 && fits(arguments[0], \.isList) ? .int : nil
    case .len:
      arguments.count == 1 && fits(arguments[0], { $0.isList || $0.isTextual }) ? .int : nil
    case .lower, .upper, .trim:
      arguments.count == 1 && fits(arguments[0], \.isTextual) ? .text : nil
    case .abs: arguments.count == 1 && fits(arguments[0], \.isNumber) ? arguments[0] ?? .int : nil
    case .round:
      (1...2).contains(arguments.count) && arguments.allSatisfy({ fits($0, \.isNumber) })
        ? .decimal : nil
    case .coalesce: arguments.count > 1 ? commonType(arguments) : nil
    }
  }

  private func fits(_ type: ValueType?, _ test: (ValueType) -> Bool) -> Bool {
    type.map(test) ?? true
  }

  private func commonType(_ types: [ValueType?]) -> ValueType? {
    let known = types.compactMap { $0 }
    guard let first = known.first else { return .any }
    if known.allSatisfy({ $0 == first }) { return first }
    return known.allSatisfy(\.isNumber) ? .decimal : nil
  }
}

extension ValueType {
  var isList: Bool { if case .list = self { true } else { false } }
}
