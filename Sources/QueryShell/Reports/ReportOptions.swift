// SPDX-License-Identifier: MIT

/// What the command line says of a report besides its text.
package struct ReportOptions: Sendable {
  /// The file that is written; nil for standard output.
  package var path: String?
  /// The language of the text, as HTML names it; nil for what the name of its file tells.
  package var language: String?
  /// Whether pictures that the text names are put into the page.
  package var embedsPictures = false
}
