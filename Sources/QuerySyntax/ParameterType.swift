// SPDX-License-Identifier: MIT

/// The types that a parameter of a script may have, by the names that scripts give them.
public enum ParameterType: String, CaseIterable, Sendable {
  case text = "Text"
  case int = "Int"
  case decimal = "Decimal"
  case bool = "Bool"
  case money = "Money"
  case length = "Length"
  case date = "Date"
  case id = "Id"

  /// What the vocabulary says of the type.
  package var summary: String {
    Vocabulary.types.first { $0.form == rawValue }?.summary ?? ""
  }

  /// What a value has to be, as messages say it.
  package var wording: String {
    switch self {
    case .text, .id: "a text"
    case .int: "a whole number"
    case .decimal: "a number"
    case .bool: "true or false"
    case .money: "an amount such as 20 USD"
    case .length: "a length such as 500 m"
    case .date: "a date such as 2024-01-31"
    }
  }

  /// How a value is written on the command line; that of a switch can be left out.
  package var placeholder: String { self == .bool ? "[BOOL]" : rawValue.uppercased() }

  /// What an argument without a value stands for.
  package var impliedText: String? { self == .bool ? "true" : nil }

  /// Some value. An amount of money would have a currency, and another one may be given, so null
  /// stands for it.
  package var sample: String {
    switch self {
    case .text, .int, .decimal, .id: "1"
    case .bool: "true"
    case .money: "null"
    case .length: "1 m"
    case .date: "2000-01-01"
    }
  }
}
