/// The words of the language with what a person is told about them.
///
/// One table serves the parser, completion, help and the grammars of editors.
public enum Vocabulary {
  /// A word that begins a statement or a stage.
  public struct Entry: Sendable {
    /// The word itself, such as `sort`.
    public let word: String
    /// How it is written in full, such as `sort by FIELD [desc]`.
    public let form: String
    /// What it does, in one line.
    public let summary: String
    public let example: String
  }

  public static let stages: [Entry] = [
    Entry(
      word: "filter", form: "filter CONDITION", summary: "keep the rows for which it holds",
      example: "filter stars >= 3 and name contains \"dream\""),
    Entry(
      word: "search", form: "search \"WORDS\" [in FIELDS]",
      summary: "keep the rows whose text has every word", example: "search \"manhattan 77th\""),
    Entry(
      word: "sort", form: "sort by KEY [desc] [nulls first], ...",
      summary: "order the rows; ties keep their order", example: "sort by rooms desc, distance"),
    Entry(
      word: "show", form: "show FIELDS | show all",
      summary: "choose what is seen; hidden fields stay usable", example: "show name, distance"),
    Entry(
      word: "extend", form: "extend NAME = EXPRESSION, ...", summary: "add computed fields",
      example: "extend per_star = rooms / stars"),
    Entry(
      word: "rename", form: "rename NAME as OTHER, ...", summary: "give fields other names",
      example: "rename suites as free_rooms"),
    Entry(
      word: "drop", form: "drop FIELDS", summary: "remove fields", example: "drop address"),
    Entry(
      word: "distinct", form: "distinct [FIELDS]", summary: "keep one of equal rows",
      example: "distinct stars"),
    Entry(
      word: "count", form: "count [by FIELDS]",
      summary: "count the rows, or the rows of each group",
      example: "count by stars"),
    Entry(
      word: "summarize", form: "summarize AGGREGATES [by FIELDS]",
      summary: "one row of aggregates, or one for each group",
      example: "summarize count(), nearest = min(distance) by stars"),
    Entry(
      word: "group", form: "group by FIELDS ( STAGES )", summary: "run stages for each group",
      example: "group by stars (top 1 by rooms)"),
    Entry(
      word: "expand", form: "expand LIST", summary: "one row for each element of a list",
      example: "expand suites"),
    Entry(
      word: "top", form: "top N by KEY", summary: "the N rows with the largest key",
      example: "top 5 by rooms"),
    Entry(
      word: "limit", form: "limit N", summary: "keep the first N rows", example: "limit 10"),
    Entry(
      word: "skip", form: "skip N", summary: "leave out the first N rows", example: "skip 10"),
    Entry(
      word: "page", form: "page N [size M]", summary: "the N-th page of the rows, 10 to a page",
      example: "page 2 size 20"),
    Entry(
      word: "assert", form: "assert CONDITION [, \"MESSAGE\"]",
      summary: "end with status 1 unless it holds for every row",
      example: "assert stars in 0..5, \"stars out of range\""),
    Entry(
      word: "expect", form: "expect N rows | no rows | columns NAMES",
      summary: "end with status 1 unless the result is so",
      example: "expect 3 rows"),
    Entry(
      word: "to", form: "to FORMAT", summary: "write the result in a format",
      example: "to json"),
  ]

  /// The formats of results.
  public static let formats = ["table", "card", "tsv", "csv", "json", "jsonl"]

  public static let statements: [Entry] = [
    Entry(
      word: "from", form: "from SOURCE [in \"CATEGORY\"]", summary: "read a catalogue or a file",
      example: "from hotels"),
    Entry(
      word: "use", form: "use SOURCE", summary: "make it the current source",
      example: "use hotels"),
    Entry(
      word: "sources", form: "sources", summary: "list the catalogues", example: "sources"),
    Entry(
      word: "categories", form: "categories [of SOURCE]", summary: "list a catalogue's categories",
      example: "categories of shopreme"),
    Entry(
      word: "describe", form: "describe [SOURCE]", summary: "list a catalogue's fields",
      example: "describe hotels"),
    Entry(
      word: "show", form: "show ID [of SOURCE]", summary: "everything about one item",
      example: "show 40611 of hotels"),
  ]

  /// Words that are no names inside an expression; a field of that name stands in backticks.
  public static let reserved: [String] = [
    "and", "or", "not", "in", "is", "between", "contains", "starts", "ends", "like", "matches",
    "any", "all", "none", "if", "then", "else", "true", "false", "null", "exact",
  ]

  /// Whether a word in lower case begins a stage.
  public static func isStage(_ word: String) -> Bool {
    stages.contains { $0.word == word }
  }
}
