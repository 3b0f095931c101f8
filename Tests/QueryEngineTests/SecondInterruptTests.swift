// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import QueryEngine

/// Ctrl-C while a list is read page by page, once and again.
@Suite struct SecondInterruptTests {
  /// A key that stays pressed until it is seen.
  private final class Key: Sendable {
    private let pressed = Mutex(false)

    var isPressed: Bool { pressed.withLock(\.self) }
    func press() { pressed.withLock { $0 = true } }
    func forget() { pressed.withLock { $0 = false } }
  }

  private static func fault(_ work: () throws(ExecutionFault) -> Void) -> String? {
    do throws(ExecutionFault) {
      try work()
      return nil
    } catch {
      if case .cancelled = error { return "cancelled" }
      return "\(error)"
    }
  }

  @Test func theFirstKeepsWhatCameAndTheSecondEndsTheRun() {
    let key = Key()
    let state = RunState(isCancelled: { key.isPressed }, goOn: { key.forget() })
    var fetches: [Bool] = []
    let goesOn = { () throws(ExecutionFault) in fetches.append(try state.fetchesOn()) }
    #expect(Self.fault(goesOn) == nil)
    key.press()
    #expect(Self.fault(goesOn) == nil)
    #expect(Self.fault(goesOn) == nil)
    #expect(fetches == [true, false, false])
    #expect(!key.isPressed)
    key.press()
    #expect(Self.fault(goesOn) == "cancelled")
    #expect(Self.fault { () throws(ExecutionFault) in try state.stopFetching() } == "cancelled")
    #expect(key.isPressed)
  }
}
