// SPDX-License-Identifier: MIT

package import Catalogue

/// A reading of a list that is kept: all replies of it, as they were given.
package struct KeptReading: Sendable, Equatable {
  /// How long one stays where its definition does not say otherwise, in seconds.
  package static let usualRetention = 366 * 86_400
  /// How many bytes they take as they are kept where nobody says otherwise; the oldest goes first.
  package static let usualBytes = 256_000_000

  /// Its number in the file.
  let id: Int
  package let source: String
  /// When the last of its replies was given, in seconds since the start of 1970.
  package let taken: Int
  /// How many items the list had.
  package let items: Int
}

/// The readings of one list, the last that was taken first.
package struct KeptReadings: Sendable {
  /// A reading, and the second of the calendar when it was taken, where the session runs.
  package typealias Dated = (reading: KeptReading, time: Int)

  package internal(set) var all: [Dated] = []
  /// The second that the calendar shows.
  package internal(set) var now = 0
  /// Why none can be kept beyond this run; nil where nothing is in the way.
  package internal(set) var obstacle: MissingReading.Obstacle?
  /// Whether they are gone when the program ends, because it can keep nothing.
  package internal(set) var areInMemory = false
}

/// What is told of a reading that is kept.
package struct KeptReadingSummary: Sendable, Equatable {
  package let reading: KeptReading
  /// How many bytes its replies have.
  package let size: Int
  /// How many bytes those of them take, as they are kept, that no earlier reading has.
  package let packedSize: Int
}

/// A reading that is to be kept.
struct NewReading {
  /// One reply of it.
  struct Page {
    let address: String
    let type: String?
    let fields: HeldFields
    let body: [UInt8]
  }

  let source: String
  /// What names the list: the address of its first reply.
  let list: String
  let taken: Int
  /// How long it is kept, in seconds.
  let retention: Int
  let items: Int
  let pages: [Page]
}
