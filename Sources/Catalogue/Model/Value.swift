// SPDX-License-Identifier: MIT

/// One value by itself: a literal, a constant, a cell that is looked at alone.
///
/// Columns hold data; values are for the edges, where there is one.
public indirect enum Value: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Decimal)
  case text(String)
  case list([Value])
  case record([Member])

  /// The whole number that it is; nil for any other value.
  package var int: Int? { if case .number(let number) = self { number.int } else { nil } }

  public struct Member: Sendable, Hashable {
    public let name: String
    public let value: Value

    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }
}
