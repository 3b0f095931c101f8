// SPDX-License-Identifier: MIT

import Glibc

/// Waits until a descriptor takes or gives something, which one that does not block does not do by
/// itself; for ever without a time. Like `poll` it gives how many are ready, or a number below zero
/// with the reason in `errno`, as where a signal ends the waiting.
@discardableResult
package func waitUntilReady(
  _ descriptor: Int32, for event: Int32, milliseconds: Int32 = -1
) -> Int32 {
  var polled = pollfd(fd: descriptor, events: Int16(event), revents: 0)
  return unsafe poll(&polled, 1, milliseconds)
}
