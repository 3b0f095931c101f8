// SPDX-License-Identifier: MIT

package import Catalogue

extension EnvelopeReader {
  /// Finds the records of a payload of which nothing is known: those of a list, of the only member
  /// of an object that is a list of objects, of its only list where that is empty, the other
  /// members are single values and none is the id of a thing, of several documents, or a single
  /// object.
  ///
  /// With `lines` the payload is NDJSON whatever it begins with.
  package static func detect(
    _ payload: Payload, lines: Bool = false
  ) throws(SourceFault) -> RecordIndex {
    if lines {
      if let fault = payload.otherFormat() { throw fault }
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
    var members = RootMembers()
    var isWhole = true
    do throws(JSONFault) {
      try members.take(&scanner)
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
    guard let name = members.list.flatMap(scanner.name) else {
      var index = LineReader.documents(payload)
      index.otherLists = DocumentLists(payload).found
      return index
    }
    let items = ItemsPath([.member(name)])
    var index = try read(payload, items: items)
    index.detected = items
    index.leavesMembers = members.count > 1
    return index
  }
}

/// The members of an object that may be the whole of a document.
private struct RootMembers {
  private(set) var count = 0
  /// The names of those that are lists of objects; after a fault one of them may be none.
  private var lists: [Range<Int>] = []
  /// The names of those that are lists without elements.
  private var emptyLists: [Range<Int>] = []
  /// How many are objects or lists.
  private var composites = 0
  /// Whether one is called `id`, as in what is a thing and no envelope.
  private var hasID = false

  /// The name of the list that gives the rows; nil where none does.
  var list: Range<Int>? {
    if lists.isEmpty, composites == 1, !hasID { return emptyLists.first }
    return lists.count == 1 ? lists[0] : nil
  }

  /// Takes the object at which a scanner stands.
  mutating func take(_ scanner: inout JSONScanner) throws(JSONFault) {
    try scanner.open()
    if scanner.closesEmpty() { return }
    repeat {
      let name = try scanner.key()
      count += 1
      hasID = hasID || scanner.name(name).map(KeyName.isOne) ?? false
      let kind = ValueKind(firstByte: scanner.byte)
      composites += kind == .array || kind == .object ? 1 : 0
      if kind == .array {
        var ahead = scanner
        try ahead.open()
        if ahead.byte == UInt8(ascii: "{") { lists.append(name) }
        if ahead.closesEmpty() { emptyLists.append(name) }
      }
      try scanner.skipValue()
    } while try scanner.continues()
  }
}
