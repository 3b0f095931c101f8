// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// Faults of names; each is reported where the binder looks the name up.
extension Diagnostic {
  /// How many names a message lists before it stops.
  private static let listedNames = 20

  /// The first of some fields or members, those with other characters than words as a query writes
  /// them. A script may have thousands of faults, so that words are not looked at more closely.
  private static func code(_ names: [String]) -> String {
    let listed = names.prefix(listedNames).map { name in
      let isWord = name.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "_")
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      }
      return isWord ? name : name.asName
    }
    // The number that is told is that of all.
    return list(listed + names.dropFirst(listedNames))
  }

  private static func list(_ names: [String], separator: String = " ") -> String {
    let listed = names.prefix(listedNames).joined(separator: separator)
    return names.count > listedNames ? "\(listed) … (\(names.count))" : listed
  }

  /// `lists` are those of the object that is the only row.
  static func unknownField(
    _ name: Name, _ scope: Scope, lists: String? = nil
  ) -> Diagnostic {
    let names = scope.fields.flatMap(\.names)
    let near = Suggestion.nearest(to: name.text, among: names)
    return Diagnostic(
      .unknownField, "\(scope.noun) has no field `\(name.text)`",
      at: Label(name.range, question: Suggestion.question(for: name.text, among: names)),
      remarks: [Remark("fields", code(scope.fields.compactMap(\.names.first)))]
        + (lists.map {
          [.help("the whole object is one row; \($0), and `items PATH` behind the file takes one")]
        } ?? []) + (scope.fields.isEmpty ? [.fieldless] : []),
      fix: .word(name.text, at: name.range, near: near, as: \.asName))
  }

  /// A field of the items' own records, where only the list of another time is read.
  static func unreadField(_ name: Name, _ scope: Scope) -> Diagnostic {
    Diagnostic(
      .unknownField,
      "`\(name.text)` stands in the items' own records, which no reading of \(scope.noun) has",
      at: Label(name.range),
      remarks: [Remark("fields", code(scope.fields.compactMap(\.names.first)))])
  }

  /// A name that no field of the rows has but a member of what stands around them.
  static func outerField(
    _ name: Name, _ member: OuterMember, of source: SourceReference, _ scope: Scope
  ) -> Diagnostic {
    let way = member.way.map(\.asName).joined(separator: ".").asQuotedCode
    let reading = "from \(source.written(choosing: member.rows))".asQuotedCode
    return Diagnostic(
      .unknownField,
      "\(scope.noun) has no field `\(name.text)` in its rows; \(way) stands in the object around "
        + "them, which \(reading) reads",
      at: Label(name.range),
      remarks: [Remark("fields", code(scope.fields.compactMap(\.names.first)))])
  }

  /// A name that is written as none of several that differ only in case.
  static func unclearName(_ name: Name, _ homonyms: [String]) -> Diagnostic {
    let names = homonyms.map { "`\($0.asName)`" }
    return Diagnostic(
      .unknownField, "`\(name.text)` may be \(names.joined(separator: " or "))",
      at: Label(name.range, "they differ only in case: write one of them as it is spelled"))
  }

  static func unknownJoinedField(
    _ name: Name, _ source: String, _ fields: [[String]]
  ) -> Diagnostic {
    let names = fields.flatMap(\.self)
    let near = Suggestion.nearest(to: name.text, among: names)
    return Diagnostic(
      .unknownField, "\(source) brings no field `\(name.text)`",
      at: Label(name.range, question: Suggestion.question(for: name.text, among: names)),
      remarks: [
        Remark("fields", code(fields.compactMap(\.first))),
        .help("a field of the items' own records comes with a view that shows it"),
      ],
      fix: .word(name.text, at: name.range, near: near, as: \.asName))
  }

  /// `hotels.stars`, where only the fields of a source that is joined have its name before them.
  static func fieldOfFirstSource(
    _ name: Name, _ source: Name, _ range: ScriptRange
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "`\(source.text).\(name.text)` is written `\(name.text.asName)` in cq",
      at: Label(range, "SQL names the source"), fix: .replace(range, with: name.text.asName))
  }

  /// `a.b`, where that is the name of a field and no member of one.
  static func dottedName(_ name: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unknownField, "a name with a dot stands in backticks: \(name.asName.asQuotedCode)",
      at: Label(range), fix: .replace(range, with: name.asName))
  }

  static func unknownMember(
    _ name: Name, of record: String, _ members: [String]
  ) -> Diagnostic {
    let near = Suggestion.nearest(to: name.text, among: members)
    return Diagnostic(
      .unknownField, "`\(record)` has no member `\(name.text)`",
      at: Label(name.range, question: Suggestion.question(for: name.text, among: members)),
      remarks: [Remark("members", code(members))],
      fix: .word(name.text, at: name.range, near: near, as: \.asName))
  }

  static func goneField(
    _ name: Name, _ departure: Scope.Departure, _ scope: Scope, here: ScriptText
  ) -> Diagnostic {
    let stage = departure.source[departure.stage]
    let remaining = scope.fields.compactMap(\.names.first).map { "`\($0)`" }
    let what =
      remaining.isEmpty
      ? "nothing remains from here on"
      : remaining.count == 1
        ? "only \(remaining[0]) remains from here on"
        : "only \(remaining.dropLast().joined(separator: ", ")) and \(remaining.last ?? "") remain"
          + " from here on"
    let label = Label(departure.stage, what)
    return Diagnostic(
      .goneField, "`\(name.text)` is gone after `\(stage)`", at: Label(name.range),
      secondary: departure.source == here ? [label] : [],
      remarks: [.help(Self.wayBack(to: name.text, before: stage))])
  }

  static func nothingToShow(_ drop: ScriptRange, _ scope: Scope) -> Diagnostic {
    let names = scope.fields.compactMap(\.names.first)
    return Diagnostic(
      .goneField, "no column is left to show", at: Label(drop, "the last one goes here"),
      remarks: names.isEmpty ? [] : [.help("show another: `show \(names[0].asName)`")])
  }

  /// How a field can be kept that a stage takes away.
  private static func wayBack(to name: String, before stage: String) -> String {
    [Keyword.summarize, .count].contains(Keyword(of: stage.lowercased()))
      ? "keep it with an aggregate, e.g. `summarize count(), first(\(name.asName))`"
      : "put the stage that needs it before `\(stage)`"
  }

  static func unknownSource(
    _ name: String, _ range: ScriptRange, known: [String], views: [String]
  ) -> Diagnostic {
    if ["stdin", "input"].contains(name.lowercased()) { return .standardInput(range, .cannotOpen) }
    let near = Suggestion.nearest(to: name, among: known + views)
    let question = Suggestion.question(for: name, among: known + views)
    let others = known.filter { !near.contains($0) }.joined(separator: ", ")
    let label =
      question.map { Label(range, question: "\($0)  Others: \(others) (`sources` lists them)") }
      ?? Label(range, "sources: \(others) (a file is written in quotes: \"\(name).json\")")
    return Diagnostic(
      .unknownSource, "there is no source called `\(name)`", at: label,
      fix: .word(name, at: range, near: near))
  }

  /// A file that is not there, beside others that may be meant.
  static func noSuchFile(_ path: String, _ near: [String], _ range: ScriptRange) -> Diagnostic {
    let question = near.map(\.asText).joined(separator: " or ")
    let isHome = path.hasPrefix("~/")
    return Diagnostic(
      .cannotOpen, "\(path) cannot be opened: no such file",
      at: isHome
        ? Label(range, "only a shell reads `~` as the home folder")
        : Label(range, question: "did you mean \(question)?"),
      // Another file holds other data: that it was meant is never certain.
      fix: near.count == 1
        ? .replace(range, with: near[0].asText, isHome ? .certain : .suggested) : nil)
  }

  /// `*.json`, which a shell would replace by the names of files.
  static func fileNamePattern(_ path: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .cannotOpen, "\(path) cannot be opened: no such file",
      at: Label(range, "a name stands for one file, and `*` for itself"),
      remarks: [.help("several are put together: `from \"a.json\" | union \"b.json\"`")])
  }

  /// Of a script that is checked: nobody is asked for that.
  static func unasked(_ name: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unreachable,
      "what is at \(name) is not known without asking, so that its fields are not checked",
      at: Label(range),
      remarks: [.note(.checkWithoutAsking)], severity: .warning)
  }

  static func savedBefore(_ path: String, line: Int, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .cannotOpen, "\(path) cannot be opened: the script saves it first", at: Label(range),
      remarks: [
        .note("scripts are checked before they run, and line \(line) saves this file"),
        .help("split the script, or give the pipeline a name with `let` and read that"),
      ])
  }

  static func unknownCategory(
    _ category: TextLiteral, of source: String, known: [String]
  ) -> Diagnostic {
    let near = Suggestion.nearest(to: category.value, among: known)
    let names = near.map { "\"\($0)\"" }.joined(separator: " or ")
    let others = list(known.filter { !near.contains($0) }, separator: ", ")
    return Diagnostic(
      .unknownCategory, "no category of \(source) is called \"\(category.value)\"",
      at: near.isEmpty
        ? Label(category.range, "categories: \(others)")
        : Label(category.range, question: "did you mean \(names)?  Others: \(others)"),
      fix: .word(category.value, at: category.range, near: near, as: \.asText))
  }

  static func ambiguousCategory(
    _ category: TextLiteral, of source: String, _ titles: [String]
  ) -> Diagnostic {
    Diagnostic(
      .unknownCategory,
      "several categories of \(source) begin like \(category.value.asText): "
        + list(titles, separator: ", "),
      at: Label(category.range),
      remarks: [.help("type more of the title, or all of it")])
  }

  /// Of a script that is checked: it is run when the catalogue may have other titles.
  static func openTitle(_ category: TextLiteral, _ title: String) -> Diagnostic {
    Diagnostic(
      .unknownCategory,
      "\(category.value.asText) means \(title.asText) while no other title begins so",
      at: Label(category.range), remarks: [.help("a script is safer with the whole title")],
      fix: .replace(category.range, with: title.asText, .suggested), severity: .warning)
  }

  /// `shown` are the categories that were shown last, which may be of another source.
  static func noCategoryRow(
    _ place: (row: Int, range: ScriptRange), of source: String, _ shown: ShownCategories?,
    isOfSource: Bool
  ) -> Diagnostic {
    let reason: String
    switch shown {
    case nil: reason = "no categories of \(source) have been shown"
    case let shown? where !isOfSource:
      reason = "the categories that were shown last are of \(shown.source.written)"
    case let shown?:
      reason =
        shown.rows < place.row
        ? "the categories of \(source) were shown in \(shown.rows) "
          + (shown.rows == 1 ? "row" : "rows")
        : "that row is none of the categories of \(source)"
    }
    return Diagnostic(
      .unknownCategory, "`@\(place.row)` names no category of \(source): \(reason)",
      at: Label(place.range),
      remarks: [
        .help(
          "at the prompt, `categories of \(source)` numbers them; a script names the title: "
            + "`in \"...\"`")
      ])
  }

  static func noCategories(_ source: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unknownCategory, "\(source) has no categories", at: Label(range),
      remarks: [.help("`in` chooses categories; `filter` keeps rows by their fields")])
  }

  /// A stage on the line behind a pipeline is probably one of its stages.
  static func noCurrentSource(_ range: ScriptRange, goesOn: Bool = false) -> Diagnostic {
    Diagnostic(
      .noCurrentSource,
      goesOn
        ? "there is no current source, and no `|` goes on with the line before"
        : "there is no current source",
      at: Label(range),
      remarks: [
        .help(
          goesOn
            ? "begin the line with `|` to go on with the pipeline before it"
            : "name one: `from hotels | ...`, or make one current: `use hotels`")
      ])
  }

  static func shownSource(_ name: Name, _ stage: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unknownField, "a source is read with `from`: `from \(name.text.asName)`", at: Label(stage),
      remarks: [.help("`show` chooses among the fields of its rows")],
      fix: .replace(stage, with: "from \(name.text.asName)"))
  }

  static func noLastResult(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .noLastResult, "there is no last result to go on from", at: Label(range),
      remarks: [.help("begin with `from`, for example `from hotels`")])
  }

  static func lostResult(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .noLastResult, "the last query failed; there are no rows of it to go on from",
      at: Label(range),
      remarks: [.help("repeat it without what failed, or name a source: `from hotels | ...`")])
  }

  static func noRows(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .noLastResult, "the last result has no rows that are items", at: Label(range),
      remarks: [.help("name the item by its id: `show 40611 of hotels`")])
  }

  static func rowOfAnother(_ home: String, _ named: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .noLastResult, "this row of the last result is an item of \(home), not of \(named)",
      at: Label(range),
      remarks: [.help("leave `of \(named.asName)` out; an item of \(named) is named by its id")])
  }

  static func resultIsNoSource(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .noLastResult, "`it` is a result and no source", at: Label(range),
      remarks: [.help("a pipeline can go on from it: `from it | ...`")])
  }

  /// A file by its path or an address, where a defined source is needed.
  static func noDefinition(of path: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .notOffered, "nobody has defined \(AddressSecrets.masked(path)) as a source",
      at: Label(range),
      remarks: [.help("`describe` alone ends with a definition of what is found in a file")])
  }

  static func noKey(_ schema: Schema, _ range: ScriptRange) -> Diagnostic {
    let message =
      if let shared = schema.sharedKeys {
        "`id` names no single item of \(schema.source): \(shared.sentence)"
      } else { "the items of \(schema.source) have no id" }
    return Diagnostic(
      .notOffered, message, at: Label(range),
      remarks: [.help("choose by a field: `from ... | filter name = \"...\" | show all`")])
  }

  static func noRelation(
    _ name: Name, of source: String, _ relations: [SourceRelation]
  ) -> Diagnostic {
    let known = relations.map(\.name)
    let near = Suggestion.nearest(to: name.text, among: known)
    return Diagnostic(
      .notOffered, "\(source) declares no relation `\(name.text)`",
      at: Label(name.range, question: Suggestion.question(for: name.text, among: known)),
      remarks: [
        known.isEmpty
          ? .help("no item of \(source) names others; `join` puts items together by their fields")
          : Remark("relations", list(known))
      ],
      // `related` and `accessories` are words of their own, the others stand after `follow`.
      fix: ["related", "accessories"].contains(name.text)
        ? nil : .word(name.text, at: name.range, near: near, as: \.asName))
  }

  static func noItems(toFollow relation: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .notOffered, "these rows are no items whose relation `\(relation)` could be followed",
      at: Label(range), remarks: [.help("follow it before stages that make other rows of them")])
  }

  static func nothingShown(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .noLastResult, "no item has been shown yet", at: Label(range),
      remarks: [.help("show one, or name it: `related 8880044 of bestbuy`")])
  }

  /// `whole` is the second one with the comma before it; nil where it has a name or is the first
  /// of a list.
  static func repeatedColumn(
    _ name: ColumnName, first: ColumnName, whole: ScriptRange?, in source: ScriptText
  ) -> Diagnostic {
    // What a stage calls so cannot be called otherwise.
    let renamed = name.origin == .stage ? first : name
    let value = renamed.origin == .given ? "..." : source[renamed.range]
    let isSame = source[name.range] == source[first.range]
    return Diagnostic(
      .duplicateColumn, "there are two columns called `\(name.text)`", at: Label(name.range),
      secondary: [Label(first.range, "the first one")],
      remarks: [.help("give one another name: `other = \(value)`")],
      fix: isSame ? whole.map { .replace($0, with: "", .suggested) } : nil)
  }

  static func tooManyColumns(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .scriptLimit, "a pipeline computes at most \(BindingLimit.computedColumns) columns",
      at: Label(range, "the limit is reached here"),
      remarks: [.help("go on from the result in a statement of its own: `from it | ...`")])
  }

  static func nameTaken(_ name: Name) -> Diagnostic {
    Diagnostic(
      .duplicateColumn, "there is a field called `\(name.text)` already", at: Label(name.range),
      remarks: [.help("`drop \(name.text)` first, or choose another name")])
  }

  static func unknownFunction(
    _ name: Name, _ arguments: [Expression], macros: [String], aggregates: [String]
  ) -> Diagnostic {
    let scalars = (ScalarFunction.all.map(\.name) + RowFunction.all.map(\.name))
      .filter { !aggregates.contains($0) }
    let known = aggregates + scalars + macros
    let near = Suggestion.nearest(to: name.text, among: known)
    if let word = OtherLanguageWords.functions[name.text.lowercased()]?.rawValue,
      known.contains(word)
    {
      return Diagnostic(
        .foreignWord, "`\(name.text)` is called `\(word)` in cq", at: Label(name.range),
        // Others write names of columns in quotes.
        fix: .replace(
          name.range, with: word,
          !arguments.isEmpty && arguments.allSatisfy(\.isQuoted) ? .suggested : .certain))
    }
    if AggregateFunction.named(name.text) != nil {
      return Diagnostic(
        .unknownFunction, "`\(name.text)` is an aggregate, and there is one row here",
        at: Label(name.range),
        remarks: [.help("aggregates stand in `summarize`: `summarize \(name.text)(...) by ...`")])
    }
    if let help = OtherLanguageWords.missing[name.text.lowercased()] {
      return Diagnostic(
        .unknownFunction, "there is no function called `\(name.text)`", at: Label(name.range),
        remarks: [.help(help)])
    }
    return Diagnostic(
      .unknownFunction, "there is no function called `\(name.text)`",
      at: Label(name.range, question: Suggestion.question(for: name.text, among: known)),
      remarks: [Remark("functions", known.sorted().joined(separator: " "))],
      fix: .word(name.text, at: name.range, near: near))
  }
}

extension String {
  /// The text in quotes, as the language writes it.
  var asText: String { inQuotes }
}

extension Diagnostic.Remark {
  fileprivate static let fieldless = help(
    "no record of its list has a field; a definition says which there are, also of an empty list")
}
