// SPDX-License-Identifier: MIT

import Arrow
import Catalogue

/// The rows of an Arrow file, with the fields that are read of it.
struct ArrowTable: Sendable {
  let file: ArrowFile
  let found: InferredFields
  /// For each field which column of the file it is.
  let columns: [Int]
  /// What of the file is left out, or read otherwise than it seems, each a part of a footer.
  let remarks: [String]

  init(_ file: ArrowFile) throws(SourceFault) {
    let all = file.schema.fields
    let names = ArrowField.distinctNames(all)
    var (fields, columns, unread) = ([Field](), [Int](), [String]())
    for (index, column) in all.enumerated() {
      if let type = column.type {
        fields.append(Field(names[index], type))
        columns.append(index)
      } else {
        unread.append("`\(names[index])` (\(column.unread ?? "no columns"))")
      }
    }
    guard !fields.isEmpty || all.isEmpty else {
      throw .wrongShape(
        name: file.input.name,
        message: "has no column that is read: \(unread.joined(separator: ", "))")
    }
    self.file = file
    self.columns = columns
    remarks = Self.remarks(on: file, names, unread: unread)
    let key = try ArrowKey.of(file, fields, columns)
    found = InferredFields(ofColumns: fields, named: key?.field, sharedKeys: key?.shared)
  }

  /// The fields of which the file says what values they have in each batch.
  var knownFields: Set<Int> {
    guard let known = file.statistics else { return [] }
    return Set(columns.indices.filter { known.knows(columns[$0]) })
  }

  private static func remarks(
    on file: ArrowFile, _ names: [String], unread: [String]
  ) -> [String] {
    var remarks: [String] = []
    let payloadPromise = FormatPromise(file.input.name, mediaType: nil)
    if let promise = payloadPromise {
      remarks.append(ReadingRemark.format("Arrow", insteadOf: promise.words).words)
    }
    if !unread.isEmpty {
      let told = unread.prefix(3).joined(separator: ", ")
      let more = unread.count > 3 ? " and \(unread.count - 3) more" : ""
      remarks.append("not read: \(told)\(more)")
    }
    for (field, name) in zip(file.schema.fields, names) {
      if field.name != name, !field.name.isEmpty {
        remarks.append(ReadingRemark.repeatedName(field.name).words)
      }
      if let zone = field.unshownZone {
        remarks.append("times of `\(name)` are those of UTC, not of \(zone)")
      }
    }
    let unnamed = file.schema.fields.count { $0.name.isEmpty }
    if unnamed > 0 { remarks.append(ReadingRemark.unnamedColumns(unnamed).words) }
    return remarks
  }
}

extension InferredFields {
  /// Fields of a file that says itself which it has.
  fileprivate init(ofColumns fields: [Field], named: Int?, sharedKeys: SharedKeys?) {
    self.fields = fields
    layout = ListLayout(
      items: .root, readings: fields.map { FieldReading(path: [$0.name], type: $0.type) })
    self.named = named
    self.sharedKeys = sharedKeys
    ignored = 0
    objects = 0
    maps = []
  }
}

/// The column that names each row, or would if no two rows had one name.
private struct ArrowKey {
  let field: Int
  let shared: SharedKeys?

  /// Nil where there is none.
  static func of(
    _ file: ArrowFile, _ fields: [Field], _ columns: [Int]
  ) throws(SourceFault) -> ArrowKey? {
    for name in KeyName.all {
      guard let field = fields.firstIndex(where: { $0.name == name }) else { continue }
      let type = fields[field].type
      guard type.isNumber || type.isTextual || type == .date else { continue }
      if file.writtenKey == name { return ArrowKey(field: field, shared: nil) }
      if let key = try of(file, field, column: columns[field], type) { return key }
    }
    return nil
  }

  private static func of(
    _ file: ArrowFile, _ field: Int, column: Int, _ type: ValueType
  ) throws(SourceFault) -> ArrowKey? {
    var order = KeyOrder()
    var rows = 0
    var ascends = true
    let areThere = try forAll(of: file, column: column) { keys in
      rows += keys.count
      ascends = order.takes(keys)
      return ascends
    }
    if !areThere || rows == 0 { return nil }
    if ascends { return ArrowKey(field: field, shared: nil) }
    var counter = DuplicateKeyCounter()
    let areAllThere = try forAll(of: file, column: column) { keys in
      counter.add(keys, of: type)
      return true
    }
    return areAllThere ? ArrowKey(field: field, shared: counter.shared) : nil
  }

  /// Calls `body` with the values of a column, run by run, until it gives false. Whether all of
  /// them were there so far.
  private static func forAll(
    of file: ArrowFile, column: Int, _ body: (Column) -> Bool
  ) throws(SourceFault) -> Bool {
    for number in file.batches.indices {
      do throws(ArrowFault) {
        let reader = try file.reader(number)
        guard reader.nullCount(column) == 0 else { return false }
        for start in stride(from: 0, to: reader.rows, by: Batch.usualCount) {
          let run = start..<min(start + Batch.usualCount, reader.rows)
          let keys = try reader.column(column, run).column
          guard keys.nullCount == 0 else { return false }
          if !body(keys) { return true }
        }
      } catch {
        throw error.inside("batch \(number + 1)").fault(of: file.input.name)
      }
    }
    return true
  }
}
