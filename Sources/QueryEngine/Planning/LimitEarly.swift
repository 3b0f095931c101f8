// SPDX-License-Identifier: MIT

/// Rows that a limit leaves out need no computed columns and no details fetched.
enum LimitEarly {
  @Sendable static func apply(_ plan: Relation) -> Relation {
    var early = plan
    early.steps = []
    for step in plan.steps {
      var place = early.steps.count
      if step is LimitStep {
        while place > 0, early.steps[place - 1].addsColumns { place -= 1 }
      }
      early.steps.insert(step, at: place)
    }
    return early
  }
}
