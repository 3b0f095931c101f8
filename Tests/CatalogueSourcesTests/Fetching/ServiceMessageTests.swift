// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@testable import CatalogueSources

/// What is shown of a service's own words.
@Suite struct ServiceMessageTests {
  private static func told(_ reply: HTTPReply) -> String {
    ServerFault(reply, of: "shop", at: "https://h/list").reason
  }

  @Test(arguments: [
    (
      403, #"{"errorCode":"403","errorMessage":"per second\tlimit","help":"x"}"#,
      "403 Forbidden: per second limit"
    ),
    (400, #"{"error":{"code":400,"message":"no"}}"#, "400 Bad Request: no"),
    (401, #"{"error":"invalid_token","error_description":"expired"}"#, "401 Unauthorized: expired"),
    (404, #"{"title":"Gone","detail":""}"#, "404 Not Found"),
    (418, #"{"title":"teapot"}"#, "418: teapot"),
    (500, #"{"error":5}"#, "500 Internal Server Error"),
    (500, #"["message"]"#, "500 Internal Server Error"), (500, "", "500 Internal Server Error"),
    (
      500, #"{"Header":{"StatusCode":500,"Description":"500 Oops"}}"#,
      "500 Internal Server Error: 500 Oops"
    ),
    (502, "<html>", "502 Bad Gateway"), (429, "slow down, ok", "429 Too Many Requests"),
  ])
  func json(status: Int, body: String, text: String) {
    let reply = HTTPReply(status: status, headers: [], body: Array(body.utf8))
    #expect(Self.told(reply) == text)
  }

  /// What was asked is repeated before it is said what is wrong with it.
  @Test func endsAreShown() {
    let address = "/v1/products(name=" + String(repeating: "iphone&", count: 40)
    let words = "Couldn't understand '\(address)': Failed at character 25."
    let body = #"{"error":{"code":400,"message":"\#(words)"}}"#
    #expect(
      Self.told(HTTPReply(status: 400, headers: [], body: Array(body.utf8)))
        == "400 Bad Request: Couldn't understand '/v1/products(name=iphone&iphone&iphone&…"
        + "hone&iphone&iphone&iphone&iphone&': Failed at character 25.")
  }

  /// How often was asked stands beside the status, which is what was met again and again.
  @Test func tries() {
    let reply = HTTPReply(status: 503, headers: [], body: Array(#"{"message":"later"}"#.utf8))
    #expect(
      Self.told(reply.after(tries: 3)) == "503 Service Unavailable after 3 tries: later")
    #expect(Self.told(reply.after(tries: 1)) == "503 Service Unavailable: later")
  }

  @Test func plainText() {
    let long = String(repeating: "ab ", count: 200)
    for (body, text) in [
      ("slow\r\n down", ": slow down"), ("\n", ""),
      (long, ": " + long.prefix(60) + "…" + long.dropLast().suffix(59)),
    ] {
      let reply = HTTPReply(
        status: 429, headers: [HTTPField("Content-Type", "Text/Plain; charset=utf-8")],
        body: Array(body.utf8))
      #expect(Self.told(reply) == "429 Too Many Requests\(text)")
    }
  }
}
