// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Replies with tables and lines that stop in the middle of the last row.
@Suite struct CutTableTests {
  /// How a reply stops, and what is said of it.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let answer: LoopbackAnswer
    let code: String
    let reason: String
  }

  private static let table = "id,name\n1,Nut\n2,Bolt\n3"
  private static let lines =
    "{\"id\":1,\"name\":\"Nut\"}\n{\"id\":2,\"name\":\"Bolt\"}\n{\"id\":3,\"na"

  private static func coded(_ text: String) -> LoopbackAnswer {
    let body = LoopbackCompression.stored(Array(text.utf8), as: .gzip)
    let head = LoopbackAnswer.head(200, ["Content-Encoding": "gzip"]) + "\r\n"
    // Eight bytes say at the end what was coded.
    return .raw(Array(head.utf8) + body.dropLast(8))
  }

  static let cases = [
    Case(
      testDescription: "chunks without their end",
      answer: .chunked(["id,name\n1,Nut\n", "2,Bolt\n3"], ending: false), code: "CQ0501",
      reason: "did not answer (the reply broke off after 22 bytes)"),
    Case(
      testDescription: "a length that is greater", answer: .cut(table, missing: 5), code: "CQ0501",
      reason: "did not answer (the reply broke off after 22 bytes)"),
    Case(
      testDescription: "gzip without its end", answer: coded(table), code: "CQ0501",
      reason: "did not answer (the reply broke off after 22 bytes)"),
    Case(
      testDescription: "no length",
      answer: .raw(LoopbackAnswer.head(200, [:]) + "\r\n" + table), code: "CQ0505",
      reason: "stops in the middle of line 4"),
    Case(
      testDescription: "a length that is too small", answer: .reply(text: table), code: "CQ0505",
      reason: "stops in the middle of line 4"),
    Case(
      testDescription: "lines of JSON", answer: .reply(text: lines), code: "CQ0505",
      reason: "stops in the middle of line 3"),
  ]

  /// It is told, ends with the status of a source, and is not kept: the server is asked again.
  @Test(arguments: cases) func isRefused(_ reply: Case) throws {
    let server = try LoopbackServer { _ in reply.answer }
    let workspace = try Workspace([
      "things.cq": """
      source things {
        noun  "thing", "things"
        list  "\(server.address("/things.csv"))"
        field id Id key
        field name Text
      }

      """
    ])
    // A definition reads no lines of JSON.
    let named = reply.testDescription == "lines of JSON" ? "list.csv" : "things"
    for (query, name) in [
      ("from \"\(server.address("/list.csv"))\" | count", server.address("/list.csv")),
      ("from things | count", "things"),
    ] where name.hasSuffix(named) || named == "things" {
      let asked = server.requests.count
      for _ in 0..<2 {
        let run = Outcome(
          try workspace.run(
            ["--define", "things.cq", "-c", query], environment: ["CQ_OFFLINE": ""]))
        #expect(run.output == "" && run.status == .exited(5), "\(run)")
        let place = query.hasPrefix("from t") ? "1:1" : "1:6"
        let subject = reply.code == "CQ0505" ? "the reply of \(name)" : name
        let fault = "error[\(reply.code)]: \(subject) \(reply.reason); no cached copy"
        #expect(run.errors == "<query>:\(place): \(fault)\n")
      }
      #expect(server.requests.count == asked + 2)
    }
  }
}
