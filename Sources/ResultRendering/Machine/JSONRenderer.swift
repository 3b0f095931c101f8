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
    let cells = zip(batch.columns, types).map { JSONText.cells($0, type: $1) }
    let areOfData = types.map(\.holdsJSONOfData)
    for row in 0..<batch.count {
      if form == .document { output.append(isEmpty ? "[\n  " : ",\n  ") }
      isEmpty = false
      if cells.isEmpty { output.append(UInt8(ascii: "{")) }
      for index in cells.indices {
        output += heads[index]
        append(cells[index][row], isOfData: areOfData[index], to: &output)
      }
      output.append(UInt8(ascii: "}"))
      if form == .lines { output.append(ASCII.newline) }
    }
  }

  package mutating func finish(footer: String?, to output: inout [UInt8]) {
    if form == .document { output.append(isEmpty ? "[]\n" : "\n]\n") }
  }

  private func append(
    _ json: ArraySlice<UInt8>, isOfData: Bool, to output: inout [UInt8]
  ) {
    if let sanitiser {
      sanitiser.append(json, to: &output)
    } else if isOfData {
      // Line breaks of a source's own JSON stand between its tokens; a record is one line here.
      for byte in json {
        let isBreak = byte == ASCII.newline || byte == ASCII.carriageReturn
        output.append(isBreak ? ASCII.space : byte)
      }
    } else {
      output += json
    }
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
