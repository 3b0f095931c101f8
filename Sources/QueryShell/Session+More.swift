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
    guard let page = ListPage(endOf: script) else {
      return note("the last result has no pages; `page 1` at the end of a pipeline begins with one")
    }
    guard last.rows >= page.size else {
      return note("that was the last page: it has \(last.rows) of \(page.size) rows")
    }
    if attempt.ending(in: page.next(in: script)).repeated(in: self) == .interrupted {
      note("interrupted")
    }
  }
}

/// The page of a list that the last pipeline of a script gives, by `page` or by `limit`.
private struct ListPage {
  let number: Int
  let size: Int
  /// What chooses it in the script.
  private let range: ScriptRange

  /// Nil where no page is chosen, or its numbers are not written there.
  init?(endOf script: ScriptText) {
    guard case .pipeline(let pipeline)? = Parser.parse(script).tree.statements.last,
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

extension Stage {
  /// Whether it changes only what is seen of the rows, so that the same ones stay.
  fileprivate var isOnlySeen: Bool { facts.effect == .same || facts.effect == .output }
}
