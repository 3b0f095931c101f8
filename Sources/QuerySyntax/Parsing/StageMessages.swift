// SPDX-License-Identifier: MIT

import Diagnostics

// What is wrong inside of stages.
extension Diagnostic {
  static func pathForName(
    _ words: String, _ names: [Name]
  ) -> Diagnostic {
    let path = names.map(\.text.asName).joined(separator: ".")
    let member = names[names.count - 1].text.asName
    let isOfColumns = [Keyword.drop, .rename].map(\.rawValue).contains(words)
    let stage = ResultFormat.named(words) == nil ? words : "to \(words)"
    let way = "extend \(member) = \(path)" + (isOfColumns ? "" : " | \(stage) \(member)")
    let column =
      names.count == 2
      ? "a column of a join is called `\(member)`, or `` `\(path)` `` in backticks where both "
        + "sides have it; " : ""
    return Diagnostic(
      .unexpectedToken,
      "`\(words)` takes one name, and `\(path)` is \(names.count == 2 ? "two" : "several")",
      at: Label(names[0].range.union(names[names.count - 1].range)),
      remarks: [.help("\(column)a member gets a name first: `\(way)`")])
  }

  static func directionFirst(
    _ range: ScriptRange, _ mended: String, _ certainty: FixIt.Certainty
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a direction stands behind its key: `\(mended)`", at: Label(range),
      fix: .replace(range, with: mended, certainty))
  }

  static func emptyName(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .missingOperand, "a name is missing between the backticks", at: Label(range),
      remarks: [.help("a backtick in a name is written twice: ```` `a``b` ````")])
  }

  static func andBetweenNames(
    _ range: ScriptRange, _ edit: ScriptRange
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "names stand with a comma between them, not with `and`", at: Label(range),
      fix: .replace(edit, with: ","))
  }
}

extension Diagnostic {
  /// `rename hotel = name`, with the new name before the old one.
  static func newNameFirst(_ new: Name, _ old: Name, _ source: ScriptText) -> Diagnostic {
    let mended = "\(source[old.range]) as \(source[new.range])"
    let whole = new.range.union(old.range)
    return Diagnostic(
      .foreignWord, "`\(source[whole])` is written `\(mended)` in cq",
      at: Label(whole, "dplyr and KQL write the new name first"),
      fix: .replace(whole, with: mended))
  }
}
