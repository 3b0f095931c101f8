// SPDX-License-Identifier: MIT

import Foundation
import LineEditing
import TestSupport
import Testing

@Suite struct EditHistoryTests {
  private let folder: String
  private var path: String { folder + "/state/cq/history" }

  init() throws { folder = try TestSupport.temporaryDirectory() }

  private func contents() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private func write(_ text: String) throws {
    _ = EditHistory(path: path)
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test(arguments: [
    ("from hotels", "from hotels\n"),
    ("from hotels\n| first 3", "from hotels\\n| first 3\n"),
    (#"filter name = "a\nb""#, #"filter name = "a\\nb""# + "\n"),
    ("trailing \\", "trailing \\\\\n"),
    ("Café 漢字 👩‍👩‍👧", "Café 漢字 👩‍👩‍👧\n"),
  ])
  func encodesOneLineForEachStatement(statement: String, line: String) {
    #expect(String(decoding: HistoryEncoding.line(for: statement), as: UTF8.self) == line)
    #expect(HistoryEncoding.statement(of: line.utf8.dropLast()) == statement)
  }

  @Test func comesBackInTheNextSession() throws {
    let first = EditHistory(path: path)
    let statements = ["from hotels", "from hotels\n| sort stars", "say \\n"]
    for statement in statements { first.append(statement) }
    #expect(EditHistory(path: path).entries == statements)
    #expect(first.entries == statements)
    #expect(first.notice == nil)
    #expect(try permissions(path) == 0o600)
    #expect(try permissions(folder + "/state") == 0o700)
    #expect(try permissions(folder + "/state/cq") == 0o700)
  }

  /// How statements ended is said behind them, wherever others stand in between, and is known again
  /// as long as they are there.
  @Test func outcomesComeBack() throws {
    let first = EditHistory(path: path)
    let second = EditHistory(path: path)
    for (history, statement) in [(first, "a"), (second, "b"), (first, "c")] {
      history.append(statement)
    }
    first.note("c", hasFailed: true)
    second.note("b", hasFailed: true)
    // Nothing is said of what is not there, as what begins with a blank.
    first.note("z", hasFailed: true)
    #expect(first.failed == ["c"] && second.failed == ["b"])
    #expect(EditHistory(path: path).failed == ["b", "c"])
    #expect(EditHistory(path: path).entries == ["a", "b", "c"])
    second.append("c")
    second.note("c", hasFailed: false)
    #expect(EditHistory(path: path).failed == ["b", "c"])
    let third = EditHistory(path: path)
    third.append("b")
    third.note("b", hasFailed: false)
    #expect(EditHistory(path: path).failed == ["c"])
    let lines = try contents()
    try write(lines + "\\=failed\n\\=ok\n\\=fai\\!\\!\n\\=failed 0\n")
    #expect(EditHistory(path: path).failed == ["c"])
    // Lines of outcomes do not count as statements, and go with theirs.
    let short = EditHistory(path: path, limit: 2)
    #expect(short.entries == ["c", "b"] && short.failed == ["c"])
    #expect(try contents().split(separator: "\n").count == 3)
    _ = EditHistory(path: path, limit: 1)
    #expect(try contents() == "b\n")
  }

  @Test(arguments: [
    // What a file holds, the entries read from it, and its text after one more entry.
    ("a\nb\n", ["a", "b"], "a\nb\nnew\n"),
    ("a\nsort by na", ["a"], "a\nsort by na\\!\\!\nnew\n"),
    ("a\nsort by \\", ["a"], "a\nsort by \\\\!\\!\nnew\n"),
    ("a\n\\q\n\nb\n", ["a", "b"], "a\n\\q\n\nb\nnew\n"),
    ("torn", [], "torn\\!\\!\nnew\n"),
    ("", [], "new\n"),
  ])
  func skipsDamagedLinesAndKeepsThem(file: String, entries: [String], after: String) throws {
    try write(file)
    let history = EditHistory(path: path)
    #expect(history.entries == entries)
    history.append("new")
    #expect(try contents() == after)
    #expect(EditHistory(path: path).entries == entries + ["new"])
  }

  @Test func skipsLinesThatAreNoText() throws {
    try write("")
    try Data([0x61, 0x0a, 0xff, 0xfe, 0x0a, 0x62, 0x0a]).write(to: URL(fileURLWithPath: path))
    #expect(EditHistory(path: path).entries == ["a", "b"])
  }

  @Test func leavesOutWhatIsNotWanted() throws {
    let history = EditHistory(path: path)
    let tooLong = String(repeating: "x", count: 70_000)
    for statement in ["a", "a", " secret", "", "\n", "b", "a", tooLong] {
      history.append(statement)
    }
    #expect(try contents() == "a\nb\na\n")
  }

  @Test func keepsTheNewestEntries() throws {
    let history = EditHistory(path: path, limit: 10)
    for number in 1...100 { history.append("s\(number)") }
    let newest = (91...100).map { "s\($0)" }
    #expect(history.entries == newest)
    #expect(try contents().split(separator: "\n").count <= 10 + 10 / 10 + 8)
    #expect(EditHistory(path: path, limit: 10).entries == newest)
    #expect(try contents() == newest.map { $0 + "\n" }.joined())
    #expect(try permissions(path) == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/state/cq").count == 1)
  }

  @Test func writersAtOnceLoseNothing() async throws {
    let path = path
    await withTaskGroup(of: Void.self) { group in
      for writer in 1...6 {
        group.addTask {
          let history = EditHistory(path: path)
          for line in 1...50 { history.append("writer \(writer)\nline \(line)") }
        }
      }
    }
    let all = Set((1...6).flatMap { writer in (1...50).map { "writer \(writer)\nline \($0)" } })
    let entries = EditHistory(path: path).entries
    #expect(entries.count == 300)
    #expect(Set(entries) == all)
  }

  /// Each session replaces the file under the others' hands again and again.
  @Test func writersLoseNothingOfTheNewestWhileCompacting() async throws {
    let path = path
    await withTaskGroup(of: Void.self) { group in
      for writer in 1...4 {
        group.addTask {
          let history = EditHistory(path: path, limit: 20)
          for line in 1...40 { history.append("\(writer) \(line)") }
        }
      }
    }
    let last = EditHistory(path: path, limit: 20).entries
    #expect(last.count == 20)
    #expect(last.contains { $0.hasSuffix(" 40") })
    let lines = try contents().split(separator: "\n").map(String.init)
    #expect(lines == last)
  }

  /// A statement that fails and works in turns makes the file no longer and longer.
  @Test func outcomesAreShortened() throws {
    let history = EditHistory(path: path, limit: 20)
    for statement in ["a", "b"] { history.append(statement) }
    for round in 0..<101 {
      history.note("a", hasFailed: round % 2 == 0)
      #expect(try contents().split(separator: "\n").count <= 2 + 30)
    }
    let again = EditHistory(path: path, limit: 20)
    #expect(again.entries == ["a", "b"] && again.failed == ["a"])
  }

  @Test func leavesALinkAlone() throws {
    _ = EditHistory(path: path)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
    let history = EditHistory(path: path, limit: 2)
    for statement in ["a", "b", "c"] { history.append(statement) }
    #expect(history.takeNotice() == "history is off: \(path) is a link")
    #expect(history.notice == nil)
    #expect(history.entries == ["b", "c"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "/dev/null")
  }

  /// What could not be written is written once it can be, and both are told once.
  @Test func goesOnByItself() throws {
    let history = EditHistory(path: path)
    history.append("a")
    try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
    var notices: [String?] = []
    for statement in ["b", "c"] {
      history.append(statement)
      notices.append(history.takeNotice())
    }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: path + ".moved", toPath: path)
    for statement in ["d", "e"] {
      history.append(statement)
      notices.append(history.takeNotice())
    }
    #expect(
      notices == [
        "history has stopped: \(path) is a link; it goes on once that works again", nil,
        "history is kept again, with what was entered meanwhile", nil,
      ])
    #expect(try contents() == "a\nb\nc\nd\ne\n")
  }

  /// What a session that was killed while it shortened the file has left is taken away.
  @Test func removesLeftovers() throws {
    try write((0..<40).map { "\($0)\n" }.joined())
    try "torn".write(toFile: path + ".cq-999999", atomically: false, encoding: .utf8)
    _ = EditHistory(path: path, limit: 20)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/state/cq")
    #expect(names == ["history"])
  }

  @Test func isOffWhereItCannotBeKept() throws {
    #expect(EditHistory(path: nil).notice == nil)
    #expect(EditHistory(path: "/dev/null").notice == "history is off: /dev/null is no regular file")
    let folder = EditHistory(path: "/proc/no/such/history")
    #expect(folder.notice == "history is off: cannot make /proc/no: No such file or directory")
    folder.append("still remembered")
    #expect(folder.entries == ["still remembered"])
    #expect(EditHistory(path: self.folder).notice?.hasSuffix("is no regular file") == true)
  }

  @Test(arguments: [
    (#"open "https://x.org/?apiKey=abc123&page=2""#, #"open "https://x.org/?apiKey=***&page=2""#),
    ("key=abc", "key=***"),
    (#"key = "a b""#, #"key = "***""#),
    ("CQ_KEY_SHOP=s3cret cq", "CQ_KEY_SHOP=*** cq"),
    ("export BESTBUY_API_KEY='x y' z", "export BESTBUY_API_KEY='***' z"),
    ("api-key: abc, x", "api-key: ***, x"),
    (#"{"access_token": "t0k"}"#, #"{"access_token": "***"}"#),
    ("token abcdef0123456789abcdef", "token ***"),
    ("Authorization: Bearer abcdef0123456789", "Authorization: Bearer ***"),
    ("https://ann:pass@host/x", "https://ann:***@host/x"),
    ("password=", "password="),
    (#"filter monkey = "capuchin""#, #"filter monkey = "capuchin""#),
    ("sort by token desc", "sort by token desc"),
    ("from hotels | filter stars >= 3", "from hotels | filter stars >= 3"),
  ])
  func hidesSecrets(statement: String, recorded: String) throws {
    let history = EditHistory(path: path)
    history.append(statement)
    #expect(history.entries == [recorded])
    #expect(try contents() == recorded + "\n")
  }
}
