// SPDX-License-Identifier: MIT

/// Notices that bytes come too slowly.
struct StallWatch {
  let milliseconds: Int
  let bytesPerSecond: Int
  private var lastGood: (moment: Int, bytes: Int)

  init(_ limits: TransferLimits, start: Int) {
    milliseconds = limits.stallMilliseconds
    bytesPerSecond = limits.slowestBytesPerSecond
    lastGood = (start, 0)
  }

  /// Whether for the whole time of the limit fewer bytes came than they should; `bytes` are all so
  /// far. To be asked from time to time.
  mutating func isStalled(bytes: Int, now: Int) -> Bool {
    let elapsed = now - lastGood.moment
    let came = bytes - lastGood.bytes
    if came > 0, came * 1000 >= bytesPerSecond * elapsed { lastGood = (now, bytes) }
    return now - lastGood.moment >= milliseconds
  }
}
