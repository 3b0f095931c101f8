// SPDX-License-Identifier: MIT

import Glibc

/// Times as the calendar shows them where the program runs.
package enum LocalTime {
  /// The second of the calendar at a time in seconds since the start of 1970.
  @Sendable package static func seconds(at time: Int) -> Int {
    var moment = time
    var parts = unsafe tm()
    guard unsafe localtime_r(&moment, &parts) != nil else { return time }
    return time + Int(unsafe parts.tm_gmtoff)
  }
}
