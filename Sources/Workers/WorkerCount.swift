// SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// On how many threads long lists are read and their rows worked on, which may change between two
/// of them.
package final class WorkerCount: Sendable {
  /// More threads hinder each other.
  package static let most = 64

  /// The processors of the machine, as far as more threads read faster; one where the room for
  /// addresses has a limit, of which each thread takes 72 MB for its stack and its heap.
  package static let usual =
    hasLimitedRoom ? 1 : min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), most)

  private static var hasLimitedRoom: Bool {
    var limit = rlimit()
    return unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0
      && limit.rlim_cur != rlim_t.max
  }

  /// Nil where nobody has said: the system is asked at the first long list, not at the start.
  private let count = Mutex<Int?>(nil)

  package init() {}

  package var value: Int { count.withLock { $0 } ?? Self.usual }

  /// Nil for as many as usual.
  package func set(to value: Int?) { count.withLock { $0 = value } }
}
