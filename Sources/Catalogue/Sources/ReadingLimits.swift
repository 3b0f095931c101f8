// SPDX-License-Identifier: MIT

/// How much files and pipes may give, and how much is kept of lists, as far as a script says.
public struct ReadingLimits: Sendable, Equatable {
  /// How many times its size a compressed file may grow; nil for as many as the directory lets it.
  public var unpackRatio: Int?
  /// How many bytes of a pipe are kept; nil for as many as the directory keeps.
  public var pipeBytes: Int?
  /// How many bytes are kept of readings of lists; nil for as many as the directory keeps.
  public var readingBytes: Int?

  public init(unpackRatio: Int? = nil, pipeBytes: Int? = nil, readingBytes: Int? = nil) {
    self.unpackRatio = unpackRatio
    self.pipeBytes = pipeBytes
    self.readingBytes = readingBytes
  }
}
