// SPDX-License-Identifier: MIT

import Diagnostics

/// A script of a page; all of them, one after another, are the one session that the page is.
struct PageScript {
  /// The line of the fence, from 1.
  let line: Int
  /// Where it stands in the page.
  let script: ScriptText
  let mayFail: Bool
  let role: Role

  /// What a script is for.
  enum Role { case example, solution, reveal }

  /// Whether what comes behind it does not know of it, as that of an exercise or a question.
  var isAside: Bool { role != .example }
}

extension Transcript {
  /// All scripts in their order, those of lessons too.
  func pageScripts(with lessons: [Lesson]) -> [PageScript] {
    let examples = blocks.map { block in
      PageScript(
        line: block.line, script: script(of: block), mayFail: block.error != nil, role: .example)
    }
    let asides = lessons.flatMap(\.parts).compactMap(PageScript.init)
    return (examples + asides).sorted { $0.line < $1.line }
  }
}

extension PageScript {
  /// The script of an exercise or a question; nil for what is none.
  fileprivate init?(_ part: LessonPart) {
    switch part {
    case .exercise(let exercise):
      self.init(line: exercise.line, script: exercise.script, mayFail: false, role: .solution)
    case .prediction(let prediction):
      guard let script = prediction.script, let line = prediction.scriptLine else { return nil }
      self.init(line: line, script: script, mayFail: prediction.mayFail, role: .reveal)
    case .heading, .text, .note, .example: return nil
    }
  }
}
