// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import CatalogueSources

/// Where keys come from, and where they never get to.
@Suite struct KeyTests {
  private static let key = "S3cr3t+Key/4711"
  private static let demand = KeyDemand(variable: "SHOP_KEY", carrier: .parameter("apiKey"))

  /// The key that is found, or why there is none.
  private static func find(_ environment: [String: String], file: String? = nil) -> String {
    do throws(KeyFault) {
      let ring = KeyRing(file: file) { environment[$0] }
      let secret = try ring.found(demand, of: "My shop").secret
      #expect(secret.carrier == .parameter("apiKey") && "\(secret)" == "***")
      return secret.value
    } catch {
      return "! \(error)"
    }
  }

  private static func tooShort(_ place: String) -> String {
    #"! tooShort(place: "\#(place)", least: 8)"#
  }

  static let environments: [([String: String], String)] = [
    (["SHOP_KEY": "aaaaaaaa"], "aaaaaaaa"), (["CQ_KEY_MY_SHOP": "bbbbbbbb"], "bbbbbbbb"),
    (["SHOP_KEY": " aaaaaaaa\n", "CQ_KEY_MY_SHOP": "bbbbbbbb"], "aaaaaaaa"),
    (["SHOP_KEY": " ", "CQ_KEY_MY_SHOP": "bbbbbbbb"], "bbbbbbbb"),
    (["SHOP_KEY": "aaaaaaa", "CQ_KEY_MY_SHOP": "bbbbbbbb"], tooShort("SHOP_KEY")),
    ([:], #"! notSet(variable: "SHOP_KEY", file: nil)"#),
    (
      ["SHOP_KEY": "a\r\nHost: evil"],
      #"! unprintable(place: "SHOP_KEY")"#
    ),
  ]

  @Test(arguments: environments) func environment(variables: [String: String], found: String) {
    #expect(Self.find(variables) == found)
  }

  static let files: [(String, Int, String)] = [
    ("SHOP_KEY = cccccccc\n", 0o600, "cccccccc"), ("CQ_KEY_MY_SHOP=ddddd=ee", 0o400, "ddddd=ee"),
    ("SHOP_KEY = c", 0o600, tooShort("SHOP_KEY of FILE")),
    ("# keys\n\n  OTHER = x\r\n SHOP_KEY =  cccccccc  \r\n", 0o600, "cccccccc"),
    (
      "OTHER = x", 0o600,
      #"! notSet(variable: "SHOP_KEY", file: Optional("FILE"))"#
    ),
    ("SHOP_KEY = c", 0o640, #"! unsafeFile("FILE", state: "may be read by others")"#),
    ("SHOP_KEY = c", 0o604, #"! unsafeFile("FILE", state: "may be read by others")"#),
    (
      "SHOP_KEY = c\nS3cr3t", 0o600,
      #"! badLine(2, file: "FILE")"#
    ),
    (
      "SHOP_KEY = c d", 0o600,
      #"! unprintable(place: "SHOP_KEY of FILE")"#
    ),
  ]

  @Test(arguments: files) func file(text: String, mode: Int, found: String) throws {
    let path = try TestSupport.temporaryDirectory() + "/keys"
    #expect(
      FileManager.default.createFile(
        atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode]))
    #expect(Self.find([:], file: path) == found.replacing("FILE", with: path))
    #expect(Self.find(["SHOP_KEY": "aaaaaaaa"], file: path) == "aaaaaaaa")
  }

  /// What is sent in code may have blanks and any letters, and nothing that says it again has them.
  @Test(arguments: [
    ("ann:p\u{E4}ss w\u{F6}rd", "Basic YW5uOnDDpHNzIHfDtnJk"),
    ("annwithoutcolon", #"! noLogin(place: "SHOP_KEY")"#),
    ("ann:line\nbreak", #"! unprintable(place: "SHOP_KEY")"#),
  ])
  func logins(value: String, field: String) {
    let demand = KeyDemand(
      variable: "SHOP_KEY", carrier: .header("Authorization", form: "Basic {base64}"))
    do throws(KeyFault) {
      let secret = try KeyRing(file: nil) { _ in value }.found(demand, of: "shop").secret
      #expect(secret.field?.value == field)
      let echoes = [
        "p\u{E4}ss w\u{F6}rd", #"p\u00e4ss w\u00f6rd"#, #"p\u00E4ss w\u00F6rd"#,
        "p%C3%A4ss+w%C3%B6rd", "p%C3%A4ss%20w%C3%B6rd",
      ]
      #expect(echoes.map { secret.redacted($0) } == echoes.map { _ in "***" })
    } catch {
      #expect("! \(error)" == field)
    }
  }

  @Test func noOrdinaryFile() throws {
    let folder = try TestSupport.temporaryDirectory()
    let link = "\(folder)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/null")
    for (file, state) in [
      (link, "is a link"), (folder, "is no file"), ("/etc/hostname", "may be read by others"),
    ] {
      #expect(Self.find([:], file: file) == #"! unsafeFile("\#(file)", state: "\#(state)")"#)
    }
    let absent = "\(folder)/none"
    #expect(
      Self.find([:], file: absent)
        == #"! notSet(variable: "SHOP_KEY", file: Optional("\#(absent)"))"#)
  }

  @Test(arguments: [
    ("no echo", "no echo"), ("S3cr3t+Key/471", "S3cr3t+Key/471"), ("", ""),
    ("a S3cr3t+Key/4711 b S3cr3t+Key/4711", "a *** b ***"),
    ("x?apiKey=S3cr3t%2BKey%2f4711&y", "x?apiKey=***&y"),
    ("S3cr3t%252BKey%252F4711", "***"), (#""S3cr3t+Key\/4711""#, #""***""#),
    (#"S3cr3t\u002BKey/4711"#, "***"), ("%53%33cr3t+Key/4711", "***"),
    ("SS3cr3t+Key/4711", "S***"), ("S3cr3t%2", "S3cr3t%2"), ("S3cr3t+Key\\", "S3cr3t+Key\\"),
  ])
  func redacts(text: String, redacted: String) {
    let secret = Secret(.header("X-Key"), value: Self.key)
    #expect(secret.redacted(text) == redacted)
    #expect(Secret(.header("X-Key"), value: "").redacted(text) == text)
  }

  @Test(arguments: [
    ("https://h/x?y=1#apiKey=2", "https://h/x?y=1#apiKey=2"),
    (
      "https://h/x?apiKey=1&y=2&access_token=3&monkeys=4#k",
      "https://h/x?apiKey=***&y=2&access_token=***&monkeys=4#k"
    ),
    ("https://ann:pw@h/x@y", "https://***@h/x@y"), ("https://h?key", "https://h?key"),
    ("https://h?KEY=a=b", "https://h?KEY=***"), ("https://h?key=", "https://h?key=***"),
    ("list?sig=1", "list?sig=***"),
    (
      "https://h?appid=1&jwt=2&pw=3&session=4&session_id=5&user_pass=6&compass=7&api_key2=8",
      "https://h?appid=***&jwt=***&pw=***&session=***&session_id=***&user_pass=***&compass=7&"
        + "api_key2=***"
    ),
    (
      "https://h?sid=1&side=2&bypass=3&design=4&X-Amz-Credential=5&app-id=6&pageKeys=7",
      "https://h?sid=***&side=2&bypass=3&design=4&X-Amz-Credential=***&app-id=***&pageKeys=7"
    ),
    // Places of pages.
    (
      "https://h?$skiptoken=1&%24skiptoken=2&pageToken=3&next_page_token=4&continuation-token=5",
      "https://h?$skiptoken=1&%24skiptoken=2&pageToken=3&next_page_token=4&continuation-token=5"
    ),
    (
      "https://h?user_token=1&nexttoken=2&token=3",
      "https://h?user_token=***&nexttoken=2&token=***"
    ),
    (
      "https://h?apitoken=1&accesstoken=2&authkey=3&pwd=4&userPwd=5&X-Auth=6&tokens=7",
      "https://h?apitoken=***&accesstoken=***&authkey=***&pwd=***&userPwd=***&X-Auth=***&tokens=7"
    ),
  ])
  func masks(address: String, masked: String) {
    #expect(AddressSecrets.masked(address) == masked)
    #expect(AddressSecrets.areIn(address) == (address != masked))
  }

  @Test(arguments: [
    (
      #"from "https://h/x?apiKey=12é&y=2" | limit 3"#,
      #"from "https://h/x?apiKey=****&y=2" | limit 3"#
    ),
    (
      "detail 'i?sig=1' at x\n# https://ann:pw@h?a=1",
      "detail 'i?sig=*' at x\n# https://******@h?a=1"
    ),
    ("filter key = 1 ?? 2", "filter key = 1 ?? 2"), ("@1.token", "@1.token"), ("x?key=", "x?key="),
  ])
  func stars(text: String, shown: String) {
    #expect(String(decoding: AddressSecrets.starred(Array(text.utf8)), as: UTF8.self) == shown)
  }

  /// The key goes with the request, and is nowhere else: not in what is given, told or kept.
  @Test func echoes() throws {
    let bench = try FetchingBench()
    bench.terms.key = Self.demand
    let list = FetchingBench.list
    #expect(
      bench.fetch()
        == "! missingKey(Catalogue.KeyFault.notSet(variable: \"SHOP_KEY\", file: nil)) "
        + "shop \(list): SHOP_KEY is not set")
    #expect(bench.transport.takeAsked() == [])
    bench.setVariable("SHOP_KEY", Self.key)
    let echo = #"["https://h/?apiKey=S3cr3t%2BKey%2F4711", "S3cr3t+Key\/4711"]"#
    bench.transport.answer(
      list, with: .reply(echo, ["ETag": Self.key, "Last-Modified": "Mon"]))
    #expect(bench.fetch() == #"["https://h/?apiKey=***","***"] live"#)
    let secret = Secret(.parameter("apiKey"), value: Self.key)
    #expect(bench.transport.takeAsked() == [.list(list, secret: secret)])
    #expect(
      bench.cache.copy(of: "\(list)#SHOP_KEY", now: bench.now)?.entry.version
        == CachedReply.Version(modified: "Mon"))
    bench.now += 1_000
    bench.transport.answer(list, with: .reply(#"{"message":"bad S3cr3t+Key/4711"}"#, status: 403))
    #expect(
      bench.fetch() == #"["https://h/?apiKey=***","***"] "#
        + #"kept(age: 1000, reason: Optional("it answered 403 Forbidden: bad ***"))"#)
    let refused = TransportFault.unreachable(reason: "no route for \(Self.key)", isOffline: false)
    bench.transport.answer(list, with: .failure(refused))
    #expect(bench.fetch().hasSuffix(#"reason: Optional("no route for ***"))"#))
    try expectNoTrace(in: bench.folder)
  }

  /// What is cut was redacted before, so that no part of a key is left at the cut.
  @Test(arguments: 50..<72) func echoesAtTheCut(length: Int) throws {
    let bench = try FetchingBench()
    bench.terms.key = Self.demand
    bench.setVariable("SHOP_KEY", Self.key)
    let words = String(repeating: "x", count: length)
    let text = words + Self.key + words
    for body in [text, #"{"message":"\#(text)"}"#] {
      bench.transport.answer(
        FetchingBench.list, with: .reply(body, status: 403, type: "text/plain"))
      let said = words + "***" + words
      let shown = said.count > 120 ? "\(said.prefix(60))…\(said.suffix(59))" : said
      #expect(bench.fetch() == "! refused shop \(FetchingBench.list): 403 Forbidden: \(shown)")
    }
  }

  /// A key that would be found in much that is none keeps the server from being asked.
  @Test func shortKeys() throws {
    let bench = try FetchingBench()
    bench.terms.key = Self.demand
    bench.setVariable("SHOP_KEY", "1234567")
    #expect(
      bench.fetch().hasSuffix(
        "shop \(FetchingBench.list): what stands in SHOP_KEY is too short to be one"))
    #expect(bench.fetch().hasPrefix("! missingKey"))
    #expect(bench.transport.takeAsked() == [])
  }

  private func expectNoTrace(in folder: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
      for trace in ["S3cr3t", "4711"] { #expect(bytes.range(of: Data(trace.utf8)) == nil) }
    }
  }

  /// An address with a key of its own is asked, and its reply not kept.
  @Test func addressesWithKeys() throws {
    let bench = try FetchingBench()
    let address = "https://shop.example/list?token=4711&key=S3cr3t"
    bench.transport.answer(address, with: .reply("[1]"))
    #expect(bench.fetch(at: address) == "[1] live")
    bench.session.beginStatement(mostItems: 1)
    bench.transport.answer(address, with: .reply("", status: 500))
    #expect(
      bench.fetch(at: address)
        == "! refused shop https://shop.example/list?token=***&key=***: 500 Internal Server Error")
    #expect(bench.cache.entries(now: bench.now) == [])
    try expectNoTrace(in: bench.folder)
  }
}
