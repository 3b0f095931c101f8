// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import Synchronization
import Testing

/// What makes a reply one that may be given and kept.
@Suite struct ReplyValidityTests {
  /// Answers everything with one text and notes what the request has against it.
  private final class Judge: PayloadStore {
    let reply: String
    let verdict = Mutex("valid")
    let isLocal = false

    init(_ reply: String) { self.reply = reply }

    func payloads(_ requests: [PayloadRequest]) -> [Result<FetchedPayload?, SourceFault>] {
      requests.map { request in
        Result { () throws(SourceFault) in
          var payload = Payload(name: "s", bytes: Array(reply.utf8))
          do throws(SourceFault) {
            try request.check(&payload)
          } catch {
            switch error {
            case .wrongShape(_, let message), .limit(_, let message):
              verdict.withLock { $0 = message }
            default: break
            }
            throw error
          }
          return FetchedPayload(payload, copy: .live)
        }
      }
    }
  }

  enum Asking: String, Sendable {
    case list, record, ids
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let clauses: String
    let asking: Asking
    let reply: String
    let verdict: String

    init(
      _ asking: Asking, _ clauses: String, _ reply: String, called name: String? = nil,
      _ verdict: String = "valid"
    ) {
      testDescription = "\(asking) \(name ?? reply) of \(clauses)"
      (self.asking, self.clauses, self.reply, self.verdict) = (asking, clauses, reply, verdict)
    }
  }

  private static let plain = "field id Id key; field lat Decimal in detail"
  private static let keyed = "field id Int key from code else sku; field lat Decimal in detail"
  private static let named = "field id Id key else name; field name Text; field lat Int in detail"
  private static let large =
    "[{\"id\":1,\"n\":\"" + String(repeating: "a", count: 17 << 20) + "\"}]"
  private static let nothing = "has none of the fields of an item's record"
  private static let noList = "where a list of ids should be"

  private static let loose = "items p or []; field id Id key; field lat Decimal"
  private static let grouped =
    "items c[].p[]; field id Id key; field title Text category in group"
  private static let keyless = "items c[].p[]; field n Text; field title Text category in group"

  private static let cases =
    [
      Case(.list, plain, #"[{"nam":1},{"id":2}]"#), Case(.list, plain, "[]"),
      Case(.list, plain, #"[{"nam":1},{"x":2}]"#, "has no item with `id` among its 2 records"),
      Case(
        .list, plain, large, called: "[{\"id\":1,\"n\":\"aa...\"}]",
        "holds no record to read: record 1 is larger than 16 MiB"),
      Case(.list, plain, "[[]]", "has no item with `id` among its only record"),
      Case(.list, loose, #"[{"id":1}]"#), Case(.list, loose, #"{"p":[]}"#),
      Case(.list, loose, "[]", "is an empty list, which is not in `p`"),
      Case(.list, grouped, #"{"c":[{"title":"A"}]}"#),
      Case(.list, grouped, #"{"c":[1,{"p":[{"id":1}]}]}"#),
      Case(.list, grouped, #"{"c":[1,2]}"#, "has no group of items that is an object"),
      Case(.list, keyless, #"{"c":[{"title":"A","p":[{},{"n":"x"}]}]}"#),
      Case(
        .list, keyless, #"{"c":[{"title":"A","p":[{},{"m":2}]}]}"#,
        "has no item among its 2 records"),
      Case(.record, plain, #"{"id":1,"lat":2}"#), Case(.record, plain, #"{"id":"1"}"#),
      Case(.record, plain, #"{"lat":null}"#), Case(.record, plain, "{}", nothing),
      Case(.record, plain, #"{"message":"down"}"#, nothing),
      Case(.record, plain, #"{"id":null}"#, nothing),
      Case(.record, plain, #"{"id":2,"lat":2}"#, "is the record of `2`, not of `1`"),
      Case(.record, keyed, #"{"sku":1}"#), Case(.record, keyed, #"{"code":1,"sku":2}"#),
      Case(.record, keyed, #"{"code":null,"sku":2}"#, "is the record of `2`, not of `1`"),
      Case(.record, keyed, #"{"number":9,"lat":2}"#),
      Case(.record, named, #"{"id":2,"lat":2}"#),
      Case(.ids, plain, #"{"r":[{"sku":2}]}"#), Case(.ids, plain, #"{"r":[]}"#),
      Case(.ids, plain, #"{"r":null}"#),
      Case(.ids, plain, #"{"r":[{"sku":2},{}]}"#),
      Case(.ids, plain, "{}", "has nothing at `r` \(noList)"),
      Case(.ids, plain, #"{"r":{}}"#, "has an object at `r` \(noList)"),
      Case(.ids, plain, "[]", "has nothing at `r` \(noList)"),
      Case(.ids, plain, #"{"r":[{},{"id":2}]}"#, "has no id at `r`"),
    ]

  @Test(arguments: cases)
  func judges(_ wanted: Case) throws {
    let clauses =
      "list \"l\"; detail \"d/{id}\"; relation r \"r/{id}\" from r[].sku; \(wanted.clauses)"
    let text = "source s {\n\(clauses.replacing("; ", with: "\n"))\n}\n"
    let loaded = DefinitionLoader.load(ScriptText(name: "s.cq", text))
    let judge = Judge(wanted.reply)
    var asking = DefinedSource.Asking()
    asking.isService = true
    let source = DefinedSource(
      try #require(loaded.definitions.first), in: judge, asking: asking, strict: false)
    switch wanted.asking {
    case .list: _ = try? source.scan(fields: [0]).next()
    case .record: _ = try? source.details(of: ["1"], fields: [source.schema.fields.count - 1])
    case .ids: _ = try? source.related("r", to: "1", fields: [])
    }
    #expect(judge.verdict.withLock(\.self) == wanted.verdict)
  }
}
