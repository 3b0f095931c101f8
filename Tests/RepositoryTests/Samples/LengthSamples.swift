// SPDX-License-Identifier: MIT

extension RuleSample {
  static let ofLengths: [RuleSample] = files + functions + lines

  private static let path = "Sources/Catalogue/A.swift"

  private static func file(lines: Int) -> [String: String] {
    [path: String(repeating: "//\n", count: lines)]
  }

  private static let files = [
    RuleSample(.fileLength, file(lines: 500), finds: []),
    RuleSample(
      .fileLength, file(lines: 501),
      finds: ["\(path):1: file has 501 lines; the limit is 500"]),
    RuleSample(.fileLength(exceptions: ["\(path) file": 600]), file(lines: 600), finds: []),
    RuleSample(
      .fileLength(exceptions: ["\(path) file": 600]), file(lines: 601),
      finds: ["\(path):1: file has 601 lines; the limit is 500"]),
    RuleSample(
      .fileLength(exceptions: ["\(path) file": 600]), file(lines: 550),
      finds: [stale("\(path) file", of: 600, "lower it to 550")]),
    RuleSample(
      .fileLength(exceptions: ["\(path) file": 600]), file(lines: 500),
      finds: [stale("\(path) file", of: 600, "remove it")]),
    RuleSample(
      .fileLength(exceptions: ["Sources/Gone.swift file": 600]), file(lines: 1),
      finds: [stale("Sources/Gone.swift file", of: 600, "remove it")]),
  ]

  private static func stale(_ key: String, of length: Int, _ advice: String) -> String {
    "\(Exceptions.path):1: the exception of \(length) lines for '\(key)' is no longer needed: "
      + advice
  }

  private static func function(_ head: String, lines: Int) -> String {
    head + " {\n" + String(repeating: "  \"}\\(f { 1 })\" // }\n", count: lines - 2) + "}\n"
  }

  private static let functions = [
    RuleSample(.functionLength, in: path, function("func f()", lines: 50), finds: []),
    RuleSample(
      .functionLength, in: path, function("\nfunc f<T>(_ a: () -> T = { 1 })\n  -> T", lines: 50),
      finds: ["2: f has 51 lines; the limit is 50"]),
    RuleSample(
      .functionLength, in: path, function("  init?(a: Int)", lines: 51),
      finds: ["1: init has 51 lines; the limit is 50"]),
    RuleSample(
      .functionLength, in: path, function("var rows: [Int]", lines: 51),
      finds: ["1: rows has 51 lines; the limit is 50"]),
    RuleSample(
      .functionLength, in: path, function("let table = Table.init(1) + f", lines: 51), finds: []),
    RuleSample(
      .functionLength, in: path,
      function("protocol P {\n  func f()\n  init(a: Int)\n  var a: Int\n}\nstruct S", lines: 51),
      finds: []),
    RuleSample(
      .functionLength(exceptions: ["\(path) f": 80]), in: path, function("func f()", lines: 80),
      finds: []),
    RuleSample(
      .functionLength(exceptions: ["\(path) f": 80]), [path: function("func f()", lines: 45)],
      finds: [stale("\(path) f", of: 80, "remove it")]),
  ]

  private static let wide = String(repeating: "é", count: 101)
  private static let screen = "let a = \"\"\"\n  \(wide)\n  \"\"\"\n"

  private static let lines = [
    RuleSample(
      .lineLength, in: path, "\(wide.dropLast())\n\(wide)\n\(wide),\n",
      finds: [
        "2: the line has 101 columns; the limit is 100",
        "3: the line has 101 columns; the limit is 100",
      ]),
    RuleSample(.lineLength, in: path, "\(wide.dropLast()),\n// https://\(wide)\n", finds: []),
    RuleSample(
      .lineLength, in: path, screen, finds: ["2: the line has 103 columns; the limit is 100"]),
    RuleSample(.lineLength, in: "Tests/ATests/A.swift", screen, finds: []),
  ]
}
