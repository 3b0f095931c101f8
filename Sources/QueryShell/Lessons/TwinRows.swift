// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Makes other rows for a source, on which a solution and what only looks like it differ: below, at
/// and above each value that is compared, in each combination, with ties, other case and nulls
/// where the list has some. The same solution gives the same rows.
struct TwinRows {
  private let schema: Schema
  private let sample: [[Value]]
  private let facts: SolutionFacts
  private var chance = Chance()

  /// So many rows are made at most; fewer where each meets the others.
  private static let (most, mostJoined) = (160, 48)
  /// So many have one field that is different.
  private static let (mostVaried, mostVariedJoined) = (400, 64)
  /// So many fields are varied together.
  private static let mostFields = 4

  /// The sample has a value for each field of the schema.
  init(_ schema: Schema, _ sample: [[Value]], for facts: SolutionFacts) {
    self.schema = schema
    self.sample = sample
    self.facts = facts
  }

  /// Rows, and for each key that was made the one of the row after which it was made.
  struct Made {
    var rows: [[Value]]
    var origins: [String: String] = [:]
  }

  /// Rows with all that is compared.
  mutating func made() -> Made {
    guard !sample.isEmpty else { return Made(rows: []) }
    // A record has no values of its own to vary.
    let varied = fields(of: facts.fields).map { ($0, pool($0)) }.filter { !$0.1.isEmpty }
      .prefix(Self.mostFields)
    let (fields, pools) = (varied.map(\.0), varied.map(\.1))
    var rows = sample
    var origins: [String: String] = [:]
    for (number, values) in combinations(pools).enumerated() {
      let base = sample[number % sample.count]
      var row = base
      for (field, value) in zip(fields, values) { row[field] = value }
      if let key = schema.key { rename(&row, key, number, base, &origins) }
      rows.append(row)
    }
    chance.shuffle(&rows)
    return Made(rows: rows, origins: origins)
  }

  /// The rows of the sample, and for each value of some fields those in which just that is
  /// different: what holds for the sample holds for them but for that value. Nothing is below 0
  /// where the sample has nothing below 0: who compares with 0 loses no row that there might be.
  mutating func varied(_ names: [String]) -> Made {
    var all = changed(names, below: false).reduce(into: Made(rows: sample)) { all, made in
      all.rows += made.rows
      all.origins.merge(made.origins) { first, _ in first }
    }
    chance.shuffle(&all.rows)
    return all
  }

  /// For each value of some fields the rows of the sample, and those in which just that is
  /// different.
  mutating func edges(_ names: [String]) -> [Made] {
    changed(names).map { Made(rows: sample + $0.rows, origins: $0.origins) }
  }

  /// For each value of some fields rows of the sample with that value.
  private mutating func changed(_ names: [String], below: Bool = true) -> [Made] {
    let values = fields(of: names).flatMap { field in
      let none = Value.number(Decimal(0))
      let isBelow = below || sample.contains { Self.isLess($0[field], none) }
      return pool(field).filter { isBelow || !Self.isLess($0, none) }.map { (field, $0) }
    }
    guard !values.isEmpty, !sample.isEmpty else { return [] }
    let most = facts.joins ? Self.mostVariedJoined : Self.mostVaried
    let count = min(sample.count, max(1, most / values.count))
    return values.enumerated().map { number, varied in
      var made = Made(rows: [])
      for place in 0..<count {
        // Others each time where there is no room for all.
        let base = sample[(number * count + place) % sample.count]
        var row = base
        row[varied.0] = varied.1
        if let key = schema.key { rename(&row, key, number * count + place, base, &made.origins) }
        made.rows.append(row)
      }
      return made
    }
  }

  private func rename(
    _ row: inout [Value], _ key: Int, _ number: Int, _ base: [Value],
    _ origins: inout [String: String]
  ) {
    let made = 700_000 + number
    if case .number = base[key] {
      row[key] = .number(Decimal(made))
    } else {
      row[key] = .text("\(made)")
    }
    if case .text(let old) = base[key] { origins["\(made)"] = old }
    if case .number(let old) = base[key] { origins["\(made)"] = old.description }
  }

  /// The fields of the list that are called so, and those of which such ones are computed.
  private func fields(of names: [String]) -> [Int] {
    var found: [Int] = []
    for name in names {
      let name = name.split(separator: ".").last.map(String.init) ?? name
      guard let index = schema.index(of: name) else { continue }
      for field in origins(of: index) where field != schema.key && !found.contains(field) {
        found.append(field)
      }
    }
    return found
  }

  private func origins(of field: Int) -> [Int] {
    switch schema.fields[field].origin {
    case .list: return [field]
    case .detail: return []
    case .derived(let text):
      let expression = Parser.parseExpression(ScriptText(name: "", text)).tree
      return expression.lessonPaths.compactMap(schema.index).flatMap(origins)
    }
  }

  /// The values that a field gets, in a fixed order and each once.
  private func pool(_ field: Int) -> [Value] {
    let literals = literals(beside: field)
    let known = sample.map { $0[field] }
    var values: [Value] = []
    if case .list = schema.fields[field].type {
      values = lists(literals, lengths: lengths(of: field))
    } else {
      values = literals.flatMap(Self.around) + known
      if case .number(let most)? = known.filter({ $0 != .null }).max(by: Self.isLess) {
        values.append(.number(Decimal.sum(most, Decimal(7)) ?? most))
      }
    }
    if known.contains(.null) { values.append(.null) }
    var seen: Set<Value> = []
    let kind = known.first { $0 != .null }
    let isWhole = schema.fields[field].type == .int
    return values.filter { value in
      if isWhole, case .number(let number) = value, !number.isInteger { return false }
      return Self.fits(value, kind) && seen.insert(value).inserted
    }
  }

  private static func isLess(_ first: Value, _ second: Value) -> Bool {
    if case .number(let first) = first, case .number(let second) = second { return first < second }
    return false
  }

  /// Whether a column of such values can hold it.
  private static func fits(_ value: Value, _ other: Value?) -> Bool {
    switch (value, other) {
    case (.null, _), (_, nil), (.number, .number), (.text, .text), (.bool, .bool), (.list, .list):
      true
    default: false
    }
  }

  private func literals(beside field: Int) -> [Value] {
    facts.literals.filter { schema.index(of: $0.key) == field }.sorted { $0.key < $1.key }
      .flatMap(\.value)
  }

  /// Below, at and above a number; with other letters around a text, and in other case.
  private static func around(_ value: Value) -> [Value] {
    switch value {
    case .number(let number):
      let steps = [(-1, 0), (-5, 1), (-1, 2), (1, 2), (5, 1), (1, 0)].compactMap {
        Decimal($0.0, scale: $0.1)
      }
      return [value] + steps.compactMap { Decimal.sum(number, $0).map(Value.number) }
    case .text(let text):
      return [text, text.uppercased(), text.lowercased(), "x" + text, text + "x", "x \(text) x"]
        .map(Value.text)
    default: return [value]
    }
  }

  /// How many elements lists of a field have that is counted and compared.
  private func lengths(of field: Int) -> Int {
    let counted = facts.literals.filter { name, _ in
      schema.index(of: name).map { $0 != field && origins(of: $0).contains(field) } ?? false
    }
    let most = counted.values.flatMap(\.self).compactMap(\.int).max()
    return min((most ?? 2) + 1, 9)
  }

  private func lists(_ literals: [Value], lengths: Int) -> [Value] {
    let elements = literals.flatMap(Self.around).filter {
      if case .number(let number) = $0 { number.isInteger } else { true }
    }
    let pairs = elements.flatMap { first in elements.map { Value.list([first, $0]) } }
    let counted = (0...lengths).map { count in
      Value.list((0..<count).map { .number(Decimal($0 + 1)) })
    }
    let isOfNumbers = literals.allSatisfy { if case .number = $0 { true } else { false } }
    return elements.map { .list([$0]) } + pairs + (isOfNumbers ? counted : [.list([])])
  }

  private mutating func combinations(_ pools: [[Value]]) -> [[Value]] {
    let most = facts.joins ? Self.mostJoined : Self.most
    if pools.isEmpty { return [[]] }
    let total = pools.reduce(1) { min($0 * max($1.count, 1), 100_000) }
    if total <= most {
      let all = pools.reduce([[]]) { rows, pool in
        rows.flatMap { row in pool.map { row + [$0] } }
      }
      // Twice, so that there are ties.
      return facts.joins ? all : all + all
    }
    return (0..<most).map { number in
      pools.enumerated().map { place, pool in
        // The first rows have each value of each field at least once.
        number < pool.count && place == 0 ? pool[number] : pool[chance.below(pool.count)]
      }
    }
  }
}

/// Numbers that look like chance and are the same in each run.
struct Chance {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// A number from 0 below another.
  mutating func below(_ end: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return end > 0 ? Int((state >> 33) % UInt64(end)) : 0
  }

  mutating func shuffle<Element>(_ elements: inout [Element]) {
    for place in elements.indices.dropFirst().reversed() {
      elements.swapAt(place, below(place + 1))
    }
  }
}
