// SPDX-License-Identifier: MIT

package import Catalogue

/// What stands in the place of the files of the disk: those of a pack, or of one that is made.
package protocol FileShelf: Sendable {
  /// The bytes of a file, which a fault ends where there are more than a limit.
  func bytes(of path: String, limit: Int) throws(SourceFault) -> [UInt8]

  /// The files that may be meant by a path at which there is none.
  func paths(beside path: String) -> [String]

  /// Where definitions are read; nil for the disk, so that nobody takes notice of all of them.
  var ofDefinitions: (any FileShelf)? { get }

  /// Takes notice that a source is read which a file defines.
  func noteUse(ofDefinition path: String)
}

extension ReadingWatch {
  /// One that reads definitions where they stand.
  var ofDefinitions: ReadingWatch {
    guard let shelf else { return self }
    var watch = self
    watch.shelf = shelf.ofDefinitions
    return watch
  }
}

extension Payload {
  /// The bytes that a shelf has in the place of a file.
  static func read(
    _ path: String, on shelf: any FileShelf, limit: Int, unpacking: Bool, watch: ReadingWatch
  ) throws(SourceFault) -> Payload {
    let bytes = try shelf.bytes(of: path, limit: limit)
    var text = ArrivingText(
      name: path, size: bytes.count, limit: limit, unpacking: unpacking, watch: watch)
    if !bytes.isEmpty { _ = try text.take(bytes[...]) }
    try text.end()
    return Payload(text)
  }
}
