// SPDX-License-Identifier: MIT

import Diagnostics
import QueryEngine
import QuerySyntax

// `more`.
extension Session {
  /// Runs what gave the last result again, for the page behind the one that was shown.
  func showMore() {
    guard let attempt = lastAttempt, let last, let script = attempt.steps.last?.source else {
      return note("there is no list yet; `more` reads the next page of one")
    }
    let tree = Parser.parse(script).tree
    if tree.saves {
      return note(
        "`more` runs nothing again that saves rows; it shows the next page of a list that is shown")
    }
    guard let page = ListPage(endOf: tree) else {
      return note("the last result has no pages; `page 1` at the end of a pipeline begins with one")
    }
    guard last.rows >= page.size else {
      return note("that was the last page: it has \(last.rows) of \(page.size) rows")
    }
    let (before, started) = (state, clock())
    // Of several results of a script one without rows may be another.
    isPageEmpty = tree.givesOneResult ? false : nil
    let next = page.next(in: script)
    let status = attempt.ending(in: next).repeated(in: self)
    let isEmpty = isPageEmpty ?? false
    isPageEmpty = nil
    if isEmpty {
      restore(before)
      note("that was the last page: no rows come after it")
    } else {
      log(next, status, since: started, before)
    }
    if status == .interrupted { note("interrupted") }
  }

  /// Notes that a page which `more` reads has no rows, and is not shown; whether that is so.
  func endsPaging(_ report: RunReport) -> Bool {
    guard isPageEmpty != nil, !isRereading, report.rows == 0, !report.isInterrupted else {
      return false
    }
    isPageEmpty = true
    return true
  }
}

/// The page of a list that the last pipeline of a script gives, by `page` or by `limit`.
private struct ListPage {
  let number: Int
  let size: Int
  /// What chooses it in the script.
  private let range: ScriptRange

  /// Nil where no page is chosen, or its numbers are not written there.
  init?(endOf script: Script) {
    guard case .pipeline(let pipeline)? = script.statements.last,
      let stage = pipeline.stages.last(where: { !$0.isOnlySeen })
    else { return nil }
    switch stage.kind {
    case .limit(let count):
      guard case .number(let rows) = count.kind, rows > 0 else { return nil }
      (number, size) = (1, rows)
    case .page(let page, let size):
      guard case .number(let number) = page.kind else { return nil }
      switch size?.kind {
      case nil: self.size = Self.usualSize
      case .number(let rows) where rows > 0: self.size = rows
      default: return nil
      }
      self.number = number
    default: return nil
    }
    range = stage.range
  }

  private static let usualSize = 10

  /// The script with the next page in its place.
  func next(in script: ScriptText) -> ScriptText {
    let page = "page \(number + 1)\(size == Self.usualSize ? "" : " size \(size)")"
    let bytes = script.bytes[..<range.start] + Array(page.utf8) + script.bytes[range.end...]
    return ScriptText(name: script.name, bytes: Array(bytes))
  }
}

extension Script {
  /// Whether it has one pipeline and nothing else that shows rows.
  fileprivate var givesOneResult: Bool {
    let others = statements.dropLast()
    return others.allSatisfy { statement in
      switch statement {
      case .use, .binding, .macro, .parameter, .set: true
      default: false
      }
    }
  }

  /// Whether one of its pipelines writes a file, which another run would write anew.
  fileprivate var saves: Bool {
    statements.contains { statement in
      guard case .pipeline(let pipeline) = statement else { return false }
      return pipeline.stages.contains { if case .save = $0.kind { true } else { false } }
    }
  }
}

extension Stage {
  /// Whether it changes only what is seen of the rows, so that the same ones stay.
  fileprivate var isOnlySeen: Bool { facts.effect == .same || facts.effect == .output }
}
