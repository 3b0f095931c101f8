// SPDX-License-Identifier: MIT

/// How the line is shown while it is edited.
package struct Appearance: Equatable, Sendable {
  /// Whether it is painted here; else it is as libedit draws it.
  package var isPainted = true
  /// Whether a grey continuation stands behind what is typed.
  package var hasHints = true
  /// Whether the rows of the line are counted where that is quick.
  package var hasPreview = true
  package var colours = PaintColours.attributes
  /// For which background the colours are.
  package var theme = PaintTheme.auto
  /// Whether nothing but ASCII is shown besides what was typed.
  package var isASCII = false

  package init() {}
}
