// SPDX-License-Identifier: MIT

/// A word of the language, by the one spelling that it has.
///
/// This is the one table of them. The parser asks for a word by its case, so a word that does not
/// stand here cannot be read; completion, help, the formatter and messages read the same table.
package enum Keyword: String, CaseIterable, Sendable {
  // Statements, some of which are stages too.
  case from, use, sources, categories, describe, show, related, accessories, follow,
    changes, history, `let`, def, param, include, set, explain, expect
  // Stages.
  case filter, search, sort, extend, rename, drop, distinct, count, summarize, group, expand, top,
    limit, skip, page, sample, assert, join, union, apply, save, to
  // Operators and values: no names inside an expression.
  case and, or, not, `in`, `is`, between, contains, starts, ends, like, matches, any, all, none,
    `if`, then, `else`, `true`, `false`, null, exact
  // What stands inside of statements and stages.
  case by, `as`, of, on, with, asc, desc, nulls, first, last, empty, size, seed, rows, row, no,
    columns, left, replace, error, same, live, items, it, ignoring, within, since, ago,
    separator, decimal, decimalComma = "comma", point, yes, steps, definition
  // What stands inside of the definitions of sources.
  case source, noun, list, detail, pages, category, status, fault, warn, key, rate, keep, relation,
    picture, shots, field, split, trim, html, number, text, request, header, at, crop, only, fresh,
    total, next, always, stable, folded, second, a, x
}

extension Keyword {
  /// The words by their lengths in bytes, of which none has more than fifteen.
  private static let ofLength: [[Self]] = {
    var words = Array(repeating: [Self](), count: 16)
    for word in allCases { words[word.rawValue.utf8.count].append(word) }
    return words
  }()

  /// The word as it is written; nil where it is none.
  ///
  /// It is looked for among those of its length: the table that Swift makes for `init(rawValue:)`
  /// costs more than the words of a script.
  package init?(of word: String) {
    let length = word.utf8.count
    guard Self.ofLength.indices.contains(length),
      let found = Self.ofLength[length].first(where: { $0.rawValue == word })
    else { return nil }
    self = found
  }

  /// Words that are no names inside an expression; a field of that name stands in backticks.
  static let reserved: [Keyword] = [
    .and, .or, .not, .in, .is, .between, .contains, .starts, .ends, .like, .matches, .any, .all,
    .none, .if, .then, .else, .true, .false, .null, .exact,
  ]

  /// Words after which an expression cannot end, so that a line goes on.
  static let unfinished: [Keyword] = [
    .and, .or, .not, .in, .is, .between, .contains, .like, .if, .then, .else,
  ]

  /// Words with which a line behind an unfinished one can only begin a statement of its own.
  static let openings: Set<String> = words(
    .from, .use, .describe, .let, .def, .param, .include, .explain)

  /// Words that are the values of their names.
  static let constants: Set<String> = words(.true, .false, .null)

  /// The directions of a key.
  static let directions: Set<String> = words(.asc, .desc)

  /// What a key's order begins with.
  static let orders: Set<String> = words(.asc, .desc, .nulls)

  /// The words that go on behind a key.
  static let behindKeys: Set<String> = words(.asc, .desc, .nulls, .by)

  /// The operators before which `not` may stand.
  static let negatable: Set<String> = words(.in, .contains, .starts, .ends, .like, .matches)

  /// The words that ask something of the value before them.
  static let tests: Set<String> = negatable.union(words(.is, .between, .not))

  /// The words behind which a text stands.
  static let beforeTexts: Set<String> = words(.contains, .with, .like, .exact)

  /// Where a definition may say that the value of a field is.
  static let places: Set<String> = words(.detail, .group, .request)

  /// What joins conditions.
  static let connectives: Set<String> = words(.and, .or)

  /// All that the formatter writes in small letters wherever they are no names. The others mean
  /// something in one place only, where a field may well be called so.
  static let spelled: Set<String> = Set(allCases.map(\.rawValue))
    .subtracting(words(.live, .it, .a, .x))

  /// Words that go on with a stage and may be mistyped, each with those that follow it.
  static let continuations: [String] =
    [Keyword.and, .or, .desc, .asc, .contains, .between, .starts, .ends].map(\.phrase)
    + [phrase(.nulls, .first)]

  /// Words that go on with a stage, and name no field behind another one.
  static let goingOn: Set<String> = words(
    .by, .as, .asc, .desc, .nulls, .on, .in, .from, .if)

  /// Words in a row.
  static func phrase(_ keywords: Keyword...) -> String {
    keywords.map(\.rawValue).joined(separator: " ")
  }

  static func words(_ keywords: Keyword...) -> Set<String> {
    Set(keywords.map(\.rawValue))
  }

  /// The word that always follows.
  package var companion: Keyword? {
    switch self {
    case .sort, .group: .by
    case .starts, .ends: .with
    case .no: .rows
    case .same: .as
    default: nil
    }
  }

  /// The word with the one that always follows.
  package var phrase: String {
    [self, companion].compactMap(\.?.rawValue).joined(separator: " ")
  }

  /// What it is for, in one line, where the vocabulary has no entry for it.
  package var summary: String {
    switch self {
    case .by: "what it goes by follows"
    case .as: "the new name or the format follows"
    case .of: "the source follows"
    case .on: "the condition follows"
    case .with: "the text follows"
    case .desc: "largest first"
    case .asc: "smallest first"
    case .nulls: "where they stand: `nulls first`, `nulls last`"
    case .first: "nulls come first"
    case .last: "nulls come last"
    case .null: "there is no value"
    case .empty: "null, \"\" or []"
    case .size: "how many rows a page has"
    case .seed: "a number from which the choice follows"
    case .rows, .row: "how many: `rows >= 2`"
    case .no: "the result is empty"
    case .columns: "their names, in order"
    case .same: "the rows of a file"
    case .live: "neither a sample nor an old copy"
    case .left: "rows without a partner stay"
    case .replace: "overwrite the file"
    case .error: "a code: the pipeline must fail so"
    case .items: "the list of the file that gives the rows"
    case .ignoring: "fields that are not compared follow"
    case .at, .since: "a time follows: \"yesterday\", 3 days ago, a date"
    case .ago: "so long before now"
    case .within: "so much may numbers differ"
    case .picture: "drawn in as many cells as follow"
    case .separator: "what stands between the cells of a table follows"
    case .decimal: "what stands before decimals: `decimal comma`"
    case .decimalComma: "`2,50` is a number"
    case .point: "`2.50` is a number"
    case .yes: "the first row has the names"
    case .steps: "what each stage does to the rows"
    case .definition: "the text that defines the source, alone"
    case .then: "what it is where the condition holds"
    case .else: "what it is where the condition does not hold"
    case .all: "every field, or every element of a list"
    case .true, .false: "a condition that holds, or does not"
    default: Vocabulary.summary(of: rawValue)
    }
  }
}
