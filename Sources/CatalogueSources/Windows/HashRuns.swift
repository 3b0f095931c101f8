// SPDX-License-Identifier: MIT

/// The hashes of the keys of one window.
struct HashRun: Sendable {
  /// Into so many parts all hashes are divided, so that those of one part are in fast memory when
  /// they are compared with each other: of a million, 4,000.
  static let partCount = 256

  private var hashes: [UInt64] = []
  /// Where each part ends, once the hashes stand part by part.
  private var ends: [Int32] = []

  mutating func reserve(_ count: Int) { hashes.reserveCapacity(count) }

  mutating func append(_ hash: UInt64) { hashes.append(hash) }

  /// Puts those of a part side by side, if they are not yet.
  mutating func divide() {
    guard ends.isEmpty else { return }
    ends = Array(repeating: 0, count: Self.partCount)
    for hash in hashes { ends[Self.part(of: hash)] += 1 }
    for part in 1..<ends.count { ends[part] += ends[part - 1] }
    var starts = ends
    var divided = [UInt64](repeating: 0, count: hashes.count)
    for hash in hashes {
      let part = Self.part(of: hash)
      starts[part] -= 1
      divided[Int(starts[part])] = hash
    }
    hashes = divided
  }

  /// The hashes of a part, after they were divided.
  subscript(part: Int) -> ArraySlice<UInt64> {
    hashes[(part == 0 ? 0 : Int(ends[part - 1]))..<Int(ends[part])]
  }

  private static func part(of hash: UInt64) -> Int { Int(hash >> 56) }
}

/// The hashes of many runs of keys, which are held as they come.
struct HashRuns {
  private var runs: [HashRun] = []

  mutating func add(_ run: HashRun) {
    var run = run
    run.divide()
    runs.append(run)
  }

  func haveTwoAlike() -> Bool { (0..<HashRun.partCount).contains(where: hasTwoAlike) }

  /// Whether two hashes of a part are the same. Nearly all are alone with their bit, so that only
  /// the few others are compared.
  private func hasTwoAlike(in part: Int) -> Bool {
    let count = runs.reduce(0) { $0 + $1[part].count }
    var seen = HashBits(holding: count)
    var shared = HashBits(holding: count)
    for run in runs {
      for hash in run[part] {
        if seen.holds(hash) { shared.insert(hash) }
        seen.insert(hash)
      }
    }
    var compared: Set<UInt64> = []
    for run in runs {
      for hash in run[part] where shared.holds(hash) && !compared.insert(hash).inserted {
        return true
      }
    }
    return false
  }
}

/// A bit for each of the hashes that share it.
private struct HashBits {
  private var words: [UInt64]

  /// So large that of so many hashes one in thirty finds its bit taken.
  init(holding count: Int) {
    var size = 1
    while size < count / 4 { size *= 2 }
    words = Array(repeating: 0, count: size)
  }

  func holds(_ hash: UInt64) -> Bool { words[word(of: hash)] & bit(of: hash) != 0 }

  mutating func insert(_ hash: UInt64) { words[word(of: hash)] |= bit(of: hash) }

  private func word(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash >> 6) & (words.count - 1)
  }

  private func bit(of hash: UInt64) -> UInt64 { 1 << (hash & 63) }
}
