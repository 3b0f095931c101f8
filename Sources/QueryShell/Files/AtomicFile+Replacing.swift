// SPDX-License-Identifier: MIT

extension AtomicFile {
  /// Puts other content into a file, all or nothing.
  static func replace(_ path: String, with bytes: [UInt8]) throws(Fault) {
    let file = try AtomicFile(at: path)
    try file.write(bytes)
    try file.commit(replacing: true)
  }
}
