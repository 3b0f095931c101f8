// SPDX-License-Identifier: MIT

/// What a transfer may take; none has more than this, whatever a server does.
package struct TransferLimits: Sendable, Equatable {
  /// The names by which `cq limits` and the faults call them.
  package enum Name: String, Sendable {
    case connecting = "time to connect to a server"
    case stalling = "time with hardly a byte from a server"
    case total = "time of a transfer"
    case body = "size of a reply"
    case growth = "growth of a reply by decompression"
    case header = "size of a reply's header"
    case headerLines = "lines of a reply's header"
  }

  /// After so many failures in a row a server is left alone: as many as are asked at once.
  package static let failuresInARow = 6
  /// For how long it is left alone.
  package static let outageMilliseconds = 30_000

  package var connectMilliseconds = 5_000
  /// How long less than `slowestBytesPerSecond` is waited for.
  package var stallMilliseconds = 10_000
  package var slowestBytesPerSecond = 100
  /// For a request with all its redirects; a repeated one begins anew.
  package var totalMilliseconds = 60_000
  /// Decompressed.
  package var bodyBytes = 64 << 20
  /// How many times larger decompression may make a reply.
  package var growth = GrowthLimit.usual
  /// Decompressed bytes that may come in any case.
  package var growthAfterBytes = 1 << 20
  package var headerBytes = 256 << 10
  package var headerLines = 1_000
  package var redirects = 5
  package var requestsAtOncePerHost = 6

  package init() {}
}

extension TransferLimits {
  /// `10 s`, or `300 ms` where it is no whole number.
  static func text(milliseconds: Int) -> String {
    milliseconds.isMultiple(of: 1000) ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }

  /// `64 MiB`, `256 KiB`, or bytes where it is no whole number.
  static func text(bytes: Int) -> String {
    if bytes > 0, bytes.isMultiple(of: 1 << 20) { return "\(bytes >> 20) MiB" }
    return bytes > 0 && bytes.isMultiple(of: 1 << 10) ? "\(bytes >> 10) KiB" : "\(bytes) bytes"
  }
}
