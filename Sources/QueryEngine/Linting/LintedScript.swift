// SPDX-License-Identifier: MIT

package import Catalogue
package import Diagnostics
package import QuerySyntax

/// A script without faults, as the rules see it.
package struct LintedScript: Sendable {
  /// One statement, of the script itself or of one that it includes.
  struct Part: Sendable {
    let statement: Statement
    /// What a query is bound to; nil for other statements.
    let query: BoundQuery?
    /// Whether it stands in the script itself.
    let isOwn: Bool
    /// The source that its rows come from, as far as that is known.
    let reference: SourceReference?
    /// The source that is the current one before it.
    let current: SourceReference?
  }

  let source: ScriptText
  /// The script as messages quote it: a key is shown to nobody.
  let quoted: ScriptText
  /// In the order in which they run.
  let parts: [Part]
  /// The names of its views and values in lower case.
  let boundNames: Set<String>
  /// Where texts look like keys or passwords.
  let secrets: [ScriptRange]
  let allowances: [LintAllowance]
  /// By the number of the line for which they are written.
  private let allowancesOfLines: [Int: [LintAllowance]]
  private let directory: any SourceDirectory

  /// `scripts` are those that run, cut where one is included; `source` is the one that is asked
  /// about, which consists of `tokens`. `secrets` are ranges of its bytes.
  package init(
    _ source: ScriptText, tokens: [Token], scripts: [Script], bound: [BoundStatement],
    secrets: [ScriptRange], directory: any SourceDirectory
  ) {
    self.source = source
    quoted = source.hiding(secrets)
    self.secrets = secrets
    self.directory = directory
    allowances = LintAllowance.all(in: source, tokens)
    allowancesOfLines = Dictionary(grouping: allowances, by: \.line)
    let statements = scripts.flatMap { script in
      script.statements.map { (statement: $0, isOwn: script.source == source) }
    }
    boundNames = Set(
      statements.compactMap { entry in
        if case .binding(let binding) = entry.statement {
          binding.name.text.lowercased()
        } else {
          nil
        }
      })
    var heads = HeadSources()
    parts = statements.enumerated().map { index, entry in
      let current = heads.current
      let reference = heads.reference(of: entry.statement)
      // Of a script without faults every statement is bound.
      let action = bound.count == statements.count ? bound[index].action : nil
      let query: BoundQuery? = if case .query(let query) = action { query } else { nil }
      return Part(
        statement: entry.statement, query: query, isOwn: entry.isOwn, reference: reference,
        current: current)
    }
  }

  /// The names of the field that identifies an item of a source.
  func keyNames(of reference: SourceReference?) -> [String] {
    guard let reference, let schema = try? directory.source(reference)?.schema,
      let key = schema.key
    else { return [] }
    return [schema.fields[key].name] + schema.fields[key].aliases
  }

  /// The pipelines of the script itself, those of views included, each with its statement.
  var pipelines: [(pipeline: Pipeline, part: Part)] {
    parts.filter(\.isOwn).compactMap { part in part.statement.pipeline.map { ($0, part) } }
  }

  /// The lists of stages of the script itself, those of groups and macros included.
  var stageLists: [[Stage]] {
    parts.filter(\.isOwn).flatMap { part in
      let outer = part.statement.stages
      return [outer] + outer.flatMap(\.withInnerStages).map(\.innerStages).filter { !$0.isEmpty }
    }
  }

  func allows(_ rule: LintRule, at place: ScriptRange) -> Bool {
    let allowances = allowancesOfLines[source.line(around: place.start).number, default: []]
    return allowances.flatMap(\.names).contains { rule.isCalled(source[$0]) }
  }
}

extension ScriptText {
  /// The same with `*` in the place of every byte of some ranges.
  fileprivate func hiding(_ ranges: [ScriptRange]) -> ScriptText {
    var bytes = self.bytes
    for range in ranges where range.end <= bytes.count {
      for offset in range.start..<range.end { bytes[offset] = UInt8(ascii: "*") }
    }
    return ScriptText(name: name, bytes: bytes, firstLine: firstLine, firstColumn: firstColumn)
  }
}

extension LintRule {
  func isCalled(_ word: String) -> Bool {
    word.lowercased() == name || word.uppercased() == code.rawValue
  }
}

extension Statement {
  /// The pipeline that it runs or names.
  var pipeline: Pipeline? {
    switch self {
    case .pipeline(let pipeline), .explain(let pipeline, _): pipeline
    case .steps(let pipeline, _): pipeline
    case .binding(let binding):
      if case .view(let pipeline) = binding.content { pipeline } else { nil }
    case .expectError(let expectation): expectation.pipeline
    case .use, .describe, .definition, .macro, .parameter, .include, .set, .unreadable: nil
    }
  }

  /// Its stages, also those of a macro.
  var stages: [Stage] {
    if case .macro(let macro) = self, case .stages(let stages) = macro.body { return stages }
    return pipeline?.stages ?? []
  }
}

/// Follows which source each statement reads.
private struct HeadSources {
  private(set) var current: SourceReference?
  private var last: SourceReference?
  private var views: [String: SourceReference?] = [:]

  mutating func reference(of statement: Statement) -> SourceReference? {
    switch statement {
    case .use(let clause, _):
      current = reference(of: clause.source)
      return nil
    case .binding(let binding):
      guard let pipeline = statement.pipeline else { return nil }
      let found = reference(of: pipeline)
      views.updateValue(found, forKey: binding.name.text.lowercased())
      return found
    case .pipeline(let pipeline):
      last = reference(of: pipeline)
      return last
    case .explain(let pipeline, _): return reference(of: pipeline)
    case .steps(let pipeline, _): return pipeline.flatMap(reference)
    case .expectError(let expectation): return expectation.pipeline.flatMap(reference)
    case .describe, .definition, .macro, .parameter, .include, .set, .unreadable: return nil
    }
  }

  private func reference(of pipeline: Pipeline) -> SourceReference? {
    switch pipeline.head {
    case .from(let clause): reference(of: clause.source)
    case .current: current
    case .lastResult: last
    case .item(_, let name, _, _): name.map(reference) ?? current ?? last
    case .categories, .sources, .relation, .changes, .history: nil
    }
  }

  private func reference(of name: SourceName) -> SourceReference? {
    switch name.kind {
    case .name(let word):
      return views[word.lowercased(), default: .named(word.lowercased())]
    case .address: return name.reference
    case .lastResult: return last
    }
  }
}
