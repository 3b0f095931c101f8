// SPDX-License-Identifier: MIT

import Catalogue

/// A condition in another form, which leaves rows.
struct TermEdit {
  /// How far a form is from what was written; the nearest first.
  enum Distance: Int { case spelling, equality, bound, value, removal }

  /// The condition; nil for none.
  let text: String?
  let distance: Distance
  /// Within one distance, as a share of all that there is.
  var share = Decimal(0)
  /// The rows that it leaves.
  let rows: Bitmap

  static func isNearer(_ first: TermEdit, _ second: TermEdit) -> Bool {
    if first.distance != second.distance {
      return first.distance.rawValue < second.distance.rawValue
    }
    return first.share < second.share
  }
}
