// SPDX-License-Identifier: MIT

/// What rows are asked for, as far as a file may know it of many rows at once: it leaves out parts
/// of which none can meet it.
public indirect enum PartCondition: Sendable, Equatable {
  /// That a field compares so with a constant of its type, in the form in which columns hold it. A
  /// text is equal to another one whose bytes are the same.
  case compares(field: Int, Comparison, Value)
  case isNull(field: Int)
  /// That a text is what is sought, or holds it; of any field where none is named.
  case holds(field: Int?, SoughtText)
  /// That one of some conditions holds.
  case any([PartCondition])
}

/// A stage that lets some rows pass, as far as a file may know of many rows at once that it lets
/// none of them pass.
///
/// What the stage counts of its rows is told of all that come to it: parts are only left out where
/// the file knows how many that would have been.
public struct PartFilter: Sendable, Equatable {
  /// A field of which it is told in how many of the rows that come it is null.
  public struct Count: Sendable, Equatable {
    public let field: Int
    /// What the rows are said not to have.
    public let label: String

    public init(field: Int, label: String) {
      self.field = field
      self.label = label
    }
  }

  /// Conditions that all have to hold.
  public var conditions: [PartCondition]
  public var counts: [Count]
  /// Whether all rows of the list come to it; else those that stages before it let pass.
  public var takesWholeList: Bool

  public init(conditions: [PartCondition], counts: [Count] = [], takesWholeList: Bool = true) {
    self.conditions = conditions
    self.counts = counts
    self.takesWholeList = takesWholeList
  }
}
