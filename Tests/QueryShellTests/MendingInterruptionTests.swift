// SPDX-License-Identifier: MIT

import Diagnostics
import Testing

@testable import QueryShell

/// Ctrl-C while fixes are tried, each of which checks the text anew.
@Suite struct MendingInterruptionTests {
  /// Says after so many questions that nobody waits any more.
  private final class Patience {
    private(set) var questions = 0
    var limit = Int.max

    func isOver() -> Bool {
      questions += 1
      return questions > limit
    }
  }

  private static let text = ScriptText(
    name: "<test>",
    String(repeating: "from hotels | filter star > 3 and nam = \"x\" | sort by room\n", count: 20))

  private static func session(_ patience: Patience) -> Session {
    Session(
      Session.collecting().settings, output: OutputStream(), errors: OutputStream(),
      calendar: { nil }, isCancelled: patience.isOver)
  }

  @Test func settlingIsAskedFor() {
    let whole = Patience()
    #expect(Self.session(whole).run(Self.text) == .script)
    let once = Patience()
    let faults = ScriptCheck(
      Self.text, sources: Self.session(Patience()).sources, unless: once.isOver
    ).faults
    #expect(faults.contains { $0.fix != nil })
    // The check itself, and those after fixes.
    #expect(whole.questions > once.questions * 3)
    let cut = Patience()
    cut.limit = once.questions * 2
    let session = Self.session(cut)
    #expect(session.run(Self.text) == .interrupted)
    #expect(cut.questions < cut.limit + 20)
    #expect(session.errors.taken() == "")
    #expect(session.reported == [])
  }

  @Test func mendingIsAskedFor() {
    let patience = Patience()
    let session = Self.session(patience)
    #expect(session.run(Self.text) == .script)
    let before = patience.questions
    #expect(session.mended(session.reported) != nil)
    let whole = patience.questions - before
    patience.limit = patience.questions
    #expect(session.mended(session.reported) == nil)
    #expect(patience.questions - before - whole < whole / 10)
  }
}
