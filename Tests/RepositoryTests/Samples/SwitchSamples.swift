// SPDX-License-Identifier: MIT

extension RuleSample {
  static let ofSwitches: [RuleSample] = [
    RuleSample(rule(), [path: declaration + whole], finds: ["\(path):5: \(found)"]),
    RuleSample(rule("A.swift a"), [path: declaration + whole], finds: []),
    RuleSample(rule(), [path: declaration + partial], finds: []),
    RuleSample(
      rule("A.swift a"), [path: declaration + partial],
      finds: ["\(WatchedEnum.path):1: no switch over Sign is in 'A.swift a': remove it"]),
    RuleSample(
      rule(), ["Sources/Catalogue/B.swift": "let a = 1\n"],
      finds: ["\(WatchedEnum.path):1: \(path) declares no Sign"]),
    RuleSample(
      .stepTypes(askedIn: [:]),
      [path: "let a = step.isStep\nlet b = step as? SortStep\n", steps: "step is SortStep\n"],
      finds: ["\(path):2: the type of a step is asked for: read a fact of it instead"]),
    RuleSample(
      .stepTypes(askedIn: ["A.swift": ""]), [path: "let a = SortStep()\n"],
      finds: ["\(WatchedEnum.path):1: 'A.swift' asks for no type of a step: remove it"]),
    RuleSample(
      .neutralFormats(except: ["A.swift JSONText": ""]),
      [
        formats + "A.swift": "// JSONText\nlet a = JSONText.a\nlet b = JSONScanner()\n",
        formats + "B.swift": "let c = \"JSON\"\nlet json: SeparatedCell\n",
        path: "let d = JSONScanner()\n",
      ],
      finds: [
        "\(formats)A.swift:3: JSONScanner is of one format: it belongs behind the door",
        "\(formats)B.swift:2: SeparatedCell is of one format: it belongs behind the door",
      ]),
    RuleSample(
      .neutralFormats(except: ["A.swift JSONText": ""]), [formats + "A.swift": "// JSONText\n"],
      finds: ["\(FormatNames.path):1: nothing is 'A.swift JSONText': remove it"]),
    RuleSample(
      placeList(most: (places: 2, files: 1)),
      [PlaceList.page: list, path: "let mark = 1\n// mark\n", steps: "mark\n\n\nmark\nmark\n"],
      finds: [
        "\(PlaceList.page):2: 'A thing' has 3 places in 2 files; the limit is 2 in 1",
        "\(PlaceList.page):2: 'A thing' leaves out \(path)",
        "\(PlaceList.page):2: 'A thing' names Sources/B.swift, where no place is",
      ]),
    RuleSample(
      placeList(most: (places: 2, files: 1)),
      [PlaceList.page: "### A thing\n- `\(path)`\n", path: "mark\n\n\nmark\nmark\n"], finds: []),
    RuleSample(
      .placeLists([
        PlaceList(
          heading: "A thing", witness: "mark",
          others: ["Sources/QueryEngine/": "why", "Sources/B.swift": "why"],
          otherLines: ["marked"])
      ]),
      [PlaceList.page: "### A thing\n- `\(path)`\n", path: "mark\nmarked\n", steps: "mark\n"],
      finds: ["\(PlaceList.page):1: 'A thing' excepts Sources/B.swift, which has none of its words"]
    ),
  ]

  private static let list = """
    Text
    ### A thing
    - `Sources/B.swift`: why
    - `\(steps)`: why
    ### Another
    - `\(path)`

    """

  private static func placeList(most: (places: Int, files: Int)) -> Rule {
    .placeLists([PlaceList(heading: "A thing", witness: "mark", most: most)])
  }

  private static let formats = "Sources/CatalogueSources/Formats/"
  private static let steps = "Sources/QueryEngine/Steps/A.swift"

  private static let path = "Sources/Catalogue/A.swift"
  private static let found =
    "a switches over all cases of Sign: read a fact of them instead"

  private static func rule(_ places: String...) -> Rule {
    let listed = places.map { ($0, "") }
    return .switches(over: [
      WatchedEnum(
        name: "Sign", file: path, places: Dictionary(uniqueKeysWithValues: listed))
    ])
  }

  private static let declaration = """
    enum Sign {
      case plus(Int), minus
      case none
      var a: Int {

    """

  private static let whole = """
        switch self {
        case .plus(let n) where n > 0, .none: if case .minus = other { 1 } else { 2 }
        case .minus: 3
        }
      }
    }
    """

  private static let partial = """
        switch self {
        case .plus, .none: 1
        default: 2
        }
        switch (self, other) {
        case (.plus, .none), (.minus, _): 3
        }
      }
    }
    """
}
