// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import QuerySyntax

/// What an exercise reads, with other rows in the place of those of its sample.
struct TwinWorlds {
  let exercise: Exercise
  let sample: LessonDirectory
  /// What the solution tells of itself.
  let facts: SolutionFacts

  /// All that the solution compares at once; the rows of a file where the exercise names one.
  var mixed: LessonDirectory {
    world { base, rows in
      if let path = exercise.twin, let other = try? sample.source(.address(path)) {
        return TwinRows.Made(rows: Self.rows(of: other, for: base.schema))
      }
      var maker = TwinRows(base.schema, rows, for: facts)
      return maker.made()
    }
  }

  /// Those for an answer that compares something else: rows in which just that is different. Where
  /// the solution has to stop, those in which just one value is, since one row stops the run
  /// whatever the others are like.
  func worlds(for answer: SolutionFacts, stopping: Bool) -> [LessonDirectory] {
    guard exercise.twin == nil else { return [] }
    let all = facts.with(answer)
    var worlds: [LessonDirectory] = []
    let compared = answer.comparisons(beyond: facts)
    if !compared.isEmpty {
      worlds.append(
        world { base, rows in
          var maker = TwinRows(base.schema, rows, for: all)
          return maker.varied(compared)
        })
    }
    return stopping ? worlds + edges(of: all) : worlds
  }

  private func edges(of facts: SolutionFacts) -> [LessonDirectory] {
    facts.sources.flatMap { reference -> [LessonDirectory] in
      guard let (base, rows) = read(reference) else { return [] }
      var maker = TwinRows(base.schema, rows, for: facts)
      return maker.edges(facts.literals.keys.sorted()).map { made in
        sample.with([reference: TwinSource(base, rows: made.rows, origins: made.origins)])
      }
    }
  }

  private func world(
    _ make: (any CatalogueSource, [[Value]]) -> TwinRows.Made
  ) -> LessonDirectory {
    var twins: [SourceReference: TwinSource] = [:]
    for reference in facts.sources {
      guard let (base, rows) = read(reference) else { continue }
      let made = make(base, rows)
      twins[reference] = TwinSource(base, rows: made.rows, origins: made.origins)
    }
    return sample.with(twins)
  }

  private func read(_ reference: SourceReference) -> (any CatalogueSource, [[Value]])? {
    guard let base = try? sample.source(reference), let rows = Self.rows(of: base) else {
      return nil
    }
    return (base, rows)
  }

  /// Whether a list has any row that can be read.
  static func hasRows(_ source: any CatalogueSource) -> Bool { rows(of: source)?.isEmpty == false }

  /// All rows of a list, with null for what it does not tell.
  static func rows(of source: any CatalogueSource) -> [[Value]]? {
    let fields = source.schema.fields.indices.filter { source.schema.fields[$0].origin == .list }
    guard let cursor = try? source.scan(fields: fields) else { return nil }
    var rows: [[Value]] = []
    while let batch = try? cursor.next() {
      let columns = batch.columns
      for number in 0..<batch.count {
        var row = source.schema.fields.map { _ in Value.null }
        for (column, field) in zip(columns, fields) { row[field] = column.value(at: number) }
        rows.append(row)
      }
    }
    return rows
  }

  /// The rows of a file, as a source has them whose fields are called so.
  private static func rows(of file: any CatalogueSource, for schema: Schema) -> [[Value]] {
    let places = schema.fields.map { file.schema.index(of: $0.name) }
    return (rows(of: file) ?? []).map { row in
      zip(schema.fields, places).map { field, place in
        let value = place.map { row[$0] } ?? .null
        if field.type.isTextual, case .number(let number) = value { return .text("\(number)") }
        return value
      }
    }
  }
}
