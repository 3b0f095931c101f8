// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax
import TextPatterns

/// About how many nanoseconds some work takes for a row, as far as that matters: whether another
/// thread should do it.
///
/// Measured on columns that were in memory. Of what is not known to be light it is only said that
/// it is not.
struct RowCost: Sendable {
  let nanoseconds: Int

  /// Handing a batch to another thread and back, whose memory is then in the caches of the wrong
  /// processor, takes some sixty nanoseconds for each row.
  private static let mostOfLight = 40

  static let nothing = RowCost(nanoseconds: 0)
  static let heavy = RowCost(nanoseconds: mostOfLight + 1)

  /// Whether the work takes less than having it done by somebody else.
  var isLight: Bool { nanoseconds <= Self.mostOfLight }

  static func + (one: RowCost, other: RowCost) -> RowCost {
    RowCost(nanoseconds: one.nanoseconds + other.nanoseconds)
  }

  static func sum(_ costs: some Sequence<RowCost>) -> RowCost { costs.reduce(.nothing, +) }
}

extension BoundExpression {
  /// Of its values. Numbers are compared and added by the batch; a text is looked at once for each
  /// value of a dictionary, and else once for each row.
  var cost: RowCost {
    let own: Int
    switch kind {
    case .column, .literal, .cell: return .nothing
    case .and, .or, .not, .isNull, .isEmpty, .negative: own = 1
    case .compare(_, let first, _, _): own = first.type?.isStoredAsNumber == true ? 3 : 20
    case .arithmetic, .coalesce: own = 6
    case .pattern(.literal(let pattern), _) where pattern.mode != .contains: own = 20
    default: return .heavy
    }
    return RowCost(nanoseconds: own) + .sum(children.lazy.map(\.cost))
  }
}

extension AggregateCall {
  /// Of adding a value.
  var cost: RowCost {
    switch function.word {
    case .count, .sum, .avg, .min, .max: money == nil ? RowCost(nanoseconds: 5) : .heavy
    default: .heavy
    }
  }
}
