// SPDX-License-Identifier: MIT

import Diagnostics

// Functions of SQL, jq, PRQL, pandas and nushell.
extension OtherLanguageWords {
  /// Functions of other languages, with the word of this one.
  package static let functions: [String: FunctionName] = [
    "length": .len, "char_length": .len, "strlen": .len, "mean": .avg, "average": .avg,
    "ifnull": .coalesce, "isnull": .coalesce, "nvl": .coalesce, "ceiling": .ceil,
    "ucase": .upper,
    "toupper": .upper, "uppercase": .upper, "touppercase": .upper, "to_upper": .upper,
    "lcase": .lower, "tolower": .lower, "lowercase": .lower, "tolowercase": .lower,
    "to_lower": .lower, "strip": .trim, "dcount": .distinctCount, "nunique": .distinctCount,
    "n": .count, "cardinality": .count, "array_length": .count, "current_date": .today,
    "tostring": .text, "tonumber": .number, "ascii_downcase": .lower, "ascii_upcase": .upper,
    "pow": .power, "lag": .previous, "regexp_extract": .extract, "array_distinct": .unique,
    "array_sort": .sorted, "dayofweek_iso": .weekday, "isodow": .weekday, "to_date": .date,
    "to_number": .number, "to_string": .text, "to_text": .text, "str": .text, "tojson": .text,
    "to_json": .text, "float": .number, "count_distinct": .distinctCount, "std": .stddev,
    "stdev": .stddev, "stddev_samp": .stddev, "var_samp": .variance, "array_agg": .list,
    "any_value": .first, "first_value": .first, "last_value": .last, "row_num": .rowNumber,
    "rownum": .rowNumber, "array_join": .join, "uniq": .unique, "size": .count,
  ]

  /// Aggregates that other tools have as stages, with the function of this language.
  static let aggregates: [String: FunctionName] = [
    "mean": .avg, "average": .avg, "avg": .avg, "sum": .sum, "min": .min, "max": .max,
    "median": .median, "nunique": .distinctCount, "n_distinct": .distinctCount,
    "dcount": .distinctCount, "count_distinct": .distinctCount, "stddev": .stddev,
    "stdev": .stddev, "std": .stddev, "sd": .stddev, "var": .variance,
    "stddev_samp": .stddev, "variance": .variance,
    "var_samp": .variance,
  ]

  /// Functions of other languages that this one has not, with what comes near them.
  package static let missing: [String: String] = {
    var all: [String: String] = [:]
    for word in ["substr", "left", "right", "mid", "str_sub"] {
      all[word] =
        "`substring(name, 0, 5)` is the first 5 characters, `substring(name, -5)` the last 5"
    }
    for word in [
      "instr", "charindex", "position", "strpos", "indexof", "index_of", "locate", "find",
      "str_locate",
    ] {
      all[word] = "`name contains \"dream\"` asks whether one text is in another"
    }
    all["log10"] = "`log(distance)` is the logarithm to base 10, `ln(distance)` the natural one"
    for word in ["initcap", "capitalize", "proper"] {
      all[word] = "`title(lower(name))` gives each word a capital"
    }
    all["date_trunc"] = "`start_of(today(), \"month\")` is the first day of the month"
    all["sort"] = "`sorted(suites)` orders a list, `sort by stars` orders rows"
    all["mod"] = "`rooms % 2` is what remains of a division"
    for word in ["dense_rank", "lead", "next", "ntile", "cumsum"] {
      all[word] =
        "functions of the rows are `row_number()`, `rank(distance)`, `share(rooms)`, "
        + "`previous(distance)` and `fill(image)`"
    }
    for (words, help) in nearest { for word in words { all[word] = help } }
    all["distinct"] =
      "`distinct stars` lists values, `summarize distinct_count(stars)` counts them"
    return all
  }()

  /// Functions that this language says with other means, and how it is done here.
  private static let nearest: [(words: [String], help: String)] = [
    (["trunc", "truncate"], "`floor(2.7)` is 2, `ceil(2.1)` 3, `round(2.45, 1)` 2.4"),
    (["ltrim", "rtrim"], "`trim(name)` takes the space away at both ends"),
    (
      ["regexp_replace", "regex_replace", "gsub", "sub", "str_replace_all"],
      "`replace(name, /[0-9]+/, \"\")` takes a pattern between slashes, or a text"
    ),
    (
      ["split_part"],
      "`split(address, \",\")[0]` is the first part, `last(split(address, \",\"))` the last one"
    ),
    (
      ["string_agg", "group_concat", "listagg"],
      "`summarize names = list(name)`, then `join(names, \", \")`"
    ),
    (
      ["array_contains", "list_contains", "array_position"],
      "`any suites = 21` asks whether an element of a list is so"
    ),
    (
      ["list_sum", "array_sum", "list_max", "array_max", "list_min", "array_min", "list_avg"],
      "aggregates take lists too: `sum(suites)`, `max(suites)`"
    ),
    (["explode", "unnest", "flatten"], "`expand suites` is a stage: a row for each element"),
    (["greatest"], "`if rooms > stars then rooms else stars` is the greater of two"),
    (["least"], "`if rooms < stars then rooms else stars` is the lesser of two"),
    (["nullif"], "`if stars = 0 then null else stars` is null where it is 0"),
    (["nvl2"], "`if image is null then 0 else 1` depends on whether there is a value"),
    (
      ["datediff", "date_diff", "timestampdiff"],
      "`today() - 2024-01-01` is the time between two dates"
    ),
    (["dateadd", "date_add", "date_sub", "adddate"], "`today() + 30 days` is a date later"),
    (
      ["date_part", "datepart", "dayofweek", "dow"],
      "`year(today())`, `month(today())`, `day(today())`; `weekday(today())` is 1 on Monday"
    ),
    (
      ["strftime", "date_format", "format_date", "to_char"],
      "`substring(text(today()), 0, 7)` is the year and the month, as `2024-01`"
    ),
    (
      ["quantile", "percentile_cont", "approx_quantile"],
      "`percentile(distance, 90)` counts in per cent; `median(distance)` is the middle"
    ),
    (["mode"], "`count by stars | top 1 by count` is the most frequent value"),
    (["typeof", "type"], "`describe hotels` tells the types of its fields"),
    (["test"], "`name matches /dream/` asks whether a pattern is in a text"),
  ]
}
