// SPDX-License-Identifier: MIT

import Diagnostics

/// Words and marks of other query languages, with the word of this one.
package enum OtherLanguageWords {
  struct OtherLanguageWord {
    let stage: String
    /// Who says so.
    let users: String
  }

  /// The stage that a word of another language stands for, and who says so.
  package static func stage(called word: String) -> (stage: String, users: String)? {
    stages[word].map { ($0.stage, $0.users) }
  }

  static let stages: [String: OtherLanguageWord] = [
    "where": OtherLanguageWord(stage: "filter", users: "SQL, KQL and nushell say where"),
    "having": OtherLanguageWord(stage: "filter", users: "SQL says having"),
    "select": OtherLanguageWord(stage: "show", users: "SQL and PRQL say select"),
    "project": OtherLanguageWord(stage: "show", users: "KQL says project"),
    "order": OtherLanguageWord(stage: "sort", users: "SQL and KQL say order by"),
    "arrange": OtherLanguageWord(stage: "sort", users: "dplyr says arrange"),
    "take": OtherLanguageWord(stage: "limit", users: "KQL and PRQL say take"),
    "head": OtherLanguageWord(stage: "limit", users: "shells say head"),
    "first": OtherLanguageWord(stage: "limit", users: "nushell says first"),
    "offset": OtherLanguageWord(stage: "skip", users: "SQL says offset"),
    "derive": OtherLanguageWord(stage: "extend", users: "PRQL says derive"),
    "mutate": OtherLanguageWord(stage: "extend", users: "dplyr says mutate"),
    "insert": OtherLanguageWord(stage: "extend", users: "nushell says insert"),
    "aggregate": OtherLanguageWord(stage: "summarize", users: "PRQL says aggregate"),
    "unique": OtherLanguageWord(stage: "distinct", users: "jq and pandas say unique"),
    "uniq": OtherLanguageWord(stage: "distinct", users: "shells and nushell say uniq"),
    "put": OtherLanguageWord(stage: "extend", users: "Miller and SuperDB say put"),
    "get": OtherLanguageWord(stage: "show", users: "nushell says get"),
    "pick": OtherLanguageWord(stage: "show", users: "jq and others say pick"),
    "reject": OtherLanguageWord(stage: "drop", users: "nushell says reject"),
    "length": OtherLanguageWord(stage: "count", users: "jq and nushell say length"),
    "len": OtherLanguageWord(stage: "count", users: "Python and jq say len"),
    "nrow": OtherLanguageWord(stage: "count", users: "R says nrow"),
    "pluck": OtherLanguageWord(stage: "show", users: "others say pluck"),
    "flatten": OtherLanguageWord(stage: "expand", users: "nushell and Snowflake say flatten"),
    "append": OtherLanguageWord(stage: "union", users: "nushell says append"),
    "bind_rows": OtherLanguageWord(stage: "union", users: "dplyr says bind_rows"),
    "sort_values": OtherLanguageWord(stage: "sort", users: "pandas says sort_values"),
    "value_counts": OtherLanguageWord(stage: "count", users: "pandas says value_counts"),
    "orderby": OtherLanguageWord(stage: "sort", users: "others say orderby"),
    "order_by": OtherLanguageWord(stage: "sort", users: "others say order_by"),
    "sortby": OtherLanguageWord(stage: "sort", users: "others say sortby"),
    "sort_by": OtherLanguageWord(stage: "sort", users: "jq says sort_by"),
    "groupby": OtherLanguageWord(stage: "group", users: "pandas says groupby"),
    "group_by": OtherLanguageWord(stage: "group", users: "jq and dplyr say group_by"),
    "eval": OtherLanguageWord(stage: "extend", users: "Splunk says eval"),
    "assign": OtherLanguageWord(stage: "extend", users: "pandas says assign"),
    "summarise": OtherLanguageWord(stage: "summarize", users: "dplyr says summarise"),
    "stats": OtherLanguageWord(stage: "summarize", users: "Splunk says stats"),
    "agg": OtherLanguageWord(stage: "summarize", users: "pandas says agg"),
    "fields": OtherLanguageWord(stage: "show", users: "Splunk says fields"),
    "table": OtherLanguageWord(stage: "show", users: "Splunk says table"),
    "pull": OtherLanguageWord(stage: "show", users: "dplyr says pull"),
    "tally": OtherLanguageWord(stage: "count", users: "dplyr says tally"),
    "mvexpand": OtherLanguageWord(stage: "expand", users: "Splunk says mvexpand"),
    "explode": OtherLanguageWord(stage: "expand", users: "pandas says explode"),
    "unnest": OtherLanguageWord(stage: "expand", users: "SQL and dplyr say unnest"),
    "inner_join": OtherLanguageWord(stage: "join", users: "dplyr says inner_join"),
    "union_all": OtherLanguageWord(stage: "union", users: "dplyr says union_all"),
  ]

  /// Stages of other tools that this language says with other means: who says so, and how it is
  /// done here.
  static let tools: [String: (users: String, help: String)] = {
    let last =
      "turn the order round and take the first, as in `top 3 by FIELD` or "
      + "`sort by FIELD desc | limit 3`"
    let missing = "`filter stars is not null` leaves out missing values"
    let filled = "`stars ?? 0` is a value for a missing one"
    let once = "`distinct stars` lists values, `group by stars (limit 1)` keeps a row of each"
    return [
      "tail": ("shells say tail", last), "last": ("nushell says last", last),
      "reverse": (
        "jq and nushell say reverse",
        "an order has its direction: `sort by name desc`, or `sort by name` without it"
      ),
      "dropna": ("pandas says dropna", missing), "drop_na": ("pandas says dropna", missing),
      "fillna": ("pandas says fillna", filled), "fill_na": ("pandas says fillna", filled),
      "fillnull": ("Splunk says fillnull", filled), "dedup": ("Splunk says dedup", once),
      "drop_duplicates": ("pandas says drop_duplicates", once),
      "unique_by": ("jq says unique_by", once),
      "size": ("pandas says size", "`count` counts rows, `count by stars` those of each value"),
      "shape": ("pandas says shape", "`count` counts rows, `describe hotels` tells the fields"),
      "left_join": (
        "dplyr says left_join", "for example `join left shopreme on name = shopreme.title`"
      ),
      "diff": ("shells say diff", comparison), "compare": ("others say compare", comparison),
      "changes": ("it begins a statement", comparison),
    ].merging(
      ["right", "full", "anti", "semi"].map {
        ("\($0)_join", ("dplyr says \($0)_join", joins[$0] ?? ""))
      }, uniquingKeysWith: { first, _ in first })
  }()

  /// How two tables are compared.
  private static let comparison =
    "what differs between two tables: `changes from \"old.csv\" to \"new.csv\" by id`"

  /// Kinds of joins that other languages have, with what says the same or comes near it.
  static let joins: [String: String] = {
    let both =
      "`join left` keeps the rows before it that have no partner; those of the other source are a "
      + "query of their own, with the sources exchanged"
    return [
      "right": "`join left` keeps the rows of the source before it: exchange the sources",
      "full": both, "outer": both,
      "natural": "name the fields: `join reviews on id = reviews.id`",
      "anti": "for example `join left reviews on id = reviews.id | filter reviews.id is null`",
      "semi": "for example `join reviews on id = reviews.id`, then `show` and `distinct`",
    ]
  }()

  /// How KQL, PRQL and pandas call the kinds that there are, and whether these keep the rows before
  /// them.
  static let joinKinds: [String: Bool] = [
    "inner": false, "left": true, "leftouter": true,
  ]

  /// What other languages have as a stage to tell of the fields.
  static let descriptions: Set<String> = [
    "describe", "schema", "getschema", "columns", "glimpse", "dtypes", "info", "keys", "summary",
  ]

  /// Stages of other tools with a hyphen in their name: the stage that has the same words behind
  /// it, who says so, and how it is done here.
  static let hyphenated: [String: (stage: String?, users: String, help: String)] = {
    let power = "PowerShell says so"
    let once = "`distinct stars` lists values, `group by stars (limit 1)` keeps a row of each"
    return [
      "project-away": ("drop", "KQL says project-away", "`drop name` leaves out a column"),
      "project-keep": ("show", "KQL says project-keep", "`show name` keeps a column"),
      "project-rename": (
        "rename", "KQL says project-rename", "for example `rename name as hotel`"
      ),
      "project-reorder": (
        nil, "KQL says project-reorder", "`show` has columns in the order in which they are named"
      ),
      "sort-object": ("sort by", power, "for example `sort by stars desc`"),
      "select-object": ("show", power, "for example `show name, stars`"),
      "where-object": ("filter", power, "for example `filter stars > 3`"),
      "group-object": ("count by", power, "for example `count by stars`"),
      "measure-object": ("count", power, "for example `count`, `summarize avg(rooms)`"),
      "foreach-object": (nil, power, "`extend free = rooms > 0` computes a column"),
      "convertto-json": ("to json", power, "`to json` writes rows as JSON"),
      "convertto-csv": ("to csv", power, "`to csv` writes rows as CSV"),
      "to-json": ("to json", "nushell says to json", "`to json` writes rows as JSON"),
      "to-csv": ("to csv", "nushell says to csv", "`to csv` writes rows as CSV"),
      "get-content": (nil, power, "a query begins with its source: `from \"hotels.json\"`"),
      "out-file": (nil, power, "`save \"hotels.csv\"` writes a result into a file"),
      "mv-expand": ("expand", "KQL says mv-expand", "for example `expand suites`"),
      "row-count": ("count", "SuperDB and others say so", "`count` counts rows"),
      "get-columns": ("show", "others say so", "for example `show name, stars`"),
      "uniq-by": (nil, "nushell says uniq-by", once),
    ]
  }()

  /// Other names of formats.
  static let formats: [String: String] = [
    "md": "markdown", "ndjson": "jsonl", "jsonlines": "jsonl", "text": "plain",
    "txt": "plain", "tab": "tsv", "cards": "card", "bar": "bars", "barchart": "bars",
    "histogram": "hist",
  ]

  /// What names of files end in, so that a name with another ending may be none.
  static let fileEndings: Set<String> = [
    "json", "ndjson", "jsonl", "csv", "tsv", "tab", "psv", "txt", "dat", "gz", "zst", "arrow",
    "parquet", "xlsx", "xml", "yaml", "yml",
  ]

  /// Stages of this language whose word is followed by `by`.
  static let stagesWithBy: Set<String> = ["sort", "group"]

  /// Stages that are followed by `by` where another language's word has fields behind it.
  static let stagesCountingBy: Set<String> = ["value_counts"]

  static let comparisons: [String: ComparisonOperator] = [
    "<>": .notEqual, "=>": .greaterOrEqual, "=<": .lessOrEqual, "===": .equal, "!==": .notEqual,
  ]

  /// Operators that mean one thing to one user and another to the next, with the operators of this
  /// language that may be meant.
  static let ambiguous: [String: (operators: [String], users: String)] = [
    "=~": (["=", "matches"], "KQL compares so, Perl and Ruby look for a pattern"),
    "~=": (["!=", "matches"], "Lua means that they differ, others look for a pattern"),
    "!~": (["!=", "not matches"], "KQL compares so, Perl and Ruby look for a pattern"),
    "~": (["like", "matches"], "PostgreSQL and awk look for a pattern so, and heed case"),
    "has": (["contains", "matches word"], "KQL looks for a whole word, others for any part"),
    "rlike": (["like", "matches"], "SQL looks for a pattern so, with or without case"),
    "regexp": (["like", "matches"], "SQL looks for a pattern so, with or without case"),
    "glob": (["like", "matches"], "SQLite heeds case, and `like` does not"),
  ]

  /// Marks of other languages before a pattern.
  static let matches: Set<String> = ["=~", "~=", "!~", "~"]

  /// Marks of other languages between stages.
  static let pipes: Set<String> = ["|>", "%>%"]

  /// What other languages write for a connective.
  static let connectives: [Keyword: Set<String>] = [.and: ["&&", "&"], .or: ["||"]]

  /// What other languages write for `not` before a condition.
  static let negations: Set<String> = ["!", "~"]

  /// What other languages write before the brackets of a set.
  static let sets: Set<String> = ["c", "list", "set", "array", "tuple", "vector"]

  /// What an operator that other languages write as a word is in this one.
  static let operators: [String: String] = {
    var all = wordOperators
    let verbs = [
      ("contain", "contains"), ("include", "contains"), ("have", "contains"),
      ("start with", "starts with"), ("begin with", "starts with"), ("end with", "ends with"),
    ]
    for (verb, plain) in verbs {
      for not in ["doesn't", "won't", "didn't", "does not", "don't", "do not", "not"] {
        all["\(not) \(verb)"] = "not \(plain)"
      }
      if verb.contains(" ") { all[verb] = plain }
    }
    for not in ["doesn't equal", "does not equal", "not equal to", "isn't equal to", "not equals"] {
      all[not] = "!="
    }
    for (phrase, mark) in phrases {
      all[phrase] = mark
      all["is \(phrase)"] = mark
    }
    return all
  }()

  /// How comparisons are said in words, with or without `is` before them.
  private static let phrases: [String: String] = [
    "greater than": ">", "more than": ">", "larger than": ">", "bigger than": ">",
    "higher than": ">", "above": ">", "over": ">", "less than": "<", "smaller than": "<",
    "fewer than": "<", "lower than": "<", "below": "<", "under": "<", "at least": ">=",
    "greater than or equal to": ">=", "at most": "<=", "less than or equal to": "<=",
    "no more than": "<=", "no less than": ">=", "equal to": "=", "the same as": "=",
    "one of": "in", "any of": "in", "not one of": "not in",
  ]

  /// Operators of which the one in this language says nearly the same: KQL asks so how a word of
  /// the text begins or ends.
  static let similarOperators: Set<String> = ["hasprefix", "hassuffix"]

  /// What operators begin with.
  static let operatorBeginnings = Set(
    operators.keys.map { String($0.prefix { $0 != " " && $0 != "-" && $0 != "'" }) })

  /// No operator has more tokens: each run of letters, or of marks, is at most one.
  static let longestOperator =
    operators.keys.map { $0.matches(of: /\w+|[^\w\s]+/).count }.max() ?? 1

  private static let wordOperators: [String: String] = [
    "has": "contains", "includes": "contains", "containing": "contains",
    "starting with": "starts with", "beginning with": "starts with", "ending with": "ends with",
    "startswith": "starts with",
    "starts_with": "starts with", "starts-with": "starts with", "begins with": "starts with",
    "hasprefix": "starts with", "endswith": "ends with", "ends_with": "ends with",
    "ends-with": "ends with", "hassuffix": "ends with", "ilike": "like", "eq": "=",
    "equals": "=", "ne": "!=", "gt": ">", "gte": ">=", "ge": ">=", "lt": "<", "lte": "<=",
    "le": "<=", "%in%": "in",
  ]

  /// Words that stand between two numbers in other languages.
  static let arithmetic: [String: Token.Kind] = [
    "mod": .percent, "plus": .plus, "times": .star, "div": .slash,
  ]

  /// Words of other languages for no value.
  package static let nulls: Set<String> = ["none", "nil", "undefined", "nan", "na", "missing"]

  /// Whether a word for no value means the same as `null`: what is no number, and R's `NA`, equal
  /// nothing, not even themselves.
  package static func isNull(_ word: String) -> Bool {
    !["nan", "na"].contains(word.lowercased())
  }

  /// Calls of other languages for what an operator says in this one; `$1` is the first argument.
  static let calls: [String: String] = [
    "contains": "$1 contains $2", "includes": "$1 contains $2", "has": "$1 contains $2",
    "str_contains": "$1 contains $2", "startswith": "$1 starts with $2",
    "starts_with": "$1 starts with $2", "begins_with": "$1 starts with $2",
    "hasprefix": "$1 starts with $2", "endswith": "$1 ends with $2",
    "ends_with": "$1 ends with $2", "hassuffix": "$1 ends with $2", "like": "$1 like $2",
    "between": "$1 between $2 and $3", "isnull": "$1 is null",
    "is_null": "$1 is null", "isna": "$1 is null", "notnull": "$1 is not null",
    "isnotnull": "$1 is not null", "is_not_null": "$1 is not null", "notna": "$1 is not null",
    "isempty": "$1 is empty", "is_empty": "$1 is empty", "isnotempty": "$1 is not empty",
    "if": "if $1 then $2 else $3", "iif": "if $1 then $2 else $3",
    "iff": "if $1 then $2 else $3", "ifelse": "if $1 then $2 else $3",
    "if_else": "if $1 then $2 else $3", "desc": "$1 desc", "asc": "$1 asc", "now": "today()",
    "getdate": "today()", "is.na": "$1 is null", "is.null": "$1 is null", "is.nan": "$1 is null",
    "pd.isna": "$1 is null", "pd.isnull": "$1 is null",
    "pd.notna": "$1 is not null", "pd.notnull": "$1 is not null", "np.isnan": "$1 is null",
    "as.character": "f\"{$1}\"", "as.integer": "round($1)", "as.numeric": "$1",
    "as.double": "$1", "isblank": "$1 is empty", "equals": "$1 = $2", "eq": "$1 = $2",
    "ne": "$1 != $2", "gt": "$1 > $2", "ge": "$1 >= $2", "lt": "$1 < $2", "le": "$1 <= $2",
    "countif": "sum(if $1 then 1 else 0)", "count_if": "sum(if $1 then 1 else 0)",
    "avgif": "avg(if $2 then $1 else null)", "sumif": "sum(if $2 then $1 else 0)",
    "str_starts": "$1 starts with $2", "str_ends": "$1 ends with $2",
  ]

  /// Calls that ask whether a value is one of several.
  static let memberships: Set<String> = ["isin", "is_in", "is.element"]

  /// Calls that look for a pattern, and whether it stands before the text.
  static let patterns: [String: Bool] = [
    "str_detect": false, "regexp_matches": false, "regexp_like": false, "regexp_contains": false,
    "regex_match": false, "rlike": false, "grepl": true, "matches": false, "re.search": true,
  ]

  /// Functions that find one text in another: whether what is looked for comes first, and the
  /// number of the first letter.
  static let positions: [String: (isTurned: Bool, first: Int)] = [
    "instr": (false, 1), "strpos": (false, 1), "charindex": (true, 1), "locate": (true, 1),
    "indexof": (false, 0), "index_of": (false, 0),
  ]

  /// What other languages write before the dot of a function.
  static let libraries: Set<String> = ["math", "np", "numpy", "pd", "pandas"]

  /// Types that other languages give a value with `cast`, with the value of that type here.
  static let casts: [String: String] = {
    var all: [String: String] = [:]
    for type in ["int", "integer", "bigint", "smallint", "tinyint", "signed", "unsigned", "long"] {
      all[type] = "round($1)"
    }
    for type in ["varchar", "char", "nvarchar", "text", "string", "str"] { all[type] = "f\"{$1}\"" }
    for type in [
      "decimal", "numeric", "number", "float", "double", "real", "date", "datetime", "timestamp",
    ] { all[type] = "$1" }
    return all
  }()

  /// Calls of which the form in this language says nearly the same: a day has no time.
  static let similarCalls: Set<String> = [
    "isblank", "sumif", "concat_ws", "textjoin", "paste", "matches", "re.search", "rlike",
    "now", "getdate", "is.nan", "is.null", "np.isnan", "as.character", "as.integer", "as.numeric",
    "as.double",
  ]

  /// Connectives that other languages call with the conditions in brackets.
  static let connectiveCalls: Set<String> = ["and", "or"]

  /// Words before the name of a script that ask for its statements.
  static let inclusions: Set<String> = ["import", "load"]

  /// Whether another language applies the words of a stage before those that stand before it.
  static func isAppliedFirst(_ word: String) -> Bool {
    word != "having" && ["filter", "sort"].contains(stages[word]?.stage)
  }

  /// Stages that other languages apply last, wherever they stand.
  static let appliedLast: Set<String> = [
    "limit", "top", "skip", "page", "count", "summarize", "distinct", "take", "head", "first",
    "offset",
  ]

  /// Functions of other languages that put texts together.
  static let joiningCalls: Set<String> = ["concat", "strcat", "paste0", "concatenate", "str_c"]

  /// What other tools begin a statement with.
  enum Beginning {
    /// Another word, with the same words behind it.
    case word(String)
    /// Nothing of the kind, but something else.
    case nothing(Diagnostic.Remark)
  }

  static let statements: [String: Beginning] = {
    var all: [String: Beginning] = [:]
    for word in ["open", "cat", "load", "read", "import", "get", "fetch", "curl", "scan", "table"] {
      all[word] = .word("from")
    }
    for word in ["ls", "dir", "tables", "databases", "catalogues", "catalogs"] {
      all[word] = .word("sources")
    }
    for word in ["desc", "schema", "columns", "fields", "glimpse"] { all[word] = .word("describe") }
    for word in ["var", "const", "val", "local", "my", "mut", "declare", "dim"] {
      all[word] = .word("let")
    }
    for word in ["update", "delete", "create", "alter", "truncate", "merge"] {
      all[word] = .nothing(
        .help("catalogues are only read; `save \"hotels.csv\"` writes a result into a file"))
    }
    for word in ["diff", "compare"] { all[word] = .nothing(.help(comparison)) }
    for word in ["clear", "cls"] {
      all[word] = .nothing(.help("at the prompt Ctrl-L clears the screen"))
    }
    all["more"] = .nothing(
      .help("`more` belongs to the prompt; `page 2` at the end of a pipeline is its second page"))
    for word in ["exit", "quit", "bye", "logout"] {
      all[word] = .nothing(
        .help("a script ends with its last statement; Ctrl-D leaves the prompt"))
    }
    all["help"] = .nothing(.help(.explainWord))
    for word in ["cd", "pwd"] {
      all[word] = .nothing(.help("a path is meant from the folder in which cq was started"))
    }
    for word in ["print", "echo", "return"] {
      all[word] = .nothing(.help("a pipeline shows its result by itself: `from hotels`"))
    }
    all["with"] = .nothing(
      .help("a view has its name first: `let near = from hotels | limit 3`"))
    return all
  }()

  /// Units as they are written out, with the words of this language.
  static let units: [String: String] = [
    "metre": "m", "metres": "m", "meter": "m", "meters": "m", "kilometre": "km",
    "kilometres": "km", "kilometer": "km", "kilometers": "km", "kms": "km", "mile": "mi",
    "miles": "mi", "foot": "ft", "feet": "ft", "yard": "yd", "yards": "yd", "hr": "hours",
    "hrs": "hours", "h": "hours", "d": "days", "usd": "USD", "eur": "EUR", "gbp": "GBP",
    "dollars": "USD", "euro": "EUR", "euros": "EUR", "pounds": "GBP",
  ]

  /// What a word after a sort key is in this language; nil for words that are no directions.
  package static func direction(_ word: String) -> String? {
    switch word {
    case "descending", "down", "reverse", "reversed", "dsc", "decreasing": "desc"
    case "ascending", "up", "increasing": "asc"
    default: nil
    }
  }
}
