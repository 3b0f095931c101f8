// SPDX-License-Identifier: MIT

public import Diagnostics

/// `"2026-11-20"`, `"yesterday"`, `3 days ago` or `$day`: when a list was read.
public struct MomentClause: Sendable {
  public enum Kind: Sendable {
    /// As it is written, without quotes and with a space between words.
    case words(String)
    case parameter(Name)
  }

  public let kind: Kind
  public let range: ScriptRange
}
