// SPDX-License-Identifier: MIT

import Diagnostics

/// A source in which the fault stands between `«` and `»`, further places between `‹` and `›`.
struct MarkedSource {
  let text: ScriptText
  let primary: ScriptRange
  let secondary: [ScriptRange]

  init(_ marked: String, name: String = "<prompt>", firstLine: Int = 1) {
    var bytes: [UInt8] = []
    var opened: [Int] = []
    var primary = ScriptRange(0, 0)
    var secondary: [ScriptRange] = []
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "«", "‹": opened.append(bytes.count)
      case "»": primary = ScriptRange(opened.popLast() ?? 0, bytes.count)
      case "›": secondary.append(ScriptRange(opened.popLast() ?? 0, bytes.count))
      default: bytes += Array(String(scalar).utf8)
      }
    }
    text = ScriptText(name: name, bytes: bytes, firstLine: firstLine)
    self.primary = primary
    self.secondary = secondary
  }
}

extension DiagnosticTests {
  static let misspelt = MarkedSource("from hotels\n  | sort by «distnace» desc", name: "top.cq")

  static let samples: [(Diagnostic, String)] = {
    var samples: [(Diagnostic, String)] = []
    var source = MarkedSource("from hotels\n| filter stars «>=»", name: "top.cq")
    samples.append(
      (
        Diagnostic(
          .missingOperand, "a condition is missing after `filter stars >=`",
          at: .init(source.primary, "needs a number on the right"),
          remarks: [.help("for example `filter stars >= 3`")], in: source.text),
        """
        error[CQ0101]: a condition is missing after `filter stars >=`
         --> top.cq:2:16
        2 | | filter stars >=
          |                ^^ needs a number on the right
        help: for example `filter stars >= 3`

        """
      ))
    source = misspelt
    samples.append(
      (
        Diagnostic(
          .unknownField, "hotels has no field `distnace`",
          at: .init(source.primary, question: "did you mean `distance`?"),
          remarks: [.init("fields", "id name address stars distance suites rooms image lat lon")],
          fix: .replace(source.primary, with: "distance"), in: source.text),
        """
        error[CQ0201]: hotels has no field `distnace`
         --> top.cq:2:13
        2 |   | sort by distnace desc
          |             ^^^^^^^^ did you mean `distance`?
        fields: id name address stars distance suites rooms image lat lon
        fix: | sort by distance desc

        """
      ))
    source = MarkedSource(#"from hotels | filter ‹stars› >= «"three"»"#)
    samples.append(
      (
        Diagnostic(
          .typeMismatch, "a number cannot be compared with text",
          at: .init(source.primary, "Text"),
          secondary: source.secondary.map { .init($0, "Int") },
          remarks: [.help("write a number: `stars >= 3`")], in: source.text),
        """
        error[CQ0301]: a number cannot be compared with text
        1 | from hotels | filter stars >= "three"
          |                      -----    ^^^^^^^ Text
          |                      Int
        help: write a number: `stars >= 3`

        """
      ))
    source = MarkedSource("from hotels | filter 50 ‹<› distance «<» 600")
    samples.append(
      (
        Diagnostic(
          .chainedComparison, "comparisons do not chain",
          at: .init(source.primary, "the second one"),
          secondary: source.secondary.map { .init($0) }, in: source.text),
        """
        error[CQ0104]: comparisons do not chain
        1 | from hotels | filter 50 < distance < 600
          |                         -          ^ the second one

        """
      ))
    source = MarkedSource("from hotels\n| ‹summarize› count() by stars\n| sort by «distance»")
    samples.append(
      (
        Diagnostic(
          .goneField, "`distance` is gone after `summarize`", at: .init(source.primary),
          secondary: source.secondary.map {
            .init($0, "only `count` and `stars` remain from here on")
          }, in: source.text),
        """
        error[CQ0204]: `distance` is gone after `summarize`
        2 | | summarize count() by stars
          |   --------- only `count` and `stars` remain from here on
        3 | | sort by distance
          |           ^^^^^^^^

        """
      ))
    source = MarkedSource(
      "  \"distance\": 999.9,\n  «\"»suite", name: "hotels.json", firstLine: 99)
    samples.append(
      (
        Diagnostic(
          .malformedData, "hotels.json stops in the middle of record 4",
          at: .init(source.primary, "text opened here, file ends at byte 500"), in: source.text),
        """
        error[CQ0401]: hotels.json stops in the middle of record 4
         --> hotels.json:100:3
         99 |   "distance": 999.9,
        100 |   "suite
            |   ^ text opened here, file ends at byte 500

        """
      ))
    samples.append(
      (
        Diagnostic(
          .emptyData, "products.json is empty",
          remarks: [.help("a catalogue with nothing in it is written [].")]),
        """
        error[CQ0402]: products.json is empty
        help: a catalogue with nothing in it is written [].

        """
      ))
    return samples
  }()
}
