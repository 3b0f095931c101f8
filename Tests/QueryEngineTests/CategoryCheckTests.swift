// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QueryEngine
import QuerySyntax
import Testing

/// A script is checked without asking a server for the categories that it names.
@Suite struct CategoryCheckTests {
  private static let listed = [CatalogueCategory(id: "b1", name: "Bags")]
  private static let unknown =
    "CQ0203 no category of broken is called \"Hats\" categories: Bags"

  /// The source can be asked for nothing: each question gives CQ0501.
  static let cases: [(isLocal: Bool, listed: [CatalogueCategory]?, name: String, said: String)] =
    [
      (false, listed, "bags", ""), (true, listed, "bags", ""), (false, listed, "Hats", unknown),
      (true, listed, "Hats", unknown), (false, nil, "Hats", ""),
      (true, nil, "Hats", "CQ0501 broken did not answer (timed out) http://x"),
    ]

  @Test(arguments: cases)
  func answer(isLocal: Bool, listed: [CatalogueCategory]?, name: String, said: String) {
    let fields = [Field("id", .id), Field("kind", .text)]
    let source = BrokenSource(
      schema: Schema(source: "broken", fields: fields, key: 0, category: 1),
      isLocal: isLocal, listedCategories: listed)
    let text = ScriptText(name: "t", "from broken in \"\(name)\"")
    let bound = Binder.bind(
      Parser.parse(text).tree, in: Binder.Context(),
      directory: MemoryDirectory(sources: [source]))
    let faults = bound.diagnostics.map {
      "\($0.code.rawValue) \($0.message) \($0.primary?.text ?? "")"
    }
    #expect(faults.joined(separator: "; ") == said)
  }
}
