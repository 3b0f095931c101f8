// SPDX-License-Identifier: MIT

import CRuntimeMessage
import Glibc

/// Turns a trap, which is a bug of the program or a lack of memory, into one line and the
/// documented exit status.
enum CrashReport {
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
  /// A stack of its own, since the fault may be that the other one is full.
  private static let stackBytes = 64 << 10

  static func install() {
    cq_watch_runtime_messages()
    var stack = unsafe stack_t()
    unsafe stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: stackBytes, alignment: 16)
    unsafe stack.ss_size = stackBytes
    unsafe sigaltstack(&stack, nil)
    var action = sigaction()
    action.sa_flags = SA_ONSTACK
    unsafe action.__sigaction_handler.sa_handler = { _ in CrashReport.end() }
    for signal in signals { unsafe sigaction(signal, &action, nil) }
    quitQuietly()
  }

  /// Ctrl-\ is the terminal's way to end a program. Where Swift's runtime finds its tools it has a
  /// handler that writes all of the stack; an ignored signal stays ignored.
  private static func quitQuietly() {
    var action = sigaction()
    guard unsafe sigaction(SIGQUIT, nil, &action) == 0 else { return }
    let handler = unsafe action.__sigaction_handler.sa_handler
    guard unsafe unsafeBitCast(handler, to: Int.self) > 1 else { return }
    signal(SIGQUIT, SIG_DFL)
  }

  private static let bug: StaticString =
    "cq: this is a bug of cq; please report it with the script that causes it\n"
  private static let noMemory: StaticString =
    "cq: the system gives no more memory; read less, or allow less to be held: `set memory`\n"

  /// Calls nothing but what a signal handler may.
  private static func end() {
    // Another thread that ends too waits for this one, which ends them all.
    guard cq_ends_first() != 0 else { while true { pause() } }
    let text = cq_has_no_memory() == 0 ? bug : noMemory
    unsafe write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    _exit(70)
  }
}
