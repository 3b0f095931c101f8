// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QueryEngine
import QuerySyntax
import Testing

@testable import QueryShell

/// The formats have one list of names, wherever they are asked for.
@Suite struct FormatNameTests {
  /// What a pipeline over the hotels is written as.
  private static func form(of stages: String) -> OutputForm? {
    let tree = Parser.parse(ScriptText(name: "<test>", "from hotels | \(stages)")).tree
    let sources = SourceRegistry(SourceRegistry.Options())
    let bound = Binder.bind(tree, in: Binder.Context(), directory: sources)
    guard case .query(let query) = bound.statements.last?.action else { return nil }
    return query.presentation.form
  }

  @Test func everyFormatIsTheOneOfItsName() {
    let charts = ["bars", "hist", "scatter"]
    #expect(Vocabulary.formats == OutputFormat.allCases.map(\.rawValue) + charts)
    #expect(Vocabulary.formats.filter { !charts.contains($0) } == Setting.format.choices)
    let forms = Vocabulary.formatEntries.map { Self.form(of: $0.example) }
    #expect(forms.map { $0?.name } == Vocabulary.formats)
    let charted = [.bars(value: 0, label: 1), .hist(0), .scatter(x: 0, y: 1)] as [OutputForm]
    #expect(forms == OutputFormat.allCases.map { .rows($0) } + charted)
  }

  @Test(arguments: Setting.format.choices) func everyChoiceIsTaken(name: String) {
    var settings = Session.collecting().settings
    settings.apply(.format, .text(name))
    #expect(settings.format.rawValue == name)
    #expect(Self.form(of: "save \"a.x\" as \(name)")?.name == name)
  }
}
