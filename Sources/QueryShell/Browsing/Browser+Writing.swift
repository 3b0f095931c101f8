// SPDX-License-Identifier: MIT

import Catalogue
import LineEditing
import QueryEngine
import QuerySyntax

/// The keys that write.
extension Browser {
  /// What a key writes at the present cell, or why it writes nothing.
  mutating func write(_ key: BrowserKey) -> Step {
    guard let table = view.table else { return .stay }
    switch key {
    case .find: typing = Typing(purpose: .find)
    case .row: typing = Typing(purpose: .row)
    case .column: typing = Typing(purpose: .column)
    case .save: typing = Typing(purpose: .save)
    case .limit: typing = Typing(purpose: .limit)
    case .holding: typing = Typing(purpose: .holding)
    case .next: return sought.isEmpty ? .stay : .work(.find(by: 1))
    case .previous: return sought.isEmpty ? .stay : .work(.find(by: -1))
    case .cell: show(lines: wholeCell)
    case .mark, .markSame, .freeze, .copyCell, .copyRow: return look(key)
    case .open, .related, .accessories: return open(key)
    default:
      guard let stages = stages(of: key) else {
        message = table.count == 0 ? "there is no row" : refusal(of: key)
        return .stay
      }
      return .work(.run(stages.reduce(view.query) { $0.adding($1) }))
    }
    return .stay
  }

  /// Why a key writes nothing.
  private func refusal(of key: BrowserKey) -> String {
    switch key {
    case .keepMarked where seat.marked.isEmpty: return "no row is marked; m marks one"
    case .keepMarked:
      return seat.marked.count > Self.mostMarked
        ? "more than \(Self.mostMarked) rows are marked"
        : "no stage can be written for these rows"
    case .drop where view.table?.columns.count == 1: return "the last column stays"
    case .same, .other, .most, .least:
      if cell?.hasParts ?? false { return "a list or a record is not compared" }
      if cell?.value == nil { return "nothing is more or less than a value that is missing" }
      return "no stage can be written for this value"
    default: return "no stage can be written for this column"
    }
  }

  /// The stages that a key writes for the present cell; nil where it writes none.
  func stages(of key: BrowserKey) -> [BrowserQuery.Stage]? {
    guard let table = view.table, table.columns.indices.contains(place) else { return nil }
    // What nobody can type stands in no line.
    guard PlainText.cleanLine(table.columns[place].label) == table.columns[place].label else {
      return nil
    }
    let column = table.columns[place].label.asName
    let filter = { (mark: String) in
      self.cell?.condition(mark).map { [BrowserQuery.Stage.filter($0)] }
    }
    switch key {
    case .sort: return [.sort(column, isDown: false)]
    case .sortDown: return [.sort(column, isDown: true)]
    case .same: return filter("=")
    case .other: return filter("!=")
    case .most: return filter("<=")
    case .least: return filter(">=")
    case .drop: return table.columns.count > 1 ? [.drop([column])] : nil
    case .count: return [.count(by: column)]
    case .group: return [.summarize(aggregates(beside: place), by: column)]
    case .plot: return chart(of: column)
    case .keepMarked: return markedRows.map { [.filter($0)] }
    default: return nil
    }
  }

  /// How many rows there are, and the average of the first number beside a column that is no key.
  private func aggregates(beside place: Int) -> String {
    let columns = view.table?.columns ?? []
    let number = columns.indices.first { index in
      let isKey = columns[index].id == view.result.keyColumn || columns[index].label == "id"
      return index != place && !isKey && columns[index].type.hasHistogram
    }
    return "count()" + (number.map { ", avg(\(columns[$0].label.asName))" } ?? "")
  }

  private func chart(of column: String) -> [BrowserQuery.Stage] {
    if case .count(let group)? = view.query.stages.last {
      return [.chart("bars count by \(group)")]
    }
    let type = view.table?.columns[place].type ?? .any
    if type.hasHistogram { return [.chart("hist \(column)")] }
    return [.count(by: column), .chart("bars count by \(column)")]
  }

  private mutating func open(_ key: BrowserKey) -> Step {
    guard let table = view.table, table.count > 0 else {
      message = "there is no row"
      return .stay
    }
    if key == .open, let group = view.query.grouping,
      let place = table.columns.firstIndex(where: { $0.label.asName == group }),
      let condition = table.cell(row: row, place: place)?.condition("=")
    {
      return .work(.run(view.query.opening(condition)))
    }
    guard let item = view.result.key(ofRow: row + 1) else {
      message = "the row is no item that could be shown"
      return .stay
    }
    return key == .open ? .work(.ask("show \(Self.written(item))")) : asked(key, of: item)
  }

  /// An id as a statement writes it.
  static func written(_ item: String) -> String {
    let isNumber = item.count < 18 && item.utf8.allSatisfy { (0x30..<0x3A).contains($0) }
    return isNumber && item.first != "0" ? item : item.inQuotes
  }

  /// What is typed behind `/`, `:`, `&` and `t`.
  mutating func type(_ key: Key) -> Step {
    guard var typed = typing else { return .stay }
    switch key {
    case .control(0x0D), .control(0x0A):
      typing = nil
      return typed.text.isEmpty ? .stay : take(typed)
    case .control(0x1B), .control(0x03): typing = nil
    case .control(0x7F), .control(0x08):
      if typed.text.isEmpty { typing = nil } else { typed.text.removeLast() }
      if typing != nil { typing = typed }
    case .character(let scalar) where PlainText.isSafe(scalar):
      typed.text.unicodeScalars.append(scalar)
      typing = typed
    case .paste(let text):
      typed.text += PlainText.cleanLine(text)
      typing = typed
    default: break
    }
    return .stay
  }

  private mutating func take(_ typed: Typing) -> Step {
    switch typed.purpose {
    case .find:
      sought = typed.text
      return .work(.find(by: 0))
    case .holding:
      guard let table = view.table, table.columns.indices.contains(place) else { return .stay }
      let column = table.columns[place]
      var type = column.type
      if case .list(let element) = type { type = element }
      let value = type.hasHistogram ? typed.text : typed.text.inQuotes
      let condition = "\(column.label.asName) contains \(value)"
      return .work(.run(view.query.adding(.filter(condition))))
    case .column: go(toColumn: typed.text)
    case .save: return .leave(view.query.adding(.save(typed.text)).text)
    case .row, .limit:
      guard let number = Int(typed.text), number > 0 else {
        message = "`\(typed.text)` is no number"
        return .stay
      }
      if typed.purpose == .limit { return .work(.run(view.query.adding(.limit(number)))) }
      go(toRow: number - 1)
    }
    return .stay
  }
}
