// SPDX-License-Identifier: MIT

extension String {
  /// Whether another text stands in this one, byte for byte. `contains` of the standard library
  /// makes a table of the sought characters at each call, which short texts are not worth.
  package func holdsBytes(of part: String) -> Bool {
    let bytes = Array(utf8)
    return TextSearch(part.utf8).isFound(in: bytes.span)
  }
}
