// SPDX-License-Identifier: MIT

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
