// SPDX-License-Identifier: MIT

import Diagnostics
import Foundation
import QuerySyntax
import TestSupport
import Testing

/// The scripts of `Grammar/corpus`, one idea a file: a valid one beside its tree, an invalid one
/// beside the codes and places of its faults. What begins with `limit-` only the parser refuses.
///
/// A file whose name begins with `definition-` holds definitions of sources. With `CQ_UPDATE=1` in
/// the environment the expectations are rewritten; the change is then reviewed like any other.
@Suite struct GrammarCorpusTests {
  private static let root = "\(TestSupport.repositoryRoot)/Grammar/corpus"

  static func names(in folder: String) -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")
    return (files ?? []).filter { $0.hasSuffix(".cq") }.map { String($0.dropLast(3)) }.sorted()
  }

  /// What the parser makes of one file.
  private struct Reading {
    let tree: String
    let codes: String
    let isPrintedBack: Bool

    init(_ path: String, isDefinition: Bool) throws {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      let source = ScriptText(name: path, bytes: Array(bytes))
      if isDefinition {
        let parsed = Parser.parseDefinitions(source)
        tree = parsed.tree.map { DefinitionText.lines($0).joined(separator: "\n") + "\n" }.joined()
        codes = Self.codes(parsed, source)
        isPrintedBack = parsed.printed(from: source) == source.bytes
      } else {
        let parsed = Parser.parse(source)
        tree = parsed.tree.statements.map { TreeText.statement($0) + "\n" }.joined()
        codes = Self.codes(parsed, source)
        isPrintedBack = parsed.printed(from: source) == source.bytes
      }
    }

    private static func codes<Tree>(_ parsed: Parsed<Tree>, _ source: ScriptText) -> String {
      parsed.diagnostics.map { fault in
        let place = source.place(of: fault.primary?.range.start ?? 0)
        return "\(fault.code.rawValue) \(place.line):\(place.column)\n"
      }.joined()
    }
  }

  private static func reading(_ folder: String, _ name: String) throws -> Reading {
    try Reading("\(root)/\(folder)/\(name).cq", isDefinition: name.hasPrefix("definition-"))
  }

  private static func expect(_ text: String, in path: String) throws {
    if ProcessInfo.processInfo.environment["CQ_UPDATE"] == "1" {
      try text.write(toFile: "\(root)/\(path)", atomically: true, encoding: .utf8)
    }
    #expect(text == (try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)), "\(path)")
  }

  @Test(arguments: names(in: "valid")) func readsValid(_ name: String) throws {
    let reading = try Self.reading("valid", name)
    #expect(reading.codes == "")
    #expect(reading.isPrintedBack)
    try Self.expect(reading.tree, in: "valid/\(name).tree")
  }

  @Test(arguments: names(in: "invalid")) func refusesInvalid(_ name: String) throws {
    let reading = try Self.reading("invalid", name)
    #expect(reading.codes != "")
    #expect(reading.isPrintedBack)
    try Self.expect(reading.codes, in: "invalid/\(name).codes")
  }

  /// Of the codes for the text of a script some are missing: no small file reaches a limit, and
  /// patterns, days and currencies are known only when the script is bound.
  @Test func raisesEveryCode() throws {
    let raised = try Self.names(in: "invalid").reduce(into: Set<String>()) { codes, name in
      let lines = try Self.reading("invalid", name).codes.split(separator: "\n")
      codes.formUnion(lines.map { String($0.prefix(6)) })
    }
    let known = DiagnosticCode.allCases.map(\.rawValue).filter { $0.hasPrefix("CQ01") }
    #expect(
      Set(known).subtracting(raised) == [
        DiagnosticCode.scriptLimit.rawValue, DiagnosticCode.badPattern.rawValue,
        DiagnosticCode.unknownUnit.rawValue, DiagnosticCode.impossibleDate.rawValue,
      ])
  }
}
