// SPDX-License-Identifier: MIT

/// In how many rows a field is null that decides whether they pass a stage.
public struct NullCount: Sendable, Equatable {
  /// What the rows have not.
  public let label: String
  public internal(set) var count: Int

  public init(label: String, count: Int) {
    self.label = label
    self.count = count
  }
}

extension [NullCount] {
  /// Counts further rows; none where there are none.
  package mutating func add(_ label: String, _ count: Int) {
    guard count > 0 else { return }
    if let index = firstIndex(where: { $0.label == label }) {
      self[index].count += count
    } else {
      append(NullCount(label: label, count: count))
    }
  }
}
