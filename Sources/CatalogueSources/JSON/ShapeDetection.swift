// SPDX-License-Identifier: MIT

package import Catalogue

extension EnvelopeReader {
  /// Finds the records of a payload of which nothing is known: those of a list, of the only member
  /// of an object that is a list of objects, or that is an empty list and all there is, of several
  /// documents, or a single object.
  ///
  /// With `lines` the payload is NDJSON whatever it begins with.
  package static func detect(
    _ payload: Payload, lines: Bool = false
  ) throws(SourceFault) -> RecordIndex {
    if lines {
      if let fault = payload.foreignFormat() { throw fault }
      var scanner = JSONScanner(payload)
      scanner.skipSpace()
      if scanner.isAtEnd { throw .empty(name: payload.name) }
      return LineReader.lines(payload)
    }
    if let fault = payload.unsuitableShape() { throw fault }
    var scanner = JSONScanner(payload)
    scanner.skipSpace()
    guard scanner.byte == UInt8(ascii: "{") else { return try read(payload, items: .root) }
    let start = scanner.offset
    scanner.passesStrayBytes = true
    var lists: [Range<Int>] = []
    var members = 0
    var isWhole = true
    do throws(JSONFault) {
      try scanner.findLists(&lists, &members)
    } catch {
      isWhole = false
    }
    let end = scanner.offset
    scanner.skipSpace()
    if isWhole, !scanner.isAtEnd {
      // There is a record on each line when the first one has its line for itself.
      let isLine = !payload.bytes[start..<scanner.offset].reversed().drop { $0 != 0x0A }.isEmpty
      let isOneLine = isLine && !payload.bytes[start..<end].contains(UInt8(ascii: "\n"))
      return isOneLine ? LineReader.lines(payload) : LineReader.documents(payload)
    }
    guard lists.count == 1, let name = lists.first.flatMap(scanner.name) else {
      return LineReader.documents(payload)
    }
    let items = ItemsPath([.member(name)])
    var index = try read(payload, items: items)
    index.detected = items
    index.leavesMembers = members > 1
    return index
  }
}

extension JSONScanner {
  /// Takes an object and collects the names of its members that are lists of objects, and counts
  /// all members; after a fault they include a list that was not whole. A list without elements
  /// counts where it stands alone.
  fileprivate mutating func findLists(
    _ names: inout [Range<Int>], _ members: inout Int
  ) throws(JSONFault) {
    try open()
    if closesEmpty() { return }
    var empty: Range<Int>?
    repeat {
      let name = try key()
      members += 1
      if byte == UInt8(ascii: "[") {
        var ahead = self
        try ahead.open()
        if ahead.byte == UInt8(ascii: "{") { names.append(name) }
        if ahead.closesEmpty() { empty = name }
      }
      try skipValue()
    } while try continues()
    if members == 1, let empty { names.append(empty) }
  }
}
