// SPDX-License-Identifier: MIT

// What stands inside stages: operators, values and types.
extension Vocabulary {
  public static let operators: [Entry] = [
    Entry(
      word: "and", form: "A and B", summary: "both conditions hold",
      example: "filter stars >= 3 and rooms > 1"),
    Entry(
      word: "or", form: "A or B", summary: "one of the conditions holds, or both",
      example: "filter stars >= 3 or rooms > 4"),
    Entry(
      word: "not", form: "not A", summary: "the condition does not hold; also `not in`",
      example: "filter not (name contains \"dream\")"),
    Entry(
      word: "=", form: "A = B", summary: "equal, or with `!=` not; null equals null",
      example: "filter stars = 3 and name != \"dream\"", others: ["==", "!="]),
    Entry(
      word: "<", form: "A <= B", summary: "in order: `<` `<=` `>` `>=`; never true for null",
      example: "filter distance <= 100", others: ["<=", ">", ">="]),
    Entry(
      word: "between", form: "A between B and C", summary: "both bounds are included",
      example: "filter distance between 50 and 600"),
    Entry(
      word: "in", form: "A in (B, C)",
      summary: "equal to one of them; a list will do: `in $wanted`",
      example: "filter stars in (2, 3)"),
    Entry(
      word: "..", form: "A in B..C", summary: "from B to C, both included",
      example: "filter stars in 2..3"),
    Entry(
      word: "contains", form: "A contains B",
      summary: "a text has the part, or a list the element",
      example: "filter name contains \"dream\" or suites contains 87"),
    Entry(
      word: "starts", form: "A starts with B", summary: "the text begins so",
      example: "filter name starts with \"dream\"", others: ["with"]),
    Entry(
      word: "ends", form: "A ends with B", summary: "the text ends so",
      example: "filter name ends with \"inn\"", others: ["with"]),
    Entry(
      word: "like", form: "A like \"PATTERN\"",
      summary: "the whole text; `*` is any text and `?` one character",
      example: "filter name like \"*hotel*\""),
    Entry(
      word: "matches", form: "A matches /REGEX/i",
      summary: "the regular expression is found in the text; `i` ignores case",
      example: "filter address matches /\\d+th street/i"),
    Entry(
      word: "exact", form: "exact \"TEXT\"", summary: "case and accents of the text count",
      example: "filter name contains exact \"Dream\""),
    Entry(
      word: "is", form: "A is null", summary: "there is no value; `is empty`: nor \"\" nor []",
      example: "filter image is not null", others: ["empty"]),
    Entry(
      word: "any", form: "any LIST > A", summary: "some element of the list compares so",
      example: "filter any suites > 100"),
    Entry(
      word: "all", form: "all LIST > A", summary: "every element of the list compares so",
      example: "filter all suites < 50"),
    Entry(
      word: "none", form: "none LIST > A", summary: "no element of the list compares so",
      example: "filter none suites > 100"),
    Entry(
      word: "if", form: "if A then B else C", summary: "B where the condition holds, else C",
      example: "extend size = if rooms > 3 then \"many\" else \"few\"", others: ["then", "else"]),
    Entry(
      word: "??", form: "A ?? B", summary: "B where A is null",
      example: "show picture = image ?? \"none\""),
    Entry(
      word: "+", form: "A + B", summary: "calculate exactly: `+` `-` `*` `/`; null stays null",
      example: "extend free = rooms * 2 - 1, per_star = rooms / stars", others: ["-", "*", "/"]),
    Entry(
      word: "%", form: "A % B", summary: "the remainder; with nothing after it, hundredths",
      example: "show odd = rooms % 2, part = rooms * 20%"),
    Entry(
      word: "asc", form: "KEY [asc | desc] [nulls first | nulls last]",
      summary: "which end of an order comes first; else nulls come last",
      example: "sort by stars desc, image nulls first",
      others: ["desc", "nulls", "first", "last"]),
  ]

  public static let values: [Entry] = [
    Entry(
      word: "true", form: "true", summary: "what a condition gives; also `false`",
      example: "extend near = distance < 100 | filter near = true", others: ["false"]),
    Entry(
      word: "null", form: "null", summary: "no value; it is equal to itself only",
      example: "filter image = null"),
    Entry(
      word: "$", form: "$NAME", summary: "the value of a `let`, a `param` or an argument",
      example: "let least = 3; filter stars >= $least"),
    Entry(
      word: "it", form: "it", summary: "the last result, to go on from",
      example: "filter stars >= 3; from it | count"),
    Entry(
      word: "@", form: "@N.FIELD", summary: "a value of the N-th row of the last result",
      example: "sort by distance; filter distance > @1.distance"),
    Entry(
      word: "[", form: "LIST[N]", summary: "an element; the first is `[0]`. A list: `[1, 2]`",
      example: "show first = suites[0]", others: ["[]", "]"]),
    Entry(
      word: "f", form: "f\"TEXT {VALUE}\"", summary: "a text with values in it; `{{` is a brace",
      example: "show line = f\"{name}: {rooms}\"", others: ["f\"", "f\"\"", "{", "}", "{{"]),
    Entry(
      word: "`", form: "`A NAME`", summary: "a name with other characters than letters",
      example: "extend `free rooms` = rooms"),
    Entry(
      word: "#", form: "# TEXT", summary: "a comment; `##` describes the `def` below it",
      example: "count # of all", others: ["##"]),
  ]

  /// The types of values, by the names that definitions and `describe` give them.
  public static let types: [Entry] = [
    Entry(
      word: "int", form: "Int", summary: "whole numbers", example: "param least: Int = 3"),
    Entry(
      word: "decimal", form: "Decimal", summary: "exact numbers of at most 38 digits",
      example: "show half = 0.5 * rooms"),
    Entry(
      word: "money", form: "Money", summary: "an amount in a currency: `20 USD`, `$20`",
      example: "extend cost = rooms * 62.50 GBP"),
    Entry(
      word: "length", form: "Length", summary: "a length in `m`, `km`, `mi`, `ft` or `yd`",
      example: "filter distance * 1 m < 2 km"),
    Entry(
      word: "date", form: "Date", summary: "a day, or a day and a time, in no time zone",
      example: "show freed = 2024-02-28 + rooms * 12 hours"),
    Entry(
      word: "duration", form: "Duration", summary: "how long: `30 days`, `36 hours`",
      example: "show left = 2024-12-24 - 2024-02-28"),
    Entry(
      word: "text", form: "Text", summary: "text; typed text folds case and accents",
      example: "filter name = \"dream\""),
    Entry(
      word: "bool", form: "Bool", summary: "true or false", example: "extend near = distance < 100"),
    Entry(
      word: "id", form: "Id", summary: "the name of an item; compared by its spelling",
      example: "filter id = 40611"),
    Entry(
      word: "list", form: "List<TYPE>", summary: "values of one type, in order",
      example: "filter suites = [1] or count(suites) > 5"),
    Entry(
      word: "record", form: "Record", summary: "a value with members, written `RECORD.NAME`",
      example: "from \"people.json\" | show address.city"),
    Entry(
      word: "any", form: "Any", summary: "values of several types, as they stand in the data",
      example: "from \"mixed.json\" | filter size = 3"),
  ]
}
