// SPDX-License-Identifier: MIT

/// What keeps the cache from doing what it was asked for.
struct CacheFault: Error, Equatable {
  /// What can be done about it.
  enum Kind {
    /// The content of the file is not what was written: a new file has to be made.
    case damaged
    /// Nothing more can be kept or found in this run.
    case unusable
    /// This one thing could not be done.
    case failed
    /// Another process is at it; a moment later it may be done.
    case busy
  }

  let kind: Kind
  /// The end of a sentence.
  let reason: String
}
