// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QueryEngine
import QuerySyntax
import Testing

/// Whoever waits for a script to be bound is asked while that goes on, and ends it.
@Suite struct BindingInterruptionTests {
  /// Says after so many questions that nobody waits any more.
  private final class Patience {
    private(set) var questions = 0
    private let limit: Int

    init(_ limit: Int) { self.limit = limit }

    func isOver() -> Bool {
      questions += 1
      return questions > limit
    }
  }

  private static let derived = (0..<1_000).map { index in
    Field("d\(index)", .int, origin: .derived("a + \(index)"))
  }

  private static let wide = MemorySource(
    Schema(source: "wide", fields: [Field("id", .id), Field("a", .int)] + derived, key: 0),
    [[.text("x"), .number(Decimal(3))]])

  private static func bound(_ text: String, _ patience: Patience) -> Int {
    let script = Parser.parse(ScriptText(name: "t", text)).tree
    let bound = Binder.bind(
      script, in: Binder.Context(), directory: MemoryDirectory(sources: [wide]),
      unless: patience.isOver)
    return bound.statements.count
  }

  @Test func statementsAreAskedFor() {
    let lines = (0..<1_000).map { "let x\($0) = \($0)" }.joined(separator: "\n")
    let patience = Patience(100)
    #expect(Self.bound(lines, patience) == 100)
    #expect(patience.questions == 101)
    let endless = Patience(.max)
    #expect(Self.bound(lines, endless) == 1_000)
  }

  /// Each computed field of a source asks, so that one statement cannot hold out either.
  @Test func computedFieldsAreAskedFor() {
    let whole = Patience(.max)
    #expect(Self.bound("from wide | show d9", whole) == 1)
    #expect(whole.questions > 1_000)
    let cut = Patience(100)
    _ = Self.bound("from wide | show d9", cut)
    #expect(cut.questions < 110)
  }

  @Test func stagesAreAskedFor() {
    let stages = String(repeating: " | filter a > 1", count: 900)
    let cut = Patience(1_100)
    _ = Self.bound("from wide" + stages, cut)
    #expect(cut.questions < 2_100)
  }

  /// What a definition computes is of a wrong type in each of its fields.
  @Test func checkedDerivationsAreAskedFor() throws {
    let fields = (0..<1_000).map { "field d\($0) Int = a" }.joined(separator: "\n")
    let text = "source s {\nlist \"x\"\nfield id Id key\nfield a Text\n\(fields)\n}\n"
    let source = ScriptText(name: "s.cq", text)
    let definition = try #require(Parser.parseDefinitions(source).tree.first)
    let derived = (0..<1_000).map { Field("d\($0)", .int, origin: .derived("a")) }
    let schema = Schema(
      source: "s", fields: [Field("id", .id), Field("a", .text)] + derived, key: 0)
    let faults = { (patience: Patience) in
      DerivationCheck.faults(in: definition, schema, in: source, unless: patience.isOver).count
    }
    #expect(faults(Patience(.max)) == 1_000)
    // A hundred of the questions are left for the second half of the work.
    #expect((1...100).contains(faults(Patience(1_100))))
    let cut = Patience(100)
    #expect(faults(cut) == 0)
    #expect(cut.questions < 1_110)
  }

  /// What is read of a text ends behind a statement or a clause.
  @Test func textsAreReadInParts() {
    let lines = (0..<1_000).map { "let x\($0) = \($0)" }.joined(separator: "\n")
    let parsed = Parser.parse(
      ScriptText(name: "t", lines), maximumFaults: 10, unless: Patience(100).isOver)
    #expect((40...100).contains(parsed.tree.statements.count))
    #expect(parsed.diagnostics.isEmpty)
    let fields = (0..<1_000).map { "field d\($0) Int" }.joined(separator: "\n")
    let definition = ScriptText(name: "s.cq", "source s {\nlist \"x\"\n\(fields)\n}\n")
    let cut = Parser.parseDefinitions(definition, unless: Patience(100).isOver)
    #expect(cut.tree.isEmpty && cut.diagnostics.isEmpty)
  }
}
