// SPDX-License-Identifier: MIT

public import Diagnostics

/// One stage of a pipeline.
public struct Stage: Sendable {
  public let kind: Kind
  /// The words that name the stage, such as `sort by`.
  public let keyword: ScriptRange
  public let range: ScriptRange

  public indirect enum Kind: Sendable {
    case filter(Expression)
    /// The words are a text or a parameter.
    case search(Expression, in: [Name])
    case sort([SortKeyClause])
    case show(Shown)
    case extend([Assignment])
    case rename([Renaming])
    case drop([Name])
    case distinct([Name])
    /// `count`, or with columns `count by`.
    case count(by: [ColumnClause])
    /// Aggregates of all rows, or with columns of each group.
    case summarize([AggregateClause], by: [ColumnClause])
    /// `group by stars ( ... )`: a pipeline for each group.
    case group([Name], [Stage])
    /// `expand suites`: a row for each element.
    case expand(Name)
    case top(Count, by: [SortKeyClause])
    case limit(Count)
    case skip(Count)
    /// `page 2 size 10`: the rows of a page, counted from 1.
    case page(Count, size: Count?)
    /// A condition that every row must meet.
    case assert(Expression, message: TextLiteral?)
    /// What the rows must be like as a whole.
    case expect(Expectation)
    /// Each row beside the rows of another source for which a condition holds.
    case join(JoinClause)
    /// The rows, then those of another source.
    case union(SourceName)
    /// The items that each row names: `related`, `accessories`, `follow NAME`.
    case relation(Name)
    /// The stages of a macro.
    case apply(Name, [Expression])
    /// The result goes into a file.
    case save(SaveClause)
    /// The format in which the result is written.
    case to(FormatClause)
    /// What could not be read; it has been reported.
    case unreadable
  }
}

/// What `show` makes visible.
public enum Shown: Sendable {
  /// `show` or `show all`.
  case all
  case columns([ColumnClause])
}

/// `name as other`.
public struct Renaming: Sendable {
  public let from: Name
  public let to: Name
}

/// One key of a sort as it is written.
public struct SortKeyClause: Sendable {
  public enum Direction: Sendable { case ascending, descending }

  public let expression: Expression
  /// Nil when neither `asc` nor `desc` is written.
  public let direction: Direction?
  public let nullsFirst: Bool
}

/// `name = expression`.
public struct Assignment: Sendable {
  public let name: Name
  public let value: Expression
}

/// A column by its name, or one that is computed and named.
public enum ColumnClause: Sendable {
  case field(Expression)
  case computed(Assignment)
}

/// An aggregate as it is written: a call that names itself, or any expression with a name.
public struct AggregateClause: Sendable {
  public let name: Name?
  public let value: Expression

  /// What it is called when it has no name: `count`, `avg_rooms`; nil for other expressions.
  package var usualName: String? {
    guard case .call(let function, let arguments) = value.kind else { return nil }
    guard let argument = arguments.first else { return function.text.lowercased() }
    switch argument.kind {
    // What could not be read has been reported, and needs no name besides.
    case .missing: return function.text.lowercased()
    case _ where arguments.count == 1:
      return argument.namesake.map { "\(function.text.lowercased())_\($0.text)" }
    default: return nil
    }
  }
}

extension Expression {
  /// The field after which what is made of it is called: itself, or that with another value where
  /// it has none, as in `stars ?? 0`.
  fileprivate var namesake: Name? {
    switch kind {
    case .name(let field): field
    case .coalesce(let value, _): value.namesake
    default: nil
    }
  }
}

/// A whole number of rows, as in `limit 5` or `limit $n`.
public struct Count: Sendable {
  public enum Kind: Sendable {
    case number(Int)
    case parameter(Name)
    /// What a macro is given for such a parameter; it is never written.
    case value(Expression)
  }

  public let kind: Kind
  public let range: ScriptRange
}

/// What `expect` asks of a result.
public enum Expectation: Sendable {
  case rows(ComparisonOperator, Count)
  case columns([Name])
  /// The rows that a file holds.
  case same(TextLiteral)
  /// Rows that are neither a sample's nor an old copy's.
  case live
}

/// `join left reviews on id = reviews.hotel`.
public struct JoinClause: Sendable {
  public let source: SourceName
  public let condition: Expression
  /// Whether rows without a partner stay.
  public let keepsLeft: Bool
}

/// `save "hotels.csv" as csv replace`.
public struct SaveClause: Sendable {
  public let path: TextLiteral
  /// Nil where the file's name tells it.
  public let format: FormatClause?
  /// Whether a file of that name may be replaced.
  public let replaces: Bool
}

/// A format and, for a chart, the columns that it draws.
public struct FormatClause: Sendable {
  public let name: Name
  /// For `bars` the value and the label, for `hist` the value, for `scatter` both axes.
  public let columns: [Name]
}
