// SPDX-License-Identifier: MIT

import Glibc

/// The processors of the machine.
package enum Processors {
  /// How many there are, as far as more threads read faster.
  package static let count = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), limit)
  /// The most threads that one list is read on.
  package static let limit = 64
}
