// SPDX-License-Identifier: MIT

package import Glibc

/// Starts threads that take no signals but those of their own faults: the others are for whoever
/// waits. One that blocks its own faults would end the process without a word.
package enum WorkerThread {
  private static let faults = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// What a thread does.
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Nil where the system gives no thread.
  package static func start(_ run: @escaping @Sendable () -> Void) -> pthread_t? {
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
