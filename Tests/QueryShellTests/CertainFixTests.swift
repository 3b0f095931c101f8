// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Foundation
import ResultRendering
import TestSupport
import Testing

@testable import QueryShell

/// What people of other tools write: each has its faults, and one step leads to what was meant.
///
/// A fix that is called certain never changes the meaning: the answer of the corrected line
/// is that of a query in other words, which stands beside it. With `CQ_UPDATE=1` in the environment
/// the file is rewritten with what came out.
@Suite struct CertainFixTests {
  private static let path = "\(TestSupport.repositoryRoot)/Tests/Diagnostics/certain-fixes.txt"

  /// An entry of the file: what is written, and the query in other words.
  private struct Case {
    var script: [Substring] = []
    var told: [Substring] = []
    var meant: String?
  }

  private static func paragraphs() throws -> [[Substring]] {
    try TestSupport.text(ofFile: path).split(separator: "\n", omittingEmptySubsequences: false)
      .split(separator: "", omittingEmptySubsequences: false).map(Array.init)
  }

  private static func entry(_ lines: [Substring]) -> Case? {
    guard lines.contains(where: { $0.hasPrefix("> ") }) else { return nil }
    var entry = Case()
    for line in lines {
      switch line.first {
      case ">": entry.script.append(line.dropFirst(2))
      case "~": entry.meant = String(line.dropFirst(2))
      default: entry.told.append(line)
      }
    }
    return entry
  }

  private static func quiet(_ script: String) -> ShellRun {
    ShellRun(running: script) { $0.run.quietness = .remarks }
  }

  /// What is told of a script, and the line at the next prompt.
  private static func told(of script: String) -> (lines: [String], mended: String?) {
    let session = Session.collecting()
    _ = session.run(ScriptText(name: "<fixes>", script))
    let faults = session.reported.filter(\.isFatal)
    let codes = (["!"] + faults.map(\.code.rawValue)).joined(separator: " ")
    let mended = faults.contains { $0.fix != nil } ? session.mended(faults) : nil
    let lines = (mended ?? "").split(separator: "\n").map { "= \($0)" }
    let remarks = faults.flatMap { $0.worded(atPrompt: false).remarks }
    let help = remarks.filter { $0.kind == "help" }.map { "? \($0.text)" }
    let ways = faults.compactMap { fault in
      fault.source.flatMap { fault.suggestion?.correctedLine(in: $0) }
    }.flatMap { $0.split(separator: "\n").map { "+ \($0)" } }
    return ([codes] + (mended == nil ? help + ways : lines), mended)
  }

  /// `it` is offered as what it is, and stands at the next prompt only where there is a result.
  @Test(arguments: ["it", "it | limit 1"]) func theResultIsRead(text: String) {
    let session = Session.collecting { $0.keepsResults = true }
    #expect(session.run(ScriptText(name: "<test>", text)) == .script)
    #expect(
      session.errors.taken()
        == "<test>:1:1: error[CQ0105]: a source is read with `from`: `from it`\n")
    #expect(session.mended(session.reported) == nil)
    _ = session.run(ScriptText(name: "<test>", "from hotels | limit 1"))
    #expect(session.run(ScriptText(name: "<test>", text)) == .script)
    #expect(session.mended(session.reported) == "from \(text)")
  }

  @Test func oneStepLeadsToWhatWasMeant() throws {
    let paragraphs = try Self.paragraphs()
    var wrong: [String] = []
    var rewritten: [String] = []
    for lines in paragraphs {
      guard let entry = Self.entry(lines) else {
        rewritten.append(lines.joined(separator: "\n"))
        continue
      }
      let script = entry.script.joined(separator: "\n")
      let (told, mended) = Self.told(of: script)
      if told != entry.told.map(String.init) {
        wrong.append("\(script)\n\(told.joined(separator: "\n"))")
      }
      if let meant = entry.meant {
        // Without notes, which quote what was written.
        let (found, wanted) = (Self.quiet(mended ?? script), Self.quiet(meant))
        if found.output.isEmpty || found != wanted { wrong.append("\(script)\n\(found)\(wanted)") }
      }
      rewritten.append(
        (entry.script.map { "> \($0)" } + told + (entry.meant.map { ["~ \($0)"] } ?? []))
          .joined(separator: "\n"))
    }
    if ProcessInfo.processInfo.environment["CQ_UPDATE"] == "1" {
      try rewritten.joined(separator: "\n\n").write(
        toFile: Self.path, atomically: true, encoding: .utf8)
      return
    }
    #expect(wrong == [])
    #expect(paragraphs.count > 100)
  }

  /// What is wrong with a script, which is not run.
  private static func faults(of script: String, _ sources: SourceRegistry) -> [Diagnostic] {
    CheckedFile(ScriptText(name: "corpus.cq", script)).faults(sources).filter(\.isFatal)
  }

  @Test func aMendedLineHasLessWrongWithIt() throws {
    let sources = Session.collecting().sources
    var wrong: [String] = []
    for entry in try Self.paragraphs().compactMap(Self.entry) {
      let script = entry.script.joined(separator: "\n")
      guard let mended = Self.told(of: script).mended else { continue }
      let left = Self.faults(of: mended, sources).filter(\.code.isOfSyntax)
      if left.count >= max(1, Self.faults(of: script, sources).count) {
        wrong.append("\(script)\n\(mended)")
      }
    }
    #expect(wrong == [])
  }

  /// What is told of a script in full by a session, and the words of the fixes in it.
  private static func labels(of script: String) -> Set<Substring> {
    let session = Session.collecting()
    _ = session.run(ScriptText(name: "<fixes>", script))
    let renderer = DiagnosticRenderer(.full)
    let lines = session.reported.flatMap { renderer.text($0).split(separator: "\n") }
    return Set(lines.compactMap { $0.firstMatch(of: /^(fix|maybe):/)?.output.1 })
  }

  @Test func aFixIsCalledSoWhereCheckMakesIt() throws {
    let sources = Session.collecting().sources
    var wrong: [String] = []
    var seen: Set<Substring> = []
    for entry in try Self.paragraphs().compactMap(Self.entry) {
      let script = entry.script.joined(separator: "\n")
      // What is offered for standard input depends on what that is for the tests.
      if ["from -", "from \"-\"", "from stdin"].contains(where: script.contains) { continue }
      var file = CheckedFile(ScriptText(name: "corpus.cq", script))
      let told = Set(file.faults(sources).compactMap(\.fix).map { $0.certainty == .suggested })
      let labels = Self.labels(of: script)
      seen.formUnion(labels)
      let isMended = file.mend(sources) > 0
      if labels.contains("fix") != isMended || told.contains(false) != isMended {
        wrong.append("\(script): \(labels.sorted()), mended: \(isMended)")
      }
      let left = file.faults(sources).filter { $0.automaticFix != nil }
      wrong += left.map { "\(script): \($0.message) is left" }
    }
    #expect(wrong == [])
    #expect(seen == ["fix", "maybe"])
  }
}
