// SPDX-License-Identifier: MIT

import QuerySyntax

/// What a stage has done to rows, in words.
struct StageRemarks {
  let before: WalkedRows
  let after: WalkedRows
  let stage: Stage

  var all: [String] {
    switch stage.facts.effect {
    case .subset: leftOut
    case .reordered: moves + leftOut
    case .same: columns
    case .new: first
    case .output, .unknown: []
    }
  }

  private var leftOut: [String] {
    before.names(lackingIn: after).map { "left out: \($0)" }
  }

  /// Which rows stand at other places, those first that stand first now.
  private var moves: [String] {
    guard before.isWhole, after.isWhole, before.labels == after.labels else { return [] }
    var places: [[String]: [Int]] = [:]
    for (place, row) in before.rows.enumerated().reversed() {
      places[row, default: []].append(place)
    }
    let moved = after.rows.enumerated().compactMap { place, row -> String? in
      guard let old = places[row]?.popLast(), old != place else { return nil }
      return "\(after.name(row)) \(old + 1) to \(place + 1)"
    }
    return [moved.isEmpty ? "all stay" : WalkedRows.list(moved)]
  }

  /// Columns that are there now, or hold something else, with their first values, and how many are
  /// seen no longer.
  private var columns: [String] {
    if case .rename = stage.kind { return renamed }
    let added = after.labels.indices.filter { !before.labels.contains(after.labels[$0]) }
    let hidden = before.labels.filter { !after.labels.contains($0) }
    let values = (added + changed).prefix(2).map { index in
      ([after.labels[index]] + [WalkedRows.list(after.rows.map { $0[index] })])
        .joined(separator: " ")
    }
    if hidden.isEmpty { return values }
    if case .drop = stage.kind { return values + ["dropped: \(WalkedRows.list(hidden))"] }
    let what = hidden.count == 1 ? "1 column" : "\(hidden.count) columns"
    return values + ["hidden: \(what)"]
  }

  /// The columns of which a row has another value than before.
  private var changed: [Int] {
    after.labels.indices.filter { place in
      guard let old = before.labels.firstIndex(of: after.labels[place]) else { return false }
      return zip(before.rows, after.rows).contains { $0[old] != $1[place] }
    }
  }

  /// Columns that are called otherwise now.
  private var renamed: [String] {
    let names = zip(before.labels, after.labels).filter { $0 != $1 }.map { "\($0) to \($1)" }
    return names.isEmpty ? [] : ["renamed: \(WalkedRows.list(names))"]
  }

  /// The first row that has come in the place of others.
  private var first: [String] {
    guard let row = after.rows.first else { return [] }
    let cells = zip(after.labels, row).prefix(3).map { "\($0) \($1)" }
    return ["first: \(cells.joined(separator: ", "))"]
  }
}
