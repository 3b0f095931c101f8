// SPDX-License-Identifier: MIT

/// Words and marks of other query languages, with the word of this one.
package enum ForeignWords {
  struct Foreign {
    let stage: String
    /// Who says so.
    let users: String
  }

  static let stages: [String: Foreign] = [
    "where": Foreign(stage: "filter", users: "SQL, KQL and nushell say where"),
    "having": Foreign(stage: "filter", users: "SQL says having"),
    "select": Foreign(stage: "show", users: "SQL and PRQL say select"),
    "project": Foreign(stage: "show", users: "KQL says project"),
    "order": Foreign(stage: "sort", users: "SQL and KQL say order by"),
    "arrange": Foreign(stage: "sort", users: "dplyr says arrange"),
    "take": Foreign(stage: "limit", users: "KQL and PRQL say take"),
    "head": Foreign(stage: "limit", users: "shells say head"),
    "first": Foreign(stage: "limit", users: "nushell says first"),
    "offset": Foreign(stage: "skip", users: "SQL says offset"),
    "derive": Foreign(stage: "extend", users: "PRQL says derive"),
    "mutate": Foreign(stage: "extend", users: "dplyr says mutate"),
    "insert": Foreign(stage: "extend", users: "nushell says insert"),
    "aggregate": Foreign(stage: "summarize", users: "PRQL says aggregate"),
    "unique": Foreign(stage: "distinct", users: "jq and pandas say unique"),
    "uniq": Foreign(stage: "distinct", users: "shells and nushell say uniq"),
    "put": Foreign(stage: "extend", users: "Miller and SuperDB say put"),
  ]

  /// Aggregates that other tools have as stages, with the function of this language.
  static let aggregates: [String: String] = [
    "mean": "avg", "average": "avg", "avg": "avg", "sum": "sum", "min": "min", "max": "max",
    "median": "median",
  ]

  static let comparisons: [String: ComparisonOperator] = [
    "<>": .notEqual, "=~": .equal, "~=": .equal, "!~": .notEqual, "=>": .greaterOrEqual,
    "=<": .lessOrEqual,
  ]

  /// Functions of other languages, with the word of this one.
  package static let functions: [String: String] = [
    "length": "len", "char_length": "len", "strlen": "len", "mean": "avg", "average": "avg",
    "ifnull": "coalesce", "nvl": "coalesce", "ceiling": "ceil", "ucase": "upper",
    "toupper": "upper", "uppercase": "upper", "lcase": "lower", "tolower": "lower",
    "lowercase": "lower", "strip": "trim", "dcount": "distinct_count", "nunique": "distinct_count",
    "cardinality": "count", "array_length": "count", "current_date": "today",
  ]

  /// Units as they are written out, with the words of this language.
  static let units: [String: String] = [
    "metre": "m", "metres": "m", "meter": "m", "meters": "m", "kilometre": "km",
    "kilometres": "km", "kilometer": "km", "kilometers": "km", "kms": "km", "mile": "mi",
    "miles": "mi", "foot": "ft", "feet": "ft", "yard": "yd", "yards": "yd", "hr": "hours",
    "hrs": "hours", "h": "hours", "d": "days", "usd": "USD", "eur": "EUR", "gbp": "GBP",
    "dollars": "USD", "euro": "EUR", "euros": "EUR", "pounds": "GBP",
  ]

  /// What a word after a sort key is in this language; nil for words that are no directions.
  static func direction(_ word: String) -> String? {
    switch word {
    case "descending", "down": "desc"
    case "ascending", "up": "asc"
    default: nil
    }
  }
}
