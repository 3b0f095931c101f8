// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// What is wrong with a query of a page is told with the place where it stands in the page,
/// whatever command runs it.
@Suite struct PagePlaceTests {
  /// A page of examples, of which the last stands behind an empty line and two blanks.
  private static let examples = """
    # Prices

    ```cq
    from hotels | count
    ```
    ```output
    count
    ─────
        7
    1 row · sample
    ```

    ```cq

      from hotels
      | sort by distnace
    ```

    """

  private static func lesson(_ example: String, _ exercise: String, _ reveal: String) -> String {
    """
    # Prices
    ```cq
    \(example)
    ```
    > predict: How many?
    ```cq reveal

     \(reveal)
    ```

    ## One
    Show one.
    ```cq exercise=1 kind=gap
    \(exercise)
    ```
    > hint: One.

    """
  }

  private static let sound = "from hotels | count"
  private static let gap = "from hotels | [[limit]] [[1]]"

  private static let pages = [
    "page.md": examples,
    "example.md": lesson("from hotels | sort by x", gap, sound),
    "reveal.md": lesson(sound, gap, "from hotels | sort by y"),
    "gap.md": lesson(sound, "from hotels | [[limit]] [[1]] | show zz", sound),
    "answers.cq": "# 1\n\n  from hotels\n  | sort by q\n",
    "typed.cq": "# 1\nlimit, q\n",
  ]

  private static let isUnknown = "error[CQ0201]: hotels has no field"

  /// Calls, what is said, and the exit status.
  static let calls: [(call: String, message: String, status: Int32)] = [
    ("cq play page.md", "page.md:16:13: \(isUnknown) `distnace`", 3),
    ("cq play --check page.md", "  + page.md:16:13: \(isUnknown) `distnace`", 1),
    ("cq test page.md", "  + page.md:16:13: \(isUnknown) `distnace`", 1),
    ("cq report page.md", "page.md:16:13: \(isUnknown) `distnace`", 3),
    ("cq pack page.md -o a.cqpack", "page.md:16:13: \(isUnknown) `distnace`", 3),
    ("cq check page.md", "page.md:16:13: \(isUnknown) `distnace`", 3),
    ("cq play example.md", "example.md:3:23: \(isUnknown) `x`", 3),
    ("cq report example.md", "example.md:3:23: \(isUnknown) `x`", 3),
    ("echo quit | cq learn example.md", "example.md:3:23: \(isUnknown) `x`", 0),
    ("cq test example.md", "  + example.md:3:23: \(isUnknown) `x`", 1),
    ("cq play reveal.md", "reveal.md:8:24: \(isUnknown) `y`", 3),
    ("cq report reveal.md", "reveal.md:8:24: \(isUnknown) `y`", 3),
    ("printf '7\\nquit\\n' | cq learn reveal.md", "reveal.md:8:24: \(isUnknown) `y`", 0),
    (
      "cq test reveal.md",
      "what is revealed does not run\n  reveal.md:8:24: \(isUnknown) `y`", 1
    ),
    // The marks of gaps are counted as columns of the page, which they are.
    ("cq play gap.md", "gap.md:14:38: \(isUnknown) `zz`", 3),
    ("cq report gap.md", "gap.md:14:38: \(isUnknown) `zz`", 3),
    (
      "cq test gap.md", "gap.md:14:38: the solution of 1 does not run: hotels has no field `zz`", 1
    ),
    (
      "cq learn reveal.md --grade answers.cq",
      #""message":"Not run, no try: hotels has no field q.","line":4,"column":13}"#, 1
    ),
    // What is filled into gaps is no text of its own.
    (
      "cq learn reveal.md --grade typed.cq", #"limit needs a number of rows, not q."}"#, 1
    ),
  ]

  @Test(arguments: calls)
  func isTold(call: String, message: String, status: Int32) throws {
    let run = try Workspace(Self.pages).shell(call)
    #expect((run.outputText + run.errorText).contains(message), "\(run.outputText)\(run.errorText)")
    #expect(run.status == .exited(status))
  }
}
