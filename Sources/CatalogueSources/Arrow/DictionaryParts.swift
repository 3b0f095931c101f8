// SPDX-License-Identifier: MIT

import Arrow

/// Which of the dictionaries of one number holds for a batch, and how many parts of it.
struct DictionaryExtent: Sendable {
  /// The number of the dictionary among all that there are.
  let dictionary: Int
  let parts: Int
}

/// Where the parts of all dictionaries are: of those that are replaced too, each one time, however
/// many batches come between its parts.
struct DictionaryParts: Sendable {
  private(set) var blocks: [[ArrowFooter.Block]] = []
  /// The numbers of dictionaries that are replaced by others.
  private(set) var replaced: Set<Int64> = []
  /// Those that hold for a batch that comes next.
  private(set) var current: [Int64: DictionaryExtent] = [:]

  /// Takes a further dictionary, or what is added to the one before.
  mutating func add(_ block: ArrowFooter.Block, to id: Int64, isDelta: Bool) {
    if isDelta, let known = current[id] {
      blocks[known.dictionary].append(block)
      current[id] = DictionaryExtent(dictionary: known.dictionary, parts: known.parts + 1)
    } else {
      if current[id] != nil { replaced.insert(id) }
      current[id] = DictionaryExtent(dictionary: blocks.count, parts: 1)
      blocks.append([block])
    }
  }
}

/// What has been read of the dictionary of some number.
struct ReadDictionary: Sendable {
  /// Which of them it is.
  let number: Int
  var values: ArrowDictionary
  /// How many codes it has behind each of the parts that were read.
  var ends: [Int] = []
}
