// SPDX-License-Identifier: MIT

import TestSupport

/// Scripts at random, as lists of words, so that the space between them can be chosen freely.
struct RandomScript {
  private var random: Seeded

  init(seed: UInt64) { random = Seeded(seed) }

  mutating func statement() -> [String] {
    var words = pick([
      ["from", "hotels"], ["FROM", "'a b.json'", "in", "'x'", ",", "\"y\""], ["filter", "a"],
      ["let", "near", "=", "from", "hotels"], ["def", "f", "(", "n", ")", "="],
    ])
    for _ in 0..<Int.random(in: 1...6, using: &random) { words += ["|"] + stage(depth: 0) }
    return words
  }

  /// The words with some of them missing, doubled, out of place or not of the language.
  mutating func spoiled(_ words: [String]) -> [String] {
    var words = words
    for _ in 0..<Int.random(in: 1...3, using: &random) where !words.isEmpty {
      let index = Int.random(in: 0..<words.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: words.remove(at: index)
      case 1: words.insert(words[index], at: index)
      case 2: words.swapAt(index, Int.random(in: 0..<words.count, using: &random))
      default:
        words.insert(
          contentsOf: pick([[";"], ["|"], ["WHERE"], ["`"], ["=="], ["{"], ["let"], ["~"], ["&&"]]),
          at: index)
      }
    }
    return words
  }

  private mutating func stage(depth: Int) -> [String] {
    switch Int.random(in: 0..<(depth < 2 ? 10 : 8), using: &random) {
    case 0: return ["Filter"] + expression(depth: 0)
    case 1:
      return ["sort", "by"]
        + list { $0.name() + ["*"] + $0.operand(depth: 3) + $0.pick([[], ["DESC"]]) }
    case 2: return ["show"] + list { $0.name() }
    case 3: return ["extend"] + list { $0.name() + ["="] + $0.expression(depth: 1) }
    case 4:
      return ["summarize"] + list { $0.name() + ["=="] + $0.call(depth: 1) } + ["by"]
        + list { $0.name() }
    case 5: return ["rename"] + list { $0.name() + ["as"] + $0.name() }
    case 6: return ["top", "5", "by"] + call(depth: 2)
    case 7: return ["assert"] + expression(depth: 1) + [",", "'it\\'s \"so\"'"]
    default:
      var words = ["group", "by"] + list { $0.name() } + ["("] + stage(depth: depth + 1)
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        words += ["|"] + stage(depth: depth + 1)
      }
      return words + [")"]
    }
  }

  private mutating func expression(depth: Int) -> [String] {
    if depth > 4 { return operand(depth: depth) }
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return joined("and", depth)
    case 1: return joined("OR", depth)
    case 2: return ["not", "("] + expression(depth: depth + 1) + [")"]
    case 3:
      return operand(depth: depth)
        + pick([["="], ["=="], [">="], ["starts", "WITH"], ["contains"]])
        + operand(depth: depth)
    case 4: return name() + ["between"] + operand(depth: depth) + ["and"] + operand(depth: depth)
    case 5: return name() + ["not", "in", "("] + list { $0.operand(depth: 5) } + [")"]
    case 6: return name() + ["in", "-", "1", "..", "5"]
    case 7:
      return ["if"] + name() + ["then"] + expression(depth: depth + 2) + ["else"]
        + expression(depth: depth + 2)
    default: return operand(depth: depth)
    }
  }

  /// Terms in brackets, which take any expression.
  private mutating func joined(_ word: String, _ depth: Int) -> [String] {
    var words = ["("] + expression(depth: depth + 1) + [")"]
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      words += [word] + name() + ["is", "not", "NULL"] + [word, "("]
      words += expression(depth: depth + 1) + [")"]
    }
    return words
  }

  private mutating func operand(depth: Int) -> [String] {
    if depth > 4 {
      return pick([
        ["1_000"], ["20", "%"], ["'t'"], ["\"\\\"\""], ["null"], ["$x"], ["£1_000"], ["5", "USD"],
        ["20", "KM"], ["2024-01-31"], ["f'{a}'"], ["@3", ".", "a"],
      ])
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return call(depth: depth + 1)
    case 1: return ["["] + list { $0.operand(depth: depth + 2) } + ["]", "[", "0", "]"]
    case 2: return ["-"] + operand(depth: depth + 1)
    case 3:
      return operand(depth: depth + 1) + pick([["+"], ["-"], ["*"], ["/"], ["??"]])
        + operand(depth: depth + 2)
    default: return name()
    }
  }

  private mutating func call(depth: Int) -> [String] {
    ["coalesce", "("] + list { $0.operand(depth: depth + 1) } + [")"]
  }

  private mutating func name() -> [String] {
    pick([["a"], ["Stars"], ["distance_from_the_centre"], ["`b c`"], ["`rooms`"], ["by"], ["é"]])
  }

  private mutating func list(_ element: (inout RandomScript) -> [String]) -> [String] {
    var words = element(&self)
    for _ in 0..<Int.random(in: 0...4, using: &random) { words += [","] + element(&self) }
    return words
  }

  mutating func pick(_ choices: [[String]]) -> [String] {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }
}

extension RandomScript {
  /// The words with space between them at random, and comments too where a line may end.
  mutating func text(of words: [String], comments: Bool) -> String {
    var text = ""
    var depth = 0
    for (index, word) in words.enumerated() {
      depth += ["(", "["].contains(word) ? 1 : ([")", "]"].contains(word) ? -1 : 0)
      text += word
      guard index < words.count - 1 else { break }
      let mayEnd =
        depth > 0 || words[index + 1] == "|" || ["|", ",", "and", "OR"].contains(word)
      text += space(mayEnd: mayEnd && words[index + 1] != "from", comments: comments, index)
    }
    return text
  }

  private mutating func space(mayEnd: Bool, comments: Bool, _ index: Int) -> String {
    switch Int.random(in: 0..<(mayEnd ? 12 : 6), using: &random) {
    case 0: return "  \t"
    case 6: return "\n"
    case 7: return " \r\n\n  "
    case 8 where comments: return " # c\(index)\n"
    case 9 where comments: return "\n# own \(index)\n# |\n\n"
    default: return " "
    }
  }
}
