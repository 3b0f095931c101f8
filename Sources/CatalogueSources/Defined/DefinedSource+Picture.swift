package import Catalogue

// The picture of an item, whose address has values of the item in it.
extension DefinedSource {
  package func picture(of key: String) throws(SourceFault) -> ItemPicture {
    guard let clause = definition.picture else { return .none }
    var address = ""
    var written = ""
    for part in AddressPart.parts(of: clause.address) {
      switch part {
      case .text(let text):
        address += text
        written += text
      case .field(let name):
        guard let value = try value(of: name, key), !value.isEmpty else { return .empty }
        address += Percent.encoded(value)
        written += value
      }
    }
    let name = written.split(separator: "/").last.map(String.init) ?? written
    let request = PayloadRequest(.picture(id: key), at: address) { _ in }
    guard let fetched = try store.payload(request) else {
      return .missing(name: name, reason: store.reasonOfAbsence)
    }
    return .bytes(Array(fetched.payload.bytes), name: name, crop: clause.crop)
  }

  /// The text of a field of one item; nil where it is null or there is no such item.
  private func value(of name: String, _ key: String) throws(SourceFault) -> String? {
    let fields = schema.fields
    guard let index = fields.firstIndex(where: { $0.name == name }) else { return nil }
    if index == schema.key { return key }
    let type = fields[index].type
    if fields[index].origin == .detail {
      let record = try details(of: [key], fields: [index]).batch
      return Self.text(record.columns[0], type, row: 0)
    }
    guard let keyIndex = schema.key else { return nil }
    let cursor = try scan(fields: [keyIndex, index])
    while let batch = try cursor.next() {
      for row in 0..<batch.count where Self.text(batch.columns[0], .id, row: row) == key {
        return Self.text(batch.columns[1], type, row: row)
      }
    }
    return nil
  }

  private static func text(_ column: Column, _ type: ValueType, row: Int) -> String? {
    if column.isNull(at: row) { return nil }
    let cells = CellText.cells(column, type: type, style: .exact)
    return String(decoding: cells[row], as: UTF8.self)
  }
}

/// A piece of an address: text as it stands, or in braces the name of a field.
private enum AddressPart {
  case text(String)
  case field(String)

  static func parts(of address: String) -> [AddressPart] {
    var parts: [AddressPart] = []
    var rest = address[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      parts.append(.text(String(rest[..<open])))
      parts.append(.field(String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    return parts + [.text(String(rest))]
  }
}
