// SPDX-License-Identifier: MIT

/// Hashes of keys in a file without a name, many runs at a time: part by part, so that those of
/// one part of all runs are read without the others.
final class HashesAside {
  /// Where the hashes of some runs begin, and how many come before the end of each part.
  private struct Block {
    let start: Int
    let ends: [Int]
  }

  private static let width = MemoryLayout<UInt64>.size

  private let file: TemporaryFile
  private var blocks: [Block] = []
  private(set) var count = 0

  init(in folder: String?) throws(TemporaryFile.Fault) { file = try TemporaryFile(in: folder) }

  /// Puts the hashes of runs that were divided behind those that are there.
  func add(_ runs: [HashRun]) throws(TemporaryFile.Fault) {
    let hashes = HashRun.joined(runs)
    try file.write(Self.bytes(of: hashes)[...], at: count * Self.width)
    blocks.append(Block(start: count, ends: Self.ends(of: runs)))
    count += hashes.count
  }

  /// The hashes of some parts, at least one, by block.
  func hashes(of parts: Range<Int>) throws(TemporaryFile.Fault) -> [ArraySlice<UInt64>] {
    var found: [ArraySlice<UInt64>] = []
    for block in blocks {
      let first = parts.lowerBound == 0 ? 0 : block.ends[parts.lowerBound - 1]
      let start = (block.start + first) * Self.width
      let end = (block.start + block.ends[parts.upperBound - 1]) * Self.width
      found.append(Self.hashes(of: try file.bytes(start..<end))[...])
    }
    return found
  }

  private static func ends(of runs: [HashRun]) -> [Int] {
    (1...HashRun.partCount).map { end in runs.reduce(0) { $0 + $1[0..<end].count } }
  }

  private static func bytes(of hashes: [UInt64]) -> [UInt8] {
    unsafe hashes.withUnsafeBytes { unsafe Array($0) }
  }

  private static func hashes(of bytes: [UInt8]) -> [UInt64] {
    unsafe bytes.withUnsafeBytes { buffer in
      (0..<bytes.count / width).map {
        unsafe buffer.loadUnaligned(fromByteOffset: $0 * width, as: UInt64.self)
      }
    }
  }
}
