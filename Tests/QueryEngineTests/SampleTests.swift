// SPDX-License-Identifier: MIT

import Catalogue
import QueryEngine
import TestSupport
import Testing

/// Rows that chance chooses.
@Suite struct SampleTests {
  private static let directory = MemoryDirectory(sources: [Samples.hotels(batchCount: 2)])

  private func rows(_ query: String, _ directory: MemoryDirectory = directory) -> [String] {
    QueryRun(directory: directory).text(query).split(separator: "\n").dropFirst().map(String.init)
  }

  @Test func everyRowHasTheSameChance() {
    var counts: [String: Int] = [:]
    for seed in 0..<700 {
      let chosen = rows("from hotels | sample 2 seed \(seed) | show id")
      #expect(Set(chosen).count == 2)
      for id in chosen { counts[id, default: 0] += 1 }
    }
    // 200 is expected, and 12 is the standard deviation.
    #expect(counts.count == 7)
    #expect(counts.values.allSatisfy { (150...250).contains($0) }, "\(counts)")
  }

  /// Without a seed the run's own chance decides.
  @Test func chanceDecidesWithoutASeed() {
    let choices = (0..<40).map { _ in rows("from hotels | sample 2 | show id") }
    #expect(Set(choices).count > 1)
    #expect(choices.allSatisfy { $0.count == 2 })
  }

  /// So many rows that most of the chosen ones are let go again, against the algorithm as it is
  /// written in a book.
  @Test func choosesAmongManyRows() {
    let count = 30_000
    let wanted = 2_500
    let numbers = MemorySource(
      Schema(source: "numbers", noun: "numbers", fields: [Field("n", .int)]),
      (0..<count).map { [.number(Decimal($0))] }, batchCount: 1_000)
    var random = Seeded(11)
    var reservoir = Array(0..<wanted)
    for number in wanted..<count {
      let place = Int(random.next().multipliedFullWidth(by: UInt64(number + 1)).high)
      if place < wanted { reservoir[place] = number }
    }
    let chosen = rows(
      "from numbers | sample \(wanted) seed 11 | show n", MemoryDirectory(sources: [numbers]))
    #expect(chosen == reservoir.sorted().map(String.init))
  }

  /// What is held is what is chosen, not what was read.
  @Test func holdsWhatIsChosen() {
    let numbers = MemorySource(
      Schema(source: "numbers", noun: "numbers", fields: [Field("n", .int)]),
      (0..<40_000).map { [.number(Decimal($0))] }, batchCount: 1_000)
    let run = QueryRun(
      directory: MemoryDirectory(sources: [numbers]), memory: 100_000)
    #expect(run.text("from numbers | sample 3 seed 1 | count") == "= count\n3")
    #expect(run.text("from numbers | sort by n | show n").hasPrefix("! CQ"))
  }
}
