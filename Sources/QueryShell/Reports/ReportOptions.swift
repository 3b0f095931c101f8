// SPDX-License-Identifier: MIT

/// What the command line says of a report besides its text.
package struct ReportOptions: Sendable {
  /// The file that is written; nil for standard output.
  package var path: String?
  /// The language of the text, as HTML names it.
  package var language = "en"
  /// Whether pictures that the text names are put into the page.
  package var embedsPictures = false
}
