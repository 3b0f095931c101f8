// SPDX-License-Identifier: MIT

extension StringProtocol {
  /// The same with single spaces in the place of breaks and runs of space.
  package var onOneLine: String {
    String(self).split(whereSeparator: \.isWhitespace).map(String.init).joined(separator: " ")
  }
}
