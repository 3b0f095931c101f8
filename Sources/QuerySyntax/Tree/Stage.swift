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
    /// `sample 3 seed 7`: some of the rows by chance, the same ones with one seed.
    case sample(Count, seed: Count?)
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

extension Stage {
  package var facts: StageFacts {
    switch kind {
    case .filter, .search: StageFacts(effect: .subset, isRarelyLast: true)
    case .sort:
      StageFacts(effect: .reordered, ordersRows: true, listsNames: true, isRarelyLast: true)
    case .top: StageFacts(effect: .reordered, ordersRows: true, listsNames: true)
    case .limit, .page: StageFacts(effect: .subset, choosesByPlace: true, cutsEnd: true)
    case .skip: StageFacts(effect: .subset, choosesByPlace: true, isRarelyLast: true)
    case .sample: StageFacts(effect: .subset)
    case .show: StageFacts(effect: .same, readsShown: true, listsNames: true)
    case .drop:
      StageFacts(effect: .same, readsShown: true, listsNames: true, isRarelyLast: true)
    case .extend, .rename: StageFacts(effect: .same, readsShown: true, isRarelyLast: true)
    case .assert, .expect(.rows), .expect(.live): StageFacts(effect: .same)
    case .expect(.columns), .expect(.same): StageFacts(effect: .same, readsShown: true)
    case .count, .summarize:
      StageFacts(effect: .new, ordersRows: true, readsShown: true, listsNames: true)
    case .group, .apply: StageFacts(effect: .new, ordersRows: true, readsShown: true)
    case .distinct: StageFacts(effect: .new, readsShown: true, listsNames: true)
    case .relation: StageFacts(effect: .new, readsShown: true)
    case .expand, .join, .union: StageFacts(effect: .new, readsShown: true, isRarelyLast: true)
    case .save, .to: StageFacts(effect: .output, readsShown: true)
    case .unreadable: StageFacts(effect: .unknown, readsShown: true)
    }
  }
}

extension Stage.Kind {
  /// The same stage of parts that take the place of its own.
  func rewritten(by new: some TreeRewriter) -> Self {
    switch self {
    case .filter(let condition): .filter(new.expression(condition))
    case .search(let words, let names): .search(new.expression(words), in: names.map(new.name))
    case .sort(let keys): .sort(keys.map(new.key))
    case .show(.all): .show(.all)
    case .show(.columns(let columns)): .show(.columns(columns.map(new.column)))
    case .extend(let assignments): .extend(assignments.map(new.assignment))
    case .rename(let names):
      .rename(names.map { Renaming(from: new.name($0.from), to: new.name($0.to)) })
    case .drop(let names): .drop(names.map(new.name))
    case .distinct(let names): .distinct(names.map(new.name))
    case .count(let columns): .count(by: columns.map(new.column))
    case .summarize(let aggregates, let columns):
      .summarize(aggregates.map(new.aggregate), by: columns.map(new.column))
    case .group(let names, let stages): .group(names.map(new.name), new.stages(stages))
    case .expand(let list): .expand(new.name(list))
    case .top(let count, let keys): .top(new.count(count), by: keys.map(new.key))
    case .limit(let count): .limit(new.count(count))
    case .skip(let count): .skip(new.count(count))
    case .page(let page, let size): .page(new.count(page), size: size.map(new.count))
    case .sample(let count, let seed): .sample(new.count(count), seed: seed.map(new.count))
    case .assert(let condition, let message):
      .assert(new.expression(condition), message: message.map(new.text))
    case .expect(let expectation): .expect(new.expectation(expectation))
    case .join(let clause):
      .join(
        JoinClause(
          source: new.source(clause.source), condition: new.expression(clause.condition),
          keepsLeft: clause.keepsLeft))
    case .union(let name): .union(new.source(name))
    case .relation(let name): .relation(new.name(name))
    case .apply(let name, let arguments):
      .apply(new.name(name), arguments.map(new.expression))
    case .save(let clause):
      .save(
        SaveClause(
          path: new.text(clause.path), format: clause.format.map(new.format),
          replaces: clause.replaces))
    case .to(let format): .to(new.format(format))
    case .unreadable: .unreadable
    }
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
    // Such as `percentile(distance, 90)`.
    case .name(let field):
      guard arguments.count == 2, case .number(let number, percent: false) = arguments[1].kind,
        number.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      else { return nil }
      return "\(function.text.lowercased())_\(number)_\(field.text)"
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

/// A format and the columns that it is given: those that a chart draws, or the one that heads rows.
public struct FormatClause: Sendable {
  public let name: Name
  /// For `bars` the value, the label and perhaps the part, for `hist` the value, for `line` the
  /// value, its place and perhaps the name of its line, for `scatter` both axes.
  public let columns: [Name]
  /// Between which numbers `hist` counts; empty where it finds them.
  public internal(set) var ends: [RangeEnd] = []
  /// `svg` or `html`, in which a chart is written; nil for text.
  public internal(set) var markup: Name?
}

/// A number at which a range ends, as it is written.
public struct RangeEnd: Sendable {
  /// With its sign, without underscores.
  public let digits: String
  public let range: ScriptRange
}
