// SPDX-License-Identifier: MIT

import CatalogueSources
import TestSupport
import Testing

@Suite struct HTTPAddressTests {
  /// Sections 5.4.1 and 5.4.2 of RFC 3986, with the strict reading of the last.
  @Test(arguments: [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"),
    ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g"),
    ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
    ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
    ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
    ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
    ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
    ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
    ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
    ("http:g", "http:g"),
  ])
  func resolvesAsTheStandardSays(_ reference: String, _ expected: String) {
    let base = URIReference("http://a/b/c/d;p?q")
    #expect(URIReference(reference).resolved(against: base).text == expected)
  }

  @Test(arguments: [
    ("http://example.com", "http://example.com/"),
    ("HTTP://Example.COM:80/A", "http://example.com/A"),
    ("https://example.com:443", "https://example.com/"),
    ("https://example.com:/", "https://example.com/"),
    ("https://example.com:8080/a/../b/./c?x=1#part", "https://example.com:8080/b/c?x=1"),
    ("http://[::1]:8080/", "http://[::1]:8080/"),
    ("http://a?q", "http://a/?q"),
    ("http://a/products(price<5&name=\"x y\")", "http://a/products(price%3C5&name=%22x%20y%22)"),
    ("http://a/Käse/%41%2f?q=100%&r=%zz", "http://a/K%C3%A4se/%41%2f?q=100%25&r=%25zz"),
    ("http://a/e\u{301}?\u{301}", "http://a/e%CC%81?%CC%81"),
    (
      "http://a\\b/",
      names
    ),
    ("hotels", "it begins with neither `http://` nor `https://`"),
    ("//a/b", "it begins with neither `http://` nor `https://`"),
    ("ftp://a/b", "`ftp` is neither `http` nor `https`"),
    ("javascript:alert(1)", "`javascript` is neither `http` nor `https`"),
    ("http:///a", "it names no server"), ("http:a", "it names no server"),
    ("http://me:secret@a/", "it holds a user name or a password, which are not sent"),
    ("http://a/\u{1B}[2J", "it holds a control character"),
    ("http://a/\r\nHost: b", "it holds a control character"),
    ("http://a/\u{9B}2J", "it holds a control character"),
    (
      "http://bücher.example/",
      names
    ),
    ("http://a:0/", "`0` is no port; they go from 1 to 65535"),
    ("http://a:65536/", "`65536` is no port; they go from 1 to 65535"),
    ("http://a:8080:1/", "`8080:1` is no port; they go from 1 to 65535"),
    (
      "http://a:99999999999999999999/", "`99999999999999999999` is no port; they go from 1 to 65535"
    ),
    ("http://[::1/", names),
  ])
  func isReadOrRefused(_ text: String, _ expected: String) {
    #expect(Self.reading(text) == expected)
  }

  private static let names =
    "the name of its server may hold a to z, 0 to 9, `-`, `.` and `_`; "
    + "other letters are written as `xn--...`"

  private static func reading(_ text: String) -> String {
    do {
      return try HTTPAddress(text).description
    } catch .badAddress(let reason) {
      return reason
    } catch {
      return "another fault: \(error)"
    }
  }

  @Test(arguments: [
    ("http://a/", "http://a/?apiKey=k%20%26%3D%2B%C3%A9"),
    ("http://a/?x=1&&y", "http://a/?x=1&y&apiKey=k%20%26%3D%2B%C3%A9"),
    (
      "http://a/?apiKey=old&x=1&apiKey&apiKeys=2",
      "http://a/?x=1&apiKeys=2&apiKey=k%20%26%3D%2B%C3%A9"
    ),
  ])
  func takesAParameter(_ text: String, _ expected: String) throws {
    let address = try HTTPAddress(text).setting("apiKey", to: "k &=+é")
    #expect(address.description == expected)
  }

  @Test func resolvesTexts() {
    let base = "https://a/v1/list.json?page=1"
    let references = ["2.json", "http://b", "?page=2", "ftp://b", "//x:y@b"]
    #expect(
      references.map { HTTPAddress.resolve($0, at: base) }
        == ["https://a/v1/2.json", "http://b/", "https://a/v1/list.json?page=2", nil, nil])
    #expect(HTTPAddress.resolve("http://b", at: "list.json") == nil)
  }

  /// Whatever is read is read the same again: libcurl gets what was checked.
  @Test func hasOneForm() {
    var random = Seeded(20)
    let pieces = [
      "http://", "https://", "HTTP:", "a", "B.example", ":", "80", "/", "..", ".", "?", "#", "@",
      "[", "]", "::1", "%", "%2F", "é", " ", "\\", "&", "=", "\t", "\u{202E}", "//", ";", "",
    ]
    var count = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...9, using: &random)).map { index in
        index == 0 && Bool.random(using: &random)
          ? "http://" : pieces.randomElement(using: &random) ?? ""
      }.joined()
      guard let address = try? HTTPAddress(text) else { continue }
      count += 1
      let isStable = (try? HTTPAddress(address.description)) == address
      let isPlain = address.description.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      if !isStable || !isPlain { Issue.record("\(text.debugDescription) gives \(address)") }
    }
    #expect(count > 1000)
  }
}
