// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@testable import CatalogueSources

/// What servers say about copies of their replies, and what comes of it.
@Suite struct CopyPolicyTests {
  /// The fields of a header, whether they forbid a copy, and for how long one is fresh. The time is
  /// 1994-11-06 08:49:37.
  private static let headers: [([HTTPField], forbids: Bool, Int?)] = [
    ([], false, nil),
    (control("no-store"), true, nil),
    (control("No-Store, max-age=60"), true, 60),
    (control("max-age=60"), false, 60),
    (control("private, max-age=\"60\""), false, 60),
    (control("private"), false, nil),
    (control("private=\"a, no-store, max-age=1\", max-age=60"), false, 60),
    (control("s-maxage=5"), false, nil),
    (control("must-revalidate"), false, nil),
    (control("max-age=0"), false, 0),
    (control("no-cache"), false, 0),
    (control("no-cache=\"Set-Cookie\""), false, nil),
    (control("max-age=soon"), false, 0),
    (control("max-age=-1"), false, 0),
    (control("max-age"), false, 0),
    (control("max-age=99999999999999999999"), false, 1 << 31),
    (control("max-age=60") + control("max-age=30, no-store"), true, 30),
    (control("max-age=60") + [HTTPField("Age", "50")], false, 10),
    (control("max-age=60") + [HTTPField("age", "70")], false, 0),
    (control("max-age=60") + [HTTPField("Age", "old")], false, 60),
    ([HTTPField("Vary", "*")] + control("max-age=60"), false, 0),
    ([HTTPField("Vary", "Accept")], false, nil),
    ([HTTPField("Expires", "Sun, 06 Nov 1994 08:50:37 GMT")], false, 60),
    ([HTTPField("Expires", "Sun, 06 Nov 1994 08:00:00 GMT")], false, 0),
    ([HTTPField("Expires", "0")], false, 0),
    ([HTTPField("Expires", "0")] + control("max-age=60"), false, 60),
    (
      [
        HTTPField("Expires", "Sun, 06 Nov 2094 08:50:37 GMT"),
        HTTPField("Date", "Sun, 06 Nov 2094 08:50:00 GMT"),
      ], false, 37
    ),
  ]

  private static func control(_ value: String) -> [HTTPField] {
    [HTTPField("cache-control", value)]
  }

  @Test(arguments: headers)
  func reads(fields: [HTTPField], forbids: Bool, freshness: Int?) {
    let reply = HTTPReply(status: 200, headers: fields, body: [])
    let policy = CopyPolicy(reply, now: 784_111_777)
    #expect(policy.forbidsKeeping == forbids)
    #expect(policy.freshness == freshness)
  }

  /// The age at which the server is asked again, and what is kept then.
  @Test(arguments: [
    ("max-age=60", 60), ("max-age=0", 0), ("no-cache", 0), ("private", 900), ("max-age=86400", 900),
  ])
  func freshness(control: String, age: Int) throws {
    let bench = try FetchingBench()
    bench.transport.answer(
      FetchingBench.list, with: .reply("[1]", ["Cache-Control": control, "ETag": "a"]))
    #expect(bench.fetch() == "[1] live")
    _ = bench.transport.takeAsked()
    if age > 0 {
      bench.session.beginStatement(mostItems: 1)
      bench.now += age - 1
      #expect(bench.fetch() == "[1] kept(age: \(age - 1), reason: nil)")
      bench.now += 1
    }
    bench.session.beginStatement(mostItems: 1)
    // The server may say another time when it says that nothing is new.
    bench.transport.answer(
      FetchingBench.list, with: .reply("", status: 304, ["Cache-Control": "max-age=5"]))
    #expect(bench.fetch() == "[1] live")
    bench.transport.answer(FetchingBench.list, with: .reply("", status: 500))
    bench.session.beginStatement(mostItems: 1)
    bench.now += 4
    #expect(bench.fetch() == "[1] kept(age: 4, reason: nil)")
    bench.now += 1
    let reason = "it answered 500 Internal Server Error"
    #expect(bench.fetch() == "[1] kept(age: 5, reason: Optional(\"\(reason)\"))")
  }

  /// A copy from before goes; the statement reads one reply; the source is told once.
  @Test func keepsNothing() throws {
    let bench = try FetchingBench()
    bench.cache.keep(.sample(FetchingBench.list, "[0]", at: bench.now - 4_000))
    bench.transport.answer(
      FetchingBench.list, with: .reply("[1]", ["Cache-Control": "no-store", "ETag": "a"]))
    for _ in 0..<2 {
      bench.session.beginStatement(mostItems: 1)
      #expect(bench.fetch() == "[1] live" && bench.fetch() == "[1] live")
      #expect(bench.transport.takeAsked() == [.list(FetchingBench.list)])
      #expect(bench.cache.entries(now: bench.now) == [])
    }
    #expect(bench.session.unkept.map(\.source) == ["shop"])
    // A definition may want copies all the same.
    bench.terms.keepsAlways = true
    bench.session.beginStatement(mostItems: 1)
    #expect(bench.fetch() == "[1] live")
    bench.now += 899
    bench.session.beginStatement(mostItems: 1)
    #expect(bench.fetch() == "[1] kept(age: 899, reason: nil)")
    #expect(bench.session.unkept.map(\.source) == ["shop"])
  }

  /// What says that a copy still holds may say too that it must go.
  @Test func forgetsWhatIsNoLongerToBeKept() throws {
    let bench = try FetchingBench()
    bench.transport.answer(FetchingBench.list, with: .reply("[1]", ["ETag": "a"]))
    #expect(bench.fetch() == "[1] live")
    bench.now += 900
    bench.transport.answer(
      FetchingBench.list, with: .reply("", status: 304, ["Cache-Control": "no-store"]))
    #expect(bench.fetch() == "[1] live")
    #expect(bench.cache.entries(now: bench.now) == [])
  }
}
