// SPDX-License-Identifier: MIT

extension RuleSample {
  static let ofWords: [RuleSample] =
    traps + reasons + markers + options + watches + whitespace + licences

  private static let licences = [
    RuleSample(.licences, "// SPDX-License-Identifier: MIT\n", finds: []),
    RuleSample(
      .licences, in: "Scripts/a", "#!/bin/sh\n# SPDX-License-Identifier: MIT\n", finds: []),
    RuleSample(
      .licences, in: "Sources/CA/module.modulemap", "module CA {}\n",
      finds: ["1: the licence is missing: SPDX-License-Identifier: MIT"]),
    RuleSample(
      .licences, in: "Scripts/a.cq", "from hotels\n",
      finds: ["1: the licence is missing: SPDX-License-Identifier: MIT"]),
    RuleSample(
      .licences, in: "Sources/A/Definitions/a.cq", "## A\nsource a {}\n",
      finds: ["1: the licence is missing: SPDX-License-Identifier: MIT"]),
    RuleSample(
      .licences, "struct A {}\n\n// SPDX-License-Identifier: MIT\n",
      finds: ["1: the licence is missing: SPDX-License-Identifier: MIT"]),
  ]

  private static let traps = [
    RuleSample(
      .traps,
      """
      try! open()
      let a = b as! C
      fatalError("no")
      Dictionary(uniqueKeysWithValues: pairs)
      let c = try !isEmpty  // try!
      """,
      finds: [
        "1: try!: handle the error", "2: as!: use as? and guard",
        "3: fatalError(: use preconditionFailure for a bug, a thrown error for all else",
        "4: uniqueKeysWithValues: traps on a repeated key; use uniquingKeysWith:",
      ]),
    RuleSample(
      .traps,
      """
      Int(Double(count) * share)
      Int64(value.rounded())
      UInt8(x * 0.75)
      Int(1e400)
      Int(exactly: value.rounded())
      Int(pair.0.1 + 0x1e)
      Int("1.5")
      Int(log)
      """,
      finds: [1, 2, 3, 4, 8].map {
        "\($0): Int of a Double traps out of range; use Int(exactly:)"
      }),
  ]

  private static let reasons = [
    RuleSample(
      .reasons,
      """
      struct A: @unchecked Sendable {}
      // Written once, before the first thread starts.
      nonisolated(unsafe) var b = 1
      nonisolated(unsafe) var c = "// why"
      nonisolated func d() {}
      """,
      finds: [
        "1: @unchecked without a comment on the line before that says why it is safe",
        "4: nonisolated(unsafe) without a comment on the line before that says why it is safe",
      ])
  ]

  private static let markers = [
    RuleSample(
      .markers,
      "// \("MARK"): - A\nlet a = \"TODO\"\n/* one\n \("FIXME") /* x */ \("XXX") */\n// XXXX\n",
      finds: ["1: the comment holds MARK", "4: the comment holds FIXME"]),
    RuleSample(
      .typeNames, in: "Tests/ATests/A.swift",
      "struct CacheManager {}\nextension Utils {}\nlet a = Manager()\nclass func helper() {}\n",
      finds: ["1: the type CacheManager ends in Manager", "2: the type Utils ends in Utils"]),
    RuleSample(
      .documentation,
      """
      import struct Catalogue.Value
      struct A {}
      /// Why B is there.
      @frozen
      public enum B { struct Inner {} }
      // No documentation.
      package final class C {}
      private struct D {}
      extension A {}
      """,
      finds: [
        "2: the type has no documentation comment", "7: the type has no documentation comment",
      ]),
    RuleSample(
      .machinePaths, in: "Sources/CCollation/CCollation.c", "int a;\nchar *path = \"/tmp/cq\";\n",
      finds: ["2: the path /tmp/ belongs to one machine"]),
    RuleSample(
      .machinePaths, ["Sources/CatalogueSources/Samples/a.json": "\"/home/\"\n"],
      finds: ["Sources:1: no file for the rule 'no path of one machine'"]),
  ]

  private static let options = [
    RuleSample(
      .options, in: "Sources/QueryEngine/A.swift",
      """
      let a = "`--source` names it"  // --strict
      let b = "a -- b, a--b, ---c"
      let c = \("\"\"\"")
        without --no-rewrites
        \("\"\"\"")
      """,
      finds: [
        "1: the option --source is named below the shell",
        "4: the option --no-rewrites is named below the shell",
      ]),
    RuleSample(
      .options,
      [
        "Sources/QueryShell/A.swift": "let a = \"--strict\"\n",
        "Sources/QueryEngine/B.swift": "let b = 1\n",
      ], finds: []),
    RuleSample(
      .commands, in: "Sources/QuerySyntax/A.swift",
      """
      // `cq check` is named here,
      let a = "cq has no statement `delete`"
      let b = "`cq define FILE` prints \\(c), `cq run x.cq` runs"
      """,
      finds: [
        "3: the command `cq define` is named below the shell",
        "3: the command `cq run` is named below the shell",
      ]),
    RuleSample(
      .commands,
      [
        "Sources/QueryShell/A.swift": "let a = \"`cq run`\"\n",
        "Sources/QueryEngine/B.swift": "let b = 1\n",
      ], finds: []),
  ]

  private static let watches = [
    RuleSample(
      .watches, in: "Sources/CatalogueSources/A.swift",
      """
      func a(watch: ReadingWatch = .unwatched) {}
      func b(watch: ReadingWatch) {}
      func c(noting files: NotedFiles = NotedFiles()) { let d: ReadingWatch }
      """,
      finds: ["1: a ReadingWatch that may be left out", "3: a NotedFiles that may be left out"])
  ]

  private static let whitespace = [
    RuleSample(
      .whitespace, in: "Scripts/test", "a\n\tb\nc \n\n",
      finds: [
        "2: a tab", "3: white space at the end of the line",
        "4: the file does not end with one newline",
      ]),
    RuleSample(
      .whitespace, in: "README.md", "# A",
      finds: ["1: the file does not end with one newline"]),
    RuleSample(.whitespace, in: "Sources/CatalogueSources/Definitions/a.cq", "a\n", finds: []),
  ]
}
