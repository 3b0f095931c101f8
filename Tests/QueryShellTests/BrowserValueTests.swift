// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import QueryShell

/// What keys of the browser write for values that nobody can type, or of several types, and why
/// they write nothing for others.
@Suite struct BrowserValueTests {
  private static let rows = #"""
    [{"id": 1, "t": "tab\there", "v": 5, "l": [1]},
     {"id": 2, "t": "esc \u001b[31m \u202e\u00ad x", "v": "5", "l": []},
     {"id": 3, "t": "a \"b\" \\ 👩\u200d👧\nc", "v": true, "l": null},
     {"id": 4, "t": "x", "v": "tab\t\"q\"", "l": [2]},
     {"id": 5, "t": null, "v": {"p": 1}, "l": [3]},
     {"id": 6, "t": "\ud83d\ude00", "v": null, "l": [4]}]
    """#

  /// The keys from the first cell on, and the condition, which leaves the row at which they were
  /// pressed.
  @Test(arguments: [
    ("→=", #"t = "tab\there""#), ("↓→=", #"t = "esc \u001b[31m \u202e\u00ad x""#),
    ("↓↓→=", #"t = "a \"b\" \\ 👩\u{200D}👧\nc""#), ("↓↓↓↓↓→=", "t = \"😀\""), ("→→=", "v = 5"),
    ("↓→→=", #"v = "5""#), ("↓↓→→=", "v = true"), ("↓↓↓→→=", #"v = "tab\t\"q\"""#),
    ("→→<", "v <= 5"),
    ("↓↓↓↓→=", "t is null"), ("↓↓↓↓↓→→=", "v is null"),
  ]) func writesWhatLeavesTheRow(keys: String, condition: String) throws {
    let path = try TestSupport.temporaryDirectory() + "/odd.json"
    try Data(Self.rows.utf8).write(to: URL(fileURLWithPath: path))
    var browsed = try BrowserTests.Browsed("from \"\(path)\"")
    browsed.type(keys)
    let row = keys.count { $0 == "↓" } + 1
    #expect(browsed.rows?.hasPrefix("{\"id\":\(row),") == true, "\(browsed.browser.message)")
    #expect(browsed.rows?.split(separator: "\n").count == 1)
    #expect(
      browsed.type("q")
        == "from \"\(path)\" | filter \(condition.replacing("\\u{200D}", with: "\u{200D}"))")
  }

  @Test(arguments: [
    ("↓↓↓↓→→=", "a list or a record is not compared"),
    ("→→→=", "a list or a record is not compared"),
    ("↓↓↓↓→<", "nothing is more or less than a value that is missing"),
  ]) func saysWhyNot(keys: String, message: String) throws {
    let path = try TestSupport.temporaryDirectory() + "/odd.json"
    try Data(Self.rows.utf8).write(to: URL(fileURLWithPath: path))
    var browsed = try BrowserTests.Browsed("from \"\(path)\"")
    browsed.type(keys)
    #expect(browsed.browser.message == message)
  }

  /// A page that is longer than the window says so.
  @Test func tellsOfMoreLines() throws {
    var browsed = try BrowserTests.Browsed("from hotels", rows: 24)
    browsed.type("?")
    let last = browsed.browser.frame().dropLast().last ?? ""
    #expect(last == "1-21 of 36  ↑ ↓ and space scroll, any other key goes back")
    browsed.type(" ")
    #expect(browsed.browser.frame().dropLast().last?.hasPrefix("16-36 of 36") == true)
  }
}
