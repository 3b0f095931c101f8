// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import Testing

@testable import CatalogueSources

/// Where single items are read, for each kind of source.
@Suite struct ItemReadingTests {
  private static let paged = "list \"l/{page}\"\npages of 5 total n"
  private static let pagedByKind = "list \"l/{category}/{page}\"\npages of 5 total n"
  private static let itself = #"detail "d/{id}""#
  private static let inside = #"detail "d/{id}" at Item"#
  private static let more = "field n Int in detail"
  /// What only the question for a list tells.
  private static let asked = "category \"a\"\nfield c Text category in request\n" + more

  @Test(arguments: [
    // Without records there is nothing but the list.
    (#"list "l""#, "", "", true, ItemReading.list),
    // Records that tell nothing more are not asked for beside a list that is read whole.
    (#"list "l""#, Self.itself, "", true, .list),
    (#"list "l""#, Self.itself, Self.more, true, .listThenRecord),
    (#"list "l""#, Self.inside, Self.more, false, .listThenRecord),
    // Of a list in pages an item is asked for by itself, wherever its record lies.
    (Self.paged, Self.itself, "", true, .recordThenList),
    (Self.paged, Self.itself, Self.more, true, .recordThenList),
    (Self.paged, Self.inside, "", true, .recordThenList),
    (Self.paged, Self.inside, Self.more, true, .recordThenList),
    (Self.pagedByKind, Self.itself, Self.asked, true, .listThenRecord),
    (Self.paged, "", "", true, .list),
    // What is no server's has its list at hand.
    (Self.paged, Self.itself, "", false, .list),
    (Self.paged, Self.itself, Self.more, false, .listThenRecord),
  ])
  func followsFromFacts(
    list: String, detail: String, field: String, isService: Bool, reading: ItemReading
  ) throws {
    let source = try Self.source([list, detail, field], isService: isService)
    #expect(source.itemReading(of: [0, 1]) == reading)
    for index in source.schema.fields.indices where source.schema.fields[index].origin == .detail {
      #expect(source.itemReading(of: [index]) == .record)
    }
    #expect(source.itemReading(of: []) == .record)
  }

  /// A file has no records.
  @Test func filesAreLists() throws {
    let payload = Payload(name: "a.json", bytes: Array(#"[{"id": 1}]"#.utf8))
    let file = try FileSource(payload, copy: .file, strict: false)
    #expect(file.itemReading(of: [0]) == .list)
    #expect(file.itemReading(of: []) == .list)
  }

  /// The sources that come with the program, on their servers.
  @Test func bundledSourcesAreAsked() throws {
    let registry = SourceRegistry(SourceRegistry.Options(), watch: .unwatched)
    var found: [String: ItemReading] = [:]
    for name in BundledDefinitions.names {
      let local = try #require(try registry.source(.named(name)) as? DefinedSource)
      var asking = DefinedSource.Asking()
      asking.isService = true
      let source = DefinedSource(local.definition, in: local.store, asking: asking, strict: false)
      found[name] = source.itemReading(of: [0])
    }
    #expect(
      found == [
        "bestbuy": .recordThenList, "chloe": .listThenRecord, "hotels": .listThenRecord,
        "products": .list, "shopreme": .list,
      ])
  }

  private static func source(_ clauses: [String], isService: Bool) throws -> DefinedSource {
    let fields = ["field id Id key", "field name Text"]
    let lines = (clauses + fields).filter { !$0.isEmpty }.joined(separator: "\n")
    let loaded = DefinitionLoader.load(ScriptText(name: "s.cq", "source s {\n\(lines)\n}\n"))
    #expect(loaded.diagnostics.map(\.message) == [])
    let definition = try #require(loaded.definitions.first)
    var asking = DefinedSource.Asking()
    asking.isService = isService
    let store = FolderStore(list: "/nowhere/l.json", watch: .unwatched)
    return DefinedSource(definition, in: store, asking: asking, strict: false)
  }
}
