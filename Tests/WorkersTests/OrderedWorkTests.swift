// SPDX-License-Identifier: MIT

import Glibc
import Synchronization
import TestSupport
import Testing
import Workers

/// Tasks that several threads share end in the order in which they are numbered.
@Suite struct OrderedWorkTests {
  @Test(arguments: [0, 1, 2, 7]) func givesResultsInOrder(_ threads: Int) {
    let work = OrderedWork(threads: threads) {
      // Some tasks take longer than others.
      { (task: Int) in (0..<(task % 7) * 300).reduce(task * 10) { $0 ^ ($1 & 0) } }
    }
    var tasks = (0..<500).makeIterator()
    var results: [Int] = []
    while let result = work.next({ tasks.next() }) { results.append(result) }
    #expect(results == (0..<500).map { $0 * 10 })
    #expect(work.next { nil } == nil)
  }

  @Test func makesAWorkerForEachThread() {
    let made = Mutex(0)
    let work = OrderedWork(threads: 3) {
      made.withLock { $0 += 1 }
      return { (task: Int) in task }
    }
    var tasks = (0..<100).makeIterator()
    while work.next({ tasks.next() }) != nil {}
    #expect((1...3).contains(made.withLock { $0 }))
  }

  /// A thread takes the signals of its own faults, so that they end with a word, and no others.
  @Test func takesTheSignalsOfItsFaults() {
    let work = OrderedWork(threads: 1) {
      { (_: Int) -> [Int32] in
        var blocked = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, nil, &blocked)
        return [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGINT, SIGTERM].filter {
          unsafe sigismember(&blocked, $0) == 1
        }
      }
    }
    #expect(work.next { 0 } == [SIGINT, SIGTERM])
  }

  /// Whoever stops early does not wait for what nobody wants.
  @Test func beginsFewTasksAhead() {
    let begun = Mutex(0)
    do {
      let work = OrderedWork(threads: 2) {
        { (task: Int) in
          begun.withLock { $0 += 1 }
          return task
        }
      }
      var tasks = (0..<100_000).makeIterator()
      #expect(work.next { tasks.next() } == 0)
    }
    #expect(begun.withLock { $0 } <= 1 + 2 * 2 + 2)
  }
}
