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

  /// Who waits for a result is one of those that work: two tasks that wait for each other end on
  /// one thread besides.
  @Test func worksWhileItWaits() {
    let met = Mutex(0)
    let work = OrderedWork(threads: 2) {
      { (task: Int) in
        met.withLock { $0 += 1 }
        while met.withLock({ $0 }) < 2 { sched_yield() }
        return task
      }
    }
    var tasks = (0..<2).makeIterator()
    #expect(work.next { tasks.next() } == 0)
    #expect(work.next { tasks.next() } == 1)
  }

  /// What ends a reading is done once, however far ahead that is.
  @Test(arguments: [0, 1, 2, 7], [false, true]) func asksForNothingBehindTheEnd(
    _ threads: Int, _ isApart: Bool
  ) {
    let work = OrderedWork(threads: threads, isApart: isApart) { { (task: Int) in task } }
    var tasks = (0..<5).makeIterator()
    var ends = 0
    let next = {
      work.next {
        let task = tasks.next()
        ends += task == nil ? 1 : 0
        return task
      }
    }
    var results: [Int] = []
    while let result = next() { results.append(result) }
    #expect(next() == nil)
    #expect(results == [0, 1, 2, 3, 4])
    #expect(ends == 1)
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
    let work = OrderedWork(threads: 1, isApart: true) {
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
