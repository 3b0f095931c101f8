// SPDX-License-Identifier: MIT

import Testing

@testable import CatalogueSources

/// What data put into an address: one step of a path or one value, and nothing else.
@Suite struct DataAddressTests {
  private static let ids = [
    ("7", "7"), ("a b", "a%20b"), ("a/b", "a%2Fb"), ("..", "%2E%2E"), (".", "%2E"),
    ("...", "%2E%2E%2E"),
    ("../x", "..%2Fx"), ("..\\x", "..%5Cx"), ("%2e%2e", "%252e%252e"), ("a?b=c#d", "a%3Fb%3Dc%23d"),
    ("a&b=c;d", "a%26b%3Dc%3Bd"), ("//evil.example/", "%2F%2Fevil.example%2F"),
    ("http://evil.example", "http%3A%2F%2Fevil.example"), ("a\r\nb\0", "a%0D%0Ab%00"),
    ("é", "%C3%A9"),
    ("v1.5", "v1.5"), (".hidden", ".hidden"),
  ]

  @Test(arguments: ids) func isOnePart(id: String, part: String) throws {
    let base = try HTTPAddress("https://shop.example/api/list?x=1")
    for (template, before, after) in [
      ("items/{id}", "https://shop.example/api/items/", ""),
      ("/i/{id}/also?x=1", "https://shop.example/i/", "/also?x=1"),
      ("items?id={id}&x=1", "https://shop.example/api/items?id=", "&x=1"),
      ("https://other.example/{id}", "https://other.example/", ""),
    ] {
      let address = try #require(AddressTemplate(template)?.filled { _ in id })
      #expect(try base.resolving(address).description == before + part + after)
    }
  }

  /// The hole that stands in the name of a server, or before it.
  private static let templates: [(String, String?)] = [
    ("https://x/{id}", nil), ("{id}.json", nil), ("{id}", nil), ("items/{id}//{a}", nil),
    ("https://x?u=//{id}", nil), ("https://x/?u=https://{id}", nil), ("//x/{id}", nil),
    ("{id}?u=https://x", nil), ("a/{id}//x", nil), ("https://{id}/x", "id"),
    ("https://a{id}", "id"),
    ("https://x:{id}/y", "id"), ("//{id}/x", "id"), ("{id}://x/", "id"), ("http{id}://x/", "id"),
    ("https://{id}?x", "id"), ("{id}//x", nil),
  ]

  @Test(arguments: templates) func holesInServers(template: String, hole: String?) {
    #expect(AddressTemplate(template)?.holeInServer?.name == hole)
  }
}
