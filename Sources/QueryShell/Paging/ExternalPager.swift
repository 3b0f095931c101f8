// SPDX-License-Identifier: MIT

import Glibc
import LineEditing

/// Another program that shows text, by the command that a person has chosen.
struct ExternalPager {
  let command: String

  /// Hands it the text and waits until it ends; false where it cannot be started.
  func show(_ text: [UInt8]) -> Bool {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Ctrl-C is the pager's, and so is that it wants no more of the text.
    var ignoring = sigaction()
    unsafe ignoring.__sigaction_handler.sa_handler = SIG_IGN
    var interrupt = sigaction()
    var broken = sigaction()
    unsafe sigaction(SIGINT, &ignoring, &interrupt)
    unsafe sigaction(SIGPIPE, &ignoring, &broken)
    defer {
      unsafe sigaction(SIGINT, &interrupt, nil)
      unsafe sigaction(SIGPIPE, &broken, nil)
    }
    let child = start(reading: ends[0])
    close(ends[0])
    guard let child else {
      close(ends[1])
      return false
    }
    let stream = OutputStream(descriptor: ends[1], isCancelled: { false })
    stream.write(text)
    stream.flush()
    close(ends[1])
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
    // The shell's words for a command that is not there.
    return status >> 8 & 0xFF != 127
  }

  private func start(reading descriptor: Int32) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, STDIN_FILENO)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var standard = sigset_t()
    unsafe sigemptyset(&standard)
    unsafe sigaddset(&standard, SIGINT)
    unsafe sigaddset(&standard, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &standard)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    // What `less` is to do with colours and long lines, where nobody has said that.
    let words = ["/bin/sh", "-c", ": \"${LESS:=-RSF}\"; export LESS\n\(command)"]
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe []
    for word in words { unsafe arguments.append(strdup(word)) }
    unsafe arguments.append(nil)
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let fault = unsafe posix_spawn(
      &child, "/bin/sh", &actions, &attributes, &arguments, environ)
    return fault == 0 ? child : nil
  }
}
