// SPDX-License-Identifier: MIT

import Catalogue
import LineEditing
import QuerySyntax

/// The query whose rows a browser shows, as it is written.
struct BrowserQuery: Equatable, Sendable {
  /// A stage that a key writes; columns are named as a query writes them.
  enum Stage: Equatable, Sendable {
    case sort(String, isDown: Bool)
    case filter(String)
    case drop([String])
    case count(by: String)
    case summarize(String, by: String)
    case limit(Int)
    /// A chart, behind which there is no other stage.
    case chart(String)
    /// A file, which is written where the line is run.
    case save(String)

    var text: String {
      switch self {
      case .sort(let column, let isDown): "sort by \(column)\(isDown ? " desc" : "")"
      case .filter(let condition): "filter \(condition)"
      case .drop(let columns): "drop \(columns.joined(separator: ", "))"
      case .count(let column): "count by \(column)"
      case .summarize(let aggregates, let column): "summarize \(aggregates) by \(column)"
      case .limit(let count): "limit \(count)"
      case .chart(let form): "to \(form)"
      case .save(let path): "save \(path.inQuotes)"
      }
    }
  }

  /// The statement that gave the rows with which it began; empty where nothing but `|` names them.
  let head: String
  private(set) var stages: [Stage] = []

  init(head: String) { self.head = head }

  /// A line that can be typed at the prompt.
  var text: String {
    let stages = stages.map(\.text)
    guard head.isEmpty else { return ([head] + stages).joined(separator: " | ") }
    return stages.map { "| " + $0 }.joined(separator: " ")
  }

  /// The stages behind those of another query, over the rows of that, which are the last result
  /// where they are run; nil where it does not go on from it.
  func text(over other: Self) -> String? {
    guard head == other.head, stages.starts(with: other.stages), !other.isWritten else {
      return nil
    }
    let rest = stages.dropFirst(other.stages.count).map(\.text)
    return (["from it"] + rest).joined(separator: " | ")
  }

  /// Whether its last stage writes, so that no other can stand behind it.
  private var isWritten: Bool {
    switch stages.last {
    case .chart, .save: true
    default: false
    }
  }

  /// The same with one more stage, in the place of the last where that is of no use then; the same
  /// order a second time is none.
  func adding(_ stage: Stage) -> Self {
    var query = self
    var added = stage
    switch (stages.last, stage) {
    case (.sort, .sort):
      if query.stages.removeLast() == stage { return query }
    case (.drop(let columns), .drop(let more)):
      query.stages.removeLast()
      added = .drop(columns + more)
    case (let last, _) where last == stage: return query
    default: break
    }
    query.stages.append(added)
    return query
  }

  /// The column by whose values the rows are groups; nil where they are none.
  var grouping: String? {
    switch stages.last {
    case .count(let column), .summarize(_, let column): column
    default: nil
    }
  }

  /// The rows of one group in the place of the groups.
  func opening(_ condition: String) -> Self {
    var query = self
    query.stages.removeLast()
    return query.adding(.filter(condition))
  }
}

/// The cell at which a key is pressed.
struct BrowserCell: Sendable {
  /// The name of its column as a query writes it.
  let column: String
  let type: ValueType
  /// Its value as it is written, which is JSON where the type is any; nil where it is null.
  let value: String?

  /// Whether it is a list or a record, which nothing is compared with.
  var hasParts: Bool {
    switch type {
    case .list, .record: true
    case .any: value?.first == "[" || value?.first == "{"
    default: false
    }
  }

  /// Its value in a query; nil where no query can have it.
  var literal: String? {
    guard let value else { return nil }
    if type == .any { return hasParts ? nil : value.withVisibleEscapes }
    guard CompletionPlace.isWritten(type) else { return nil }
    return type == .text || type == .id ? value.inQuotes : value
  }

  /// The condition that holds of rows which compare with the cell as a mark says; nil where none
  /// does.
  func condition(_ mark: String) -> String? {
    guard value != nil else {
      switch mark {
      case "=": return "\(column) is null"
      case "!=": return "\(column) is not null"
      default: return nil
      }
    }
    return literal.map { "\(column) \(mark) \($0)" }
  }
}

extension ValueType {
  /// Whether its values are numbers that a histogram takes.
  var hasHistogram: Bool {
    switch self {
    case .int, .decimal, .money, .length: true
    default: false
    }
  }
}
