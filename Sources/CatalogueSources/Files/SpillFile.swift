// SPDX-License-Identifier: MIT

package import Catalogue

/// The file of a statement for rows that it may not hold in memory: made when the first of them
/// comes, without a name, and gone with the statement, however that ends.
package final class SpillFile {
  /// How much is put into it where nobody says.
  package static let usualLimit = 16_000_000_000

  private let limit: Int
  private let folder: String?
  private var file: TemporaryFile?
  private var count = 0

  /// In a folder, or with nil in the one that the system has for such files.
  package init(limit: Int, folder: String? = nil) {
    self.limit = limit
    self.folder = folder
  }

  /// What a statement is given of it.
  package var space: SpillSpace {
    SpillSpace { (bytes) throws(SpillFault) in
      try self.append(bytes)
    } read: { (place) throws(SpillFault) in
      try self.read(place)
    }
  }

  private func append(_ bytes: [UInt8]) throws(SpillFault) -> Int {
    guard bytes.count <= limit - count else { throw .limit(limit) }
    do throws(TemporaryFile.Fault) {
      if file == nil { file = try TemporaryFile(in: folder) }
      try file?.write(bytes[...], at: count)
    } catch {
      throw SpillFault(error)
    }
    count += bytes.count
    return count - bytes.count
  }

  private func read(_ place: Range<Int>) throws(SpillFault) -> [UInt8] {
    guard let file else { preconditionFailure("what is read was written before") }
    do throws(TemporaryFile.Fault) { return try file.bytes(place) } catch {
      throw SpillFault(error)
    }
  }
}

extension SpillFault {
  fileprivate init(_ fault: TemporaryFile.Fault) {
    self = .file(folder: fault.folder, reason: fault.reason)
  }
}
