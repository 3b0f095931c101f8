// SPDX-License-Identifier: MIT

package import Catalogue

/// Walks over a whole payload, checks that it is JSON, and finds the records at a path.
///
/// A fault does not hide the records before it: it is kept in the index and met when they are used
/// up. Groups may have the members that are asked for before or after the list of their items.
package struct EnvelopeReader {
  private enum Halt: Error {
    case malformed(JSONFault)
    case shape(String)
  }

  private let payload: Payload
  private let path: ItemsPath
  /// Whether the document itself is the only record.
  private let isWhole: Bool
  private let groupFields: [GroupField]
  private var scanner: JSONScanner
  private var index = RecordIndex()
  /// The texts of the group in which the walk is, one for each of `groupFields`.
  private var texts: [String?]
  private var isInsideRecord = false
  /// How many records have a byte that is no UTF-8, and the first such byte.
  private var strays = 0
  private var firstStray: JSONFault?

  private init(_ payload: Payload, items: ItemsPath?, groups: [GroupField]) {
    self.payload = payload
    path = items ?? .root
    isWhole = items == nil
    groupFields = groups
    scanner = JSONScanner(payload)
    texts = Array(repeating: nil, count: groups.count)
  }

  /// Finds the records at a path; without one the document, an object, is the only record.
  ///
  /// Throws `empty` for a payload of nothing but space, and `wrongShape` for one that has no list,
  /// or no object, where one should be.
  package static func read(
    _ payload: Payload, items: ItemsPath?, groups: [GroupField] = []
  ) throws(SourceFault) -> RecordIndex {
    if let fault = payload.unsuitableShape() { throw fault }
    var reader = EnvelopeReader(payload, items: items, groups: groups)
    do throws(Halt) {
      try reader.document()
      // Where no record is left, the whole is at fault.
      if reader.strays == reader.index.count, let stray = reader.firstStray {
        reader.index = RecordIndex()
        reader.isInsideRecord = true
        throw .malformed(stray)
      }
    } catch {
      switch error {
      case .shape(let message): throw .wrongShape(name: payload.name, message: message)
      case .malformed(let fault):
        reader.end(with: fault)
      }
    }
    return reader.index
  }

  /// Keeps a fault for those who come to it; of a payload that is salvaged it is the end.
  private mutating func end(with fault: JSONFault) {
    let sourceFault = payload.sourceFault(fault, after: index.count, isInside: isInsideRecord)
    guard payload.readsPartially, index.count > 0, case .malformed = sourceFault else {
      index.fault = sourceFault
      return
    }
    let reason = payload.breakage(by: fault, after: index.count, isInside: isInsideRecord)
    index.breakage = ListBreakage(reason: reason, offset: fault.offset)
  }

  /// Finds the records of a layout, in the first of its places that the payload has.
  static func read(
    _ payload: Payload, _ layout: ListLayout
  ) throws(SourceFault) -> RecordIndex {
    var items = layout.items
    if !layout.otherItems.isEmpty {
      let shape = RootShape(payload)
      items = ([items] + layout.otherItems).first(where: shape.holds) ?? items
    }
    return try read(payload, items: items, groups: layout.groupFields)
  }

  private mutating func document() throws(Halt) {
    try scan { scanner throws(JSONFault) in scanner.skipSpace() }
    if isWhole { try takeDocument() } else { try walk(0, level: 0) }
    try scan { scanner throws(JSONFault) in
      scanner.skipSpace()
      if !scanner.isAtEnd { throw JSONFault(.trailing, at: scanner.offset) }
    }
  }

  /// Runs steps of the scanner; their fault ends the walk.
  private mutating func scan<Result>(
    _ body: (inout JSONScanner) throws(JSONFault) -> Result
  ) throws(Halt) -> Result {
    do throws(JSONFault) {
      return try body(&scanner)
    } catch {
      throw .malformed(error)
    }
  }

  /// Takes the value at which the scanner stands, along the steps of the path from `step` on.
  private mutating func walk(_ step: Int, level: Int) throws(Halt) {
    switch path.steps[step] {
    case .member(let name): try walkObject(name, step: step, level: level)
    case .each: try walkList(step: step, level: level)
    }
  }

  private mutating func walkObject(_ name: String, step: Int, level: Int) throws(Halt) {
    guard scanner.byte == UInt8(ascii: "{") else { return try takeOther(step, level: level) }
    let isEmpty = try scan { scanner throws(JSONFault) in
      try scanner.open()
      return scanner.closesEmpty()
    }
    var found = false
    var goesOn = !isEmpty
    while goesOn {
      let key = try scan { scanner throws(JSONFault) in try scanner.key() }
      if scanner.isName(key, name) {
        guard !found else { throw .shape("has `\(name)` twice in one object") }
        found = true
        try walk(step + 1, level: level)
      } else {
        try scan { scanner throws(JSONFault) in try scanner.skipValue() }
      }
      goesOn = try scan { scanner throws(JSONFault) in try scanner.continues() }
    }
    if !found, level == 0 { throw .shape("has no `\(name)` where its list of items should be") }
  }

  private mutating func walkList(step: Int, level: Int) throws(Halt) {
    guard scanner.byte == UInt8(ascii: "[") else { return try takeOther(step, level: level) }
    let isEmpty = try scan { scanner throws(JSONFault) in
      try scanner.open()
      return scanner.closesEmpty()
    }
    var goesOn = !isEmpty
    while goesOn {
      if step == path.steps.count - 1 {
        try takeRecord()
      } else {
        if try lookIntoGroup(level: level) { try walk(step + 1, level: level + 1) }
      }
      goesOn = try scan { scanner throws(JSONFault) in try scanner.continues() }
    }
  }

  private mutating func takeDocument() throws(Halt) {
    let kind = ValueKind(firstByte: scanner.byte)
    if !scanner.isAtEnd, kind != .object {
      throw .shape("has \(kind.words) at its root where an object should be")
    }
    try takeRecord()
  }

  private mutating func takeRecord() throws(Halt) {
    let start = scanner.offset
    isInsideRecord = !scanner.isAtEnd
    scanner.passesStrayBytes = true
    scanner.strayByte = nil
    try scan { scanner throws(JSONFault) in try scanner.skipValue() }
    scanner.passesStrayBytes = false
    isInsideRecord = false
    if let stray = scanner.strayByte { noteStray(byteAt: stray, in: start..<scanner.offset) }
    index.append(start..<(scanner.strayByte == nil ? scanner.offset : start))
  }

  /// Notes that the next record cannot be read, which is no fault of the others.
  private mutating func noteStray(byteAt place: Int, in record: Range<Int>) {
    firstStray = firstStray ?? JSONFault(.notUTF8(payload.padded[place]), at: place)
    strays += 1
    if index.unreadable.count < RecordIndex.toldRecords {
      index.unreadable[index.count] = UnreadableRecord(range: record)
    }
  }

  /// Takes a value that is not what the path wants: outside of groups that is a fault.
  private mutating func takeOther(_ step: Int, level: Int) throws(Halt) {
    let start = scanner.byte
    try scan { scanner throws(JSONFault) in try scanner.skipValue() }
    guard level == 0 else { return }
    let wanted = path.steps[step] == .each ? "a list" : "an object"
    let place = ItemsPath(Array(path.steps[..<step])).description
    let name = place.isEmpty ? "at its root" : "at `\(place)`"
    throw .shape("has \(ValueKind(firstByte: start).words) \(name) where \(wanted) should be")
  }
}

/// What a document is at its root, as far as it can be read.
private struct RootShape {
  private var members: Set<SpelledName> = []
  private var isList = false

  init(_ payload: Payload) {
    var scanner = JSONScanner(payload)
    scanner.passesStrayBytes = true
    scanner.skipSpace()
    isList = scanner.byte == UInt8(ascii: "[")
    guard scanner.byte == UInt8(ascii: "{") else { return }
    var names: [Range<Int>] = []
    // A fault is met again when the items are read; the members before it count.
    try? scanner.members { key, _ in names.append(key) }
    members = Set(names.compactMap { scanner.name($0) }.map(SpelledName.init))
  }

  /// Whether the first step of a way to items leads anywhere.
  func holds(_ path: ItemsPath) -> Bool {
    switch path.steps.first {
    case .member(let name): members.contains(SpelledName(name))
    case .each, nil: isList
    }
  }
}

// The groups that hold the items.

extension EnvelopeReader {
  /// Reads the members of a group that are asked for, without moving on; false for an element that
  /// is no object, which is then taken and noted.
  private mutating func lookIntoGroup(level: Int) throws(Halt) -> Bool {
    let record = index.count
    guard scanner.byte == UInt8(ascii: "{") || path.steps.contains(.each, after: level) else {
      let start = scanner.offset
      try scan { scanner throws(JSONFault) in try scanner.skipValue() }
      index.notes.append(
        ListNote(record: record + 1, offset: start, reason: .groupIsNoObject))
      return false
    }
    guard groupFields.contains(where: { $0.level == level }) else { return true }
    for (position, field) in groupFields.enumerated() where field.level >= level {
      texts[position] = nil
      guard field.level == level else { continue }
      // A fault in the group is met again when its items are walked.
      var ahead = scanner
      ahead.passesStrayBytes = true
      var token = ValueToken.absent
      try? ahead.find(field.path[...], into: &token)
      texts[position] = JSONValueReader(payload).text(of: token)
    }
    index.groups.append(RecordIndex.Group(first: record, texts: texts))
    return true
  }
}

extension [ItemsPath.Step] {
  /// Whether the list of that level is followed at once by another list.
  fileprivate func contains(_ step: Element, after level: Int) -> Bool {
    var lists = -1
    for (position, element) in enumerated() where element == .each {
      lists += 1
      if lists == level { return position + 1 < count && self[position + 1] == step }
    }
    return false
  }
}
