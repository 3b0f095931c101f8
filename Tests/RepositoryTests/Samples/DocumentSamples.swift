// SPDX-License-Identifier: MIT

extension RuleSample {
  static let ofDocuments: [RuleSample] = links + records + pages

  private static let links = [
    RuleSample(
      .links,
      [
        "README.md": """
        # A *tour* of `cq`, twice
        [a](Documentation/A.md) [b](Documentation) ![c](c.png) [d](https://example.org/x.md)
        [e](#a-tour-of-cq-twice) [f](#elsewhere) [g](Documentation/A.md#gone)
        `[h](not-a-link.md)`
        ```
        [i](neither.md)
        ```
        [j]: gone.md

        """,
        "Documentation/A.md": "[up](../README.md#a-tour-of-cq-twice)\n[k](../B.md \"title\")\n",
      ],
      finds: [
        "Documentation/A.md:2: the link to ../B.md leads to no file",
        "README.md:2: the link to c.png leads to no file",
        "README.md:3: the link to #elsewhere leads to no heading",
        "README.md:3: the link to Documentation/A.md#gone leads to no heading",
        "README.md:8: the link to gone.md leads to no file",
      ]),
    RuleSample(.links, [:], finds: []),
  ]

  private static let folder = "Documentation/Decisions"

  private static let record = """
    # One
    ## Context
    ## Decision
    ## Consequences
    ## Alternatives considered

    """

  private static let records = [
    RuleSample(
      .decisionRecords,
      [
        "\(folder)/0001-one.md": record, "\(folder)/0001-two.md": record,
        "\(folder)/0003-three.md": record + String(repeating: "more\n", count: 55),
        "\(folder)/Four.md": "# Four\n## Decision\n## Consequences\n## Alternatives considered\n",
      ],
      finds: [
        "\(folder)/0001-two.md:1: the number 0001 is taken",
        "\(folder)/0003-three.md:1: the record has 60 lines; fewer than 60 fit",
        "\(folder)/Four.md:1: the heading 'Context' is missing",
        "\(folder)/Four.md:1: the name is not of the form 0001-some-words.md",
      ]),
    RuleSample(.decisionRecords, [:], finds: []),
  ]

  private static let pages = [
    RuleSample(
      .diagnosticPages,
      [
        "Sources/Diagnostics/Codes.swift": """
        // CQ0001
        static let CQ0101 = code(1)
        let a = "CQ0201"
        let b = "error[CQ0202]" + "CQ0201" + "CQ02011"
        """,
        "Documentation/Diagnostics/README.md": "",
        "Documentation/Diagnostics/CQ0202.md": "",
        "Documentation/Diagnostics/CQ0301.md": "",
      ],
      finds: [
        "Documentation/Diagnostics/CQ0301.md:1: no source raises what the page is named for",
        "Sources/Diagnostics/Codes.swift:2: CQ0101 has no page "
          + "Documentation/Diagnostics/CQ0101.md",
        "Sources/Diagnostics/Codes.swift:3: CQ0201 has no page "
          + "Documentation/Diagnostics/CQ0201.md",
      ]),
    RuleSample(.diagnosticPages, [:], finds: []),
  ]
}
