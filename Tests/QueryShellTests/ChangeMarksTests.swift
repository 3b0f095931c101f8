// SPDX-License-Identifier: MIT

import ResultRendering
import Testing

@testable import QueryShell

/// What has changed since it was shown last is set off.
@Suite struct ChangeMarksTests {
  @Test func marksChangedCells() {
    var marks = ChangeMarks(style: TextStyle(isOn: true))
    let first = marks.marked(["id  n", "1   20", "gone"])
    #expect(first.lines == ["id  n", "1   20", "gone"] && first.changed == 0)
    let second = marks.marked(["\u{1B}[2mid  n\u{1B}[0m", "1   31"])
    #expect(
      second.lines == ["\u{1B}[2mid  n\u{1B}[0m", "1   \u{1B}[1;33m31\u{1B}[0m"]
        && second.changed == 2)
    #expect(marks.marked(["id  n", "1   31", "new"]).changed == 1)
  }

  @Test func marksLinesWithoutColours() {
    var marks = ChangeMarks(style: TextStyle(isOn: false))
    _ = marks.marked(["a 漢", "b"])
    #expect(marks.marked(["a 漢", "c"]).lines == ["a 漢", "c  <"])
  }
}
