// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QueryEngine
import QuerySyntax
import ResultRendering
import Testing

@testable import QueryShell

/// The formats have one list of names, wherever they are asked for.
@Suite struct FormatNameTests {
  /// What a pipeline over the hotels is written as.
  private static func format(of stages: String) -> String? {
    let tree = Parser.parse(ScriptText(name: "<test>", "from hotels | \(stages)")).tree
    let sources = SourceRegistry(SourceRegistry.Options(), watch: .unwatched)
    let bound = Binder.bind(tree, in: Binder.Context(), directory: sources)
    guard case .query(let query) = bound.statements.last?.action else { return nil }
    return query.presentation.format?.name
  }

  /// What the language knows is what is written, and the same of it are charts.
  @Test func everyFormatIsTheOneOfItsName() {
    #expect(
      ResultFormat.all.filter { $0.charts != .only }.map(\.name) == OutputFormat.all.map(\.name))
    #expect(ResultFormat.ofRows.map(\.name) == OutputFormat.ofRows.map(\.name))
    #expect(Setting.format.choices == OutputFormat.ofRows.map(\.name))
    let formats = ResultFormat.all.filter { $0.charts != .only }.map {
      Self.format(of: $0.entry.example)
    }
    #expect(formats == OutputFormat.all.map(\.name))
  }

  @Test(arguments: Setting.format.choices) func everyChoiceIsTaken(name: String) {
    var settings = Session.collecting().settings
    settings.apply(.format, .text(name))
    #expect(settings.format.name == name)
    #expect(Self.format(of: "save \"a.x\" as \(name)") == name)
  }

  /// An ending tells one format.
  @Test func endingsTellOneFormat() {
    let endings = ResultFormat.all.flatMap(\.endings)
    #expect(Set(endings).count == endings.count)
    #expect(ResultFormat.ofFile(endingIn: "ndjson")?.name == "jsonl")
  }
}
