// SPDX-License-Identifier: MIT

import Testing

@testable import QueryShell

/// Which blocks a Markdown text has, and how it is rewritten in place.
@Suite struct TranscriptTextTests {
  private static func blocks(_ text: String) -> [Transcript.Block] {
    Transcript(name: "test.md", text: text).blocks
  }

  /// Markdown texts, with the line, script, output and error of each block.
  static let texts: [(String, [[String?]])] = [
    ("no block\n", []),
    ("```sh\nls\n```\n```output\na\n```\n", []),
    ("```cq\nsources\n```\n", [["1", "sources\n", nil, nil]]),
    ("a\n\n```cq\nsources\n\n| limit 1\n```\n", [["3", "sources\n\n| limit 1\n", nil, nil]]),
    ("```cq\na\n```\n```output\nb\nc\n```\n", [["1", "a\n", "b\nc\n", nil]]),
    ("```cq\na\n```\ntext\n```error\nb\n```\n", [["1", "a\n", nil, "b\n"]]),
    ("```cq\na\n```\n```output\nb\n```\n```error\nc\n```\n", [["1", "a\n", "b\n", "c\n"]]),
    ("```cq\na\n```\n```error\nc\n```\n```output\nb\n```\n", [["1", "a\n", "b\n", "c\n"]]),
    ("```cq\na\n```\n```json\nx\n```\n```output\nb\n```\n", [["1", "a\n", nil, nil]]),
    ("```cq\na\n```\n```output\n```\n", [["1", "a\n", "", nil]]),
    (
      "```cq\na\n```\n```cq\nb\n```\n```output\nc\n```\n",
      [["1", "a\n", nil, nil], ["4", "b\n", "c\n", nil]]
    ),
    ("````cq\n```\na\n```\n````\n", [["1", "```\na\n```\n", nil, nil]]),
    ("````md\n```cq\na\n```\n````\n", []),
    ("```cq\na\n````\nb\n```\n", [["1", "a\n````\nb\n", nil, nil]]),
    ("```cq\nno end\n", []),
    (
      "a\r\n```cq\r\nb\r\n```\r\n```output\r\nc\r\n\r\n```\r\n",
      [["2", "b\r\n", "c\n\n", nil]]
    ),
  ]

  @Test(arguments: texts) func readsTheBlocks(text: String, expected: [[String?]]) {
    let found = Self.blocks(text).map { [String($0.line), $0.script, $0.output, $0.error] }
    #expect(found == expected)
  }

  /// Texts before and after what came of their blocks is put in.
  static let updates: [(String, String)] = [
    ("text\n", "text\n"),
    // What nothing was expected of gets blocks for all that came.
    (
      "a\n```cq\ns\n```\nb",
      "a\n```cq\ns\n```\n```output\nout 1\n\nlast\n```\n```error\nerror 1\n```\nb"
    ),
    (
      "a\n```cq\ns\n```\nb\n```output\nold\nlines\n```\nc\n",
      "a\n```cq\ns\n```\nb\n```output\nout 1\n\nlast\n```\nc\n"
    ),
    ("```cq\ns\n```\n```output\n```\n", "```cq\ns\n```\n```output\nout 1\n\nlast\n```\n"),
    (
      "```cq\ns\n```\n```error\n```\n````output\nx\n````\n",
      "```cq\ns\n```\n```error\nerror 1\n```\n````output\nout 1\n\nlast\n````\n"
    ),
    (
      "```cq\ns\n```\n```output\nx\n```\n```cq\ns\n```\n```error\nx\n```\n",
      """
      ```cq
      s
      ```
      ```output
      out 1

      last
      ```
      ```cq
      s
      ```
      ```error
      error 2
      ```

      """
    ),
    // What stands behind a block of another kind belongs to no script.
    (
      "```cq\ns\n```\n```json\nx\n```\n```output\nold\n```\n",
      "```cq\ns\n```\n```output\nout 1\n\nlast\n```\n```error\nerror 1\n```\n"
        + "```json\nx\n```\n```output\nold\n```\n"
    ),
  ]

  /// Pages with Windows line breaks keep them, also where the last line has none.
  @Test(arguments: updates) func putsResultsInPlaceOnWindows(before: String, after: String) {
    let page = before.replacing("\n", with: "\r\n")
    #expect(Self.updated(page) == after.replacing("\n", with: "\r\n"))
  }

  private static func updated(_ text: String) -> String {
    let transcript = Transcript(name: "test.md", text: text)
    let results = transcript.blocks.enumerated().map { index, block in
      Transcript.Block(
        line: block.line, script: block.script, output: "out \(index + 1)\n\nlast\n",
        error: "error \(index + 1)\n")
    }
    return transcript.updated(with: results)
  }

  /// What came, and the fence in which it stands.
  static let fences: [(String, String)] = [
    ("a\n", "```"), ("``\n", "```"), ("a ```\n", "```"), ("```\n", "````"),
    ("  ````cq\n```\n", "`````"),
  ]

  @Test(arguments: fences) func noLineOfAResultClosesItsBlock(output: String, fence: String) {
    for page in ["```cq\ns\n```\n", "```cq\ns\n```\n```output\nold\n```\nb\n"] {
      let transcript = Transcript(name: "test.md", text: page)
      let result = Transcript.Block(line: 1, script: "s\n", output: output, error: nil)
      let updated = transcript.updated(with: [result])
      #expect(
        updated
          == "```cq\ns\n```\n\(fence)output\n\(output)\(fence)\n"
          + (page.hasSuffix("b\n") ? "b\n" : ""))
      #expect(Self.blocks(updated) == [result])
    }
  }

  /// Pages, and the line of the fence without an end that hides what would be tested.
  static let unclosed: [(String, Int?)] = [
    ("```cq\na\n```\n", nil), ("```cq\nno end\n", 1), ("a\r\n```cq\r\nno end\r\n", 2),
    ("```cq\na\n```\n```output\n", 4), ("```sh\nls\n", nil), ("```sh\nls\n```cq\na\n", 1),
  ]

  @Test(arguments: unclosed) func findsABlockWithoutEnd(text: String, line: Int?) {
    #expect(Transcript(name: "test.md", text: text).unclosed == line)
  }

  @Test(arguments: updates) func putsResultsInPlace(before: String, after: String) {
    #expect(Self.updated(before) == after)
  }

  static let session = """
    ```cq
    use hotels
    limit 1 | show name
    ```
    ```output
    stale
    ```
    ```cq
    from it | show id
    from it | expect 2 rows
    ```
    ```output
    stale
    ```
    ```error
    stale
    ```
    ```cq
    filtr
    ```
    ```error
    stale
    ```
    """

  @Test func runsAllBlocksInOneSession() {
    let transcript = Transcript(name: "test.md", text: Self.session)
    let results = transcript.run()
    #expect(
      transcript.updated(with: results) == """
        ```cq
        use hotels
        limit 1 | show name
        ```
        ```output
        name
        ─────────────────
        Belleclaire Hotel
        1 row · sample
        ```
        ```cq
        from it | show id
        from it | expect 2 rows
        ```
        ```output
        id
        ─────
        40611
        1 row · sample
        ```
        ```error
        <block>:2:11: FAILED[CQ0601]: expected 2 rows, got 1
        ```
        ```cq
        filtr
        ```
        ```error
        <block>:1:1: error[CQ0105]: no statement begins with `filtr`; did you mean `filter`?
        ```
        """)
    #expect(results.map(\.error).first == .some(nil))
  }
}
