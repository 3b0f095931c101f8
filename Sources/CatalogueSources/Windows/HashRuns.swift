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

  /// All hashes of some runs that were divided, part by part.
  static func joined(_ runs: [HashRun]) -> [UInt64] {
    var all: [UInt64] = []
    all.reserveCapacity(runs.reduce(0) { $0 + $1.count })
    for part in 0..<partCount {
      for run in runs { all += run[part..<part + 1] }
    }
    return all
  }
}

/// The hashes of many runs of keys. So many are held as they come; where there are more, they are
/// put aside, so that a file of any length takes the same memory.
struct HashRuns {
  /// Of these 4 MiB are held.
  static let usuallyHeld = 1 << 19

  private let most: Int
  private let folder: String?
  private var runs: [HashRun] = []
  private var held = 0
  private var aside: HashesAside?
  private var isFull = false

  /// Holds at most so many and those of one run; the others are put into a file in a folder, or
  /// with nil in the one that the system has for such files.
  init(holding most: Int = Self.usuallyHeld, folder: String? = nil) {
    self.most = most
    self.folder = folder
  }

  mutating func add(_ run: HashRun) {
    var run = run
    run.divide()
    runs.append(run)
    held += run.count
    if held > most, !isFull { putAside() }
  }

  /// Where there is no room for them, all are held from then on; a copy does not write into the
  /// file that it shares.
  private mutating func putAside() {
    guard aside == nil || isKnownUniquelyReferenced(&aside) else { return }
    do throws(TemporaryFile.Fault) {
      let file = if let aside { aside } else { try HashesAside(in: folder) }
      try file.add(runs)
      (aside, runs, held) = (file, [], 0)
    } catch {
      isFull = true
    }
  }

  /// Whether two may be alike, which is also so where those that were put aside cannot be read.
  func mayHaveTwoAlike() -> Bool {
    let count = runs.reduce(aside?.count ?? 0) { $0 + $1.count }
    // Of few hashes many parts are compared at once.
    let together = min(max(Self.compared * HashRun.partCount / max(count, 1), 1), HashRun.partCount)
    return stride(from: 0, to: HashRun.partCount, by: together).contains { first in
      let parts = first..<min(first + together, HashRun.partCount)
      guard let hashes = hashes(of: parts) else { return true }
      return Self.haveTwoAlike(hashes)
    }
  }

  /// Those of some parts, of each run; nil where some cannot be read.
  private func hashes(of parts: Range<Int>) -> [ArraySlice<UInt64>]? {
    var hashes = runs.map { $0[parts] }
    guard let aside else { return hashes }
    do throws(TemporaryFile.Fault) {
      hashes += try aside.hashes(of: parts)
      return hashes
    } catch {
      return nil
    }
  }

  /// About how many hashes are compared with each other at least.
  private static let compared = 4096

  /// Whether two hashes of some runs are the same. Nearly all are alone with their bit, so that
  /// only the few others are compared.
  private static func haveTwoAlike(_ runs: [ArraySlice<UInt64>]) -> Bool {
    let count = runs.reduce(0) { $0 + $1.count }
    var seen = HashBits(holding: count)
    var shared = HashBits(holding: count)
    for run in runs {
      for hash in run {
        if seen.holds(hash) { shared.insert(hash) }
        seen.insert(hash)
      }
    }
    var compared: Set<UInt64> = []
    for run in runs {
      for hash in run where shared.holds(hash) && !compared.insert(hash).inserted {
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
