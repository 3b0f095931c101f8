// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax
import Testing

@testable import QueryEngine

/// Plans as values: what an operator runs stands below it, and which kind of work it is, is read
/// from it alone.
@Suite struct PlanTreeTests {
  private static func query(_ script: String) throws -> BoundQuery {
    let source = ScriptText(name: "t", script)
    let bound = Binder.bind(
      Parser.parse(source).tree, in: Binder.Context(), directory: Samples.directory())
    #expect(bound.diagnostics.map(\.message) == [])
    guard case .query(let query) = try #require(bound.statements.last).action else {
      preconditionFailure("a query is bound")
    }
    return query
  }

  private static func plan(_ script: String) throws -> PhysicalPlan {
    Planner.plan(try query(script), keepingScope: false)
  }

  private static func kind(_ planned: PhysicalOperator) -> String {
    switch planned.work {
    case .rowwise: "each row"
    case .parted: "parts"
    case .sequential: "sequential"
    }
  }

  private static func kinds(_ operators: [PhysicalOperator]) -> [String] {
    operators.flatMap { planned in
      let inputs = planned.inputs.flatMap { kinds($0.operators) }
      let below = (inputs + kinds(planned.inner)).map { "- \($0)" }
      return ["\(type(of: planned.step)): \(kind(planned))"] + below
    }
  }

  /// Every kind of step, with those below it.
  @Test(arguments: [
    ("filter stars > 1", ["FilterStep: each row"]),
    ("search \"inn\" in name", ["SearchStep: each row"]),
    ("extend x = stars + 1", ["ExtendStep: each row"]),
    ("expand suites", ["ExpandStep: each row"]),
    ("assert stars > 1", ["AssertStep: each row"]),
    ("summarize sum(stars)", ["AggregateStep: parts"]),
    ("sort by name", ["SortStep: sequential"]),
    ("top 2 by stars", ["TopStep: sequential"]),
    ("distinct name", ["DistinctStep: sequential"]),
    ("sample 2", ["SampleStep: sequential"]),
    ("expect rows > 1", ["ExpectRowsStep: sequential"]),
    ("limit 2", ["LimitStep: sequential"]),
    ("filter lat > 1", ["DetailStep: sequential", "FilterStep: each row"]),
    ("expect live", ["ExpectLiveStep: sequential"]),
    ("expect columns id", ["FailColumnsStep: sequential"]),
    (
      "join few on id = few.id",
      ["JoinStep: sequential", "- FilterStep: each row", "- TopStep: sequential"]
    ),
    (
      "union few", ["UnionStep: sequential", "- FilterStep: each row", "- TopStep: sequential"]
    ),
    (
      "group by stars (sort by name | limit 1 | join few on id = few.id)",
      [
        "GroupStep: sequential", "- TopStep: sequential", "- JoinStep: sequential",
        "- - FilterStep: each row", "- - TopStep: sequential",
      ]
    ),
  ])
  func everyOperatorTellsItsKind(stages: String, kinds: [String]) throws {
    let few = "let few = from hotels | filter stars > 1 | top 2 by name | show id, name"
    let plan = try Self.plan("\(few)\nfrom hotels | show id, name, stars, suites | \(stages)")
    #expect(Self.kinds(plan.operators) == kinds)
  }

  @Test func whatRowsAreComparedWithStandsBelow() throws {
    let step = ExpectSameStep(
      wanted: try Self.query("from hotels | limit 2 | show id").relation, columns: [],
      expected: [], range: ScriptRange(0, 1))
    let planned = step.physical(ColumnLayout(columns: []))
    #expect(
      Self.kinds([planned]) == [
        "ExpectSameStep: sequential", "- ExtendStep: each row", "- LimitStep: sequential",
      ])
    #expect(planned.algorithm == Algorithm(name: nil, held: "all rows of both"))
  }

  /// A join is read in its plan: how it is done, and what its source is asked.
  @Test(arguments: [
    ("id = few.id", Algorithm.Name.hashJoin), ("id = few.id and stars > 1", .hashJoin),
    ("stars < few.stars", .nestedLoop),
  ])
  func aJoinIsATree(condition: String, name: Algorithm.Name) throws {
    let plan = try Self.plan(
      "let few = from hotels | limit 2\nfrom hotels | join few on \(condition) | show id, few.name")
    let join = try #require(plan.operators.first)
    #expect(join.algorithm == Algorithm(name: name, held: "the other rows"))
    let right = try #require(join.inputs.first)
    #expect(join.inputs.count == 1 && join.inner.isEmpty)
    guard case .scan(let source, _, _) = right.source else {
      preconditionFailure("the other rows are a list")
    }
    #expect(source.schema.source == "hotels")
    #expect(right.operators.map { "\(type(of: $0.step))" } == ["LimitStep"])
  }
}
