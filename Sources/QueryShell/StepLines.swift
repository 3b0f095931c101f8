// SPDX-License-Identifier: MIT

import QueryEngine
import ResultRendering

/// Stages, how many rows come out of each, and what became of them, in three columns; on a narrow
/// terminal what became of them stands below.
enum StepLines {
  private static let gap = 2
  private static let widestStage = 40
  /// Fewer cells have no room for three columns.
  private static let narrow = 60

  static func text(of steps: [StageWalk.Step], width: Int) -> String {
    let countWidth = steps.map { "\($0.count)".utf8.count }.max() ?? 0
    return width < narrow
      ? stacked(steps, countWidth, width) : sideBySide(steps, countWidth, width)
  }

  private static func sideBySide(
    _ steps: [StageWalk.Step], _ countWidth: Int, _ width: Int
  ) -> String {
    let stages = steps.map {
      DisplayWidth.truncated($0.text, to: widestStage, ellipsis: "…")
    }
    let stageWidth = stages.map { DisplayWidth.of($0) }.max() ?? 0
    let indent = stageWidth + countWidth + 2 * gap
    var text = ""
    for (step, stage) in zip(steps, stages) {
      let remarks = step.remarks.flatMap { DisplayWidth.wrapped($0, to: max(width - indent, 20)) }
      text += line(stage, step.count, stageWidth, countWidth)
      if let first = remarks.first { text += spaces(gap) + first }
      text += "\n"
      for line in remarks.dropFirst() { text += spaces(indent) + line + "\n" }
    }
    return text
  }

  private static func stacked(
    _ steps: [StageWalk.Step], _ countWidth: Int, _ width: Int
  ) -> String {
    let most = max(width - countWidth - gap, 10)
    let stages = steps.map { DisplayWidth.wrapped($0.text, to: most) }
    let stageWidth = stages.joined().map { DisplayWidth.of($0) }.max() ?? 0
    var text = ""
    for (step, stage) in zip(steps, stages) {
      text += line(stage.first ?? "", step.count, stageWidth, countWidth) + "\n"
      for line in stage.dropFirst() { text += line + "\n" }
      let remarks = step.remarks.flatMap { DisplayWidth.wrapped($0, to: max(width - gap, 10)) }
      for remark in remarks { text += spaces(gap) + remark + "\n" }
    }
    return text
  }

  private static func line(
    _ stage: String, _ count: Int, _ stageWidth: Int, _ countWidth: Int
  ) -> String {
    let number = "\(count)"
    return stage
      + spaces(stageWidth - DisplayWidth.of(stage) + gap + countWidth - number.utf8.count)
      + number
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
