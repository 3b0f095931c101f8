// SPDX-License-Identifier: MIT

import CatalogueSources
import Glibc
import QuerySyntax

/// The file that a result goes into, whole or not at all; compressed where its name says so.
final class SavedFile {
  let file: AtomicFile
  private let packer: Packer?

  init(at path: String, _ compression: Compression?) throws(AtomicFile.Fault) {
    file = try AtomicFile(at: path)
    packer = compression.flatMap { Packer($0) }
    if compression != nil, packer == nil { throw .system(path: path, number: ENOMEM) }
  }

  var targetExists: Bool { file.targetExists }

  func write(_ bytes: [UInt8]) throws(AtomicFile.Fault) {
    try file.write(packed(bytes, isLast: false))
  }

  /// Puts the file in its place, as an `AtomicFile` does.
  func commit(replacing: Bool) throws(AtomicFile.Fault) {
    if packer != nil { try file.write(packed([], isLast: true)) }
    try file.commit(replacing: replacing)
  }

  private func packed(_ bytes: [UInt8], isLast: Bool) throws(AtomicFile.Fault) -> [UInt8] {
    guard let packer else { return bytes }
    if let packed = packer.packed(bytes, isLast: isLast) { return packed }
    throw .system(path: file.path, number: ENOMEM)
  }
}
