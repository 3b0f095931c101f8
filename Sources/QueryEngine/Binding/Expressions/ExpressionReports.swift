// SPDX-License-Identifier: MIT

import Catalogue
import TextPatterns

extension BoundExpression {
  /// Whether a run may tell more of it than its values: that it ends with a fault, or that a row is
  /// counted, such as one that divides by zero. Rows for which that may be so must not be left out
  /// before it, nor be added.
  var mayReport: Bool {
    // Numbers may be too large for the unit of their type.
    if type?.factor != nil { return true }
    return switch kind {
    case .arithmetic, .ofList, .cell, .template, .wholeDate, .amounts, .priced,
      // The search for a pattern may take too long.
      .pattern(.regular, _), .quantified(_, _, .pattern(.regular, _)):
      true
    case .call(_, let kernel, let arguments):
      kernel.mayFail || kernel.isPartial || arguments.contains(where: \.mayReport)
    case .column, .literal, .negative, .coalesce, .compare, .pattern, .oneOf, .textTest, .folded,
      .quantified, .and, .or, .not, .isNull, .isEmpty, .index, .choose, .ofRecord, .threeValued,
      .member, .convert, .widen, .spelling:
      children.contains(where: \.mayReport)
    }
  }
}
