// SPDX-License-Identifier: MIT

package import Catalogue

/// Rows as JSON objects whose members are the columns, in their order.
package struct JSONRenderer: ResultRenderer {
  /// How the objects follow each other.
  package enum Form: Sendable {
    /// One array with an object a line.
    case document
    /// An object a line and nothing else.
    case lines
  }

  private let form: Form
  private let types: [ValueType]
  /// What stands before each value: the brace or comma, the name and the colon.
  private let heads: [[UInt8]]
  private let sanitiser: JSONSanitiser?
  private var isEmpty = true

  package init(_ form: Form, columns: [ResultColumn], options: RenderOptions) {
    self.form = form
    types = columns.map(\.type)
    let sanitiser = options.sanitise ? JSONSanitiser(ascii: options.ascii) : nil
    self.sanitiser = sanitiser
    heads = columns.enumerated().map { index, column in
      var name: [UInt8] = []
      JSONText.appendQuoted(column.label.utf8, to: &name)
      var head = [index == 0 ? UInt8(ascii: "{") : ASCII.comma]
      if let sanitiser { sanitiser.append(name[...], to: &head) } else { head += name }
      head.append(UInt8(ascii: ":"))
      return head
    }
  }

  package mutating func add(_ batch: Batch, to output: inout [UInt8]) {
    guard batch.count > 0 else { return }
    guard sanitiser == nil, !types.isEmpty else { return addByRow(batch, to: &output) }
    let fields = batch.columns.enumerated().map { index, column in
      let lead = form == .document && index == 0 ? Array(",\n  ".utf8) : []
      return RowBlock.Field(
        head: lead + heads[index], cells(column, types[index]), none: Array("null".utf8))
    }
    let end: [UInt8] = [UInt8(ascii: "}")] + (form == .lines ? [ASCII.newline] : [])
    let start = output.count
    output.appendBlock(RowBlock.bytes(fields, count: batch.count, end: end))
    if form == .document, isEmpty { output[start] = UInt8(ascii: "[") }
    isEmpty = false
  }

  /// Line breaks of a source's own JSON stand between its tokens; a record is one line here.
  private func cells(_ column: Column, _ type: ValueType) -> CellColumn {
    let cells = CellColumn(json: column, type: type)
    guard type.holdsJSONOfData else { return cells }
    func isBreak(_ byte: UInt8) -> Bool { byte == ASCII.newline || byte == ASCII.carriageReturn }
    let hasBreaks = cells.holds(inAll: { bytes in
      ByteScan.first(ASCII.newline, or: ASCII.carriageReturn, in: bytes, from: 0) < bytes.count
    })
    guard hasBreaks else { return cells }
    return cells.mapped { $1 += $0.map { isBreak($0) ? ASCII.space : $0 } }
  }

  private mutating func addByRow(_ batch: Batch, to output: inout [UInt8]) {
    let cells = zip(batch.columns, types).map { JSONText.cells($0, type: $1) }
    for row in 0..<batch.count {
      if form == .document { output.append(isEmpty ? "[\n  " : ",\n  ") }
      isEmpty = false
      if cells.isEmpty { output.append(UInt8(ascii: "{")) }
      for index in cells.indices {
        output += heads[index]
        sanitiser?.append(cells[index][row], to: &output)
      }
      output.append(UInt8(ascii: "}"))
      if form == .lines { output.append(ASCII.newline) }
    }
  }

  package mutating func finish(footer: String?, to output: inout [UInt8]) {
    if form == .document { output.append(isEmpty ? "[]\n" : "\n]\n") }
  }
}

extension ValueType {
  /// Whether values hold JSON as their source wrote it.
  fileprivate var holdsJSONOfData: Bool {
    switch self {
    case .any: true
    case .list(let element): element.holdsJSONOfData
    case .record(let members): members.contains { $0.type.holdsJSONOfData }
    case .bool, .int, .decimal, .text, .id, .money, .length, .date, .duration: false
    }
  }
}

extension [UInt8] {
  /// Appends a block, which is not copied where it is the first.
  mutating func appendBlock(_ block: [UInt8]) {
    if isEmpty { self = block } else { self += block }
  }
}
