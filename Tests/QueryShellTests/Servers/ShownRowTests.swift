// SPDX-License-Identifier: MIT

import Diagnostics
import Synchronization
import TestSupport
import Testing

@testable import QueryShell

/// `show @N` is the row of the last result, whatever its source says by now.
@Suite(.timeLimit(.minutes(10))) struct ShownRowTests {
  /// A server whose list is another each time that it is asked for, and of which nothing is fresh.
  private static func bench(_ lists: [String]) throws -> LiveBench {
    let count = Mutex(0)
    return try LiveBench { request in
      guard request.path.hasSuffix("/0777.json") else { return nil }
      let place = count.withLock { count in
        defer { count += 1 }
        return min(count, lists.count - 1)
      }
      return .reply(200, ["Cache-Control": "max-age=0"], text: "[\(lists[place])]")
    }
  }

  private static func hotel(_ id: Int, _ name: String, _ address: String = "here") -> String {
    "{\"id\":\(id),\"name\":\"\(name)\",\"address\":\"\(address)\",\"stars\":3,\"distance\":1}"
  }

  private static func card(_ name: String, _ id: String, _ address: String = "here") -> String {
    "\(name)\nid       \(id)\naddress  \(address)\n1 hotel · no detail record for \(id)\n"
  }

  private static func goesOn(_ terms: inout LiveBench.Terms) { terms.keepsResults = true }

  private static let shown = "| show name, id, address"

  private static func shows(_ card: String, _ run: ShellRun) -> Bool {
    run.output.hasSuffix(card) && run.errors.isEmpty && run.status == .success
  }

  @Test func ofTwoRowsWithOneIdTheSecondIsMeant() throws {
    let list = "\(Self.hotel(7, "Upper")),\(Self.hotel(7, "Lower"))"
    for (row, name) in [(1, "Upper"), (2, "Lower")] {
      let run = try Self.bench([list]).run(
        "from hotels | show id", "show @\(row) \(Self.shown)", change: Self.goesOn)
      #expect(Self.shows(Self.card(name, "7"), run), "\(run)")
    }
  }

  @Test func aListThatHasChangedChangesNoRow() throws {
    let (old, new) = (Self.hotel(1, "Old"), Self.hotel(2, "New"))
    let renamed = Self.hotel(1, "Renamed")
    let changes = [[old, new], [old, renamed], ["\(old),\(new)", "\(new),\(old)"]]
    for lists in changes {
      let run = try Self.bench(lists).run(
        "from hotels | show id", "show @1 \(Self.shown)", change: Self.goesOn)
      #expect(Self.shows(Self.card("Old", "1"), run), "\(run)")
    }
  }

  /// A field that a stage has left out is looked for; without the item it is not known.
  @Test func aFieldThatWasLeftOutIsLookedFor() throws {
    let lists = [
      Self.hotel(1, "Old"), Self.hotel(1, "Renamed", "there"), Self.hotel(2, "Other", "there"),
    ]
    let script = ["from hotels | drop address", "show @1 \(Self.shown)"]
    let found = try Self.bench(Array(lists[..<2])).run(script[0], script[1], change: Self.goesOn)
    #expect(Self.shows(Self.card("Old", "1", "there"), found), "\(found)")
    let gone = try Self.bench([lists[0], lists[2]]).run(script[0], script[1], change: Self.goesOn)
    #expect(Self.shows(Self.card("Old", "1", "–"), gone), "\(gone)")
  }

  /// A row of an old copy is one also by itself.
  @Test func aRowIsAsOldAsItsResult() throws {
    let bench = try Self.bench([Self.hotel(1, "Old")])
    _ = bench.run("from hotels | count")
    bench.services.behave { _ in .status(503) }
    bench.wait(seconds: 7200)
    let run = bench.run("from hotels | show id", "show @1 \(Self.shown)", change: Self.goesOn)
    let reason = "503 Service Unavailable after 3 tries"
    let footer =
      "1 hotel · 1 detail record could not be read (1: \(reason)) · "
      + "copy of 2 h ago (it answered \(reason))\n"
    #expect(run.output.hasSuffix(footer), "\(run)")
  }
}
