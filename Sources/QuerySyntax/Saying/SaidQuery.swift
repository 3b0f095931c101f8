// SPDX-License-Identifier: MIT

import Diagnostics

/// A script said in sentences, one for each statement, from its tree.
///
/// Every stage and every condition is named, in their order; values are said as they are written.
package struct SaidQuery {
  let source: ScriptText
  let language: SpokenLanguage

  /// The sentences of a script, each on a line.
  package static func text(of script: Script, in language: SpokenLanguage) -> String {
    let query = SaidQuery(source: script.source, language: language)
    return script.statements.map { query.sentence($0) + "\n" }.joined()
  }

  /// A statement as a sentence.
  private func sentence(_ statement: Statement) -> String {
    let words = self.statement(statement)
    return words.prefix(1).uppercased() + words.dropFirst() + "."
  }

  func say(_ form: SayingForm, _ first: String = "", _ second: String = "", _ third: String = "")
    -> String
  {
    form.said(first, second, third, in: language)
  }

  /// What stands in the script, in one line.
  func written(_ range: ScriptRange) -> String {
    source[range].onOneLine
  }

  private func statement(_ statement: Statement) -> String {
    switch statement {
    case .pipeline(let pipeline): self.pipeline(pipeline)
    case .use(let clause, _): say(.use, from(clause))
    case .describe(let name, _):
      name.map { say(.describe, self.source($0)) } ?? say(.describeCurrent)
    case .definition(let name, _):
      name.map { say(.describeDefinition, self.source($0)) } ?? say(.describeCurrentDefinition)
    case .binding(let binding): self.binding(binding)
    case .macro(let macro): self.macro(macro)
    case .parameter(let parameter): self.parameter(parameter)
    case .include(let path, _): say(.include, written(path.range))
    case .set(let setting): say(.set, setting.name, value(setting.value))
    case .explain(let pipeline, _): say(.explain, self.pipeline(pipeline))
    case .steps(let pipeline, _):
      pipeline.map { say(.steps, self.pipeline($0)) } ?? say(.stepsOfLast)
    case .expectError(let expected):
      say(
        .expectError, expected.code.text.uppercased(),
        expected.pipeline.map(pipeline) ?? say(.unreadable))
    case .unreadable: say(.unreadable)
    }
  }

  private func binding(_ binding: Binding) -> String {
    switch binding.content {
    case .view(let pipeline): say(.letView, binding.name.text, self.pipeline(pipeline))
    case .value(let value): say(.letValue, binding.name.text, self.value(value))
    }
  }

  private func parameter(_ parameter: Parameter) -> String {
    var said = say(.parameter, parameter.name.text, written(parameter.typeRange))
    if let standard = parameter.standard { said = say(.parameterElse, said, value(standard)) }
    return parameter.help.map { say(.parameterMeaning, said, written($0.range)) } ?? said
  }

  private func macro(_ macro: Macro) -> String {
    let names = macro.parameters.map(\.text).joined(separator: ", ")
    let called = "\(macro.name.text)(\(names))"
    switch macro.body {
    case .expression(let value): return say(.definition, called, self.value(value))
    case .stages(let stages): return say(.definition, called, self.stages(stages))
    }
  }

  func pipeline(_ pipeline: Pipeline) -> String {
    ([head(pipeline.head)] + pipeline.stages.map(stage)).joined(separator: "; ")
  }

  func stages(_ stages: [Stage]) -> String { stages.map(stage).joined(separator: "; ") }

  private func head(_ head: Pipeline.Head) -> String {
    switch head {
    case .from(let clause): say(.take, from(clause))
    case .categories(of: let name, _): say(.categories, name.map(source) ?? say(.currentList))
    case .sources: say(.takeSources)
    case .item(let item, of: let name, picture: let size, _):
      size.map { say(.withPicture, self.item(item, of: name), written($0.range)) }
        ?? self.item(item, of: name)
    case .relation(let name, item: let item, of: let source, _): relation(name, item, source)
    case .changes(let clause): changes(clause)
    case .history(let item, of: let name, _):
      name.map { say(.historyOf, self.item(item), source($0)) } ?? say(.history, self.item(item))
    case .current: say(.fromCurrent)
    case .lastResult: say(.fromLast)
    }
  }

  private func relation(_ name: Name, _ item: ItemReference?, _ list: SourceName?) -> String {
    guard let item else { return say(.relation, name.text) }
    return list.map { say(.relationOfItemOf, name.text, self.item(item), source($0)) }
      ?? say(.relationOfItem, name.text, self.item(item))
  }

  private func item(_ item: ItemReference, of name: SourceName?) -> String {
    name.map { say(.itemOf, self.item(item), source($0)) } ?? say(.item, self.item(item))
  }

  private func changes(_ clause: ChangesClause) -> String {
    let names = { (names: [Name]) in names.map(\.text).joined(separator: ", ") }
    var said = say(.changes, from(clause.old), from(clause.new))
    if !clause.keys.isEmpty { said = say(.changesBy, said, names(clause.keys)) }
    if !clause.ignored.isEmpty { said = say(.changesWithout, said, names(clause.ignored)) }
    return clause.tolerance.map { say(.changesWithin, said, written($0.range)) } ?? said
  }

  private func item(_ item: ItemReference) -> String { written(item.range) }

  private func from(_ clause: FromClause) -> String {
    var said = source(clause.source)
    if !clause.categories.isEmpty {
      let titles = clause.categories.map { written($0.range) }.joined(separator: ", ")
      said = say(clause.categories.count == 1 ? .inCategory : .inCategories, said, titles)
    }
    return clause.moment.map { moment in
      say(.asOf, said, SpokenTime.moment(words(of: moment), in: language))
    } ?? said
  }

  private func words(of moment: MomentClause) -> String {
    switch moment.kind {
    case .words(let words): words.onOneLine
    case .parameter(let name): "$\(name.text)"
    }
  }

  func source(_ name: SourceName) -> String {
    if case .lastResult = name.kind { return say(.lastResult) }
    let said = written(name.range)
    return name.rows.map { say(.readAs, said, rows($0)) } ?? said
  }

  /// How the rows of a file are found.
  private func rows(_ rows: FileRows) -> String {
    switch rows {
    case .document: return say(.wholeDocument)
    case .list(let steps):
      let parts = steps.map { step in
        if case .member(let name) = step { "." + name.asName } else { "[]" }
      }
      let way = parts.joined()
      return say(.listInDocument, way.hasPrefix(".") ? String(way.dropFirst()) : way)
    case .table(let table):
      let separator = table.separator.map { say(.separated, written($0.range)) }
      let header = table.hasHeader.map { say($0 ? .headed : .headless) }
      let mark = table.decimalMark.map { say($0 == .comma ? .decimalComma : .decimalPoint) }
      return [separator, header, mark].compactMap(\.self).joined(separator: ", ")
    }
  }
}
