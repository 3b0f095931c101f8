// SPDX-License-Identifier: MIT

import Catalogue

/// The replies of a list as they are read, to be kept together where all of them come.
package struct ReadReplies: Sendable {
  /// A list whose replies have more bytes than this has no readings.
  package static let mostBytes = 64 << 20

  /// The replies by what they were asked for, without what was found in them.
  private(set) var pages: [(request: PayloadRequest, payload: Payload)] = []
  /// When the last of them was given, in seconds since the start of 1970.
  private(set) var taken = 0
  /// Whether none came just now, so that their reading may be kept already.
  private(set) var areCopies = true
  private var bytes = 0

  /// Adds a reply; false where it may not stand in a reading: it is a sample, or stands in for what
  /// the server says, or no copies of it may be kept.
  mutating func add(_ reply: FetchedPayload, to request: PayloadRequest) -> Bool {
    guard let given = reply.given, reply.mayBeKept, reply.standIn == nil, !reply.payload.isPart
    else { return false }
    switch reply.copy {
    case .live: areCopies = false
    case .kept(_, reason: nil): break
    case .nothing, .file, .sample, .kept, .reading, .packed: return false
    }
    bytes += reply.payload.count
    guard bytes <= Self.mostBytes else { return false }
    pages.append((request, reply.payload.shortened(to: reply.payload.count)))
    taken = max(taken, given)
    return true
  }
}
