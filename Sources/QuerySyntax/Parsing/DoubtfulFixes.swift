// SPDX-License-Identifier: MIT

import Diagnostics

// Fixes that make of other languages' words a pipeline that means something else there.
extension Parser {
  /// Makes the fixes of a pipeline, whose faults begin at an index, suggestions where a person has
  /// to decide: texts stand where others have names in quotes, or an order is not written, which
  /// in KQL begins with the largest.
  mutating func doubtFixes(since first: Int, of stages: [Stage]) {
    guard diagnostics.count > first, stages.contains(where: \.asksTextsAlone) || turnsOrder(stages)
    else { return }
    for index in first..<diagnostics.count {
      diagnostics[index] = diagnostics[index].with(diagnostics[index].fix?.suggested)
    }
  }

  private func turnsOrder(_ stages: [Stage]) -> Bool {
    stages.contains { source[$0.keyword].lowercased().hasPrefix("project") }
      && stages.contains {
        // The first of `top` are the largest in both.
        if case .sort(let keys) = $0.kind { keys.contains { $0.direction == nil } } else { false }
      }
  }
}

extension Stage {
  /// Whether a text is a key of it, or nothing but texts is compared in it or given to a function.
  fileprivate var asksTextsAlone: Bool {
    (sortKeys ?? []).contains { $0.expression.isText }
      || expressions.contains(where: \.asksTextsAlone)
  }
}

extension Expression {
  fileprivate var isText: Bool { if case .text = kind { true } else { false } }

  fileprivate var asksTextsAlone: Bool {
    if case .list = kind { return false }
    let inner = kind.children
    return !inner.isEmpty && inner.allSatisfy(\.isText) || inner.contains(where: \.asksTextsAlone)
  }
}
