// SPDX-License-Identifier: MIT

/// What a stream or a file says of its columns.
package struct ArrowSchema: Sendable {
  package let fields: [ArrowField]
  /// The columns whose values stand in dictionaries, those within others included, by the numbers
  /// of these.
  package let dictionaries: [Int64: ArrowField]

  init(_ table: FlatTable) throws(ArrowFault) {
    if try table.number(0, Int16.self) != 0 {
      throw .unread("holds numbers whose highest byte comes first, which are not read")
    }
    var left = ArrowLimit.columns
    var fields: [ArrowField] = []
    for (index, field) in try table.tables(1).enumerated() {
      do {
        fields.append(try ArrowField(field, depth: 1, left: &left))
      } catch {
        throw error.inside("column \(index + 1)")
      }
    }
    self.fields = fields
    var dictionaries: [Int64: ArrowField] = [:]
    for field in fields { try field.collect(&dictionaries) }
    self.dictionaries = dictionaries
  }

  /// The columns, of which whoever writes them knows that they are right.
  init(_ fields: [ArrowField]) {
    self.fields = fields
    dictionaries = [:]
  }
}

/// One column of a schema, or a part of one.
package struct ArrowField: Sendable {
  /// That its values are codes, and what is known of the values that they stand for.
  struct Dictionary: Sendable {
    let id: Int64
    let index: IntegerKind
  }

  package let name: String
  /// How the values are laid out; of a dictionary those in it.
  let kind: ArrowKind
  let dictionary: Dictionary?
  let children: [ArrowField]
  let metadata: [(key: String, value: String)]

  fileprivate init(_ table: FlatTable, depth: Int, left: inout Int) throws(ArrowFault) {
    left -= 1
    guard left >= 0 else {
      throw .unread("is one of more than \(ArrowLimit.columns), which are not read")
    }
    guard depth <= ArrowLimit.depth else {
      throw .unread("lies deeper than \(ArrowLimit.depth) levels, which are not read")
    }
    name = try table.text(0) ?? ""
    kind = try ArrowKind(table.number(2, UInt8.self), table.table(3))
    if let encoding = try table.table(4) {
      let index = try encoding.table(1)
      dictionary = Dictionary(
        id: try encoding.number(0, Int64.self),
        index: try index.map { (table) throws(ArrowFault) in try IntegerKind(table) }
          ?? IntegerKind(bits: 32, isSigned: true))
    } else {
      dictionary = nil
    }
    var children: [ArrowField] = []
    for child in try table.tables(5) {
      children.append(try ArrowField(child, depth: depth + 1, left: &left))
    }
    if let count = kind.children, count != children.count {
      throw .damaged("it has \(children.count) columns in it instead of \(count)")
    }
    self.children = children
    metadata = try table.pairs(6)
    try checkParts()
  }

  /// The name as messages have it, in quotes.
  var quotedName: String {
    name.unicodeScalars.count > 60 ? "`\(name.prefix(40))…`" : "`\(name)`"
  }

  init(
    _ name: String, _ kind: ArrowKind, dictionary: Dictionary? = nil, children: [ArrowField] = [],
    metadata: [(key: String, value: String)] = []
  ) {
    self.name = name
    self.kind = kind
    self.dictionary = dictionary
    self.children = children
    self.metadata = metadata
  }

  private func checkParts() throws(ArrowFault) {
    switch kind {
    case .map:
      guard children[0].kind == .record, children[0].dictionary == nil,
        children[0].children.count == 2
      else { throw .damaged("its map is of no keys and values") }
    case .runs:
      guard case .integer(let index) = children[0].kind, index.isSigned, index.bits > 8,
        children[0].dictionary == nil
      else { throw .damaged("its runs have no ends") }
    default: break
    }
  }

  /// Whether the values of another are laid out as these.
  private func isLaidOut(as other: ArrowField) -> Bool {
    kind == other.kind && children.count == other.children.count && type == other.type
      && zip(children, other.children).allSatisfy { one, other in
        one.dictionary?.id == other.dictionary?.id && one.isLaidOut(as: other)
      }
  }

  /// The column of the values of its dictionary.
  package var ofDictionary: ArrowField {
    ArrowField(name, kind, children: children, metadata: metadata)
  }

  fileprivate func collect(_ dictionaries: inout [Int64: ArrowField]) throws(ArrowFault) {
    if let dictionary {
      // Several columns may share one, if its values are of one kind.
      if let known = dictionaries[dictionary.id], !known.isLaidOut(as: self) {
        throw .damaged(
          "two columns of different types have the dictionary "
            + "\(dictionary.id)")
      }
      dictionaries[dictionary.id] = self
    }
    for child in children { try child.collect(&dictionaries) }
  }
}

extension FlatTable {
  /// Pairs of texts.
  func pairs(_ slot: Int) throws(ArrowFault) -> [(key: String, value: String)] {
    var pairs: [(key: String, value: String)] = []
    for table in try tables(slot) {
      pairs.append((try table.text(0) ?? "", try table.text(1) ?? ""))
    }
    return pairs
  }
}
