// SPDX-License-Identifier: MIT

import Glibc

/// Does numbered tasks on several threads and gives their results in the order of the tasks, so
/// that nobody can tell how many threads there were.
///
/// Each thread makes a worker of its own, which does one task after another. No more tasks are
/// begun than a few ahead of the one whose result is waited for. Letting go of the work ends the
/// threads after the tasks that they are doing.
final class OrderedWork<Result: Sendable> {
  private let tasks: SharedTasks<Result>
  private let threads: [pthread_t]
  private let makeWorker: @Sendable () -> (Int) -> Result
  /// Does the tasks where there are no threads.
  private lazy var ownWorker = makeWorker()
  private var given = 0

  init(
    tasks count: Int, threads wanted: Int, makeWorker: @escaping @Sendable () -> (Int) -> Result
  ) {
    let tasks = SharedTasks<Result>(count, ahead: 2 * wanted)
    self.tasks = tasks
    self.makeWorker = makeWorker
    threads = (0..<min(wanted, count)).compactMap { _ in
      WorkerThread.start {
        let work = makeWorker()
        while let task = tasks.begin() { tasks.end(task, with: work(task)) }
      }
    }
  }

  deinit {
    tasks.stop()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// The result of the next task, which is waited for; nil after the last one.
  func next() -> Result? {
    guard given < tasks.count else { return nil }
    defer { given += 1 }
    return threads.isEmpty ? ownWorker(given) : tasks.result(of: given)
  }
}

/// The tasks that several threads share: which is next, and the results that nobody has taken.
///
/// Sendable because everything that changes is read and written behind the lock alone.
@safe private final class SharedTasks<Result: Sendable>: @unchecked Sendable {
  let count: Int
  private let ahead: Int
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Told whenever a result is there or was taken.
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var begun = 0
  private var taken = 0
  private var results: [Int: Result] = [:]
  private var isStopped = false

  init(_ count: Int, ahead: Int) {
    self.count = count
    self.ahead = ahead
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(change, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(change)
    unsafe pthread_mutex_destroy(lock)
    unsafe change.deallocate()
    unsafe lock.deallocate()
  }

  /// The next task for a thread; nil when there is none any more.
  func begin() -> Int? {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while !isStopped, begun < count, begun >= taken + ahead {
      unsafe pthread_cond_wait(change, lock)
    }
    guard !isStopped, begun < count else { return nil }
    begun += 1
    return begun - 1
  }

  func end(_ task: Int, with result: Result) {
    unsafe pthread_mutex_lock(lock)
    results[task] = result
    unsafe pthread_cond_broadcast(change)
    unsafe pthread_mutex_unlock(lock)
  }

  /// The result of a task that some thread does or will do, which is then let go.
  func result(of task: Int) -> Result? {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while results[task] == nil { unsafe pthread_cond_wait(change, lock) }
    taken += 1
    unsafe pthread_cond_broadcast(change)
    return results.removeValue(forKey: task)
  }

  /// No further task is begun.
  func stop() {
    unsafe pthread_mutex_lock(lock)
    isStopped = true
    unsafe pthread_cond_broadcast(change)
    unsafe pthread_mutex_unlock(lock)
  }
}

/// Starts threads that take no signals but those of their own faults: the others are for whoever
/// waits. One that blocks its own faults would end the process without a word.
private enum WorkerThread {
  private static let faults = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// What a thread does.
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Nil where the system gives no thread.
  static func start(_ run: @escaping @Sendable () -> Void) -> pthread_t? {
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    for fault in faults { unsafe sigdelset(&all, fault) }
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let body = unsafe Unmanaged.passRetained(Body(run))
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    if status == 0 { return thread }
    unsafe body.release()
    return nil
  }
}
