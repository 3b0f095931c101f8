// SPDX-License-Identifier: MIT

/// The words of the language with what a person is told about them.
///
/// One table of each kind serves completion, help and messages; `Keyword` says which words there
/// are.
public enum Vocabulary {
  /// A word of the language: of a statement, a stage, an operator, a type or a format.
  public struct Entry: Sendable {
    /// The word itself, such as `sort`.
    public let word: String
    /// How it is written in full, such as `sort by FIELD [desc]`.
    public let form: String
    /// What it does, in one line.
    public let summary: String
    /// Something that runs when `hotels` is the current source.
    public let example: String
    /// Other words and marks that belong to it.
    public let others: [String]

    package init(
      word: String, form: String, summary: String, example: String, others: [String] = []
    ) {
      self.word = word
      self.form = form
      self.summary = summary
      self.example = example
      self.others = others
    }
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
      summary: "order the rows; ties keep their order", example: "sort by rooms desc, distance",
      others: ["by"]),
    Entry(
      word: "show", form: "show FIELDS | show all",
      summary: "what is seen; hidden fields stay usable", example: "show name, distance"),
    Entry(
      word: "extend", form: "extend NAME = EXPRESSION, ...", summary: "add computed fields",
      example: "extend per_star = rooms / stars"),
    Entry(
      word: "rename", form: "rename NAME as OTHER, ...", summary: "give fields other names",
      example: "rename suites as free_rooms",
      others: ["as"]),
    Entry(
      word: "drop", form: "drop FIELDS", summary: "remove fields", example: "drop address"),
    Entry(
      word: "distinct", form: "distinct [FIELDS]", summary: "keep one of equal rows",
      example: "distinct stars"),
    Entry(
      word: "count", form: "count [by FIELDS]",
      summary: "count the rows, or those of each group",
      example: "count by stars",
      others: ["by"]),
    Entry(
      word: "summarize", form: "summarize AGGREGATES [by FIELDS]",
      summary: "one row, or one for each group",
      example: "summarize count(), nearest = min(distance) by stars",
      others: ["by"]),
    Entry(
      word: "group", form: "group by FIELDS ( STAGES )", summary: "run stages for each group",
      example: "group by stars (top 1 by rooms)",
      others: ["by"]),
    Entry(
      word: "expand", form: "expand LIST", summary: "one row for each element of a list",
      example: "expand suites"),
    Entry(
      word: "top", form: "top N by KEY", summary: "the N rows with the largest key",
      example: "top 5 by rooms",
      others: ["by"]),
    Entry(
      word: "limit", form: "limit N", summary: "keep the first N rows", example: "limit 10"),
    Entry(
      word: "skip", form: "skip N", summary: "leave out the first N rows", example: "skip 10"),
    Entry(
      word: "page", form: "page N [size M]", summary: "the N-th page of the rows, 10 to a page",
      example: "page 2 size 20",
      others: ["size"]),
    Entry(
      word: "sample", form: "sample N [seed S]", summary: "N of the rows by chance, in their order",
      example: "sample 3 seed 7",
      others: ["seed"]),
    Entry(
      word: "assert", form: "assert CONDITION [, \"MESSAGE\"]",
      summary: "fail unless it holds for every row",
      example: "assert stars in 0..5, \"stars out of range\""),
    Entry(
      word: "expect", form: "expect N rows | columns NAMES | ...",
      summary: "fail unless the result is so",
      example: "expect 3 rows",
      others: ["rows", "row", "no", "columns", "same", "live"]),
    Entry(
      word: "join", form: "join [left] SOURCE on CONDITION",
      summary: "add what matches of another source",
      example: "join left reviews on id = reviews.hotel",
      others: ["left", "on"]),
    Entry(
      word: "union", form: "union SOURCE", summary: "add the rows of another source",
      example: "union reviews"),
    Entry(
      word: "related", form: "related", summary: "the items that each item is related to",
      example: "related"),
    Entry(
      word: "accessories", form: "accessories", summary: "the accessories of each item",
      example: "accessories"),
    Entry(
      word: "follow", form: "follow RELATION", summary: "the items that each item names",
      example: "follow alsoViewed"),
    Entry(
      word: "apply", form: "apply NAME[(VALUES)]", summary: "the stages of a `def`",
      example: "apply cheapest(5)"),
    Entry(
      word: "save", form: "save \"FILE\" [as FORMAT] [replace]",
      summary: "write the result into a file", example: "save \"hotels.csv\" replace",
      others: ["as", "replace"]),
    Entry(
      word: "to", form: "to FORMAT", summary: "write the result in a format",
      example: "to json"),
  ]

  public static let statements: [Entry] = [
    Entry(
      word: "from", form: "from SOURCE [items PATH] [in \"NAME\"]",
      summary: "read a catalogue or a file", example: "from hotels", others: ["items", "with"]),
    Entry(
      word: "from", form: "from FILE with FORM",
      summary: "separator \"S\", header no, decimal comma",
      example: "from \"prices.csv\" with separator \";\" decimal comma",
      others: ["with", "separator", "header", "decimal", "comma", "point", "yes", "no"]),
    Entry(
      word: "from", form: "from SOURCE at TIME", summary: "the list as it was read then",
      example: "from hotels at \"yesterday\"", others: ["at", "ago"]),
    Entry(
      word: "use", form: "use SOURCE [items PATH] [in \"NAME\"]",
      summary: "make it the current source", example: "use hotels", others: ["items", "with"]),
    Entry(
      word: "sources", form: "sources", summary: "list the catalogues", example: "sources"),
    Entry(
      word: "categories", form: "categories [of SOURCE]", summary: "list a catalogue's categories",
      example: "categories of shopreme",
      others: ["of"]),
    Entry(
      word: "describe", form: "describe [SOURCE] [definition]",
      summary: "show a catalogue's fields and definition",
      example: "describe hotels", others: ["definition"]),
    Entry(
      word: "show", form: "show ID [of SOURCE] [picture CELLS]",
      summary: "everything about one item", example: "show 40611 of hotels",
      others: ["of", "picture"]),
    Entry(
      word: "related", form: "related [ID]", summary: "the items that an item is related to",
      example: "related 8880044"),
    Entry(
      word: "accessories", form: "accessories [ID]", summary: "the accessories of an item",
      example: "accessories 8880044"),
    Entry(
      word: "follow", form: "follow RELATION [ID]", summary: "the items that an item names",
      example: "follow alsoViewed 8880044"),
    Entry(
      word: "changes", form: "changes from A to B by FIELDS",
      summary: "what is new, gone or changed",
      example: "changes from hotels to hotels by id ignoring distance",
      others: ["by", "ignoring", "within"]),
    Entry(
      word: "changes", form: "changes of SOURCE since TIME",
      summary: "the same since the list was read then",
      example: "changes of hotels since \"yesterday\"", others: ["since"]),
    Entry(
      word: "history", form: "history ID of SOURCE", summary: "an item in all kept readings",
      example: "history 40611 of hotels", others: ["of"]),
    Entry(
      word: "let", form: "let NAME = PIPELINE | VALUE",
      summary: "name a view, or a value for `$NAME`",
      example: "let near = from hotels | filter distance < 200"),
    Entry(
      word: "def", form: "def NAME(ARGS) = EXPRESSION | STAGES",
      summary: "name an expression, or stages",
      example: "def cheapest(n) = | sort by price | limit $n"),
    Entry(
      word: "param", form: "param NAME: TYPE [= VALUE] [\"HELP\"]",
      summary: "a value that is given to the script",
      example: "param min: Int = 3 \"minimum stars\""),
    Entry(
      word: "include", form: "include \"FILE.cq\"", summary: "the statements of another script",
      example: "include \"common.cq\""),
    Entry(
      word: "set", form: "set SETTING = VALUE", summary: "change how the session works",
      example: "set offline = true"),
    Entry(
      word: "explain", form: "explain [steps] [PIPELINE]",
      summary: "the plan, or what each stage does",
      example: "explain from hotels | sort by distance | limit 3"),
    Entry(
      word: "expect", form: "expect error CODE from (PIPELINE)",
      summary: "fail unless it is refused so",
      example: "expect error CQ0201 from (from hotels | sort by distnace)",
      others: ["error"]),
  ]

  /// Words that are no names inside an expression; a field of that name stands in backticks.
  public static let reserved: [String] = Keyword.reserved.map(\.rawValue)

  /// Whether a word in lower case is one of the language's in some place.
  static func isWord(_ word: String) -> Bool {
    Keyword.spelled.contains(word) || formats.contains(word)
      || DefinitionWords.shortUnits.contains(word)
  }

  /// What the first entry of a word says of it.
  static func summary(of word: String) -> String {
    (stages + statements + operators + values).first { $0.word == word }?.summary ?? ""
  }

  /// Whether a word in lower case begins a statement or a stage, here or in other tools.
  package static func begins(_ word: String) -> Bool {
    isStage(word) || statements.contains { $0.word == word }
      || OtherLanguageWords.statements[word] != nil || OtherLanguageWords.stages[word] != nil
  }

  /// Whether a word in lower case begins a stage.
  public static func isStage(_ word: String) -> Bool {
    stages.contains { $0.word == word }
  }
}
