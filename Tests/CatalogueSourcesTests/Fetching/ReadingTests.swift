// SPDX-License-Identifier: MIT

import Catalogue
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CatalogueSources

/// A shop on a scripted network whose list changes, and the readings that are kept of it.
private final class ChangingShop {
  let folder: String
  private let world = World()
  private let transport = ScriptedTransport()
  private var registry: SourceRegistry
  private var session: FetchSession

  private final class World: Sendable {
    let time = Mutex(1_000_000)
  }

  var now: Int {
    get { world.time.withLock { $0 } }
    set { world.time.withLock { $0 = newValue } }
  }

  init(readingBytes: Int = KeptReading.usualBytes) throws {
    folder = try TestSupport.temporaryDirectory()
    (registry, session) = Self.begin(folder, transport, world)
    session.cache.use(readingBytes: readingBytes)
  }

  private static func begin(
    _ folder: String, _ transport: ScriptedTransport, _ world: World
  ) -> (SourceRegistry, FetchSession) {
    let session = FetchSession(
      transport: transport, cache: ResponseCache(in: folder),
      keys: KeyRing(file: nil) { _ in "S3cr3t+Key" }, clock: { world.time.withLock { $0 } },
      calendar: { $0 + 3_600 })
    var options = SourceRegistry.Options()
    options.places = ["bestbuy": "https://shop.example/{page}"]
    options.network = { NetworkStore($0, mode: .live, session: session) }
    return (SourceRegistry(options, watch: .unwatched), session)
  }

  /// Goes on as a later run would.
  func beginSession() { (registry, session) = Self.begin(folder, transport, world) }

  var cache: ResponseCache { session.cache }

  func takeRemarks() -> [String] { session.takeReadingRemarks() }

  /// Puts items into the list, in pages of 100.
  func offer(_ items: [(id: Int, price: Int)], _ headers: [String: String] = [:]) {
    let pages = stride(from: 0, to: max(items.count, 1), by: 100).map { start in
      items[start..<min(start + 100, items.count)]
    }
    for (index, page) in pages.enumerated() {
      let products = page.map { #"{"sku":\#($0.id),"regularPrice":\#($0.price)}"# }
      let body =
        #"{"nextCursorMark":"m\#(index)","total":\#(items.count),"products":["#
        + products.joined(separator: ",") + "]}"
      transport.answer("https://shop.example/\(index + 1)", with: .reply(body, headers))
    }
  }

  /// The list of now, as texts of ids and prices.
  func read() throws -> [String] {
    session.beginStatement(mostItems: 500)
    return try Self.rows(of: #require(try registry.source(.named("bestbuy"))))
  }

  func read(at moment: String) throws -> [String] {
    let moment = try #require(ReadingMoment(moment))
    let found = try registry.source(.named("bestbuy"), at: moment, begun: false)
    return try Self.rows(of: #require(found))
  }

  func history(of key: String) throws -> [String] {
    let found = try #require(try registry.history(of: key, in: .named("bestbuy")))
    let time = found.schema.fields.count - 1
    return try Self.rows(of: found, besides: [time])
  }

  /// When the readings were taken that are kept, the oldest first.
  var kept: [Int] {
    (cache.readingSummaries(now: now) ?? []).map(\.reading.taken)
  }

  private static func rows(of source: any CatalogueSource, besides more: [Int] = []) throws
    -> [String]
  {
    let schema = source.schema
    let fields = try ["sku", "regularPrice"].map { try #require(schema.index(of: $0)) } + more
    let cursor = try source.scan(ScanRequest(fields: fields))
    var rows: [String] = []
    while let batch = try cursor.next() {
      let cells = zip(batch.columns, fields).map { column, field in
        CellText.cells(column, type: schema.fields[field].type)
      }
      rows += (0..<batch.count).map { row in
        cells.map { String(decoding: $0[row], as: UTF8.self) }.joined(separator: " ")
      }
    }
    return rows
  }

  /// A time as the session's calendar shows it, an hour later than the clock.
  static func words(_ time: Int) -> String { ReadingMoment.words(at: time + 3_600) }
}

@Suite struct ReadingTests {
  /// A list at a time is what was read then, whatever was read, pruned or expired before or after.
  @Test(arguments: 0..<6) func aReadingIsWhatWasReadThen(seed: UInt64) throws {
    var random = Seeded(seed)
    let shop = try ChangingShop()
    var model: [(taken: Int, rows: [String])] = []
    var items = (1...150).map { (id: $0, price: 1) }
    for _ in 0..<60 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0...3:
        let count = Int.random(in: 1...250, using: &random)
        items = (1...count).map { ($0, Int.random(in: 1...3, using: &random)) }
        shop.offer(items)
        shop.now += Int.random(in: 901...90_000, using: &random)
        model.append((shop.now, try shop.read()))
      case 4:
        shop.now += Int.random(in: 0...800, using: &random)
        let isFresh = model.last.map { shop.now - $0.taken < 900 } ?? false
        if isFresh { #expect(try shop.read() == model.last?.rows) }
      case 5: shop.beginSession()
      case 6:
        let time = shop.now - Int.random(in: 0...300_000, using: &random)
        let gone = model.count { $0.taken <= time && $0.taken + 7 * 86_400 > shop.now }
        #expect((shop.cache.prune(.until(time), source: "bestbuy") ?? 0) >= gone)
        model.removeAll { $0.taken <= time }
      default:
        let bytes = Int.random(in: 0...8_000, using: &random)
        _ = shop.cache.prune(.downTo(bytes: bytes), source: nil)
        model.removeFirst(max(0, model.count - shop.kept.count))
        let sum = (shop.cache.readingSummaries(now: 0) ?? []).reduce(0) { $0 + $1.packedSize }
        #expect(sum <= bytes)
      }
      model.removeAll { $0.taken + 7 * 86_400 <= shop.now }
      #expect(shop.kept == model.map(\.taken))
      let time = shop.now - Int.random(in: 0...400_000, using: &random)
      let rows = try? shop.read(at: ChangingShop.words(time))
      #expect(rows == model.last { $0.taken <= time }?.rows)
    }
    #expect(shop.takeRemarks() == [])
  }

  @Test func aContentIsKeptOnce() throws {
    let shop = try ChangingShop()
    shop.offer((1...150).map { ($0, 1) })
    for _ in 0..<3 {
      _ = try shop.read()
      shop.now += 1_000
    }
    let summaries = try #require(shop.cache.readingSummaries(now: shop.now))
    #expect(summaries.map(\.reading.items) == [150, 150, 150])
    #expect(Set(summaries.map(\.size)).count == 1)
    #expect(summaries.map { $0.packedSize > 0 } == [true, false, false])
    #expect(summaries[0].packedSize < summaries[0].size / 3)
  }

  @Test func anItemHasARowForEachReading() throws {
    let shop = try ChangingShop()
    for (price, count) in [(5, 3), (5, 1), (7, 3)] {
      shop.offer((1...count).map { ($0, price) })
      _ = try shop.read()
      shop.now += 86_400
    }
    #expect(
      try shop.history(of: "2") == ["2 5 1970-01-12T14:46:40", "2 7 1970-01-14T14:46:40"])
    #expect(try shop.history(of: "4") == [])
    #expect(try shop.read(at: "yesterday") == ["1 7", "2 7", "3 7"])
    #expect(try shop.read(at: "3 days ago") == ["1 5", "2 5", "3 5"])
    #expect(try shop.read(at: "25 hours ago") == ["1 5"])
  }

  /// What there is of a list that is no reading.
  @Test func onlyWholeListsAreKept() throws {
    let shop = try ChangingShop()
    shop.offer((1...150).map { ($0, 1) }, ["Cache-Control": "no-store"])
    #expect(try shop.read().count == 150)
    #expect(shop.kept == [])
    let small = try ChangingShop(readingBytes: 0)
    small.offer([(1, 1)])
    #expect(try small.read() == ["1 1"])
    #expect(small.kept == [])
    // More than the usual 500 are not read, so that the rest would seem to be gone.
    let long = try ChangingShop()
    long.offer((1...700).map { ($0, 1) })
    #expect(try long.read().count == 500)
    #expect(long.kept == [])
  }

  /// The oldest goes where there is no room for it.
  @Test func thereIsALimit() throws {
    let shop = try ChangingShop(readingBytes: 3_000)
    var random = Seeded(1)
    for _ in 0..<10 {
      shop.offer((1...100).map { ($0, Int.random(in: 1...1_000_000, using: &random)) })
      _ = try shop.read()
      shop.now += 1_000
    }
    let kept = shop.kept
    #expect(!kept.isEmpty && kept.count < 10)
    #expect(kept.last == shop.now - 1_000)
  }

  /// A reading of which something is not as it was written is told once, and the one before it is
  /// taken.
  @Test(
    arguments: [
      "content SET body = x'00'", "content SET size = 9e300", "reading_page SET content = -1",
    ])
  func damageIsToldOnce(change: String) throws {
    let shop = try ChangingShop()
    for price in 1...3 {
      shop.offer([(1, price)])
      _ = try shop.read()
      shop.now += 1_000
    }
    let last = shop.kept[2]
    let database = try SQLiteDatabase(path: "\(shop.folder)/replies.sqlite")
    let place = change.hasPrefix("content") ? "id" : "content"
    try database.run("UPDATE \(change) WHERE \(place) = (SELECT MAX(content) FROM reading_page)")
    #expect(try shop.read(at: "today") == ["1 2"])
    #expect(
      shop.takeRemarks()
        == ["the reading of bestbuy of \(ChangingShop.words(last)) was damaged and is forgotten"])
    #expect(try shop.history(of: "1").count == 2)
    #expect(shop.kept.count == 2)
    #expect(shop.takeRemarks() == [])
    shop.now += 1_000
    #expect(try shop.read() == ["1 3"])
    #expect(try shop.read(at: "today") == ["1 3"])
    #expect(shop.cache.trouble == nil)
  }

  @Test func namesTheTimesAtHand() throws {
    let shop = try ChangingShop()
    for price in 1...7 {
      shop.offer([(1, price)])
      _ = try shop.read()
      shop.now += 1_000
    }
    let times = shop.kept.map(ChangingShop.words)
    let missing = MissingReading(
      source: "bestbuy", wanted: "yesterday", kept: Array(times.prefix(3)), count: 7, isPart: true)
    #expect(throws: SourceFault.noReading(missing)) { try shop.read(at: "yesterday") }
  }

  /// Many sessions at once lose nothing.
  @Test func manyWritersLoseNothing() async throws {
    let folder = try TestSupport.temporaryDirectory()
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let cache = ResponseCache(in: folder, timeout: 60_000)
          for number in 0..<25 {
            let pages = (0..<3).map { page in
              NewReading.Page(
                address: "https://a.example/\(page)", type: nil, fields: HeldFields(),
                body: Array("\(writer) \(number) \(page % 2)".utf8))
            }
            let reading = NewReading(
              source: "shop", list: "https://a.example/0", taken: 1_000 + number / 2,
              retention: 1_000, items: 3, pages: pages)
            #expect((try? cache.keep(reading)) != nil)
          }
        }
      }
    }
    let cache = ResponseCache(in: folder)
    let readings = cache.readings(of: "https://a.example/0", now: 1_100)
    #expect(readings.count == 100)
    #expect(readings.allSatisfy { cache.isSound($0) == true })
    let database = try SQLiteDatabase(path: "\(folder)/replies.sqlite")
    #expect(try database.run("SELECT COUNT(*) FROM content") == [[.int(200)]])
  }

  static let moments: [(words: String, last: Int?)] = [
    ("1970-01-12", 86_399), ("1970-01-12 13:46", 13 * 3_600 + 46 * 60 + 59),
    ("1970-01-12 13:46:05", 13 * 3_600 + 46 * 60 + 5), ("today", 2 * 86_400 - 1),
    ("Yesterday", 86_399), ("1 day ago", 86_399), ("2 DAYS ago", -1), ("0 days ago", 172_799),
    ("1 week ago", -5 * 86_400 - 1), ("2 hours ago", 86_400 + 3_600), ("90 minutes ago", 91_800),
    ("someday", nil), ("3 fortnights ago", nil), ("-1 days ago", nil), ("1.5 days ago", nil),
    ("99999999999 days ago", nil), ("1970-02-30", nil), ("", nil), ("3 days", nil),
  ]

  /// The last second of the calendar that a time admits, at three in the morning of the thirteenth
  /// of January 1970; counted from the start of the twelfth.
  @Test(arguments: moments) func moment(words: String, last: Int?) {
    let (start, now) = (11 * 86_400, 12 * 86_400 + 3 * 3_600)
    guard let moment = ReadingMoment(words) else {
      #expect(last == nil)
      return
    }
    guard let last else {
      Issue.record("`\(words)` is no time")
      return
    }
    #expect(moment.admits(start + last, now: now))
    #expect(!moment.admits(start + last + 1, now: now))
  }
}
