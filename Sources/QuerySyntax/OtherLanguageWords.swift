// SPDX-License-Identifier: MIT

/// Words and marks of other query languages, with the word of this one.
package enum OtherLanguageWords {
  struct OtherLanguageWord {
    let stage: String
    /// Who says so.
    let users: String
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
    "value_counts": OtherLanguageWord(stage: "count", users: "pandas says value_counts"),
    "orderby": OtherLanguageWord(stage: "sort", users: "others say orderby"),
    "order_by": OtherLanguageWord(stage: "sort", users: "others say order_by"),
    "sortby": OtherLanguageWord(stage: "sort", users: "others say sortby"),
    "sort_by": OtherLanguageWord(stage: "sort", users: "jq says sort_by"),
    "groupby": OtherLanguageWord(stage: "group", users: "pandas says groupby"),
    "group_by": OtherLanguageWord(stage: "group", users: "jq and dplyr say group_by"),
    "eval": OtherLanguageWord(stage: "extend", users: "Splunk says eval"),
    "assign": OtherLanguageWord(stage: "extend", users: "pandas says assign"),
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
      "left_join": (
        "dplyr says left_join", "for example `join left shopreme on name = shopreme.title`"
      ),
    ]
  }()

  /// What names of files end in, so that a name with another ending may be none.
  static let fileEndings: Set<String> = [
    "json", "ndjson", "jsonl", "csv", "tsv", "tab", "psv", "txt", "dat", "gz", "zst", "arrow",
    "parquet", "xlsx", "xml", "yaml", "yml",
  ]

  /// Stages of this language whose word is followed by `by`.
  static let stagesWithBy: Set<String> = ["sort", "group"]

  /// Stages that are followed by `by` where another language's word has fields behind it.
  static let stagesCountingBy: Set<String> = ["value_counts"]

  /// Aggregates that other tools have as stages, with the function of this language.
  static let aggregates: [String: String] = [
    "mean": "avg", "average": "avg", "avg": "avg", "sum": "sum", "min": "min", "max": "max",
    "median": "median", "nunique": "distinct_count", "n_distinct": "distinct_count",
    "dcount": "distinct_count", "count_distinct": "distinct_count", "stddev": "stddev",
    "stdev": "stddev", "std": "stddev", "stddev_samp": "stddev", "variance": "variance",
    "var_samp": "variance",
  ]

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
  static let operators: [String: String] = [
    "has": "contains", "includes": "contains", "startswith": "starts with",
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

  /// Whether a word for no value means the same as `null`: what is no number is a value elsewhere,
  /// which equals nothing, not even itself.
  package static func isNull(_ word: String) -> Bool { word.lowercased() != "nan" }

  /// Calls of other languages for what an operator says in this one; `$1` is the first argument.
  static let calls: [String: String] = [
    "contains": "$1 contains $2", "includes": "$1 contains $2", "has": "$1 contains $2",
    "str_contains": "$1 contains $2", "startswith": "$1 starts with $2",
    "starts_with": "$1 starts with $2", "begins_with": "$1 starts with $2",
    "hasprefix": "$1 starts with $2", "endswith": "$1 ends with $2",
    "ends_with": "$1 ends with $2", "hassuffix": "$1 ends with $2", "like": "$1 like $2",
    "between": "$1 between $2 and $3", "isin": "$1 in $2", "isnull": "$1 is null",
    "is_null": "$1 is null", "isna": "$1 is null", "notnull": "$1 is not null",
    "isnotnull": "$1 is not null", "is_not_null": "$1 is not null", "notna": "$1 is not null",
    "isempty": "$1 is empty", "is_empty": "$1 is empty", "isnotempty": "$1 is not empty",
    "if": "if $1 then $2 else $3", "iif": "if $1 then $2 else $3",
    "iff": "if $1 then $2 else $3", "ifelse": "if $1 then $2 else $3",
    "if_else": "if $1 then $2 else $3", "desc": "$1 desc", "asc": "$1 asc", "now": "today()",
    "getdate": "today()", "is.na": "$1 is null", "is.null": "$1 is null", "is.nan": "$1 is null",
    "is.element": "$1 in $2", "pd.isna": "$1 is null", "pd.isnull": "$1 is null",
    "pd.notna": "$1 is not null", "pd.notnull": "$1 is not null", "np.isnan": "$1 is null",
    "as.character": "f\"{$1}\"", "as.integer": "round($1)", "as.numeric": "$1",
    "as.double": "$1",
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
  static let joiningCalls: Set<String> = ["concat", "strcat", "paste0"]

  /// What other tools begin a statement with.
  enum Beginning {
    /// Another word, with the same words behind it.
    case word(String)
    /// Nothing of the kind, but something else.
    case nothing(String)
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
    for word in ["var", "const", "val"] { all[word] = .word("let") }
    for word in ["update", "delete", "create", "alter", "truncate", "merge"] {
      all[word] = .nothing(
        "catalogues are only read; `save \"hotels.csv\"` writes a result into a file")
    }
    for word in ["clear", "cls"] { all[word] = .nothing("at the prompt Ctrl-L clears the screen") }
    for word in ["exit", "quit", "bye", "logout"] {
      all[word] = .nothing("a script ends with its last statement; Ctrl-D leaves the prompt")
    }
    all["help"] = .nothing("`cq help filter` explains a word, and at the prompt `help filter`")
    for word in ["cd", "pwd"] {
      all[word] = .nothing("a path is meant from the folder in which cq was started")
    }
    for word in ["print", "echo", "return"] {
      all[word] = .nothing("a pipeline shows its result by itself: `from hotels`")
    }
    all["with"] = .nothing("a view has its name first: `let near = from hotels | limit 3`")
    return all
  }()

  /// Functions of other languages, with the word of this one.
  package static let functions: [String: String] = [
    "length": "len", "char_length": "len", "strlen": "len", "mean": "avg", "average": "avg",
    "ifnull": "coalesce", "isnull": "coalesce", "nvl": "coalesce", "ceiling": "ceil",
    "ucase": "upper",
    "toupper": "upper", "uppercase": "upper", "touppercase": "upper", "to_upper": "upper",
    "lcase": "lower", "tolower": "lower", "lowercase": "lower", "tolowercase": "lower",
    "to_lower": "lower", "strip": "trim", "dcount": "distinct_count", "nunique": "distinct_count",
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
  package static func direction(_ word: String) -> String? {
    switch word {
    case "descending", "down", "reverse", "reversed", "dsc", "decreasing": "desc"
    case "ascending", "up", "increasing": "asc"
    default: nil
    }
  }
}
