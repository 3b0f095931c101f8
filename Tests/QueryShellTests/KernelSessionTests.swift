// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import QueryShell

/// What a notebook is answered.
@Suite struct KernelSessionTests {
  private static func kernel() -> KernelSession {
    KernelSession(
      Session(
        KernelSession.settings(Session.collecting().settings), output: OutputStream(),
        errors: OutputStream(), calendar: { nil }))
  }

  static let faults: [(request: String, error: String)] = [
    (#"{"do":"complete","text":"from","cursor":"2"}"#, "cursor"),
    (#"{"do":"complete","text":"from","cursor":2.5}"#, "cursor"),
    (#"{"do":"complete","text":"from","cursor":true}"#, "cursor"),
    (#"{"do":"complete","text":"from","cursor":[1]}"#, "cursor"),
    (#"{"do":"complete","text":"from","cursor":5}"#, "cursor"),
    (#"{"do":"complete","text":"from","cursor":-1}"#, "cursor"),
    (#"{"do":"sing","text":"from"}"#, "do"),
    (#"{"do":"run","text":5}"#, "text"),
  ]

  @Test(arguments: faults)
  func refusesWhatIsNoRequest(request: String, error: String) {
    #expect(Self.kernel().reply(to: request).hasPrefix("{\"error\":\"`\(error)` is "))
  }

  @Test func takesNoCursorForTheEnd() {
    let replies = [#","cursor":null"#, #","cursor":9"#, ""].map { cursor in
      Self.kernel().reply(to: #"{"do":"complete","text":"from hote""# + cursor + "}")
    }
    #expect(replies == Array(repeating: replies[0], count: 3))
    #expect(replies[0].hasPrefix(#"{"start":5,"end":9,"items":[{"text":"hotels "#))
  }

  @Test func aCommandThatIsNoneFails() {
    let kernel = Self.kernel()
    let failed = kernel.reply(to: #"{"do":"run","text":".foo"}"#)
    #expect(failed.hasPrefix(#"{"status":2,"#), "\(failed)")
    #expect(failed.contains("CQ0003"))
    #expect(kernel.reply(to: #"{"do":"run","text":".timer"}"#).hasPrefix(#"{"status":0,"#))
  }

  /// Results bring along how they look: a notebook has no colours for charts, and sets texts right.
  @Test func resultsHaveTheirStyle() {
    let kernel = Self.kernel()
    let head = #"{"status":0,"html":"<style>\n.cq-result :is(th,td)"#
    let table = kernel.reply(to: #"{"do":"run","text":"from hotels | show name"}"#)
    #expect(table.hasPrefix(head))
    #expect(!table.contains(".cq-s0{"))
    let bars = kernel.reply(to: #"{"do":"run","text":"from hotels | to bars rooms by name"}"#)
    #expect(bars.hasPrefix(head))
    #expect(bars.contains(".cq-s0{color:"))
    let none = kernel.reply(to: #"{"do":"run","text":"let n = 3"}"#)
    #expect(none.hasPrefix(#"{"status":0,"html":"","#))
  }

  @Test func remembersWhatRan() {
    let kernel = Self.kernel()
    _ = kernel.reply(to: #"{"do":"run","text":"from hotels | count"}"#)
    _ = kernel.reply(to: #"{"do":"run","text":"from hotels | filtr"}"#)
    let history = kernel.reply(to: #"{"do":"run","text":".history"}"#)
    #expect(history.contains("from hotels | count"))
    #expect(history.contains("from hotels | filtr"))
  }
}
