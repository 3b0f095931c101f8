// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// Values that have names, and single cells of the last result.
extension PipelineBinder {
  /// `$name`: a value by its name.
  mutating func parameter(_ name: Name) -> BoundExpression {
    let declarations = outer?.context.declarations
    if let constant = declarations?.constant(name.text) {
      return BoundExpression(.literal(constant.value), constant.type, name.range)
    }
    if declarations?.isBroken(name.text) ?? false { return .unknown(name.range) }
    if scope.field(name.text) != nil {
      report(.foreignParameter(name))
    } else if !(outer?.context.isUncertain ?? false) {
      report(.unknownValue(name, known: declarations?.constantNames ?? []))
    }
    return .unknown(name.range)
  }

  /// A number of rows.
  mutating func number(_ count: Count) -> Int {
    let expression: Expression
    switch count.kind {
    case .number(let number): return number
    case .parameter(let name): expression = Expression(kind: .parameter(name), range: name.range)
    case .value(let value): expression = value
    }
    guard let value = knownValue(expression) else { return 0 }
    if case .number(let number) = value, let rows = number.int, rows >= 0 { return rows }
    report(.wrongValue(source[expression.range], "a whole number of rows", expression.range))
    return 0
  }

  /// A text that is written, has a name or is given to a macro.
  mutating func text(_ expression: Expression) -> String {
    guard let value = knownValue(expression) else { return "" }
    if case .text(let text) = value { return text }
    report(.wrongValue(source[expression.range], "a text", expression.range))
    return ""
  }

  /// A value that does not depend on any row; nil after a fault, which has been reported.
  private mutating func knownValue(_ expression: Expression) -> Value? {
    if case .parameter(let name) = expression.kind {
      _ = parameter(name)
      return outer?.context.declarations.constant(name.text)?.value
    }
    guard var binder = outer else { return nil }
    binder.diagnostics = []
    binder.source = source
    let known = binder.constant(expression)
    diagnostics += binder.diagnostics
    guard let known, known.type != nil || expression.isNull else { return nil }
    return known.value
  }

  /// `@3.name`: one cell of the last result.
  mutating func cell(_ row: Int, _ name: Name, _ range: ScriptRange) -> BoundExpression {
    if scope.isConstant {
      report(.rowInConstant(range))
      return .unknown(range)
    }
    guard let last = outer?.context.last else {
      if !(outer?.context.isUncertain ?? false) { report(.noLastResult(range)) }
      return .unknown(range)
    }
    guard let field = last.field(name.text), !field.isPending else {
      if !last.isUncertain { report(.unknownField(name, last)) }
      return .unknown(range)
    }
    reportHomonyms(name, last.homonyms(of: name.text))
    readsRows = true
    return BoundExpression(.cell(row: row, field.id), field.type, range)
  }

  /// `f"..."`: its pieces, each written as a cell.
  mutating func template(_ parts: [TemplatePart], _ range: ScriptRange) -> BoundExpression {
    let bound = parts.map { part in
      switch part {
      case .text(let text): BoundExpression(.literal(.text(text)), .text, range)
      case .value(let value): bind(value)
      }
    }
    if let text = Self.joined(bound) {
      guard text.utf8.count <= TextLimit.standard.value else {
        if let fault = Diagnostic(ExecutionFault.textLimit(range), in: source, at: range) {
          report(fault)
        }
        return .unknown(range)
      }
      return BoundExpression(.literal(.text(text)), .text, range)
    }
    return BoundExpression(.template(bound), .text, range)
  }

  /// The text of pieces that are all texts; nil when some are not.
  private static func joined(_ parts: [BoundExpression]) -> String? {
    var joined = ""
    for part in parts {
      guard case .literal(.text(let text)) = part.kind else { return nil }
      joined += text
    }
    return joined
  }
}

// Macros.
extension PipelineBinder {
  /// Macros that use each other more deeply than this are refused.
  package static let maximumExpansionDepth = 64
  /// A pipeline in which macros are used more often is refused.
  package static let maximumExpansions = 10_000

  /// The call of a `def`; nil when none has that name.
  mutating func macroCall(
    _ name: Name, _ arguments: [Expression], _ range: ScriptRange
  ) -> BoundExpression? {
    guard let macro = outer?.context.declarations.macro(name.text) else { return nil }
    guard case .expression(let body) = macro.body else {
      report(.stagesAreApplied(name))
      return .unknown(range)
    }
    guard let expansion = expansion(of: macro, name, arguments, range) else {
      return .unknown(range)
    }
    return expanding(macro, range) { $0.bind(expansion.expression(body)) } ?? .unknown(range)
  }

  mutating func apply(_ name: Name, _ arguments: [Expression], _ stage: Stage) {
    guard let macro = outer?.context.declarations.macro(name.text) else {
      if !(outer?.context.isUncertain ?? false) {
        report(.unknownMacro(name, outer?.context.declarations.macroNames(ofStages: true) ?? []))
      }
      scope.isUncertain = true
      return
    }
    guard case .stages(let body) = macro.body else {
      report(.expressionsAreCalled(name))
      return
    }
    guard let expansion = expansion(of: macro, name, arguments, stage.range) else { return }
    _ = expanding(macro, stage.range) { $0.bindAll(expansion.stages(body)) }
  }

  private mutating func expansion(
    of macro: Macro, _ name: Name, _ arguments: [Expression], _ range: ScriptRange
  ) -> Expansion? {
    guard arguments.count == macro.parameters.count else {
      report(.wrongNumberOfArguments(macro, given: arguments.count, range))
      return nil
    }
    // An argument can have grown from macro to macro.
    guard arguments.allSatisfy({ $0.height <= Parser.maximumDepth }) else {
      report(.expandedTooHigh(range))
      return nil
    }
    let pairs = zip(macro.parameters, arguments).map { (name: $0.text, value: $1) }
    return Expansion(arguments: pairs, place: range)
  }

  /// Whether what a macro stands for has it in it, through others or at once.
  private func usesItself(_ macro: Macro) -> Bool {
    let own = macro.name.text.lowercased()
    var seen: Set<String> = []
    var waiting = [macro]
    while let next = waiting.popLast() {
      for case .macro(let name) in NameUses(of: .macro(next)).keys {
        if name == own { return true }
        guard seen.insert(name).inserted, let used = outer?.context.declarations.macro(name)
        else { continue }
        waiting.append(used)
      }
    }
    return false
  }

  /// Binds what a macro stands for; faults in its body are told where it is used. Nil when macros
  /// use each other too deeply.
  private mutating func expanding<Result>(
    _ macro: Macro, _ place: ScriptRange, _ work: (inout PipelineBinder) -> Result
  ) -> Result? {
    let name = macro.name.text
    guard expansionDepth < Self.maximumExpansionDepth,
      max(expansions, weight) < Self.maximumExpansions
    else {
      if expansions < .max {
        report(usesItself(macro) ? .macroUsesItself(name, place) : .macroTooDeep(name, place))
      }
      expansions = .max
      return nil
    }
    let known = diagnostics.count
    let wasExpansion = isExpansion
    expansionDepth += 1
    expansions += 1
    isExpansion = true
    macros.append((macro, place))
    let result = work(&self)
    macros.removeLast()
    isExpansion = wasExpansion
    expansionDepth -= 1
    let faults = diagnostics[known...].map { fault in
      fault.primary?.range == place ? fault.inBody(of: macro.name.text) : fault
    }
    diagnostics.removeSubrange(known...)
    for fault in faults where !diagnostics.contains(fault) { diagnostics.append(fault) }
    return result
  }
}

extension Expression {
  fileprivate var isNull: Bool { if case .null = kind { true } else { false } }
}

extension Diagnostic {
  /// The fault as one of a macro's body, which no change of the place of its use would mend.
  fileprivate func inBody(of macro: String) -> Diagnostic {
    if remarks.contains(where: { $0.kind == "in" }) { return self }
    return Diagnostic(
      code, message, at: primary, secondary: secondary,
      remarks: [Remark("in", "the body of `\(macro)`")] + remarks.filter { $0.kind != "help" },
      fix: nil, severity: severity, in: source)
  }
}
