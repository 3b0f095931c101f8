// SPDX-License-Identifier: MIT

import Glibc
import LineEditing

/// Another program that has the terminal until it ends; keys such as Ctrl-C are its own meanwhile.
struct ForegroundProgram {
  /// How a program has ended.
  enum Ending: Equatable {
    case status(Int32)
    case signal(Int32)
    /// The shell found no such program, or there is no shell.
    case notFound
  }

  /// What the shell runs.
  let script: String
  /// What it calls `$0`, `$1` and so on.
  var arguments: [String] = []

  /// Runs it, with a descriptor for its standard input where one is given; `feed` is called once it
  /// runs.
  func run(reading descriptor: Int32? = nil, feed: () -> Void = {}) -> Ending {
    SignalAction.ignoring(SIGINT) {
      SignalAction.ignoring(SIGPIPE) { runIgnoring(reading: descriptor, feed: feed) }
    }
  }

  private func runIgnoring(reading descriptor: Int32?, feed: () -> Void) -> Ending {
    let child = start(reading: descriptor)
    if let descriptor { close(descriptor) }
    feed()
    guard let child else { return .notFound }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    if signal != 0 { return .signal(signal) }
    let code = status >> 8 & 0xFF
    // The shell's words for a command that is not there, or that is no program.
    return code == 127 || code == 126 ? .notFound : .status(code)
  }

  private func start(reading descriptor: Int32?) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let descriptor {
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, STDIN_FILENO)
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var standard = sigset_t()
    unsafe sigemptyset(&standard)
    unsafe sigaddset(&standard, SIGINT)
    unsafe sigaddset(&standard, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &standard)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var words: [UnsafeMutablePointer<CChar>?] = unsafe []
    for word in ["/bin/sh", "-c", script] + arguments { unsafe words.append(strdup(word)) }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let fault = unsafe posix_spawn(&child, "/bin/sh", &actions, &attributes, &words, environ)
    return fault == 0 ? child : nil
  }
}
