// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import Synchronization
import Testing

/// The conditions that a server is asked for: how they are written, and which it is not asked.
@Suite struct AskedConditionTests {
  /// Gives an empty list at each address, and notes what it was asked.
  private final class Server: PayloadStore {
    let asked = Mutex<[String]>([])

    var isLocal: Bool { false }

    func payloads(_ requests: [PayloadRequest]) -> [Result<FetchedPayload?, SourceFault>] {
      asked.withLock { $0 += requests.map(\.address) }
      return requests.map { request in
        .success(
          FetchedPayload(Payload(name: request.address, bytes: Array("[]".utf8)), copy: .live))
      }
    }
  }

  private static let definition = """
    source s {
    list "l?x=1{filter}"
    filter name = "&n={value}"
    filter name contains "&c='{value}'" folded
    filter name starts with "&s={value}"
    filter name in "&i={values}"
    filter size in "&z={values}"
    filter far <= "&f{operator}{value}"
    filter made >= "&m={value}"
    filter made < "&b={day}"
    filter seen >= "&v={day}T{time}Z"
    filter seen is null "&w=0"
    field id Id key
    field name Text
    field size Int
    field far Length in km
    field made Date
    field seen Date
    }
    """

  private static func seconds(_ text: String) -> Value {
    .number(Decimal(CalendarDate(text: text.utf8)?.seconds ?? 0))
  }

  /// A condition, and what a server is asked for with it; nothing where it would read it otherwise.
  static let conditions: [(PushedCondition, String)] = [
    (PushedCondition(field: 1, .equal, .text("Café & Co")), "&n=Caf%C3%A9%20%26%20Co"),
    (PushedCondition(field: 1, .compares(.equal), .text("cafe"), isFolded: true), ""),
    (PushedCondition(field: 1, .equal, .text(" x")), ""),
    (PushedCondition(field: 1, .equal, .text("")), ""),
    (PushedCondition(field: 1, .contains, .text("cafe"), isFolded: true), "&c='cafe'"),
    (PushedCondition(field: 1, .contains, .text(" it's")), "&c='%20it%27%27s'"),
    (PushedCondition(field: 1, .contains, .text(" \t")), ""),
    (PushedCondition(field: 1, .startsWith, .text("A")), "&s=A"),
    (PushedCondition(field: 1, .startsWith, .text("a"), isFolded: true), ""),
    (PushedCondition(field: 1, .isOneOf, .list([.text("a b"), .text("c")])), "&i=a%20b,c"),
    (PushedCondition(field: 1, .isOneOf, .list([.text("a,b"), .text("c")])), ""),
    (PushedCondition(field: 1, .isOneOf, .list([.text("[a"), .text("c")])), ""),
    (
      PushedCondition(
        field: 2, .isOneOf, .list((1...100).map { Value.number(Decimal($0)) })),
      "&z=" + (1...100).map(String.init).joined(separator: ",")
    ),
    (
      PushedCondition(
        field: 2, .isOneOf, .list((1...101).map { Value.number(Decimal($0)) })), ""
    ),
    // Columns hold metres and seconds.
    (PushedCondition(field: 3, .lessOrEqual, .number(Decimal(2_500))), "&f%3C=2.5"),
    (PushedCondition(field: 4, .greaterOrEqual, seconds("2024-01-31")), "&m=2024-01-31"),
    (
      PushedCondition(field: 4, .greaterOrEqual, seconds("2024-01-31T10:00")),
      "&m=2024-01-31T10%3A00%3A00"
    ),
    (PushedCondition(field: 4, .less, seconds("2024-01-31")), "&b=2024-01-31"),
    (PushedCondition(field: 4, .less, seconds("2024-01-31T10:00")), ""),
    (PushedCondition(field: 5, .greaterOrEqual, seconds("2024-01-31")), "&v=2024-01-31T00:00:00Z"),
    (
      PushedCondition(field: 5, .greaterOrEqual, seconds("2024-01-31T10:00:09")),
      "&v=2024-01-31T10%3A00%3A09Z"
    ),
    (PushedCondition(field: 5, .isNull, .null), "&w=0"),
  ]

  @Test func asksForConditions() throws {
    let loaded = DefinitionLoader.load(ScriptText(name: "s.cq", Self.definition))
    let definition = try #require(loaded.definitions.first, "\(loaded.diagnostics)")
    var asking = DefinedSource.Asking()
    asking.isService = true
    for (condition, address) in Self.conditions {
      let server = Server()
      let source = DefinedSource(definition, in: server, asking: asking, strict: false)
      var request = ScanRequest(fields: [0])
      request.conditions = [condition]
      let cursor = try source.scan(request)
      while try cursor.next() != nil {}
      #expect(server.asked.withLock(\.self) == ["l?x=1\(address)"], "\(condition)")
      #expect(cursor.report.answered?.conditions == (address.isEmpty ? [] : [condition]))
      let makes = source.capability.fields[condition.field]?.makes(condition)
      #expect(makes == !address.isEmpty, "\(condition)")
    }
  }
}
