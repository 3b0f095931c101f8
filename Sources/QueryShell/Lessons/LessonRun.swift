// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QueryEngine
import QuerySyntax

/// Runs answers over what a lesson lets them read, for their rows alone: nothing is shown, saved or
/// fetched.
struct LessonRun {
  private let directory: any SourceDirectory
  private let start: LessonStart
  private let language: SpokenLanguage
  /// Asked many times while something runs; true ends it.
  private let isLate: () -> Bool

  static let name = "<answer>"

  /// Runs answers as if the examples before them had just run.
  init(
    directory: any SourceDirectory, behind examples: [Script] = [],
    language: SpokenLanguage = .english, isLate: @escaping () -> Bool = { false }
  ) {
    self.directory = directory
    self.language = language
    self.isLate = isLate
    start = LessonStart(behind: examples, in: directory, unless: isLate)
  }

  func outcome(of text: String) -> LessonOutcome {
    outcome(of: ScriptText(name: Self.name, text))
  }

  func outcome(of source: ScriptText) -> LessonOutcome {
    let script = Parser.parse(source)
    if let refusal = refusal(of: script.tree) { return .refused(refusal, at: nil) }
    let bound = Binder.bind(script.tree, in: start.context, directory: directory, unless: isLate)
    let faults = script.diagnostics + bound.diagnostics
    if let fault = faults.first(where: \.isFatal) {
      let place = fault.primary.map { source.place(of: $0.range.start) }
      return .refused(fault.withQuestion, at: place)
    }
    var last: KeptResult?
    var outcome = LessonOutcome.refused(Self.nothingIsAsked(language), at: nil)
    for statement in bound.statements {
      guard case .query(let query) = statement.action else { continue }
      do throws(ExecutionFault) {
        let before = last ?? (query.readsLastResult ? start.last : nil)
        let batches = try Self.batches(of: query, in: directory, after: before, unless: isLate)
        last = Self.kept(query, batches)
        if !query.presentation.isSilent { outcome = .rows(LessonAnswer(query, batches)) }
      } catch {
        guard let fault = Diagnostic(error, in: statement.source, at: query.range) else {
          return .late
        }
        return .stopped(code: fault.code.rawValue, message: fault.message)
      }
    }
    return isLate() ? .late : outcome
  }

  static func nothingIsAsked(_ language: SpokenLanguage) -> String {
    language.text("nothing is asked", "es wird nichts gefragt")
  }

  static func batches(
    of query: BoundQuery, in directory: any SourceDirectory, after last: KeptResult?,
    unless isLate: @escaping () -> Bool = { false }
  ) throws(ExecutionFault) -> [Batch] {
    var batches: [Batch] = []
    let environment = Executor.Environment(
      directory: directory, lastResult: last, randomSeed: { 0 }, isCancelled: isLate)
    _ = try Executor.run(Planner.plan(query, keepingScope: true), in: environment) { batch in
      batches.append(batch)
      return .more
    }
    return batches
  }

  static func kept(_ query: BoundQuery, _ batches: [Batch]) -> KeptResult {
    let shown = query.presentation.columns.count
    let rows = batches.map { batch in
      Batch(Array(batch.columns[shown...]), count: batch.count)
    }
    return KeptResult(scope: query.scope, batches: rows, Provenance())
  }

  /// Why a script is no answer, whatever it reads.
  private func refusal(of script: Script) -> String? {
    for statement in script.statements {
      switch statement {
      case .include:
        return language.text(
          "an answer includes no other file", "eine Antwort schließt keine andere Datei ein")
      case .pipeline(let pipeline):
        let saves = pipeline.stages.contains {
          if case .save = $0.kind { true } else { false }
        }
        if saves {
          return language.text(
            "an answer saves nothing; leave `save` out",
            "eine Antwort speichert nichts; lass `save` weg")
        }
      default: continue
      }
    }
    return nil
  }
}

extension Diagnostic {
  /// What is wrong, with what may have been meant.
  fileprivate var withQuestion: String {
    guard let label = primary, label.isQuestion, !message.contains(label.text) else {
      return message
    }
    return "\(message); \(label.text)"
  }
}
