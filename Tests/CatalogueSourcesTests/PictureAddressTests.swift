// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import Synchronization
import Testing

/// Where a definition finds the picture of an item.
@Suite struct PictureAddressTests {
  /// A list of three items and the record of one, and pictures at two addresses.
  private final class Shop: PayloadStore {
    let isLocal = false
    let reasonOfAbsence = "404"
    let asked = Mutex<[String]>([])

    func payloads(
      _ requests: [PayloadRequest]
    ) -> [Result<FetchedPayload?, SourceFault>] {
      asked.withLock { $0 += requests.map(\.address) }
      return requests.map { request in
        let text =
          switch request.role {
          case .list: #"[{"id": 1, "shot": "a b"}, {"id": 2, "shot": ""}, {"id": 3, "last": "z"}]"#
          case .detail(id: "1"): #"{"id": 1, "shot": "a b", "image": "n/1.png"}"#
          case .picture(id: "1") where request.address == "https://x/1/a%20b.jpg": "shot"
          case .picture(id: "1") where request.address == "p/n%2F1.png": "image"
          case .picture(id: "a") where request.address == "c/b.jpg": "b"
          case .detail, .relation, .picture: ""
          }
        if text.isEmpty { return .success(nil) }
        return .success(FetchedPayload(Payload(name: "x", bytes: text.utf8), copy: .file))
      }
    }
  }

  /// The clause, the key, and what comes of it.
  static let cases: [(clause: String, key: String, ItemPicture)] = [
    ("", "1", .none),
    (
      #"picture "https://x/{id}/{shot}.jpg" crop 2"#, "1",
      .bytes(Array("shot".utf8), name: "a b.jpg", crop: 2)
    ),
    (#"picture "p/{image}""#, "1", .bytes(Array("image".utf8), name: "1.png", crop: 0)),
    (#"picture "https://x/{shot}.jpg""#, "2", .empty),
    (#"picture "https://x/{shot}.jpg""#, "3", .empty),
    (#"picture "https://x/{shot}.jpg""#, "4", .empty),
    (#"picture "p/{image}""#, "2", .empty),
    (#"picture "p/{id}.jpg""#, "2", .missing(name: "2.jpg", reason: "404")),
  ]

  @Test(arguments: cases.indices) func leadsToThePicture(index: Int) throws {
    let (clause, key, expected) = Self.cases[index]
    let text = """
      source shop {
        list "https://x/list.json"
        detail "{id}.json"
        \(clause)
        field id Id key
        field shot Text
        field image Text in detail
      }
      """
    let definition = try #require(
      DefinitionLoader.load(ScriptText(name: "shop.cq", text)).definitions.first)
    let source = DefinedSource(definition, in: Shop(), strict: false)
    #expect(try source.picture(of: key) == expected)
  }

  /// What the category names, the clause, where its picture is, and what it is.
  static let categories: [(named: String, clause: String, address: String?, ItemPicture)] = [
    ("", "", nil, .none),
    (#"picture "c/a.jpg?key=1""#, "", "c/a.jpg?key=***", .missing(name: "a.jpg", reason: "404")),
    (#"picture "c/b.jpg""#, "", "c/b.jpg", .bytes(Array("b".utf8), name: "b.jpg", crop: 0)),
    (
      "", #"picture "https://x/{id}/{shot}.jpg" crop 2"#, "https://x/1/a%20b.jpg",
      .bytes(Array("shot".utf8), name: "a b.jpg", crop: 2)
    ),
    ("", #"picture "p/{image}""#, nil, .bytes(Array("image".utf8), name: "1.png", crop: 0)),
    ("", #"picture "https://x/{gone}.jpg""#, nil, .empty),
    (
      "", #"picture "https://x/{last}.jpg""#, "https://x/z.jpg",
      .missing(name: "z.jpg", reason: "404")
    ),
  ]

  /// The second of two categories, whose items are the same, has the picture of its first item
  /// which has one.
  @Test(arguments: categories.indices) func ofACategory(index: Int) throws {
    let (named, clause, address, expected) = Self.categories[index]
    let text = """
      source shop {
        list "https://x/{category}.json"
        category "Others" as "o"
        category "All" as "a" \(named)
        detail "{id}.json"
        \(clause)
        field id Id key
        field kind Text category in request
        field shot, last, gone Text
        field image Text in detail
      }
      """
    let definition = try #require(
      DefinitionLoader.load(ScriptText(name: "shop.cq", text)).definitions.first)
    let source = DefinedSource(definition, in: Shop(), strict: false)
    #expect(try source.picture(ofCategory: "a") == expected)
    #expect(
      try source.categories(["a"]).categories == [
        CatalogueCategory(id: "a", name: "All", items: 3, picture: address)
      ])
  }

  /// A list in pages is not read through for what the item's own record tells.
  @Test func asksForOneItem() throws {
    let text = """
      source shop {
        list "https://x/list.json?p={page}"
        pages of 1
        detail "{id}.json"
        picture "https://x/{id}/{shot}.jpg"
        field id Id key
        field shot Text
      }
      """
    let definition = try #require(
      DefinitionLoader.load(ScriptText(name: "shop.cq", text)).definitions.first)
    let shop = Shop()
    var asking = DefinedSource.Asking()
    asking.isService = true
    let source = DefinedSource(definition, in: shop, asking: asking, strict: false)
    #expect(
      try source.picture(of: "1") == .bytes(Array("shot".utf8), name: "a b.jpg", crop: 0))
    #expect(try source.picture(of: "9") == .empty)
    // What a row tells goes before what another record of its key has.
    let shot = try #require(source.schema.index(of: "shot"))
    #expect(try source.picture(of: "1", telling: [shot: nil]) == .empty)
    #expect(shop.asked.withLock(\.self) == ["1.json", "https://x/1/a%20b.jpg", "9.json"])
  }
}
