// SPDX-License-Identifier: MIT

import Diagnostics
import TestSupport
import Testing

@testable import QueryShell

/// The messages that are known to be bad: each is to be mended, and no worse one may come.
@Suite struct KnownBadMessageTests {
  /// How many there are; the number may only fall.
  private static let count = 0

  private static func corpus() throws -> Corpus {
    let path = "\(TestSupport.repositoryRoot)/Tests/Diagnostics/known-bad.txt"
    let lines = try TestSupport.text(ofFile: path)
      .split(separator: "\n", omittingEmptySubsequences: false)
    return Corpus(lines.filter { $0.first != "#" }.joined(separator: "\n"))
  }

  @Test func theListShrinks() throws {
    #expect(try Self.corpus().entries.count == Self.count)
  }

  /// An entry whose message is another one by now is either good, and goes, or worse.
  @Test func eachIsAsItWas() throws {
    let differences = try Self.corpus().differences { script in
      let session = Session.collecting()
      _ = session.run(ScriptText(name: "<known-bad>", script))
      return session.errors.taken().split(separator: "\n").joined(separator: "\n")
    }
    #expect(differences == [])
  }
}
