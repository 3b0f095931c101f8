// SPDX-License-Identifier: MIT

/// What is left out of what is told besides faults.
package enum Quietness: Sendable {
  case nothing
  /// Progress, warnings and remarks; not what makes an answer less than it seems.
  case remarks
  case all
}

/// Something that is told of a result besides its rows.
struct ResultNote: Equatable {
  let text: String
  /// Whether it makes the answer less than it seems: rows of a sample or of an old copy, or a part
  /// that is missing.
  var isShortfall = false

  init(_ text: String) { self.text = text }

  init(shortfall text: String) {
    self.text = text
    isShortfall = true
  }
}
