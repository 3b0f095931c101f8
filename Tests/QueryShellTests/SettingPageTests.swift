// SPDX-License-Identifier: MIT

import Diagnostics
import TestSupport
import Testing

@testable import QueryEngine
@testable import QueryShell

/// What the page of the language says of the settings, and what the code knows of them.
@Suite struct SettingPageTests {
  /// The rows of the table of settings: the name without its backticks, and what is said of it.
  private static func rows() throws -> [(name: String, words: String)] {
    let path = "\(TestSupport.repositoryRoot)/Documentation/Language/Output.md"
    let page = try TestSupport.text(ofFile: path)
    let lines = page.split(separator: "\n").drop { $0 != "## Settings" }
    return lines.drop { !$0.hasPrefix("| `") }.prefix { $0.hasPrefix("| `") }.map { line in
      let cells = line.split(separator: "|", maxSplits: 1)
      return (cells[0].filter { $0 != "`" && $0 != " " }, String(cells[1]))
    }
  }

  /// `from 20 to 10,000`: the end of what a fault says that a setting takes.
  private static func range(of setting: Setting) -> String? {
    let parts = setting.accepts.split(separator: ", ")[0].split(separator: " ")
    guard let start = parts.firstIndex(of: "from") else { return nil }
    return parts[start...].map { part in
      Int(part).map { grouped($0) } ?? String(part.hasSuffix(".0") ? part.dropLast(2) : part)
    }.joined(separator: " ")
  }

  private static func grouped(_ number: Int) -> String {
    number < 1_000
      ? "\(number)"
      : "\(grouped(number / 1_000)),\(String(number % 1_000 + 1_000).dropFirst())"
  }

  @Test func pageNamesEverySetting() throws {
    #expect(try Self.rows().map(\.name) == Setting.allCases.map(\.rawValue))
    let settings = Help.overview.split(separator: "\n").drop { !$0.hasPrefix("Settings") }
    let words = Set(settings.joined(separator: " ").split(separator: " ").map(String.init))
    #expect(Setting.allCases.map(\.rawValue).filter { !words.contains($0) } == [])
  }

  @Test func pageTellsWhatEachTakes() throws {
    for (name, words) in try Self.rows() {
      let setting = try #require(Setting(rawValue: name))
      if let range = Self.range(of: setting) { #expect(words.contains(range), "\(name)") }
      // The formats have a page of their own.
      for choice in setting.choices where setting != .format {
        #expect(words.contains("`\(choice)`"), "\(name)")
      }
    }
  }

  /// The numbers that hold where nothing is set.
  @Test func pageTellsTheUsualNumbers() throws {
    let usual: [(Setting, Int)] = [
      (.rows, SessionSettings.maximumRows),
      (.fetchLimit, Session.collecting().settings.fetchLimit),
      (.fetchItems, Session.collecting().settings.fetchItems),
    ]
    let rows = try Self.rows()
    for (setting, number) in usual {
      let words = rows.first { $0.name == setting.rawValue }?.words ?? ""
      #expect(words.contains("usually \(Self.grouped(number))"), "\(setting)")
    }
  }

  /// `default` takes each back to what it is without a `set`.
  @Test(arguments: Setting.allCases) func hasAWayBack(setting: Setting) {
    let session = Session.collecting()
    func shown() -> String {
      session.showSettings(setting.rawValue)
      return session.output.taken()
    }
    _ = session.run(ScriptText(name: "<set>", "set offline = false"))
    let before = shown()
    _ = session.run(ScriptText(name: "<set>", setting.example))
    #expect(session.reported.map(\.message) == [])
    // What the session has set itself is no default.
    if setting != .offline { #expect(shown() != before) }
    _ = session.run(ScriptText(name: "<set>", "set \(setting.rawValue) = Default"))
    #expect(session.reported.map(\.message) == [])
    let after = shown()
    if setting != .offline { #expect(after == before) }
    #expect(after.contains("default") || after.contains("  --"), "\(after)")
  }

  @Test(arguments: Setting.allCases) func exampleIsTaken(setting: Setting) {
    let session = Session.collecting()
    #expect(setting.example.hasPrefix("set \(setting.rawValue) = "))
    // A session of tests asks no server, and none can be live so.
    _ = session.run(ScriptText(name: "<set>", "set offline = false; \(setting.example)"))
    #expect(session.reported.map(\.message) == [])
  }
}
