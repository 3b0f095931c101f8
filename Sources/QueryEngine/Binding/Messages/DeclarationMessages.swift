// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// Faults of what `let`, `def`, `param`, `set` and `include` name.
extension Diagnostic {
  static func unknownValue(_ name: Name, known: [String]) -> Diagnostic {
    let near = Suggestion.nearest(to: name.text, among: known)
    let all = known.map { "$\($0)" }
    return Diagnostic(
      .unknownValue, "nothing is called `$\(name.text)`",
      at: Label(name.range, question: Suggestion.question(near.map { "$\($0)" })),
      remarks: known.isEmpty
        ? [.help("name a value before it is used: `let \(name.text) = 5`")]
        : [Remark("values", all.joined(separator: " "))],
      fix: .word(name.text, at: name.range, near: near) { "$\($0)" })
  }

  static func foreignParameter(_ name: Name) -> Diagnostic {
    Diagnostic(
      .foreignWord, "a field is written `\(name.text)` in cq, without the `$`",
      at: Label(name.range, "Miller writes a $"), fix: .replace(name.range, with: name.text))
  }

  static func wrongValue(
    _ written: String, _ wanted: String, _ range: ScriptRange
  ) -> Diagnostic {
    Diagnostic(.wrongType, "`\(written)` has to be \(wanted) here", at: Label(range))
  }

  static func largeCount(_ written: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .wrongType, "`\(written)` is too large here", at: Label(range),
      remarks: [.help("the largest is \(Int.max)")])
  }

  static func viewIsNoSource(_ name: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .notOffered, "`\(name)` is a view, which `from`, `join` and `union` read",
      at: Label(range), remarks: [.help("begin with it: `from \(name) | ...`")])
  }

  static func noRowsHere(_ name: Name) -> Diagnostic {
    Diagnostic(
      .unknownField, "there are no rows here, so `\(name.text)` means nothing",
      at: Label(name.range),
      remarks: [
        .help(
          "a text stands in quotes; a value that has a name is written `$\(name.text)`; "
            + "an expression over fields is written `def`")
      ])
  }

  static func rowInConstant(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .noLastResult, "a row of the last result changes, so no name can keep it",
      at: Label(range), remarks: [.help("use it in the pipeline itself")])
  }

  static func rowNeedsField(_ row: Int, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .wrongType, "`@\(row)` is a row, and a value is needed", at: Label(range),
      remarks: [.help("name one of its fields, for example `@\(row).name`")])
  }

  static func viewOfResult(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .noLastResult, "the last result changes, so no view can begin with it", at: Label(range),
      remarks: [.help("`save` keeps a result in a file, from which a view can read")])
  }

  static func viewWrites(_ word: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a view is read from, so `\(word)` has no place in it",
      at: Label(range), remarks: [.help("write it where the view is used")])
  }

  static func viewTooLarge(_ name: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .scriptLimit, "`\(name)` stands for more than \(BindingLimit.viewSteps) stages",
      at: Label(range, "the limit is reached here"),
      remarks: [.help("`save` a result and read it from its file")])
  }

  static func viewTooDeep(_ name: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .scriptLimit,
      "more than \(BindingLimit.expansionDepth) views are read, one through another",
      at: Label(range, "`\(name)` is one too many"),
      remarks: [.help("`save` a result and read it from its file")])
  }

  static func tooManyNames(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .scriptLimit, "more than \(Declarations.maximumCount) names are declared",
      at: Label(range, "the limit is reached here"))
  }

  static func nameOfFunction(_ name: Name) -> Diagnostic {
    Diagnostic(
      .duplicateColumn, "`\(name.text)` is a function of the language", at: Label(name.range),
      remarks: [.help("choose another name")])
  }

  static func repeatedParameter(_ name: Name) -> Diagnostic {
    Diagnostic(
      .duplicateColumn, "two arguments are called `\(name.text)`", at: Label(name.range))
  }

  static func unusableParameter(_ name: Name) -> Diagnostic {
    let letters = name.text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" }
    let mended = String(letters)
    return Diagnostic(
      .strayCharacter, "nothing could use `\(name.text)`: behind a `$` stands a plain name",
      at: Label(name.range), remarks: [.help("letters, digits and `_`, without backticks")],
      fix: Lexer.isParameterName(mended) ? .replace(name.range, with: mended) : nil)
  }

  static func stagesAreApplied(_ name: Name) -> Diagnostic {
    Diagnostic(
      .unknownFunction, "`\(name.text)` stands for stages and has no value",
      at: Label(name.range), remarks: [.help("apply it in a pipeline: `| apply \(name.text)(...)`")]
    )
  }

  static func expressionsAreCalled(_ name: Name) -> Diagnostic {
    Diagnostic(
      .unknownFunction, "`\(name.text)` stands for a value and is no stage",
      at: Label(name.range), remarks: [.help("call it in an expression: `\(name.text)(...)`")])
  }

  static func unknownMacro(_ name: Name, _ known: [String]) -> Diagnostic {
    let near = Suggestion.nearest(to: name.text, among: known)
    return Diagnostic(
      .unknownFunction, "no `def` with stages is called `\(name.text)`",
      at: Label(name.range, question: Suggestion.question(for: name.text, among: known)),
      remarks: [.help("for example `def \(name.text)(n) = | sort by price | limit $n`")],
      fix: .word(name.text, at: name.range, near: near))
  }

  static func wrongNumberOfArguments(
    _ macro: Macro, given: Int, _ range: ScriptRange
  ) -> Diagnostic {
    let names = macro.parameters.map(\.text).joined(separator: ", ")
    return Diagnostic(
      .wrongArguments, "`\(macro.name.text)` is called as `\(macro.name.text)(\(names))`",
      at: Label(
        range,
        given == 0
          ? "nothing is given" : "\(given) \(given == 1 ? "value is" : "values are") given"),
      remarks: macro.summary.isEmpty ? [] : [.help(macro.summary)])
  }

  static func macroUsesItself(_ name: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .scriptLimit, "`\(name)` uses itself", at: Label(range),
      remarks: [.help("what `def` names is put in its place, which here has no end")])
  }

  static func macroTooDeep(_ name: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .scriptLimit, "`\(name)` stands for too much", at: Label(range),
      remarks: [
        .help(
          "what `def` names is put in its place, at most "
            + "\(BindingLimit.expansionDepth) deep and "
            + "\(BindingLimit.expansions) times in a pipeline")
      ])
  }

  static func expandedTooHigh(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .scriptLimit,
      "this stands for an expression of more than \(Parser.maximumDepth) levels",
      at: Label(range),
      remarks: [
        .help(
          "what `def` names is put in its place; compute a part of it before: "
            + "`extend part = ... | ...`")
      ])
  }

  static func unknownParameterType(_ name: String, _ range: ScriptRange) -> Diagnostic {
    let types = ParameterType.allCases.map(\.rawValue)
    let near = Suggestion.nearest(to: name, among: types)
    return Diagnostic(
      .wrongType, "no parameter has the type `\(name)`",
      at: Label(range, question: Suggestion.question(for: name, among: types)),
      remarks: [Remark("types", types.joined(separator: " "))],
      fix: .word(name, at: range, near: near))
  }

  static func missingArgument(_ parameter: Parameter, _ type: ParameterType) -> Diagnostic {
    let name = parameter.name.text
    let meaning = parameter.help.map { " (\($0.value))" } ?? ""
    return Diagnostic(
      .missingArgument, "the script needs a value for `\(name)`\(meaning)",
      at: Label(parameter.name.range),
      remarks: [.help("run it with `--\(name) \(type.rawValue.uppercased())`")])
  }

  static func argumentWithoutValue(_ parameter: Parameter, _ type: ParameterType) -> Diagnostic {
    let name = parameter.name.text
    return Diagnostic(
      .badOptionValue, "--\(name) needs a value",
      at: Label(parameter.name.range, parameter.help?.value ?? ""),
      remarks: [.help("run it with `--\(name) \(type.rawValue.uppercased())`")])
  }

  static func badArgument(
    _ parameter: Parameter, _ type: ParameterType, _ given: String, meant: String?
  ) -> Diagnostic {
    let name = parameter.name.text
    return Diagnostic(
      .badOptionValue,
      "--\(name) needs \(type.wording), not \(given.asText)"
        + (meant.map { "; did you mean `--\(name) \($0)`?" } ?? ""),
      at: Label(parameter.name.range, parameter.help?.value ?? ""))
  }

  static func wrongStandard(
    _ range: ScriptRange, _ type: ParameterType, _ found: ValueType?
  ) -> Diagnostic {
    Diagnostic(
      .typeMismatch, "this parameter is \(type.wording)",
      at: Label(range, found.map { "\($0)" } ?? ""))
  }

  /// `keyword` is where `set` stands, which others write for `let`.
  static func unknownSetting(
    _ name: String, _ range: ScriptRange, keyword: ScriptRange
  ) -> Diagnostic {
    let known = Setting.allCases.map(\.rawValue)
    let near = Suggestion.nearest(to: name, among: known)
    return Diagnostic(
      .unknownSetting, "there is no setting called `\(name)`",
      at: Label(range, question: Suggestion.question(for: name, among: known)),
      remarks: [Remark("settings", known.joined(separator: " "))]
        + (near.isEmpty ? [.help("a value is named by `let \(name) = ...`")] : []),
      fix: near.isEmpty && !name.contains(".")
        ? .replace(keyword, with: "let", .suggested) : .word(name, at: range, near: near))
  }

  static func wrongSetting(
    _ setting: Setting, _ range: ScriptRange, _ written: String
  ) -> Diagnostic {
    let bits = [
      "on": "true", "yes": "true", "1": "true", "off": "false", "no": "false", "0": "false",
    ]
    let bit = bits[written.lowercased().filter { $0 != "\"" && $0 != "'" }]
    return Diagnostic(
      .wrongType, "`\(setting.rawValue)` takes \(setting.accepts)", at: Label(range),
      remarks: [.help(setting.summary)],
      fix: setting.accepts == "true or false" ? bit.map { .replace(range, with: $0) } : nil)
  }

  static func includeNotOffered(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .notOffered, "no other script can be included here", at: Label(range),
      remarks: [.help("a script file can include others")])
  }

  static func joinedTwice(_ name: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .duplicateColumn, "`\(name)` is joined already", at: Label(range),
      remarks: [.help("give it another name: `let other = from \(name)`, then `join other on ...`")]
    )
  }

  static func joinsNothing(_ clause: JoinClause, _ name: String) -> Diagnostic {
    Diagnostic(
      .missingOperand, "this condition reads no field of `\(name)`",
      at: Label(clause.condition.range, "both sides are of the rows before"),
      remarks: [
        .help("a name that both have needs its source before it, for example `id = \(name).id`")
      ])
  }
}
