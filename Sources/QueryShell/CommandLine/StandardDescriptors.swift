// SPDX-License-Identifier: MIT

import Glibc

/// The descriptors 0, 1 and 2 of the process.
enum StandardDescriptors {
  /// Takes those that are closed, so that no file or connection that is opened later gets one and
  /// receives what is meant for a person. They stay as useless as they were: what would write finds
  /// a descriptor for reading only, what would read one for writing only.
  static func reserve() {
    for descriptor in STDIN_FILENO...STDERR_FILENO
    where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      let mode = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY
      // The lowest one that is free is this one.
      guard unsafe open("/dev/null", mode) == descriptor else { return }
    }
  }
}
