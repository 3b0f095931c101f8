// SPDX-License-Identifier: MIT

extension RuleSample {
  static let ofModules: [RuleSample] = imports + manifests + importPages + streams + deadFiles

  private static let imports = [
    RuleSample(
      .imports, in: "Sources/QuerySyntax/Lexer.swift",
      """
      import Diagnostics
      import Glibc
      package import Catalogue
      // import QueryEngine
      let import_ = "import QueryShell"
      """,
      finds: ["2: QuerySyntax may not import Glibc", "3: QuerySyntax may not import Catalogue"]),
    RuleSample(
      .imports, in: "Sources/LineEditing/Editor.swift",
      "@preconcurrency internal import struct Foundation.URL\nimport func Glibc.poll\n",
      finds: ["1: LineEditing may not import Foundation"]),
    RuleSample(
      .imports, in: "Sources/Catalogue/Values/Value.swift", "import Synchronization\n", finds: []),
    RuleSample(
      .imports, in: "Sources/Common/A.swift", "",
      finds: ["1: the folder is no module of the module table"]),
    RuleSample(
      .imports, [:], finds: ["Sources:1: no file for the rule 'imports follow the module table'"]),
  ]

  private static let manifestText = """
    func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {}
    let package = Package(
      name: "cq",
      targets: [
        .systemLibrary(  // the only consumer
          name: "CEditLine", pkgConfig: "libedit"),
        module("Diagnostics"),
        module(
          "LineEditing", ["CEditLine"], resources: [.embedInCode("Keys")]),
        .executableTarget(name: "cq", dependencies: ["LineEditing"]),
      ])

    """

  private static let manifests = [
    RuleSample(
      .manifest(equals: ["Diagnostics": [], "LineEditing": ["CEditLine"], "cq": ["LineEditing"]]),
      ["Package.swift": manifestText], finds: []),
    RuleSample(
      .manifest(equals: ["LineEditing": [], "QueryShell": [], "cq": ["LineEditing"]]),
      ["Package.swift": manifestText],
      finds: [
        "Package.swift:1: Diagnostics: nothing; in the module table: (no such module)",
        "Package.swift:1: LineEditing: CEditLine; in the module table: nothing",
        "Package.swift:1: QueryShell: (no such module); in the module table: nothing",
      ]),
    RuleSample(.manifest, [:], finds: ["Package.swift:1: there is no manifest"]),
  ]

  private static let importPages = [
    RuleSample(
      .importPage(equals: ["A": [], "B": ["A", "CB"], "C": ["CB"], "D": []]),
      [
        "Documentation/Architecture.md": """
        | module | what it holds | may import |
        | `A` | a | nothing |
        | `B` | b | all of these but `C`; also `CB` |
        | `C` | c | `A` |

        """
      ],
      finds: [
        "Documentation/Architecture.md:1: no row of the table is D's",
        "Documentation/Architecture.md:4: C: A; in the module table: CB",
      ]),
    RuleSample(.circles(in: ["A": ["C"], "B": ["A"], "C": []]), [:], finds: []),
    RuleSample(
      .circles(in: ["A": ["B"], "B": ["A"], "C": []]), [:],
      finds: [
        "Package.swift:1: A is in a circle of imports",
        "Package.swift:1: B is in a circle of imports",
      ]),
    RuleSample(
      .picture,
      [
        "Documentation/Architecture.md": "A\n```\ntext → Lexer → Parser\n```\n",
        "Sources/QuerySyntax/Lexer.swift": "struct Lexer {}\n",
      ],
      finds: ["Documentation/Architecture.md:3: the picture names Parser, which is no type"]),
  ]

  private static let streams = [
    RuleSample(
      .streams, in: "Sources/ResultRendering/Table.swift",
      """
      print("a")
      printer.print("b")
      func print() {}
      Swift.print("c") // print(
      write(STDOUT_FILENO, bytes, 1)
      fputs("\\(puts("d"))", stderr)
      """,
      finds: [
        "1: ResultRendering may not use print", "4: ResultRendering may not use print",
        "5: ResultRendering may not use STDOUT_FILENO", "6: ResultRendering may not use fputs",
        "6: ResultRendering may not use puts", "6: ResultRendering may not use stderr",
      ]),
    RuleSample(
      .streams, in: "Sources/LineEditing/Editor.swift", "el_init(stdin, stdout)\nputs(\"a\")\n",
      finds: ["2: LineEditing may not use puts"]),
    RuleSample(.streams, in: "Sources/QueryShell/Output.swift", "print(1)\n", finds: []),
  ]

  private static let deadFiles = [
    RuleSample(
      .deadFiles,
      [
        "Package.swift": manifestText, "Sources/stray.swift": "", "Sources/Gone/A.swift": "",
        "Sources/CEditLine/a.h": "", "Sources/LineEditing/Keys/emacs.cq": "",
        "Sources/LineEditing/Placeholder.swift": "", "Sources/LineEditing/Editor.swift": "",
        "Sources/Diagnostics/Placeholder.swift": "",
      ],
      finds: [
        "Sources/Gone/A.swift:1: no target of the manifest holds the file",
        "Sources/LineEditing/Placeholder.swift:1: a placeholder beside real files",
        "Sources/stray.swift:1: no target of the manifest holds the file",
      ]),
    RuleSample(.deadFiles, [:], finds: ["Package.swift:1: there is no manifest"]),
  ]
}
