// SPDX-License-Identifier: MIT

import Diagnostics
import ResultRendering
import Testing

@testable import QueryEngine
@testable import QueryShell

/// What `.steps` shows on terminals of several widths.
@Suite struct StepLinesTests {
  private static let steps = [
    StageWalk.Step(text: "from hotels", count: 7, remarks: []),
    StageWalk.Step(
      text: "filter stars >= 2 and rooms >= 2 and distance < 200", count: 3,
      remarks: ["-2 stars: Days Hotel Broadway at …, Dream Downtown", "-2 rooms: Midtown Lodging"]),
    StageWalk.Step(text: "limit 2", count: 2, remarks: ["left out: Belleclaire Hotel"]),
  ]

  @Test func standsSideBySide() {
    #expect(
      StepLines.text(of: Self.steps, width: 80) == """
        from hotels                               7
        filter stars >= 2 and rooms >= 2 and di…  3  -2 stars: Days Hotel Broadway at …,
                                                     Dream Downtown
                                                     -2 rooms: Midtown Lodging
        limit 2                                   2  left out: Belleclaire Hotel

        """)
  }

  /// A column that is computed anew has its first values, and what has no stages says so.
  @Test func tellsWhatIsThere() {
    let cases = [
      (
        "from hotels | extend rooms = rooms * 2 | limit 1\nexplain",
        "rooms 12, 8, 2 and 4 more"
      ),
      ("describe hotels\nexplain", "what ran last is no query with stages"),
    ]
    for (script, told) in cases {
      let session = Session.collecting()
      #expect(session.run(ScriptText(name: "a.cq", script)) == .success)
      #expect((session.output.taken() + session.errors.taken()).contains(told), "\(script)")
    }
  }

  /// Nothing is cut, and no line is longer than the terminal.
  @Test func standsBelowOnANarrowTerminal() {
    #expect(
      StepLines.text(of: Self.steps, width: 40) == """
        from hotels                           7
        filter stars >= 2 and rooms >= 2 and  3
        distance < 200
          -2 stars: Days Hotel Broadway at …,
          Dream Downtown
          -2 rooms: Midtown Lodging
        limit 2                               2
          left out: Belleclaire Hotel

        """)
    for width in [20, 30, 40, 59, 60, 80, 200] {
      let lines = StepLines.text(of: Self.steps, width: width).split(separator: "\n")
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= max(width, 66) }, "\(width)")
    }
  }
}
