// SPDX-License-Identifier: MIT

import Diagnostics
import QueryEngine
import QuerySyntax

/// What was typed for a result, from its source on.
struct ResultOrigin: Equatable {
  private let steps: [Step]

  private init(_ steps: [Step]) { self.steps = steps }

  init(_ attempt: Attempt) { steps = attempt.steps.map(Step.init) }

  /// The result from which the last step goes on; nil where that reads rows of its own.
  var base: ResultOrigin? { steps.count > 1 ? ResultOrigin(Array(steps.dropLast())) : nil }

  /// All of it as statements, which name the source where another one would be read now. Only the
  /// last of them writes.
  func text(reading source: String?) -> String {
    var text = ""
    for (index, step) in steps.enumerated() {
      // What does nothing but write would not be there without its source.
      let isNamed = index == 0 && (step.source != source || step.text.withoutWriting.isEmpty)
      let next = isNamed ? step.named : step.text
      let goesOn = index > 0 && next.first == "|" && !text.canGoOn
      text += (index > 0 ? "\n" : "") + (goesOn ? "from it " : "")
      text += index < steps.count - 1 ? next.withoutWriting : next
    }
    return text
  }
}

extension ResultOrigin {
  /// One of the scripts that it came of.
  private struct Step: Equatable {
    let text: String
    /// What a statement read that named no source, as a query writes it.
    let source: String?
    /// The text with the name of its source in it.
    let named: String

    init(_ step: Attempt.Step) {
      let text = String(decoding: step.source.bytes, as: UTF8.self).trimmed
      self.text = text
      source = step.context.unnamedSource
      let categories = step.context.current == nil ? [] : step.context.categories.map(\.value)
      named = source.map { text.reading($0, in: categories) } ?? text
    }

    static func == (first: Self, second: Self) -> Bool { first.named == second.named }
  }
}

extension String {
  private var statements: [Statement] {
    Parser.parse(ScriptText(name: "<session>", self)).tree.statements
  }

  /// Whether a line that begins with `|` goes on from the last statement of a script.
  var canGoOn: Bool {
    guard case .pipeline(let pipeline)? = statements.last else { return false }
    return !(pipeline.stages.last?.kind.writes ?? false)
  }

  /// A script whose last pipeline does not write what it gives.
  var withoutWriting: String {
    guard case .pipeline(let pipeline)? = statements.last, let last = pipeline.stages.last,
      last.kind.writes
    else { return self }
    let text = String(decoding: utf8.prefix(last.range.start), as: UTF8.self).trimmed
    return text.last == "|" ? String(text.dropLast()).trimmed : text
  }

  /// A script whose first statement names the source that it reads, where it named none.
  fileprivate func reading(_ source: String, in categories: [String]) -> String {
    guard case .pipeline(let pipeline)? = statements.first else { return self }
    switch pipeline.head {
    case .current(let range):
      let chosen = categories.map(\.inQuotes).joined(separator: ", ")
      return inserting(
        "from \(source)\(chosen.isEmpty ? "" : " in \(chosen)") | ", at: range.start)
    case .item(let item, of: nil, picture: _, _), .history(let item, of: nil, _),
      .relation(_, item: .some(let item), of: nil, _):
      // A row of the last result is an item of that.
      if case .row = item.kind { return self }
      return inserting(" of \(source)", at: item.range.end)
    case .categories(of: nil, let range): return inserting(" of \(source)", at: range.end)
    case .from, .item, .history, .relation, .categories, .changes, .sources, .lastResult:
      return self
    }
  }

  private func inserting(_ part: String, at place: Int) -> String {
    var bytes = Array(utf8)
    bytes.insert(contentsOf: part.utf8, at: place)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Binder.Context {
  /// What a statement reads that names no source.
  var unnamedSource: String? { (current ?? lastSource)?.written }
}
