public import Diagnostics

/// One stage of a pipeline.
public struct Stage: Sendable {
  public let kind: Kind
  /// The words that name the stage, such as `sort by`.
  public let keyword: SourceRange
  public let range: SourceRange

  public indirect enum Kind: Sendable {
    case filter(Expression)
    case search(TextLiteral, in: [Name])
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
    /// The format in which the result is written.
    case to(Name)
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
}

/// A whole number of rows, as in `limit 5`.
public struct Count: Sendable {
  public let value: Int
  public let range: SourceRange
}

/// What `expect` asks of a result.
public enum Expectation: Sendable {
  case rows(ComparisonOperator, Count)
  case columns([Name])
}
