// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Synchronization
import TestSupport
import Testing

@testable import QueryShell

/// What only whole or only live data is wanted of: no row of other data is shown first.
@Suite(.timeLimit(.minutes(10))) struct StrictReadingTests {
  private static func hotel(_ id: Int, _ name: String) -> String {
    "{\"id\":\(id),\"name\":\"\(name)\",\"address\":\"here\",\"stars\":3,\"distance\":1}"
  }

  /// An item whose own record does not come is refused as not live, before a row is shown, whether
  /// its server fails or sends what is no record.
  @Test(arguments: [
    (LoopbackAnswer.status(500), "500 Internal Server Error after 3 tries"),
    (.json("[1]"), "the reply holds an array, not a record"),
  ])
  func recordsThatDoNotCome(_ answer: LoopbackAnswer, _ reason: String) throws {
    for form in ["", " | to json", " | to csv"] {
      for isStrict in [true, false] {
        let bench = try LiveBench { request in
          request.target.contains("/master/13370.json") ? answer : nil
        }
        let run = bench.run("from hotels | show id, lat\(form)") {
          $0.isStrict = isStrict
          $0.isLive = !isStrict
        }
        #expect(run.output == "")
        #expect(
          run.errors.hasPrefix("<test>:1:1: error[CQ0501]: hotels gives no record of 13370 ("),
          "\(run)")
        #expect(run.status == .source)
      }
    }
  }

  /// No row of a list of which a part is missing is shown with `--strict`, in whatever form.
  @Test(arguments: [
    "from bestbuy | show id", "from bestbuy | show id | to json",
    "from bestbuy | show id | to jsonl", "describe bestbuy",
  ])
  func partialLists(_ query: String) throws {
    let bench = try LiveBench()
    let run = bench.run("set fetch.limit = 2\n\(query)") { $0.isStrict = true }
    #expect(run.output == "")
    #expect(run.errors.contains("error[CQ0507]: the list of bestbuy is not whole: "), "\(run)")
    #expect(run.status == .source)
    let whole = try LiveBench().run(query) { $0.isStrict = true }
    #expect(whole.output != "" && whole.errors == "" && whole.status == .success, "\(whole)")
  }

  /// What a proxy has changed is a success.
  @Test func aProxyMayHaveChangedTheReply() throws {
    let bench = try LiveBench { request in
      request.path.hasSuffix("/0777.json")
        ? .reply(203, text: "[\(Self.hotel(1, "Dream"))]") : nil
    }
    let run = bench.run("from hotels | show id, name | to csv")
    #expect(run == ShellRun("id,name\n1,Dream\n"))
    #expect(bench.kept.count == 1)
  }

  /// A list that was cut says nothing of how many items there are.
  @Test func aPartIsNotTheWhole() throws {
    let body = "[\(Self.hotel(1, "Dream")),{\"id\":2"
    let bench = try LiveBench { _ in .hanging("\r\n" + body) }
    bench.heard.withLock {
      $0 = { [unowned bench] progress in
        if progress.bytes == body.utf8.count { bench.isInterrupted.withLock { $0 = true } }
      }
    }
    let run = bench.run("from hotels | show id | limit 5")
    #expect(
      run
        == ShellRun(
          "id\n──\n1\n1 hotel · interrupted before all was fetched\n", "", .interrupted))
  }

  /// Of fresh copies of a list and of an item's record one age is told, the older.
  @Test func oneSourceHasOneAge() throws {
    let bench = try LiveBench()
    _ = bench.run("from hotels | count")
    bench.wait(seconds: 60)
    _ = bench.run("from hotels | filter id = 40611 | show id, lat")
    bench.wait(seconds: 60)
    let run = bench.run("from hotels | limit 1 | show id", "show @1 | show id, lat") {
      $0.keepsResults = true
    }
    #expect(run.output.hasSuffix("\n1 hotel · copy of 2 min ago\n"), "\(run)")
  }
}
