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
  ]

  @Test(arguments: texts) func readsTheBlocks(text: String, expected: [[String?]]) {
    let found = Self.blocks(text).map { [String($0.line), $0.script, $0.output, $0.error] }
    #expect(found == expected)
  }

  /// Texts before and after what came of their blocks is put in.
  static let updates: [(String, String)] = [
    ("text\n", "text\n"),
    ("a\n```cq\ns\n```\nb", "a\n```cq\ns\n```\nb"),
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
      "```cq\ns\n```\n```json\nx\n```\n```output\nold\n```\n"
    ),
  ]

  @Test(arguments: updates) func putsResultsInPlace(before: String, after: String) {
    let transcript = Transcript(name: "test.md", text: before)
    let results = transcript.blocks.enumerated().map { index, block in
      Transcript.Block(
        line: block.line, script: block.script, output: "out \(index + 1)\n\nlast\n",
        error: "error \(index + 1)\n")
    }
    #expect(transcript.updated(with: results) == after)
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
        1 row
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
