// SPDX-License-Identifier: MIT

import Diagnostics

// Stages.
extension SaidQuery {
  func stage(_ stage: Stage) -> String {
    switch stage.kind {
    case .filter(let condition): say(.filter, self.condition(condition))
    case .search(let words, in: let names):
      names.isEmpty
        ? say(.search, value(words)) : say(.searchIn, value(words), list(names))
    case .sort(let keys): say(.sort, then(keys.map(key)))
    case .top(let count, by: let keys):
      say(isOne(count) ? .topOne : .top, self.count(count), then(keys.map(extremeKey)))
    case .show(.all): say(.showAll)
    case .show(.columns(let columns)): say(.show, list(columns))
    case .extend(let assignments): say(.extend, joined(assignments.map(assignment)))
    case .rename(let names):
      say(.rename, joined(names.map { say(.renamed, $0.from.text, $0.to.text) }))
    case .drop(let names): say(.drop, list(names))
    case .distinct(let names): names.isEmpty ? say(.distinctRow) : say(.distinct, list(names))
    case .count(by: let columns): columns.isEmpty ? say(.count) : say(.countBy, list(columns))
    case .summarize(let aggregates, by: let columns):
      columns.isEmpty
        ? say(.summarize, joined(aggregates.map(aggregate)))
        : say(.summarizeBy, joined(aggregates.map(aggregate)), list(columns))
    case .group(let names, let stages): say(.group, list(names), self.stages(stages))
    case .expand(let name): say(.expand, name.text)
    case .limit, .skip, .page, .sample: part(stage.kind)
    case .assert, .expect: check(stage.kind)
    case .join(let clause):
      say(clause.keepsLeft ? .joinLeft : .join, source(clause.source), condition(clause.condition))
    case .union(let name): say(.union, source(name))
    case .relation(let name): say(.relationStage, name.text)
    case .apply(let name, let arguments):
      arguments.isEmpty
        ? say(.apply, name.text) : say(.applyWith, name.text, joined(arguments.map(value)))
    case .save(let clause): save(clause)
    case .to(let format): say(.to, self.format(format))
    case .unreadable: say(.unreadable)
    }
  }

  /// Stages that keep rows by their places.
  private func part(_ kind: Stage.Kind) -> String {
    switch kind {
    case .limit(let count): return ofFirst(count, .limit, ofOne: .limitToOne)
    case .skip(let count): return ofFirst(count, .skip, ofOne: .skipOne)
    case .page(let page, size: let size):
      return size.map { size in
        say(isOne(size) ? .pageOfOne : .pageOf, count(page), count(size))
      } ?? say(.page, count(page))
    case .sample(let count, seed: let seed):
      let said = say(isOne(count) ? .sampleOfOne : .sample, self.count(count))
      return seed.map { say(.fromSeed, said, self.count($0)) } ?? said
    default: return say(.unreadable)
    }
  }

  private func ofFirst(_ count: Count, _ form: SayingForm, ofOne: SayingForm) -> String {
    say(isOne(count) ? ofOne : form, self.count(count))
  }

  private func isOne(_ count: Count) -> Bool { self.count(count) == "1" }

  private func check(_ kind: Stage.Kind) -> String {
    switch kind {
    case .assert(let condition, message: let message):
      message.map { say(.assertSaying, self.condition(condition), written($0.range)) }
        ?? say(.assert, self.condition(condition))
    case .expect(.rows(_, let count)) where written(count.range).lowercased() == "no":
      say(.expectNoRows)
    case .expect(.rows(let mark, let count)):
      // The number of rows is what is compared, and has been said.
      say(
        .expectRows,
        say(SayingForm.comparison(mark), "", self.count(count)).trimmingSpace)
    case .expect(.columns(let names)): say(.expectColumns, list(names))
    case .expect(.same(let path)): say(.expectSame, written(path.range))
    case .expect(.live): say(.expectLive)
    default: say(.unreadable)
    }
  }

  private func save(_ clause: SaveClause) -> String {
    let path = written(clause.path.range)
    let said = clause.format.map { say(.saveAs, path, format($0)) } ?? say(.save, path)
    return clause.replaces ? say(.replacing, said) : said
  }

  /// The format with its columns.
  private func format(_ format: FormatClause) -> String {
    let columns = format.columns.map { written($0.range) }
    let drawn = chart(format.name.text.lowercased(), columns, format.ends)
    let name =
      drawn ?? SayingForm.format(format.name.text.lowercased()).map { say($0) }
      ?? written(format.name.range)
    if let markup = format.markup { return say(.drawnAs, written(markup.range), name) }
    return drawn == nil && columns.count == 1 ? say(.headedBy, name, columns[0]) : name
  }

  /// What a chart draws; nil for a format of rows.
  private func chart(_ name: String, _ columns: [String], _ ends: [RangeEnd]) -> String? {
    switch (name, columns.count) {
    case ("bars", 2): say(.bars, columns[0], columns[1])
    case ("bars", 3): say(.barsOfParts, columns[0], columns[1], columns[2])
    case ("line", 2): say(.line, columns[0], columns[1])
    case ("line", 3): say(.lines, columns[0], columns[1], columns[2])
    case ("scatter", 2): say(.scatter, columns[0], columns[1])
    case ("hist", 1):
      ends.isEmpty
        ? say(.histogram, columns[0])
        : say(.histogramAt, columns[0], joined(ends.map { written($0.range) }))
    default: nil
    }
  }

  private func count(_ count: Count) -> String { written(count.range) }

  private func key(_ key: SortKeyClause) -> String {
    var said = value(key.expression)
    switch key.direction {
    case .descending: said = say(.largestFirst, said)
    case .ascending: said = say(.smallestFirst, said)
    case nil: break
    }
    return key.nullsFirst ? say(.missingFirst, said) : said
  }

  /// A key of `top`, which begins with the largest.
  private func extremeKey(_ key: SortKeyClause) -> String {
    let said = say(key.direction == .ascending ? .smallest : .largest, value(key.expression))
    return key.nullsFirst ? say(.missingFirst, said) : said
  }

  private func then(_ keys: [String]) -> String {
    keys.dropFirst().reduce(keys.first ?? "") { say(.thenBy, $0, $1) }
  }

  private func list(_ names: [Name]) -> String { names.map(\.text).joined(separator: ", ") }

  private func list(_ columns: [ColumnClause]) -> String { joined(columns.map(column)) }

  private func joined(_ parts: [String]) -> String { parts.joined(separator: ", ") }

  private func column(_ column: ColumnClause) -> String {
    switch column {
    case .field(let field): value(field)
    case .computed(let assignment): self.assignment(assignment)
    }
  }

  private func assignment(_ assignment: Assignment) -> String {
    say(.named, assignment.name.text, value(assignment.value))
  }

  private func aggregate(_ aggregate: AggregateClause) -> String {
    let said = value(aggregate.value)
    return aggregate.name.map { say(.named, $0.text, said) } ?? said
  }
}

extension String {
  fileprivate var trimmingSpace: String { String(drop { $0 == " " }) }
}
