// SPDX-License-Identifier: MIT

/// One visible column of a result: what it is called and what it holds.
public struct ResultColumn: Sendable, Hashable {
  public let label: String
  public let type: ValueType

  public init(_ label: String, _ type: ValueType) {
    self.label = label
    self.type = type
  }
}
