// SPDX-License-Identifier: MIT

import Diagnostics

// What is missing, which the parser tells.
extension OpenDiagnostic {
  /// What is missing at a place, with what helps.
  private static func missing(
    _ place: ScriptRange, _ remarks: [Diagnostic.Remark], fix: FixIt? = nil, label: String = "",
    _ message: @escaping (Alternatives) -> String
  ) -> OpenDiagnostic {
    OpenDiagnostic {
      Diagnostic(
        .missingOperand, message($0), at: Diagnostic.Label(place, label), remarks: remarks,
        fix: fix)
    }
  }

  private static func missing(
    _ place: ScriptRange, help: String, fix: FixIt? = nil,
    _ message: @escaping (Alternatives) -> String
  ) -> OpenDiagnostic {
    missing(place, [.help(help)], fix: fix, message)
  }

  /// `written` stands there, and lacks something.
  private static func needs(
    _ written: String, _ place: ScriptRange, then next: ParsePoint.Expected? = nil, help: String
  ) -> OpenDiagnostic {
    missing(place, help: help) { "`\(written)` needs \($0.needed(then: next))" }
  }

  /// Nothing stands behind `written`.
  private static func missing(
    after written: String, _ place: ScriptRange, help: String
  ) -> OpenDiagnostic {
    missing(place, help: help) { "\($0.needed) is missing after `\(written)`" }
  }

  static func missingOperand(_ written: String, mark: ScriptRange) -> OpenDiagnostic {
    missing(mark, [.help(operandHelp(written))], label: "needs a value on the right") {
      "\($0.needed) is missing after `\(written)`"
    }
  }

  /// `word` begins an operator that is not all there.
  static func missingTest(
    after word: Keyword, _ place: ScriptRange, as example: String
  ) -> OpenDiagnostic {
    missing(after: word.rawValue, place, help: "for example `\(example)`")
  }

  /// What can stand on the right, as far as the operator tells.
  private static func operandHelp(_ written: String) -> String {
    let words = written.lowercased().split { $0.isWhitespace || $0 == "(" }.map(String.init)
    let last = words.last ?? ""
    if written.hasSuffix("(") { return "for example `\(written)3, 4)`, or texts in quotes" }
    switch last {
    case Keyword.exact.rawValue where words.dropLast().last == Keyword.between.rawValue:
      return "for example `\(written) \"a\" and \"m\"`"
    case Keyword.exact.rawValue where written.lowercased().hasSuffix("in exact"):
      return "for example `\(written) [\"dream\", \"inn\"]`"
    case Keyword.contains.rawValue, Keyword.with.rawValue, Keyword.exact.rawValue:
      return "for example `\(written) \"dream\"`"
    case Keyword.like.rawValue: return "for example `\(written) \"dream*\"`"
    case Keyword.matches.rawValue: return "for example `\(written) /dream/i`"
    case "=", "==", "!=", "??": return "a number, a \"text\", a field or a bracket can stand here"
    default: return "for example `\(written) 3`"
    }
  }

  static func missingCondition(_ place: ScriptRange, of stage: String) -> OpenDiagnostic {
    missing(after: stage, place, help: "for example `\(stage) stars >= 3`")
  }

  static func missingMessage(_ place: ScriptRange) -> OpenDiagnostic {
    missing(after: ",", place, help: "for example `assert stars in 0..5, \"stars out of range\"`")
  }

  /// `then` or `else`.
  static func missingBranch(_ place: ScriptRange) -> OpenDiagnostic {
    needs("if", place, help: "for example `if rooms > 3 then \"many\" else \"few\"`")
  }

  static func missingValue(_ place: ScriptRange, found: String?) -> OpenDiagnostic {
    OpenDiagnostic { wanted in
      Diagnostic(
        .missingOperand,
        found.map { "\(wanted.needed) is expected here, not `\($0)`" }
          ?? "\(wanted.needed) is missing here",
        at: Diagnostic.Label(place),
        remarks: [
          .help(
            wanted.has(.aggregate)
              ? "for example `count()` or `avg(FIELD)`"
              : "a field, a number, a \"text\" or a bracket can stand here")
        ])
    }
  }

  static func missingSortKey(after words: String, _ place: ScriptRange) -> OpenDiagnostic {
    missing(after: words, place, help: "for example `\(words) FIELD`")
  }

  static func missingGroupStages(of keys: String, _ place: ScriptRange) -> OpenDiagnostic {
    missing(
      place,
      help: "for example `group by \(keys) (limit 1)`; `summarize` makes one row of each"
    ) { "\($0.needed) are missing" }
  }

  static func missingAggregate(_ place: ScriptRange) -> OpenDiagnostic {
    needs("summarize", place, help: "for example `summarize count(), avg(FIELD) by FIELD`")
  }

  static func missingTopKey(_ words: String, _ place: ScriptRange) -> OpenDiagnostic {
    needs(
      words, place, then: .key, help: "for example `top 5 by FIELD`; `limit 5` takes the first five"
    )
  }

  static func missingNullsPlace(_ place: ScriptRange) -> OpenDiagnostic {
    needs("nulls", place, help: "without it nulls come last")
  }

  static func missingSearchText(_ place: ScriptRange) -> OpenDiagnostic {
    needs("search", place, help: "for example `search \"iphone case\"`")
  }

  static func missingAssignment(_ name: String, _ place: ScriptRange) -> OpenDiagnostic {
    needs("extend \(name)", place, then: .value, help: "for example `extend \(name) = FIELD * 2`")
  }

  /// `gap` is where the `as` is missing, if the new name follows.
  static func missingRename(
    _ name: String, _ place: ScriptRange, _ gap: ScriptRange?
  ) -> OpenDiagnostic {
    missing(
      place, gap == nil ? [.help("for example `rename \(name) as other`")] : [],
      fix: gap.map { .replace($0, with: " as", .suggested) }
    ) { "`rename \(name)` needs \($0.needed) and the new name" }
  }

  static func missingName(
    after words: String, _ wanted: ParsePoint.Expected, _ place: ScriptRange, found: String?
  ) -> OpenDiagnostic {
    missing(place, nameRemarks(wanted)) { wanted in
      found.map { "`\(words)` needs \(wanted.needed), not `\($0)`" }
        ?? "\(wanted.needed) is missing after `\(words)`"
    }
  }

  /// What helps to a name: which there are, or how one is written.
  private static func nameRemarks(_ wanted: ParsePoint.Expected) -> [Diagnostic.Remark] {
    switch wanted {
    case .format: [Diagnostic.Remark("formats", Vocabulary.formats.joined(separator: " "))]
    case .setting:
      [.help("for example `set offline = true`; `help` lists the settings")]
    default: [.help("a name with other characters stands in backticks: `` `Price (INR)` ``")]
    }
  }

  static func missingFormat(after word: String, _ place: ScriptRange) -> OpenDiagnostic {
    missing(place, nameRemarks(.format)) { "\($0.needed) is missing after `\(word)`" }
  }

  static func missingCount(after word: String, _ place: ScriptRange) -> OpenDiagnostic {
    needs(word, place, help: "for example `\(word) 10`")
  }

  /// A name that may be that of a value, which is seen where it is bound.
  static func nameForCount(
    _ word: String, _ name: String, _ range: ScriptRange
  ) -> OpenDiagnostic {
    missing(
      range, help: "for example `\(word) 10`; a value with a name is written `$\(name)`",
      fix: .replace(range, with: "$\(name)", .guessed)
    ) { "`\(word)` needs \($0.needed), not `\(name)`" }
  }

  static func missingPage(_ place: ScriptRange) -> OpenDiagnostic {
    needs("page", place, help: "for example `page 2`, or `page 2 size 20`")
  }

  static func missingBounds(_ place: ScriptRange) -> OpenDiagnostic {
    needs(
      "between", place, help: "for example `distance between 50 and 600`; both bounds are included")
  }

  static func missingBetweenAnd(_ words: String, _ place: ScriptRange) -> OpenDiagnostic {
    needs(
      words, place, then: .value,
      help: "for example `distance between 50 and 600`; both bounds are included")
  }

  static func missingIs(_ place: ScriptRange) -> OpenDiagnostic {
    missing(place, help: "other values compare with `=`: `stars = 3`") {
      "`is` asks for \($0.needed)"
    }
  }

  static func missingSet(_ place: ScriptRange) -> OpenDiagnostic {
    needs("in", place, help: "for example `stars in (3, 4)` or `stars in 3..5`")
  }

  static func missingList(after word: String, _ place: ScriptRange) -> OpenDiagnostic {
    missing(
      after: word, place,
      help: "for example `\(word) suites > 100`; a field of that name is written `` `\(word)` ``")
  }

  static func missingQuantifiedComparison(
    _ word: String, _ place: ScriptRange
  ) -> OpenDiagnostic {
    missing(place, help: "for example `\(word) suites > 100`") {
      "`\(word)` needs \($0.needed) of the list's elements"
    }
  }

  static func missingSource(after keyword: String, _ place: ScriptRange) -> OpenDiagnostic {
    missing(
      after: keyword, place,
      help: "a name such as `hotels`, or a file in quotes; `sources` lists the names")
  }

  static func missingChangesSide(_ written: String, _ place: ScriptRange) -> OpenDiagnostic {
    needs(
      written, place, help: "for example `changes from \"old.json\" to \"new.json\" by id`")
  }

  static func missingChangesKey(_ place: ScriptRange) -> OpenDiagnostic {
    needs(
      "changes", place,
      help: "the fields that name a row on both sides, such as `by id` or `by brand, model`")
  }

  /// A time, maybe behind a word that is missing too.
  static func missingMoment(
    _ written: String, _ place: ScriptRange, behind word: Keyword? = nil
  ) -> OpenDiagnostic {
    let words = word.map { "\($0.rawValue) " } ?? ""
    let times = ["\"yesterday\"", "3 days ago", "\"2026-11-20\""].map { "`\(words)\($0)`" }
    return needs(written, place, help: "for example \(times[0]), \(times[1]) or \(times[2])")
  }

  static func missingHistoryItem(_ place: ScriptRange) -> OpenDiagnostic {
    needs("history", place, help: "for example `history 40611 of hotels`")
  }

  static func missingTolerance(_ place: ScriptRange) -> OpenDiagnostic {
    needs("within", place, help: "how much numbers may differ, such as `within 0.01`")
  }

  static func negativeTolerance(_ place: ScriptRange) -> OpenDiagnostic {
    missing(place, help: "how much numbers may differ, such as `within 0.01`") { _ in
      "`within` takes no number below 0"
    }
  }

  static func missingItems(_ place: ScriptRange) -> OpenDiagnostic {
    needs(
      "items", place, help: "such as `items data.rooms`; `items .` is the whole object as one row")
  }

  static func missingTablePart(_ place: ScriptRange) -> OpenDiagnostic {
    needs(
      "with", place, help: "for example `with separator \";\" header no decimal comma`")
  }

  /// A word that is near to one which says how a table is written.
  static func unknownTablePart(
    _ word: String, _ range: ScriptRange, near: [String]
  ) -> OpenDiagnostic {
    OpenDiagnostic { _ in
      Diagnostic(
        .unexpectedToken, "`with` knows no `\(word)`",
        at: Diagnostic.Label(range, question: Suggestion.question(near)),
        remarks: [.help("for example `with separator \";\" header no decimal comma`")],
        fix: .word(word, at: range, near: near))
    }
  }

  static func missingSeparator(_ place: ScriptRange) -> OpenDiagnostic {
    needs("separator", place, help: "such as `separator \";\"`; `\"\\t\"` is a tab")
  }

  static func missingChoice(
    _ word: Keyword, _ first: Keyword, _ second: Keyword, _ place: ScriptRange
  ) -> OpenDiagnostic {
    needs(
      word.rawValue, place,
      help: "`\(word.rawValue) \(first.rawValue)` or `\(word.rawValue) \(second.rawValue)`")
  }

  static func missingCategory(_ place: ScriptRange) -> OpenDiagnostic {
    needs("in", place, help: "for example `in \"Bags\"`; `categories` lists them")
  }

  /// `mark` is what the stage was to stand behind.
  static func missingStage(
    _ place: ScriptRange, found: String?, after mark: String = "|"
  ) -> OpenDiagnostic {
    missing(place, help: "stages: \(Vocabulary.stages.map(\.word).joined(separator: " "))") {
      wanted in
      found.map { "\(wanted.needed) begins with a word, not with `\($0)`" }
        ?? "\(wanted.needed) is missing after `\(mark)`"
    }
  }

  static func missingExpectation(after words: String, _ place: ScriptRange) -> OpenDiagnostic {
    needs(
      words, place,
      help: "`expect 3 rows`, `expect no rows`, `expect rows >= 3`, `expect columns a, b`, "
        + "`expect same as \"file.json\"`, `expect live`")
  }

  static func missingBarLabel(_ value: String, _ place: ScriptRange) -> OpenDiagnostic {
    missing(place, help: "for example `to bars \(value) by name`") {
      "`bars \(value)` needs \($0.needed) and the column of the labels"
    }
  }

  static func missingLinePlace(_ value: String, _ place: ScriptRange) -> OpenDiagnostic {
    missing(place, help: "for example `to line \(value) by distance`") {
      "`line \(value)` needs \($0.needed) and the column that it goes by"
    }
  }

  static func missingSecond(_ first: String, _ place: ScriptRange) -> OpenDiagnostic {
    missing(place, help: "for example `to scatter distance, rooms`") {
      "`scatter \(first)` needs \($0.needed) and the column that it is drawn against"
    }
  }

  static func missingRangeEnd(after written: String, _ place: ScriptRange) -> OpenDiagnostic {
    missing(after: written, place, help: "for example `to hist rooms at 0, 5, 10`")
  }

  static func missingChart(_ format: String, _ place: ScriptRange) -> OpenDiagnostic {
    missing(after: format, place, help: "for example `to \(format) bars rooms by name`")
  }

  static func missingTarget(_ place: ScriptRange) -> OpenDiagnostic {
    needs(
      "save", place, help: "for example `save \"hotels.csv\"`, or `save \"hotels.txt\" as table`")
  }

  static func missingJoin(_ place: ScriptRange) -> OpenDiagnostic {
    needs("join", place, then: .condition, help: "for example `join reviews on id = reviews.hotel`")
  }

  static func missingJoinCondition(after words: String, _ place: ScriptRange) -> OpenDiagnostic {
    missing(after: words, place, help: "for example `join reviews on id = reviews.hotel`")
  }
}

// What is missing in statements that read no rows.
extension OpenDiagnostic {
  static func missingFile(after word: String, _ place: ScriptRange) -> OpenDiagnostic {
    needs(word, place, help: "for example `\(word) \"common.cq\"`")
  }

  static func missingPipeline(after word: String, _ place: ScriptRange) -> OpenDiagnostic {
    needs(word, place, help: "for example `\(word) from hotels | sort by distance`")
  }

  static func missingEqual(
    _ written: String, _ place: ScriptRange, _ example: String = "5"
  ) -> OpenDiagnostic {
    missing(place, help: "for example `\(written) = \(example)`") {
      "`\(written)` needs \($0.needed) and what it stands for"
    }
  }

  static func missingParameters(
    _ name: String, _ place: ScriptRange, _ value: ScriptRange?
  ) -> OpenDiagnostic {
    missing(
      place,
      help: "for example `def \(name)(n) = $n * 2`; without arguments `()`; a value is named by "
        + "`let`",
      fix: value.map { .replace($0, with: "let", .suggested) }
    ) { "`def \(name)` needs \($0.needed)" }
  }

  /// The type of a parameter, and the colon before it.
  static func missingType(_ name: String, _ place: ScriptRange) -> OpenDiagnostic {
    let types = ParameterType.allCases.map(\.rawValue).joined(separator: " ")
    return missing(place, help: "types: \(types)") {
      $0.has(.mark(.colon))
        ? "`param \(name)` needs \($0.needed(then: .type))"
        : "\($0.needed) is missing after `param \(name):`"
    }
  }

  static func missingCode(_ place: ScriptRange) -> OpenDiagnostic {
    needs(
      "expect error", place,
      help: "for example `expect error CQ0201 from (from hotels | sort by rom)`")
  }

  static func unknownCode(_ code: Name) -> OpenDiagnostic {
    let codes = DiagnosticCode.allCases.map(\.rawValue)
    let near = Suggestion.nearest(to: code.text, among: codes)
    return OpenDiagnostic {
      Diagnostic(
        .missingOperand, "`expect error` needs \($0.needed), not `\(code.text)`",
        at: Diagnostic.Label(
          code.range, question: Suggestion.question(for: code.text, among: codes)),
        remarks: [.help("for example `expect error CQ0201 from (from hotels | sort by rom)`")],
        fix: FixIt.word(code.text, at: code.range, near: near)?.suggested)
    }
  }

  static func missingExpectedPipeline(_ code: String, _ place: ScriptRange) -> OpenDiagnostic {
    missing(
      place, help: "for example `expect error \(code) from (from hotels | sort by rom)`"
    ) {
      $0.has(.word(.from))
        ? "`expect error \(code)` needs \($0.needed(then: .bracketed(.pipeline)))"
        : "`expect error \(code) from` needs \($0.needed)"
    }
  }
}

// What does not belong, with what does.
extension OpenDiagnostic {
  static func unexpected(_ text: String, _ range: ScriptRange, after: String) -> OpenDiagnostic {
    OpenDiagnostic {
      let help =
        $0.all.isEmpty
        ? "nothing can stand here; a statement stands on a line of its own"
        : "here can stand \(Alternatives.choice($0.all))"
      let near = $0.words(near: text)
      return Diagnostic(
        .unexpectedToken, "`\(text)` is not expected after \(after)",
        at: Diagnostic.Label(range, question: Suggestion.question(near)),
        remarks: [.help(help)], fix: .word(text, at: range, near: near))
    }
  }

  static func unexpectedInBracket(
    _ text: String, _ range: ScriptRange, _ opening: ScriptRange
  ) -> OpenDiagnostic {
    OpenDiagnostic {
      Diagnostic(
        .unclosedBracket,
        "`\(text)` is not expected here; \(Alternatives.choice($0.all)) is",
        at: Diagnostic.Label(range), secondary: [Diagnostic.Label(opening, "opened here")])
    }
  }
}
