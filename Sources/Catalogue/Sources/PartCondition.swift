// SPDX-License-Identifier: MIT

/// What rows are asked for, as far as a file may know it of many rows at once: it leaves out parts
/// of which none can meet it.
public indirect enum PartCondition: Sendable, Equatable {
  /// That a field compares so with a constant of its type, in the form in which columns hold it. A
  /// text is equal to another one whose bytes are the same.
  case compares(field: Int, Comparison, Value)
  case isNull(field: Int)
  /// That one of some conditions holds.
  case any([PartCondition])
}
