// SPDX-License-Identifier: MIT

/// Rows that a limit leaves out need no computed columns and no details fetched.
enum LimitEarly {
  @Sendable static func apply(_ steps: [any PlanStep]) -> [any PlanStep] {
    var early: [any PlanStep] = []
    for step in steps {
      var place = early.count
      if step is LimitStep {
        while place > 0, early[place - 1].addsColumns { place -= 1 }
      }
      early.insert(step, at: place)
    }
    return early
  }
}
