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

  var count: Int { hashes.count }

  /// The hashes of some parts, at least one, after they were divided.
  subscript(parts: Range<Int>) -> ArraySlice<UInt64> {
    let start = parts.lowerBound == 0 ? 0 : Int(ends[parts.lowerBound - 1])
    return hashes[start..<Int(ends[parts.upperBound - 1])]
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

  func haveTwoAlike() -> Bool {
    let count = runs.reduce(0) { $0 + $1.count }
    // Of few hashes many parts are compared at once.
    let together = min(max(Self.compared * HashRun.partCount / max(count, 1), 1), HashRun.partCount)
    return stride(from: 0, to: HashRun.partCount, by: together).contains { first in
      hasTwoAlike(in: first..<min(first + together, HashRun.partCount))
    }
  }

  /// About how many hashes are compared with each other at least.
  private static let compared = 4096

  /// Whether two hashes of some parts are the same. Nearly all are alone with their bit, so that
  /// only the few others are compared.
  private func hasTwoAlike(in parts: Range<Int>) -> Bool {
    let count = runs.reduce(0) { $0 + $1[parts].count }
    var seen = HashBits(holding: count)
    var shared = HashBits(holding: count)
    for run in runs {
      for hash in run[parts] {
        if seen.holds(hash) { shared.insert(hash) }
        seen.insert(hash)
      }
    }
    var compared: Set<UInt64> = []
    for run in runs {
      for hash in run[parts] where shared.holds(hash) && !compared.insert(hash).inserted {
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
