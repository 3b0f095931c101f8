// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `cq test`: pages and scripts that say what should come of them.
@Suite struct TestCommandTests {
  private static let good = """
    ```cq
    use hotels
    ```
    ```cq
    filter stars > 3 | show name
    ```
    ```output
    name
    ─────
    Dream
    1 of 7 hotels · sample
    ```

    """
  private static let bad = """
    # Near
    ```cq
    from hotels | sort by distance | limit 2 | show name, distance
    ```
    ```output
    name
    ────
    Elsewhere
    ```
    ```cq
    from hotels | sort by distnace
    ```
    ```error
    <block>:1:23: error[CQ0201]: hotels has no such field
    ```
    ```cq
    sources | show source | limit 1
    ```
    End.

    """

  private static let updated = """
    # Near
    ```cq
    from hotels | sort by distance | limit 2 | show name, distance
    ```
    ```output
    name                                          distance
    ────────────────────────────────────────────  ────────
    Best Western President Hotel at Times Square      13.1
    Midtown Lodging                                   13.1
    2 of 7 hotels · sample
    ```
    ```cq
    from hotels | sort by distnace
    ```
    ```error
    <block>:1:23: error[CQ0201]: hotels has no field `distnace`; did you mean `distance`?
    ```
    ```cq
    sources | show source | limit 1
    ```
    ```output
    source
    ───────
    bestbuy
    1 row
    ```
    End.

    """

  /// A page that is no UTF-8 is left as it is, and told.
  @Test(arguments: [["test", "--update"], ["test"], ["play"], ["report"], ["learn"], ["check"]])
  func refusesOtherBytes(call: [String]) throws {
    let workspace = try Workspace()
    let bytes = Data(
      "# caf\u{E9}\n\n```cq\nfrom hotels | count\n```\n".unicodeScalars.map {
        UInt8($0.value)
      })
    let page = URL(fileURLWithPath: "\(workspace.path)/la.md")
    try bytes.write(to: page)
    let run = try workspace.run(call + ["la.md"])
    #expect(run.errorText == "la.md:1:6: error[CQ0108]: this byte is no UTF-8\n")
    #expect(run.outputText == "" && run.status == .exited(3))
    #expect(try Data(contentsOf: page) == bytes)
  }

  @Test func pass() throws {
    let workspace = try Workspace([
      "good.md": Self.good, "good.cq": "from hotels | expect 7 rows\nfrom hotels | limit 1",
    ])
    #expect(
      Outcome(try workspace.run(["test", "good.md"]))
        == Outcome(output: "ok     good.md  2 blocks\n"))
    #expect(
      Outcome(try workspace.run(["test", "good.md", "good.cq"]))
        == Outcome(output: "ok     good.md  2 blocks\nok     good.cq\nall 2 pass\n"))
  }

  @Test func fail() throws {
    let workspace = try Workspace([
      "bad.md": Self.bad, "good.md": Self.good, "bad.cq": "sources\nfrom hotels | expect 3 rows",
    ])
    #expect(
      Outcome(try workspace.run(["test", "bad.md", "good.md", "bad.cq"]))
        == Outcome(
          output: """
            FAILED bad.md  3 of 3 blocks
            bad.md:2: the output differs
              - name
              - ────
              - Elsewhere
              + name                                          distance
              + ────────────────────────────────────────────  ────────
              + Best Western President Hotel at Times Square      13.1
              + Midtown Lodging                                   13.1
              + 2 of 7 hotels · sample
            bad.md:10: the error differs
              - <block>:1:23: error[CQ0201]: hotels has no such field
              + <block>:1:23: error[CQ0201]: hotels has no field `distnace`; did you mean `distance`?
            bad.md:16: the output differs
              + source
              + ───────
              + bestbuy
              + 1 row
            ok     good.md  2 blocks
            FAILED bad.cq
            bad.cq: ends with status 1
              bad.cq:2:15: FAILED[CQ0601]: expected 3 rows, got 7
              note: hotels: the sample that comes with cq, not live data
            2 of 3 fail

            """, status: 1))
  }

  @Test func update() throws {
    let workspace = try Workspace(["bad.md": Self.bad, "good.md": Self.good])
    #expect(
      Outcome(try workspace.run(["test", "--update", "bad.md", "good.md"]))
        == Outcome(
          output: "updated bad.md  3 of 3 blocks\nok     good.md  2 blocks\nall 2 pass\n"))
    #expect(try workspace.text(of: "bad.md") == Self.updated)
    #expect(try workspace.text(of: "good.md") == Self.good)
    #expect(
      Outcome(try workspace.run(["test", "bad.md"])) == Outcome(output: "ok     bad.md  3 blocks\n")
    )
  }

  /// A page stays as it is once it says what comes.
  @Test(arguments: ["\n", "\r\n"]) func updateOfAResultWithAFence(_ lineBreak: String) throws {
    let page = """
      ```cq
      from hotels | limit 1 | show id, note = "a\\n```\\nb" | to markdown
      from hotels | limit 1 | show id, note = "a\\n```\\nb" | to card
      ```
      ```output
      old
      ```
      End.

      """.replacing("\n", with: lineBreak)
    let workspace = try Workspace(["a.md": page])
    let first = try workspace.run(["test", "--update", "a.md"])
    #expect(first.outputText == "updated a.md  1 of 1 block\n")
    let text = try workspace.text(of: "a.md")
    #expect(text.contains("\(lineBreak)````output\(lineBreak)"))
    #expect(text.hasSuffix("\(lineBreak)````\(lineBreak)End.\(lineBreak)"))
    #expect(!text.replacing(lineBreak, with: "").utf8.contains { $0 == 10 || $0 == 13 })
    #expect(try workspace.run(["test", "a.md"]).outputText == "ok     a.md  1 block\n")
  }

  static let refusals: [CommandLineCase] = [
    CommandLineCase(
      arguments: ["test"],
      errors: "error[CQ0002]: `cq test` needs a file; for example cq test near.cq\n", status: 2),
    CommandLineCase(
      arguments: ["test", "gone.md"],
      errors: "error[CQ0503]: gone.md cannot be opened: no such file\n", status: 5),
    CommandLineCase(
      arguments: ["test", "gone.md", "a.cq"], files: ["a.cq": "sources"],
      output: "ok     a.cq\n1 of 2 fail\n",
      errors: "error[CQ0503]: gone.md cannot be opened: no such file\n", status: 5),
    CommandLineCase(
      arguments: ["test", "open.md", "gone.md"], files: ["open.md": "\n```cq\nsources\n"],
      output: "FAILED open.md  1 of 1 block\nopen.md:2: the block is not closed\n2 of 2 fail\n",
      errors: "error[CQ0503]: gone.md cannot be opened: no such file\n", status: 5),
    CommandLineCase(
      arguments: ["test", "empty.md"], files: ["empty.md": "Nothing.\n"],
      output: "empty  empty.md  0 blocks\n",
      errors: "FAILED[CQ0601]: nothing is tested: empty.md has no `cq` block\n", status: 1),
    CommandLineCase(
      arguments: ["test", "a.md", "b.md"], files: ["a.md": "", "b.md": "```sh\nls\n```\n"],
      output: "empty  a.md  0 blocks\nempty  b.md  0 blocks\n",
      errors: "FAILED[CQ0601]: nothing is tested: none of the 2 files has a `cq` block\n",
      status: 1),
    CommandLineCase(
      arguments: ["test", "a.cq"], files: ["a.cq": "# nothing\n"], output: "empty  a.cq\n",
      errors: "FAILED[CQ0601]: nothing is tested: a.cq has no statement\n", status: 1),
    CommandLineCase(
      arguments: ["test", "a.cq", "a.md"], files: ["a.cq": "", "a.md": ""],
      output: "empty  a.cq\nempty  a.md  0 blocks\n",
      errors:
        "FAILED[CQ0601]: nothing is tested: none of the 2 files has a `cq` block or statement\n",
      status: 1),
    // What other readers of Markdown take for a block of scripts is told, not passed over.
    CommandLineCase(
      arguments: ["test", "a.md"],
      files: [
        "a.md": ["cq,ignore", "{cq}", "CQ", "{.cq #a}", "cq-session"]
          .map { "```\($0)\nnonsense\n```\n" }.joined()
      ],
      output: """
        FAILED a.md  4 of 4 blocks
        a.md:1: `cq` blocks begin with ```cq, not with ```cq,ignore
        a.md:4: `cq` blocks begin with ```cq, not with ```{cq}
        a.md:7: `cq` blocks begin with ```cq, not with ```CQ
        a.md:10: `cq` blocks begin with ```cq, not with ```{.cq

        """, status: 1),
    CommandLineCase(
      arguments: ["test", "a.md"],
      files: ["a.md": "```cq\nsources | limit 0\n```\n```OUTPUT\nno rows\n```\n"],
      output: """
        FAILED a.md  1 of 1 block
        a.md:1: the output differs
          + no rows
        a.md:4: `output` blocks begin with ```output, not with ```OUTPUT

        """, status: 1),
    CommandLineCase(
      arguments: ["test", "--offline", "a.md", "a.cq"], files: ["a.md": "", "a.cq": "sources"],
      output: "empty  a.md  0 blocks\nok     a.cq\n1 passes, 1 has nothing to test\n"),
    // Words behind the kind of a block are not passed over.
    CommandLineCase(
      arguments: ["test", "--update", "a.md"],
      files: ["a.md": "```cq later\nnonsense here\n```\n"],
      output: "FAILED a.md  1 of 1 block\na.md:1: `cq` blocks take no `later`\n",
      status: 1),
    CommandLineCase(
      arguments: ["test", "a.md"],
      files: ["a.md": "```cq \nsources | limit 0\n```\n``` output any order\nno rows\n```\n"],
      output: """
        FAILED a.md  1 of 1 block
        a.md:1: the output differs
          + no rows
        a.md:4: `output` blocks take no `any order`

        """, status: 1),
    // Other readers of Markdown see a block in these.
    CommandLineCase(
      arguments: ["test", "a.md"],
      files: ["a.md": "- item\n\n  ```cq\n  nonsense\n  ```\n\n~~~ cq\nnonsense\n~~~\n"],
      output: """
        FAILED a.md  2 of 2 blocks
        a.md:3: `cq` blocks begin with ``` at the start of a line
        a.md:7: `cq` blocks begin with ``` at the start of a line

        """, status: 1),
    CommandLineCase(
      arguments: ["test", "a.md"],
      files: [
        "a.md": """
        > ```cq
        > nonsense
        > ```

        - ```cq
          nonsense
          ```

        \t1. > ```{cq}

        ```text
        > ```cq
        ```

        """
      ],
      output: """
        FAILED a.md  3 of 3 blocks
        a.md:1: `cq` blocks begin with ``` at the start of a line
        a.md:5: `cq` blocks begin with ``` at the start of a line
        a.md:9: `cq` blocks begin with ``` at the start of a line

        """, status: 1),
    // A block that runs nothing shows nothing.
    CommandLineCase(
      arguments: ["test", "--update", "a.md"],
      files: ["a.md": "```cq\n```\n\n```cq\n# later\n```\n\n```cq\nsources | limit 0\n```\n"],
      output: """
        FAILED a.md  3 of 3 blocks
        a.md:8: the output differs
          + no rows
        a.md:1: the `cq` block has no statement
        a.md:4: the `cq` block has no statement

        """, status: 1),
    CommandLineCase(
      arguments: ["check", "a.md"], files: ["a.md": "\n```cq later\nnonsense\n```\n"],
      errors: "a.md:2:1: error[CQ0105]: `cq` blocks take no `later`\n", status: 3),
    CommandLineCase(
      arguments: ["test", "windows.md"],
      files: [
        "windows.md": "```cq\r\nfrom hotels\r\n| count\r\n```\r\n```output\r\nx\r\n```\r\n"
      ],
      output: """
        FAILED windows.md  1 of 1 block
        windows.md:1: the output differs
          - x
          + count
          + ─────
          +     7
          + 1 row · sample

        """, status: 1),
    // What is not closed is not tested, and nothing is written.
    CommandLineCase(
      arguments: ["test", "--update", "open.md"],
      files: ["open.md": "# A\n```cq\nsources | show source | limit 1\n"],
      output: "FAILED open.md  1 of 1 block\nopen.md:2: the block is not closed\n", status: 1),
  ]

  @Test(arguments: refusals) func refusal(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }
}
