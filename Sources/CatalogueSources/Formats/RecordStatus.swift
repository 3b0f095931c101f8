// SPDX-License-Identifier: MIT

/// How reading one record ended, in the order in which the C library numbers it.
package enum RecordStatus: UInt8 {
  case whole, notObject, malformed, tooLarge

  /// The largest record that is read, in bytes, as the C library has it.
  package static let sizeLimit = 1 << 24
  /// The fields that are found in records without a definition, as the C library has it; others
  /// are left out.
  package static let fieldLimit = 4096
}
