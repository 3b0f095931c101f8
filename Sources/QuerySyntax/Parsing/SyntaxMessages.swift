// SPDX-License-Identifier: MIT

import Diagnostics

// What is not as it should be.
extension Diagnostic {
  /// `when`, `then` or `end` of another language's choice.
  static func missingInCase(_ word: String, _ place: ScriptRange) -> Diagnostic {
    Diagnostic(
      .missingOperand, "`case` needs `\(word)`", at: Label(place),
      remarks: [.help("for example `if rooms > 3 then \"many\" else \"few\"`")])
  }

  /// A value behind `in` that is no set.
  static func noSet(_ value: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .missingOperand, "`in` needs a set of values, not `\(value)`", at: Label(range),
      remarks: [.help("for example `stars in (3, 4)` or `stars in 3..5`")])
  }

  static func unfinishedTemplate(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unclosedBracket, "this brace is never closed", at: Label(range, "opened here"),
      remarks: [.help("add a closing `}`; a brace that is text is written `{{` or `}}`")])
  }

  static func strayBrace(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unclosedBracket, "no brace is open here", at: Label(range),
      remarks: [.help("a brace that is text is written `}}`")],
      fix: .replace(range, with: "}}"))
  }

  static func unknownFormat(_ name: String, _ range: ScriptRange) -> Diagnostic {
    if let format = OtherLanguageWords.formats[name.lowercased()] {
      return .foreignMark(name, range, format)
    }
    let near = Suggestion.nearest(to: name, among: Vocabulary.formats)
    let word = name.lowercased()
    let isOfTable = ["xlsx", "xls", "excel", "ods", "parquet", "feather"].contains(word)
    let isOfTree = ["yaml", "yml", "xml", "toml"].contains(word)
    let help =
      isOfTable
      ? [Remark.help("spreadsheets and data frames read `to csv`")]
      : isOfTree ? [Remark.help("other programs read `to json`")] : []
    return Diagnostic(
      .unexpectedToken, "there is no format called `\(name)`",
      at: Label(range, question: Suggestion.question(for: name, among: Vocabulary.formats)),
      remarks: [Remark("formats", Vocabulary.formats.joined(separator: " "))] + help,
      fix: .word(name, at: range, near: near))
  }

  static func nothingFollows(_ stage: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "`\(stage)` ends a pipeline", at: Label(range, "this stage comes after it"),
      remarks: [.help("put it last")])
  }

  static func wholeInGroup(_ word: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "`\(word)` writes the whole result, not one group", at: Label(range),
      remarks: [.help("put it after the bracket that closes the group")])
  }

  static func badCount(
    after word: String, _ use: ParsePoint.CountUse, _ place: ScriptRange
  ) -> Diagnostic {
    Diagnostic(
      .missingOperand, "`\(word)` needs \(use.whole)", at: Label(place),
      remarks: [.help("for example `\(word) 10`")])
  }

  static func largeCount(after word: String, _ place: ScriptRange) -> Diagnostic {
    Diagnostic(
      .missingOperand, "this number is too large for `\(word)`", at: Label(place),
      remarks: [.help("the largest is \(Int.max)")])
  }

  static func unquotedPath(_ path: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a file stands in quotes: `\"\(path)\"`", at: Label(range),
      fix: .replace(range, with: "\"\(path)\""))
  }

  static func belongsToFile(
    _ word: Keyword, _ name: String, _ range: ScriptRange
  ) -> Diagnostic {
    let file = word == .items ? "\"x.json\" items rooms" : "\"x.csv\" with separator \";\""
    return Diagnostic(
      .unexpectedToken,
      "`\(word.rawValue)` belongs to a file, and `\(name)` is the name of a source",
      at: Label(range), remarks: [.help("a file stands in quotes: `from \(file)`")])
  }
}

// What does not belong.
extension Diagnostic {
  static func chainedComparison(
    _ first: ScriptRange, _ second: ScriptRange, fix: FixIt?
  ) -> Diagnostic {
    Diagnostic(
      .chainedComparison, "comparisons do not chain", at: Label(second, "the second one"),
      secondary: [Label(first)], fix: fix)
  }

  static func missingPipe(_ word: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a `|` is missing before `\(word)`", at: Label(range),
      fix: .replace(range, with: "| \(word)"))
  }

  static func pipeAfterStatement(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "`|` continues a pipeline, and this statement is none",
      at: Label(range), remarks: [.help("begin a pipeline with `from`, or with a stage's word")])
  }

  static func unknownStatement(_ text: String, _ range: ScriptRange) -> Diagnostic {
    var seen: Set<String> = []
    let known = (Vocabulary.statements + Vocabulary.stages).map(\.word).filter {
      seen.insert($0).inserted
    }
    if known.contains(text.lowercased()) {
      return Diagnostic(
        .unexpectedToken, "`\(text)` begins a statement of its own", at: Label(range),
        remarks: [.help("a pipeline begins with `from`, or with a stage's word")])
    }
    let near = Suggestion.nearest(to: text, among: known)
    return Diagnostic(
      .unexpectedToken, "no statement begins with `\(text)`",
      at: Label(range, question: Suggestion.question(near)),
      remarks: [.help("to read a source: `from hotels`; `help` lists the statements")],
      fix: .word(text, at: range, near: near))
  }

  /// `isCalled` where a bracket follows, as behind the name of a `def`.
  static func unknownStage(
    _ text: String, _ range: ScriptRange, isCalled: Bool = false
  ) -> Diagnostic {
    let known = Vocabulary.stages.map(\.word)
    var near = Suggestion.nearest(to: text, among: known)
    if near.isEmpty {
      let foreign = Suggestion.nearest(to: text, among: OtherLanguageWords.stages.keys.sorted())
      near = foreign.compactMap { OtherLanguageWords.stages[$0]?.stage }
    }
    return Diagnostic(
      .unexpectedToken, "there is no stage called `\(text)`",
      at: Label(range, question: Suggestion.question(near)),
      remarks: [Remark("stages", known.joined(separator: " "))]
        + (isCalled && near.isEmpty
          ? [.help("`apply \(text)(...)` puts in stages that `def` has named")] : []),
      fix: .word(text, at: range, near: near))
  }

  static func unclosedBracket(_ range: ScriptRange, _ closing: String) -> Diagnostic {
    Diagnostic(
      .unclosedBracket, "this bracket is never closed", at: Label(range, "opened here"),
      remarks: [.help("add a closing `\(closing)`")])
  }

  static func reservedWord(_ text: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "`\(text)` is a word of the language and no value",
      at: Label(range), remarks: [.help("a field of that name is written `` `\(text)` ``")])
  }

  static func badEscape(_ text: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .strayCharacter, "`\(text)` is no escape", at: Label(range),
      remarks: [.help("escapes are \\n \\t \\r \\b \\f \\\\ \\\" \\' \\/ and \\uXXXX")])
  }

  static func badRow(_ text: String, _ range: ScriptRange) -> Diagnostic {
    let digits = text.dropFirst()
    let isLarge = Int(digits) == nil && !digits.isEmpty && digits.allSatisfy(\.isWholeNumber)
    let reason = isLarge ? "the largest number is @\(Int.max)" : "rows are counted from @1"
    return Diagnostic(
      .malformedNumber, "`\(text)` is no row: \(reason)", at: Label(range))
  }

  static func detailInPipeline(_ text: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "`show \(text)` begins a statement and is no stage", at: Label(range),
      remarks: [.help("write `show \(text) of SOURCE` on a line of its own")],
      fix: text.first?.isNumber ?? true || text.count < 3
        ? nil
        : .replace(range, with: String(text.dropFirst().dropLast()).asName, .suggested))
  }

  static func unnamedColumn(
    _ text: String, _ range: ScriptRange, _ words: String
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a computed column needs a name", at: Label(range),
      remarks: [.help("for example `\(words) result = \(withCountedElement(text))`")])
  }

  /// `suites[last]` with the number of the element, which is what finds it here.
  private static func withCountedElement(_ text: String) -> String {
    for (word, number) in [("[last]", "[-1]"), ("[first]", "[0]")]
    where text.lowercased().hasSuffix(word) {
      return text.dropLast(word.count) + number
    }
    return text
  }

  /// Brackets, `not` and signs inside each other.
  static func tooDeep(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .scriptLimit, "this is nested deeper than \(Parser.maximumDepth) levels",
      at: Label(range, "the limit is reached here"),
      remarks: [.help("give parts a name with `extend`")])
  }

  /// A chain of operators, each of which takes what comes before it.
  static func tooHigh(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .scriptLimit, "this calculation has more than \(Parser.maximumDepth) steps",
      at: Label(range, "the limit is reached here"),
      remarks: [.help("compute parts of it first: `extend part = ...`")])
  }

  static func tooDeepGroup(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .scriptLimit, "groups stand more than \(Parser.maximumDepth) deep in each other",
      at: Label(range, "the limit is reached here"),
      remarks: [.help("`group by` with several fields makes a group for each of their values")])
  }

  static func tooManyStages(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .scriptLimit, "a pipeline has at most \(Parser.maximumStages) stages",
      at: Label(range, "the limit is reached here"),
      remarks: [.help("go on from the result in a statement of its own: `from it | ...`")])
  }

  static func tooManyTerms(_ range: ScriptRange, _ connective: String) -> Diagnostic {
    Diagnostic(
      .scriptLimit, "more than \(Parser.maximumTerms) terms are joined by `\(connective)`",
      at: Label(range, "the limit is reached here"),
      remarks: [.help("`field in (1, 2, 3)` compares with many values")])
  }
}

// What other languages say.
extension Diagnostic {
  static func foreignStage(
    _ written: String, _ range: ScriptRange, _ word: String, users: String, pipe: Bool,
    isOrderDoubtful: Bool, isOfValue: Bool
  ) -> Diagnostic {
    let fix = FixIt.replace(range, with: pipe ? "| \(word)" : word)
    let order = "stages work in the order in which they stand: what is to be first stands first"
    let value = "`|` hands on rows, never a value: the length of a text or list is `len(suites)`"
    return Diagnostic(
      .foreignWord,
      "`\(written)` is called `\(word)` in cq" + (pipe ? ", and a `|` stands before it" : ""),
      at: Label(range, users),
      remarks: (isOrderDoubtful ? [.help(order)] : []) + (isOfValue ? [.help(value)] : []),
      fix: isOrderDoubtful || isOfValue ? fix.suggested : fix)
  }

  static func foreignMark(
    _ written: String, _ range: ScriptRange, _ word: String,
    _ certainty: FixIt.Certainty = .certain
  ) -> Diagnostic {
    let plain = word.drop { $0 == " " }
    let mended = plain.last == " " ? plain.dropLast() : plain
    return Diagnostic(
      .foreignWord, "`\(written)` is written `\(mended)` in cq", at: Label(range),
      fix: .replace(range, with: word, certainty))
  }

  static func missingBy(
    after word: String, _ range: ScriptRange, _ certainty: FixIt.Certainty
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "`\(word)` is written `\(word) by` in cq", at: Label(range),
      fix: .replace(range, with: "\(word) by", certainty))
  }

  static func foreignDot(_ range: ScriptRange, _ name: String) -> Diagnostic {
    Diagnostic(
      .foreignWord, "a field is written `\(name)` in cq, without the dot",
      at: Label(range, "jq and Miller write the dot or a $"), fix: .replace(range, with: name))
  }

  static func foreignStar(_ range: ScriptRange, inSummarize: Bool) -> Diagnostic {
    Diagnostic(
      .foreignWord,
      inSummarize
        ? "`count(*)` is written `count()` in cq" : "rows are counted by a stage of its own in cq",
      at: Label(range, "SQL writes a star"),
      remarks: inSummarize ? [] : [.help("`| count` counts all rows, `| count by FIELD` groups")],
      fix: inSummarize ? .replace(range, with: "()") : nil)
  }

  static func foreignBraces(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .foreignWord, "keys stand without braces in cq", at: Label(range, "PRQL writes braces"),
      remarks: [.help("for example `sort by rooms desc, distance`")])
  }

  static func foreignMinus(
    _ range: ScriptRange, _ name: String, _ mended: String, ofTop isOfTop: Bool
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "`-\(name)` is written `\(name) \(isOfTop ? "asc" : "desc")` in cq",
      at: Label(
        range,
        isOfTop ? "`top` takes the largest of it" : "PRQL and MongoDB write a minus"),
      fix: .replace(range, with: mended))
  }

  static func foreignLimit(_ range: ScriptRange, skip: String, limit: String) -> Diagnostic {
    Diagnostic(
      .foreignWord, "`limit` takes one number in cq", at: Label(range, "SQL takes two"),
      fix: .replace(range, with: "skip \(skip) | limit \(limit)"))
  }

  static func semicolonInPipeline(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .foreignWord, "`;` ends the statement, but a `|` follows", at: Label(range),
      fix: .replace(range, with: ""))
  }
}
