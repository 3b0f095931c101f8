// SPDX-License-Identifier: MIT

import Glibc

/// Makes something of each of some inputs on several threads, and gives the results in the order of
/// the inputs, so that nobody can tell how many threads there were.
///
/// Each thread makes a worker of its own, which takes one input after another. One of them is that
/// of whoever waits for the results: it takes inputs that no other has begun rather than to sleep
/// until the next result is there. No more inputs are asked for than a few ahead of the one whose
/// result is waited for, and none behind the last. Letting go of the work ends the threads after
/// what they are doing.
package final class OrderedWork<Input: Sendable, Result: Sendable> {
  private let inputs = SharedInputs<Input, Result>()
  private let threads: [pthread_t]
  private let makeWorker: @Sendable () -> (Input) -> Result
  /// That of whoever waits for the results.
  private lazy var ownWorker = makeWorker()
  /// Whether the threads do all of it.
  private let isApart: Bool
  /// So many inputs may wait for their results to be taken.
  private let most: Int
  /// How many do.
  private var waiting = 0
  /// Whether there is no further input.
  private var hasEnded = false

  /// So many threads work at once, one of which is the one that waits for the results, unless the
  /// work is done apart from that. With one or none everything is done when it is waited for.
  package init(
    threads wanted: Int, isApart: Bool = false,
    makeWorker: @escaping @Sendable () -> (Input) -> Result
  ) {
    self.makeWorker = makeWorker
    self.isApart = isApart
    most = 2 * wanted
    threads = (0..<max(isApart ? wanted : wanted - 1, 0)).compactMap { [inputs] _ in
      WorkerThread.start {
        let work = makeWorker()
        while let (number, input) = inputs.begin() { inputs.end(number, with: work(input)) }
      }
    }
  }

  deinit {
    inputs.stop()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// The next result, which is waited for; nil where there is no further input. Inputs are asked
  /// for here, which may be some that are ahead.
  package func next<Fault: Error>(
    _ input: () throws(Fault) -> Input?
  ) throws(Fault) -> Result? {
    guard !threads.isEmpty else { return try further(input).map(ownWorker) }
    while waiting < most, let more = try further(input) {
      inputs.give(more)
      waiting += 1
    }
    guard waiting > 0 else { return nil }
    waiting -= 1
    while !isApart, let (number, input) = inputs.beginWhileWaiting() {
      inputs.end(number, with: ownWorker(input))
    }
    return inputs.nextResult()
  }

  /// Nobody is asked again who had no more.
  private func further<Fault: Error>(
    _ input: () throws(Fault) -> Input?
  ) throws(Fault) -> Input? {
    if hasEnded { return nil }
    let more = try input()
    hasEnded = more == nil
    return more
  }
}

/// What several threads share: the inputs that none has taken, and the results that nobody has.
///
/// Sendable because everything that changes is read and written behind the lock alone.
@safe private final class SharedInputs<Input: Sendable, Result: Sendable>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Told whenever an input is there.
  private let inputChange = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Told when the result is there that is waited for.
  private let resultChange = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isAwaited = false
  /// Those that no thread has taken.
  private var inputs: [Input] = []
  private var beginnings = 0
  private var taken = 0
  private var results: [Int: Result] = [:]
  private var isStopped = false

  init() {
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(inputChange, nil)
    unsafe pthread_cond_init(resultChange, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(inputChange)
    unsafe pthread_cond_destroy(resultChange)
    unsafe pthread_mutex_destroy(lock)
    unsafe inputChange.deallocate()
    unsafe resultChange.deallocate()
    unsafe lock.deallocate()
  }

  func give(_ input: Input) {
    unsafe pthread_mutex_lock(lock)
    inputs.append(input)
    unsafe pthread_cond_signal(inputChange)
    unsafe pthread_mutex_unlock(lock)
  }

  /// An input for a thread with its number, which is waited for; nil where none comes any more.
  func begin() -> (number: Int, input: Input)? {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while !isStopped, inputs.isEmpty { unsafe pthread_cond_wait(inputChange, lock) }
    return isStopped ? nil : begun()
  }

  /// An input for whoever waits for the next result; nil where that is there, and where all inputs
  /// have been begun.
  func beginWhileWaiting() -> (number: Int, input: Input)? {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return inputs.isEmpty || results[taken] != nil ? nil : begun()
  }

  /// Takes the first input; there has to be one.
  private func begun() -> (number: Int, input: Input) {
    beginnings += 1
    // There are no more than a few.
    return (beginnings - 1, inputs.removeFirst())
  }

  func end(_ number: Int, with result: Result) {
    unsafe pthread_mutex_lock(lock)
    results[number] = result
    if isAwaited, number == taken { unsafe pthread_cond_signal(resultChange) }
    unsafe pthread_mutex_unlock(lock)
  }

  /// The result of the first input of which nobody has taken it.
  func nextResult() -> Result? {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    isAwaited = true
    while results[taken] == nil { unsafe pthread_cond_wait(resultChange, lock) }
    isAwaited = false
    defer { taken += 1 }
    return results.removeValue(forKey: taken)
  }

  /// No further input is taken.
  func stop() {
    unsafe pthread_mutex_lock(lock)
    isStopped = true
    unsafe pthread_cond_broadcast(inputChange)
    unsafe pthread_mutex_unlock(lock)
  }
}
