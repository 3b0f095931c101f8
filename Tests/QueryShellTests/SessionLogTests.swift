// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Foundation
import QueryEngine
import ResultRendering
import TestSupport
import Testing

@testable import QueryShell

/// What was typed in a session: taken back, listed, saved, and commands that stand for statements.
@Suite struct SessionLogTests {
  /// A session of a prompt in which some lines were typed, commands among them.
  private static func session(_ lines: String...) -> Session {
    let session = Session.collecting {
      $0.keepsResults = true
      $0.isInteractive = true
    }
    for line in lines { type(line, in: session) }
    return session
  }

  private static func type(_ line: String, in session: Session) {
    if let command = DotCommand(line) {
      _ = command.run(in: session)
    } else {
      _ = session.runTyped(ScriptText(name: "<prompt>", line))
    }
  }

  /// What was changed is as it was before, one statement after another.
  @Test func takesBack() {
    let session = Self.session(
      "from hotels | show name", "| limit 2", "let n = 3", "set format = json", "use hotels",
      "| limit 1", "from hotels | filtr")
    #expect(session.last?.rows == 1)
    _ = session.errors.taken()
    Self.type(".undo", in: session)
    #expect(session.last?.rows == 2)
    #expect(session.currentSource == "hotels")
    Self.type(".undo", in: session)
    #expect(session.currentSource == nil)
    #expect(session.settings.format.name == "json")
    Self.type(".undo", in: session)
    #expect(session.settings.format.name == "table")
    Self.type(".undo", in: session)
    Self.type("from hotels | limit $n", in: session)
    #expect(session.lastFault?.message.contains("$n") == true)
    Self.type(".undo", in: session)
    #expect(session.last?.rows == 7)
    Self.type(".undo", in: session)
    Self.type(".undo", in: session)
    #expect(session.last == nil)
    let told = session.errors.taken().split(separator: "\n").filter { $0.hasPrefix("note: taken") }
    #expect(
      told == [
        "note: taken back: | limit 1", "note: taken back: use hotels",
        "note: taken back: set format = json", "note: taken back: let n = 3",
        "note: taken back: | limit 2", "note: taken back: from hotels | show name",
      ])
  }

  @Test func lists() {
    let session = Self.session("from hotels\n| limit 1", "from hotels | filtr", "use chloe")
    _ = session.output.taken()
    Self.type(".history", in: session)
    #expect(
      session.output.taken() == """
        1     from hotels | limit 1  # 1 row
        2  ✗  from hotels | filtr
        3     use chloe

        """)
    Self.type(".history failed", in: session)
    #expect(session.output.taken() == "2  ✗  from hotels | filtr\n")
    Self.type(".history CHLO", in: session)
    #expect(session.output.taken() == "3     use chloe\n")
    _ = session.errors.taken()
    Self.type(".history nowhere", in: session)
    #expect(session.errors.taken() == "note: nothing that was entered holds `nowhere`\n")
  }

  /// A value becomes a parameter wherever it stands, and what it is then still holds.
  @Test func savesWithParameters() throws {
    let folder = try TestSupport.temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/tour.cq"
    let session = Self.session(
      "from hotels | filter stars >= 3 and name != 'Dream'", "| filter rooms > 3 | show name",
      ".save \(path) param min = 3 param not = \"Dream\"")
    #expect(
      try String(contentsOfFile: path, encoding: .utf8) == """
        param min: Int = 3
        param not: Text = "Dream"
        from hotels
          | filter stars >= $min and name != $not
          | filter rooms > $min
          | show name
          | expect 1 row
          | show name

        """)
    #expect(ShellRun(running: try String(contentsOfFile: path, encoding: .utf8)).status == .success)
    _ = session.errors.taken()
    Self.type(".save \(path) replace param min = 4", in: session)
    #expect(session.errors.taken() == "note: 4 stands in nothing that would be saved\n")
    for wrong in ["param", "param min = ", "param = 3", "param min = three"] {
      Self.type(".save \(path) replace \(wrong)", in: session)
      #expect(session.errors.taken().hasPrefix("note: `.save tour.cq param"), "\(wrong)")
    }
  }

  /// Each setting is shown with its value and where that was made.
  @Test func showsSettings() throws {
    let folder = try TestSupport.temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/own.cq"
    try "# mine\nset width = 90".write(toFile: path, atomically: true, encoding: .utf8)
    let session = Session.collecting {
      $0.run.sources.homeFolder = folder
      $0.isInteractive = true
    }
    session.configure(ScriptText(name: folder + "/config", "\nset rows = 20\nset format = json"))
    for line in ["set memory = 2 GB", "include \"\(path)\"", ".set hints = off", ".set"] {
      Self.type(line, in: session)
    }
    let shown = session.output.taken().split(separator: "\n").map(String.init)
    #expect(shown.map { $0.prefix { $0 != " " } } == Setting.allCases.map { $0.rawValue[...] })
    for line in [
      "format          table       --to", "offline         true        --offline",
      "width           90          ~/own.cq:2", "rows            20          ~/config:2",
      "memory          2.0 GB      this session", "hints           off         this session",
      "overlay         on          default",
    ] {
      #expect(shown.contains(line), "\(line)\n\(shown.joined(separator: "\n"))")
    }
    Self.type(".undo", in: session)
    Self.type(".set hints", in: session)
    #expect(session.output.taken().hasPrefix("hints  on  default\n"))
  }

  /// A script of what worked gives the same again, and says where it does not.
  @Test func saves() throws {
    let folder = try TestSupport.temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/tour.cq"
    let session = Self.session(
      "from hotels | filter stars >= 3", "| sort by rooms desc | show name, rooms",
      "from hotels | filtr", "let n = 1",
      "use chloe", "limit $n | to json", "from hotels | filter stars >= 3", "sources", ".undo",
      ".save \(path)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      text == """
        from hotels
          | filter stars >= 3
          | sort by rooms desc
          | show name, rooms
          | expect 3 rows
          | show name, rooms
        let n = 1
        use chloe
        limit $n | expect 1 row | to json
        from hotels
          | filter stars >= 3
          | expect 3 rows
          | show id, name, address, stars, distance, suites, rooms

        """)
    #expect(ShellRun(running: text).status == .success)
    _ = session.errors.taken()
    Self.type(".save \(path)", in: session)
    #expect(session.errors.taken().contains("it exists"))
    Self.type(".save \"\(path)\" replace", in: session)
    #expect(session.errors.taken().hasPrefix("note: \(path): "))
    _ = session.output.taken()
    Self.type(".run \(path)", in: session)
    #expect(session.output.taken().contains("Dream"))
    // What is read would be lost.
    let script = try String(contentsOfFile: path, encoding: .utf8)
    Self.type(".save \(path) replace", in: session)
    #expect(
      session.errors.taken().contains(
        "note: \(path) is read by what was entered; save that under another name\n"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == script)
  }

  /// Commands that stand for statements.
  @Test func standForStatements() {
    let session = Self.session(".open hotels", ".mode json", "limit 1 | show id", ".mode xml")
    #expect(session.currentSource == "hotels")
    #expect(session.output.taken().contains("\"40611\""))
    #expect(session.errors.taken().contains("error"))
    Self.type(".schema chloe", in: session)
    #expect(session.output.taken().contains("\"was_price\""))
  }
}
