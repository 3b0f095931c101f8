// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Pipelines that a generator writes: with the planner's rules and without them, in large batches
/// and in small ones, the rows are the same and in the same order.
@Suite struct RandomPipelineTests {
  private static let conditions = [
    "stars >= 2", "distance between 50 and 600", "name contains \"dream\"", "rooms % 2 = 0",
    "any suites > 80", "not stars = 3", "lat > 40000", "image is empty or image is null", "x > 2",
    "stars > 1", "id in (13100, 13370)", "name = \"dream\"", "stars is null", "name != \"Dream\"",
    "x is null", "address starts with \"1\" or rooms > 4", "stars in (0, 2)", "name < \"d\"",
  ]
  private static let keys = [
    "stars", "distance desc", "rooms desc", "name", "image nulls first", "x desc", "lat", "id",
    "stars * 2 - rooms", "suites[0] desc nulls first",
  ]
  private static let columns = [
    "name", "stars, rooms", "id, lat", "x, name", "y = rooms + 1, stars", "street, suites", "all",
  ]

  /// What the stages may use: other rows, and stages with a name.
  private static let names = """
    let few = from hotels | filter rooms < 5 | sort by name | show id, stars, name
    let all = from hotels | extend x = rooms + 1
    def near(most, x) = | filter distance < $most | extend x = $x
    def best(count) = | top $count by stars

    """
  private static let otherStages = [
    "expand suites", "join few on stars = few.stars", "join left few on id = few.id",
    "join all on rooms > all.rooms and all.stars = 3", "union few", "union all",
    "page 2 size 2", "page 1 size 4", "sample 3 seed 7", "assert rooms > 0", "assert stars < 4",
    "expect rows > 1",
    "expect columns name", "apply near(600, rooms)", "apply near(100, lat)", "apply best(2)",
  ]

  private static func stage(_ random: inout Seeded, inGroup: Bool = false) -> String {
    let count = Int.random(in: 0...5, using: &random)
    let condition = conditions.randomElement(using: &random) ?? ""
    let key = keys.randomElement(using: &random) ?? ""
    return switch Int.random(in: 0..<(inGroup ? 20 : 22), using: &random) {
    case 16...19: otherStages.randomElement(using: &random) ?? ""
    case 20, 21: group(&random)
    case 0...2: "filter \(condition)"
    case 3, 4: "sort by \(key)"
    case 5: "sort by \(key), \(keys.randomElement(using: &random) ?? "")"
    case 6: "top \(count) by \(key)"
    case 7: "limit \(count)"
    case 8: "skip \(count)"
    case 9: "show \(columns.randomElement(using: &random) ?? "")"
    case 10:
      "extend x = "
        + (["rooms - stars", "stars / rooms", "null", "lat"].randomElement(using: &random) ?? "")
    case 11: "distinct \(["", "stars", "name, id", "image"].randomElement(using: &random) ?? "")"
    case 12:
      "count by \(["stars", "image", "big = rooms > 3", "x"].randomElement(using: &random) ?? "")"
    case 13: "drop \(["name", "distance", "id", "x"].randomElement(using: &random) ?? "")"
    case 14: "summarize stars = max(stars), n = count(), x = sum(rooms) by name = address"
    default: "search \"\(["inn", "1 main", "d", ""].randomElement(using: &random) ?? "")\""
    }
  }

  private static func group(_ random: inout Seeded) -> String {
    let stages = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      stage(&random, inGroup: true)
    }
    let key = ["stars", "rooms, stars", "x", "image"].randomElement(using: &random) ?? ""
    return "group by \(key) (\(stages.joined(separator: " | ")))"
  }

  /// Rows alone: a plan that computes less also counts fewer nulls and asks for fewer details.
  private static func rows(
    _ script: String, optimising: Bool, batchCount: Int, server: MemoryServer? = nil
  ) -> String {
    let directory = MemoryDirectory(
      sources: [Samples.hotels(batchCount: batchCount, server: server)])
    let text = QueryRun(directory: directory, optimising: optimising).text(script)
    return text.split(separator: "\n").filter { $0.first != "~" }.joined(separator: "\n")
  }

  @Test func planningChangesNothing() {
    var random = Seeded(37)
    var differences: [String] = []
    var answered = 0
    for round in 0..<1_200 {
      let stages = (0..<Int.random(in: 1...6, using: &random)).map { _ in Self.stage(&random) }
      let pipeline = (["from hotels"] + stages).joined(separator: round % 3 == 0 ? "\n| " : " | ")
      // Every tenth goes on from the result in a statement of its own.
      let script =
        Self.names
        + (round % 10 == 0
          ? "from hotels | limit 6\n| \(stages.joined(separator: " | "))" : pipeline)
      let planned = Self.rows(script, optimising: true, batchCount: 3)
      guard !planned.hasPrefix("!") else { continue }
      answered += 1
      for batchCount in [1, 3, 100] {
        let plain = Self.rows(script, optimising: false, batchCount: batchCount)
        if plain != planned { differences.append("\(script)\n\(planned)\nnot\n\(plain)") }
      }
      // Whatever a server does of the work.
      for server in [MemoryServer.exact(), .loose(), .absent()] {
        let served = Self.rows(script, optimising: true, batchCount: 2, server: server)
        if served != planned { differences.append("\(script)\n\(planned)\nnot\n\(served)") }
      }
    }
    #expect(differences.count == 0, "\(differences.first ?? "")")
    #expect(answered > 500)
  }
}
