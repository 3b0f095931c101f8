// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax
import TextPatterns

/// Binds calls of functions that are given a regular expression.
struct PatternFunctionBinder: ExpressionRoom {
  let context: ExpressionContext

  /// What such a function makes of the texts, by a pattern and what stands behind it.
  private typealias Work =
    @Sendable (TextColumn) throws(PatternWorkFault) -> Column

  /// A call in which the second argument is a regular expression, of which the first one is bound
  /// and the others are those behind; nil where the function takes none.
  func call(
    _ name: Name, of text: BoundExpression?, _ pattern: Expression, _ rest: [BoundExpression],
    _ range: ScriptRange
  ) -> BoundExpression? {
    guard let function = FunctionName(of: name.text), let row = ScalarFunction.named(name.text),
      [.extract, .replace, .split].contains(function)
    else { return nil }
    guard let text = text?.withDateAsText, text.type?.isTextual ?? true,
      rest.count == (function == .replace ? 1 : 0) || function == .extract && rest.count == 1
    else {
      return unknown(
        .wrongArguments(
          row.name, row.form, row.summary, range, [text?.type, .text] + rest.map(\.type)), range)
    }
    guard let (expression, written) = expression(pattern) else { return .unknown(range) }
    let work: Work?
    switch function {
    case .split: work = { texts throws(PatternWorkFault) in .list(try expression.split(texts)) }
    case .replace: work = replacing(expression, rest[0])
    default: work = extracting(expression, rest.first)
    }
    guard let work else { return .unknown(range) }
    let kernel = FunctionKernel { columns throws(FunctionFault) in
      guard let texts = columns[0].texts else { return nil }
      do throws(PatternWorkFault) { return try work(texts) } catch {
        switch error {
        case .pattern(let fault): throw .pattern(fault)
        case .textLimit: throw .textLimit
        }
      }
    }
    let shown = BoundExpression(.literal(.text(written)), .text, pattern.range)
    return BoundExpression(
      .call(row.name, kernel, [text, shown] + rest),
      function == .split ? .list(.text) : .text, range)
  }

  /// The pattern, and how it is shown; nil where it cannot be read, which is reported.
  private func expression(_ pattern: Expression) -> (RegularExpression, written: String)? {
    guard case .regularExpression(let text, let ignoresCase) = pattern.kind else { return nil }
    do throws(BadPattern) {
      return (
        try RegularExpression(text, ignoresCase: ignoresCase),
        "/\(text)/\(ignoresCase ? "i" : "")"
      )
    } catch {
      report(TextTestBinder(context: context).badPattern(error, text, pattern))
      return nil
    }
  }

  private func replacing(_ expression: RegularExpression, _ new: BoundExpression) -> Work? {
    guard case .literal(.text(let text)) = new.kind,
      let replacement = PatternReplacement(text, groups: expression.groupCount)
    else {
      if new.type != nil { report(.badReplacement(new.range, groups: expression.groupCount)) }
      return nil
    }
    return { texts throws(PatternWorkFault) in
      .text(try expression.replacing(in: texts, with: replacement))
    }
  }

  /// Without a number the first group is meant, or the whole where there is none.
  private func extracting(_ expression: RegularExpression, _ number: BoundExpression?) -> Work? {
    var group = min(expression.groupCount, 1)
    if let number {
      guard case .literal(.number(let value)) = number.kind, let chosen = value.int,
        (0...expression.groupCount).contains(chosen)
      else {
        if number.type != nil { report(.badGroup(number.range, groups: expression.groupCount)) }
        return nil
      }
      group = chosen
    }
    let wanted = group
    return { texts throws(PatternWorkFault) in
      .text(try expression.extract(group: wanted, from: texts))
    }
  }
}

extension Diagnostic {
  /// A pattern where there can be none.
  static func misplacedPattern(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .wrongArguments, "a regular expression is no value here", at: Label(range),
      remarks: [
        .help(
          "it stands after `matches`, or as in `extract(name, /\\w+/)`, "
            + "`replace(name, /a+/, \"a\")` and `split(name, / +/)`")
      ])
  }

  fileprivate static func badReplacement(_ range: ScriptRange, groups: Int) -> Diagnostic {
    Diagnostic(
      .wrongArguments, "this cannot take the place of what a pattern matches", at: Label(range),
      remarks: [
        .help(
          "a text that stands in the script, with \(groupNames(groups)) and `$$` for a dollar")
      ])
  }

  fileprivate static func badGroup(_ range: ScriptRange, groups: Int) -> Diagnostic {
    Diagnostic(
      .wrongArguments, "the pattern has no such group", at: Label(range),
      remarks: [
        .help(
          groups == 0
            ? "it has no group in brackets; 0 is all that it matches"
            : "0 is all that it matches, 1 to \(groups) what stands in brackets")
      ])
  }

  private static func groupNames(_ groups: Int) -> String {
    groups == 0 ? "`$0` for what it matches" : "`$0` to `$\(groups)` for what it matches"
  }
}
