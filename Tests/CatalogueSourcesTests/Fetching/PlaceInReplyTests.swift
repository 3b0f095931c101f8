// SPDX-License-Identifier: MIT

import Testing

@testable import CatalogueSources

/// What the header of a reply says of its list.
@Suite struct PlaceInReplyTests {
  /// Values of `Link` and the address of the next page.
  static let links: [(String, String?)] = [
    (#"<https://x/a?p=2>; rel="next""#, "https://x/a?p=2"),
    ("</a?p=2>;rel=next", "/a?p=2"),
    (#"<https://x/1>; rel="prev", <https://x/3>; rel="next""#, "https://x/3"),
    (#"<https://x/a,b;c>; title="x, <y>; rel=\"next\""; rel=last, <n>; REL="Next up""#, "n"),
    (#"<https://x/1>; rel="prev"; rel="next""#, nil),
    (#"<https://x/1>; rel="nextish""#, nil),
    ("<https://x/1>", nil),
    ("<https://x/1", nil),
    ("", nil),
    (", ,<>; rel=next", ""),
  ]

  @Test(arguments: links) func findsTheNextPage(_ field: String, _ expected: String?) {
    #expect(LinkField.target(of: "next", in: field) == expected)
  }

  /// What is held of a header comes back from its text, and it is known what was not there.
  @Test func holdsFields() {
    let reply = HTTPReply(
      status: 200,
      headers: [
        HTTPField("Link", "<a?k=s3cr3t-key>; rel=next"), HTTPField("link", "<b>"),
        HTTPField("X-Odd", "a\u{1B}b"), HTTPField("Set-Cookie", "id=1"),
      ], body: [])
    let secret = Secret(.parameter("k"), value: "s3cr3t-key")
    let held = HeldFields(["LINK", "X-Total", "X-Odd"], of: reply, redacting: secret)
    #expect(held["link"] == "<a?k=***>; rel=next, <b>" && held["x-total"] == nil)
    #expect(held["X-Odd"] == nil && held["Set-Cookie"] == nil)
    #expect(held.text == "link:<a?k=***>; rel=next, <b>\nx-odd\nx-total")
    #expect(HeldFields(text: held.text) == held)
    #expect(held.cover(["Link", "X-TOTAL"]) && !held.cover(["Set-Cookie"]))
    #expect(HeldFields(text: nil) == HeldFields() && HeldFields().text == nil)
  }

  /// Some servers write a number below 0 where they do not know how many there are.
  @Test(
    arguments: [
      ("7", 7), ("\"7\"", 7), ("0", 0), ("-1", nil), ("\"-1\"", nil), ("7.5", nil), ("\"a\"", nil),
      ("null", nil), ("[7]", nil), ("99999999999999999999999", nil),
    ] as [(String, Int?)])
  func countsWhatIsTold(_ told: String, _ expected: Int?) throws {
    let payload = Payload(address: "https://x/", bytes: Array(#"{"n":\#(told)}"#.utf8))
    #expect(try PlaceInReply.members(["n"]).count(in: payload) == expected)
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("~~~???", "fn5+Pz8/"),
  ])
  func codes(_ text: String, _ expected: String) {
    #expect(Base64.encoded(Array(text.utf8)) == expected)
  }
}
