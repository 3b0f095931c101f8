// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

/// How a stage that does nothing is taken out of the text.
enum StageRemoval {
  /// The change of the text; nil where a comment would go with the stage.
  static func fix(_ index: Int, of stages: [Stage], in source: ScriptText) -> FixIt? {
    let stage = stages[index].range
    if index + 1 < stages.count {
      return removal(ScriptRange(stage.start, stages[index + 1].range.start), beyond: stage, source)
    }
    guard index > 0 else { return nil }
    return removal(ScriptRange(stages[index - 1].range.end, stage.end), beyond: stage, source)
  }

  private static func removal(
    _ range: ScriptRange, beyond stage: ScriptRange, _ source: ScriptText
  ) -> FixIt? {
    let between =
      source.bytes[range.start..<stage.start] + source.bytes[stage.end..<max(range.end, stage.end)]
    let plain = Array(" \t\r\n|".utf8)
    return between.allSatisfy(plain.contains) ? .replace(range, with: "") : nil
  }
}
