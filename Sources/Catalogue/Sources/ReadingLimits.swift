// SPDX-License-Identifier: MIT

/// How much files and pipes may give, as far as a script says.
public struct ReadingLimits: Sendable, Equatable {
  /// How many times its size a compressed file may grow; nil for as many as the directory lets it.
  public var unpackRatio: Int?
  /// How many bytes of a pipe are kept; nil for as many as the directory keeps.
  public var pipeBytes: Int?

  public init(unpackRatio: Int? = nil, pipeBytes: Int? = nil) {
    self.unpackRatio = unpackRatio
    self.pipeBytes = pipeBytes
  }
}
