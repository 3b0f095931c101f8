// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import TestSupport
import Testing

@testable import QueryShell

/// Each of the five services behaves badly in each of some fifty ways.
@Suite struct MisbehaviourTests {
  /// The first item of each source.
  private static let first = [
    "bestbuy": "8880044", "chloe": "90410001", "hotels": "40611",
    "products": "0b6f0d0e-5a0c-4a53-9d0e-6a1f5b1c0001",
    "shopreme": "5E0C7A9A-3B7E-4C0B-9D5D-0A4B6C1D2E11",
  ]

  private static func query(_ source: String) -> String { "from \(source) | limit 1 | show id" }

  /// Nothing is shown, nothing is kept, and the status says that the source is at fault.
  @Test(.timeLimit(.minutes(10)), arguments: Misbehaviour.all)
  func withoutACopy(_ misbehaviour: Misbehaviour) throws {
    for source in FiveServices.names {
      let bench = try LiveBench { _ in misbehaviour.answer }
      let message = misbehaviour.telling(of: source).message(of: source)
      #expect(
        bench.run(Self.query(source)) { $0.limits = misbehaviour.limits }
          == ShellRun("", "<test>:1:1: error\(message); no cached copy\n", .source))
      #expect(bench.kept == [:])
      #expect(bench.services.server.requests.count > 0)
    }
  }

  /// What was kept is shown with its age and the reason, and stays as it was.
  @Test(.timeLimit(.minutes(10)), arguments: Misbehaviour.all)
  func withACopy(_ misbehaviour: Misbehaviour) throws {
    for source in FiveServices.names {
      let bench = try LiveBench()
      #expect(bench.run(Self.query(source)).status == .success)
      let good = bench.kept
      bench.wait(seconds: 600_000)
      bench.services.behave { _ in misbehaviour.answer }
      let id = Self.first[source] ?? ""
      let remark = misbehaviour.telling(of: source).remark
      #expect(
        bench.run(Self.query(source)) { $0.limits = misbehaviour.limits }
          == ShellRun(
            """
            id
            \(String(repeating: "─", count: id.count))
            \(id)
            1 row · copy of 6 d ago (\(remark))

            """))
      let kept = bench.kept.mapValues { CachedReply($0.entry, body: $0.body) }
      #expect(!good.isEmpty && kept == good)
    }
  }
}
