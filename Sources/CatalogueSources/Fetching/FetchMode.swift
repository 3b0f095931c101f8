// SPDX-License-Identifier: MIT

/// When a server is asked.
package enum FetchMode: Sendable {
  /// When no copy is fresh.
  case live
  /// Never.
  case offline
  /// Also when a copy is fresh, once in a session.
  case refresh
}
