// SPDX-License-Identifier: MIT

import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import QueryShell

/// A picture is no more live than a row, where its server does not give it.
@Suite(.timeLimit(.minutes(10))) struct OldPictureTests {
  private static let copy = "the copy of 2 h ago (it answered 501 Not Implemented after 3 tries)"

  /// A picture that was saved two hours ago, and is given no more.
  private static func bench() throws -> LiveBench {
    let bench = try LiveBench()
    let first = bench.run("show 40611 of hotels | save \"\(bench.folder)/a.jpg\"")
    #expect(first.status == .success && !first.errors.contains("copy"), "\(first)")
    bench.services.behave { $0.path.hasSuffix("/1.jpg") ? .status(501) : nil }
    bench.wait(seconds: 7200)
    return bench
  }

  @Test func anOldCopyIsTold() throws {
    let bench = try Self.bench()
    let path = "\(bench.folder)/b.jpg"
    let size = FileManager.default.contents(atPath: "\(bench.folder)/a.jpg")?.count ?? 0
    #expect(
      bench.run("show 40611 of hotels | save \"\(path)\"") { $0.quietness = .remarks }
        == ShellRun("", "note: \(path): 1.jpg as it came, \(size) bytes, \(Self.copy)\n"))
  }

  /// What is written for other programs tells of it too.
  @Test func theAccountsTellOfIt() throws {
    let bench = try Self.bench()
    let path = "\(bench.folder)/accounts.json"
    _ = bench.run("show 40611 of hotels | save \"\(bench.folder)/c.jpg\"") {
      $0.accountsPath = path
    }
    let accounts = try TestSupport.text(ofFile: path)
    let reason = "it answered 501 Not Implemented after 3 tries"
    #expect(
      accounts.contains(
        #""origin":"old copy","age":7200,"since":null,"taken":null,"reason":"\#(reason)","#
          + #""old":["1.jpg: copy of 2 h ago (\#(reason))"]"#), "\(accounts)")
  }

  @Test func onlyLiveDataTakesNone() throws {
    let bench = try Self.bench()
    let path = "\(bench.folder)/b.jpg"
    let run = bench.run("show 40611 of hotels | save \"\(path)\"") { $0.isLive = true }
    let words = "hotels gives nothing live of 1.jpg, only \(Self.copy)"
    #expect(run == ShellRun("", "<test>:1:29: error[CQ0501]: \(words)\n", .source))
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
