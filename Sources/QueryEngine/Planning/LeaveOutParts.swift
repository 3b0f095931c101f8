// SPDX-License-Identifier: MIT

import Catalogue

/// Conditions by which a file knows that parts of it have no row that is asked for, or finds the
/// rows that may be, go to it.
///
/// Stages before such a condition do not see the rows of these parts. So the conditions end at the
/// first that may do more with a row than let it pass or not, and with them what a file does not
/// know as well as the stage itself.
enum LeaveOutParts {
  @Sendable static func apply(_ plan: Relation) -> Relation {
    guard case .scan(let source, let columns, var request) = plan.origin,
      !source.capability.knownFields.isEmpty || !source.capability.soughtFields.isEmpty
    else { return plan }
    request.partFilters = filters(of: plan.steps, ConditionReader(source, columns))
    var asking = plan
    asking.origin = .scan(source, columns: columns, asking: request)
    return asking
  }

  private static func filters(
    of steps: [any PlanStep], _ reader: ConditionReader
  ) -> [PartFilter] {
    var filters: [PartFilter] = []
    var takesWholeList = true
    for step in steps {
      guard step.judgesRowsAlone, !step.traits.asksServer else { break }
      if let search = step as? SearchStep, let conditions = reader.holds(search) {
        filters.append(PartFilter(conditions: conditions, takesWholeList: takesWholeList))
      }
      guard let filter = step as? FilterStep else {
        if step.expressions.contains(where: \.mayReport) { break }
        if step.traits.effect == .subset { takesWholeList = false }
        continue
      }
      guard let counts = reader.counts(filter.notes) else { break }
      let conjuncts = filter.condition.conjuncts
      let silent = conjuncts.prefix { !$0.mayReport }
      filters.append(
        PartFilter(
          conditions: silent.compactMap(reader.partCondition), counts: counts,
          takesWholeList: takesWholeList))
      takesWholeList = false
      if silent.count < conjuncts.count { break }
    }
    while filters.last?.conditions.isEmpty == true { filters.removeLast() }
    return filters
  }
}
