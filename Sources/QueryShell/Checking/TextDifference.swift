// SPDX-License-Identifier: MIT

/// What differs between two texts, line by line: `-` is expected, `+` has come.
enum TextDifference {
  /// How many equal lines are shown before and after a difference.
  private static let context = 2

  private enum Line {
    case same(String)
    case missing(String)
    case extra(String)

    var isChange: Bool { if case .same = self { false } else { true } }
  }

  /// The differences with some lines around each; `…` stands for the lines between.
  static func lines(expected: String, got: String) -> [String] {
    let all = aligned(parts(expected), parts(got))
    let near = Set(all.indices.filter { all[$0].isChange }.flatMap { $0 - context...$0 + context })
    var shown: [String] = []
    var last = -1
    for index in all.indices where near.contains(index) {
      if index > last + 1 { shown.append("  …") }
      last = index
      shown.append(text(all[index]))
    }
    return shown
  }

  private static func text(_ line: Line) -> String {
    switch line {
    case .same(let text): "  \(text)"
    case .missing(let text): "- \(text)"
    case .extra(let text): "+ \(text)"
    }
  }

  private static func parts(_ text: String) -> [String] {
    var parts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if parts.last == "" { parts.removeLast() }
    return parts
  }

  /// All lines of both, those that are only expected before those that came instead.
  private static func aligned(_ expected: [String], _ got: [String]) -> [Line] {
    let difference = got.difference(from: expected)
    let removed = Set(difference.removals.map(offset))
    let inserted = Set(difference.insertions.map(offset))
    var lines: [Line] = []
    var (left, right) = (0, 0)
    while left < expected.count || right < got.count {
      if removed.contains(left) {
        lines.append(.missing(expected[left]))
        left += 1
      } else if inserted.contains(right) {
        lines.append(.extra(got[right]))
        right += 1
      } else {
        lines.append(.same(got[right]))
        left += 1
        right += 1
      }
    }
    return lines
  }

  private static func offset(_ change: CollectionDifference<String>.Change) -> Int {
    switch change {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
