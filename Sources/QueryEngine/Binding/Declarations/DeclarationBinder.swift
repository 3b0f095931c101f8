// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Finds what `let` and `def` name, and what `set` sets.
struct DeclarationBinder {
  let environment: BindingEnvironment

  private var session: BindingSession { environment.session }

  /// What a `let` names; a broken value after a fault, which has been reported.
  func meaning(of binding: Binding) -> Declarations.Meaning {
    let name = binding.name.text
    switch binding.content {
    case .view(let pipeline): return .view(view(name, pipeline))
    case .value(let expression):
      guard let constant = ConstantBinder(environment: environment).value(of: expression) else {
        return .brokenConstant(name)
      }
      return .constant(.init(name: name, value: constant.value, type: constant.type))
    }
  }

  private func view(_ name: String, _ pipeline: Pipeline) -> Declarations.View {
    let start = session.reported
    session.viewLevels = 0
    let isReadable =
      canBeRead(pipeline) && HeadBinder(environment: environment).query(pipeline) != nil
    return Declarations.View(
      name: name, pipeline: pipeline, source: environment.source,
      known: environment.known.declarations.count, levels: session.viewLevels + 1,
      isBroken: !isReadable || session.hasFault(since: start))
  }

  /// A view is read anew wherever it is used, so it cannot begin with a result that changes, nor
  /// end in writing.
  private func canBeRead(_ pipeline: Pipeline) -> Bool {
    let read: [FromClause] =
      switch pipeline.head {
      case .from(let clause): [clause]
      case .changes(let clause): clause.sides
      default: []
      }
    for clause in read {
      guard case .lastResult = clause.source.kind else { continue }
      environment.report(.viewOfResult(clause.range))
      return false
    }
    for stage in pipeline.stages {
      switch stage.kind {
      case .save, .to:
        environment.report(.viewWrites(environment.source[stage.keyword], stage.keyword))
        return false
      default: break
      }
    }
    return true
  }

  /// The macro that a `def` names; nil after a fault, which has been reported.
  func meaning(of macro: Macro) -> Declarations.Meaning? {
    let name = macro.name.text.lowercased()
    if ScalarFunction.named(name) != nil || AggregateFunction.named(name) != nil
      || RowFunction.named(name) != nil
    {
      environment.report(.nameOfFunction(macro.name))
      return nil
    }
    var seen: [String] = []
    for parameter in macro.parameters {
      if seen.contains(parameter.text) { environment.report(.repeatedParameter(parameter)) }
      if !Lexer.isParameterName(parameter.text) {
        environment.report(.unusableParameter(parameter))
      }
      seen.append(parameter.text)
    }
    return .macro(macro)
  }

  /// What a `set` does; nil after a fault, which has been reported.
  func action(of clause: SettingClause) -> BoundStatement.Action? {
    guard let setting = Setting(rawValue: clause.name.lowercased()) else {
      let range = clause.path[0].range.union(clause.path[clause.path.count - 1].range)
      environment.report(
        .unknownSetting(
          clause.name, range,
          keyword: ScriptRange(clause.range.start, clause.range.start + "set".utf8.count)))
      return nil
    }
    if case .name(let name) = clause.value.kind, name.text.lowercased() == Setting.usualWord {
      return .set(setting, .null, clause.range)
    }
    // A choice may be written without quotes, as in `set errors = short`.
    var value = clause.value
    if case .name(let name) = value.kind {
      value = Expression(kind: .text(name.text), range: value.range)
    }
    guard let constant = ConstantBinder(environment: environment).value(of: value) else {
      return nil
    }
    guard let accepted = setting.accepted(constant.value) else {
      environment.report(
        .wrongSetting(setting, value.range, environment.source[value.range]))
      return nil
    }
    return .set(setting, accepted, clause.range)
  }
}
