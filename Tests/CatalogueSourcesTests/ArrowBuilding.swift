// SPDX-License-Identifier: MIT

@testable import Arrow

/// An Arrow stream that is put together as no writer would.
struct BuiltStream {
  /// A column of a message: its rows, how many of them are null, and its own buffers.
  struct Part {
    var rows: Int
    var nulls = 0
    var buffers: [[UInt8]] = []
  }

  private(set) var bytes: [UInt8] = []

  init(_ fields: [FlatValue]) {
    add(.message(.schema, .table([0: .short(0), 1: .vector(fields)]), body: 0))
  }

  /// One whose first message is given.
  init(schema message: [UInt8]) { add(message) }

  /// A column, by the number of its type and what is in the table of that.
  static func field(
    _ name: String, _ number: UInt8, _ type: [Int: FlatValue] = [:], in children: [FlatValue] = [],
    dictionary: Int64? = nil
  ) -> FlatValue {
    var slots: [Int: FlatValue] = [
      0: .text(name), 1: .bool(true), 2: .byte(number), 3: .table(type), 5: .vector(children),
    ]
    if let dictionary { slots[4] = .table([0: .long(dictionary)]) }
    return .table(slots)
  }

  static func whole(_ name: String, bits: Int32 = 32, dictionary: Int64? = nil) -> FlatValue {
    field(name, 2, [0: .int(bits), 1: .bool(true)], dictionary: dictionary)
  }

  mutating func add(_ message: [UInt8], _ body: [UInt8] = []) {
    bytes += [0xFF, 0xFF, 0xFF, 0xFF]
    bytes.append(little: Int32(message.count))
    bytes += message + body
  }

  mutating func addRecords(_ rows: Int, _ parts: [Part]) {
    let (header, body) = Self.records(rows, parts)
    add(.message(.records, header, body: body.count), body)
  }

  /// Adds texts to a dictionary, or puts another one in its place.
  mutating func addDictionary(_ id: Int64, _ texts: [String], isDelta: Bool = false) {
    let all = Array(texts.joined().utf8)
    var offsets: [Int32] = [0]
    for text in texts { offsets.append((offsets.last ?? 0) + Int32(text.utf8.count)) }
    let (data, body) = Self.records(
      texts.count, [Part(rows: texts.count, buffers: [[], Self.bytes(offsets), all])])
    add(
      .message(
        .dictionary, .table([0: .long(id), 1: data, 2: .bool(isDelta)]), body: body.count),
      body)
  }

  static func bytes(_ numbers: [Int32]) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in numbers { bytes.append(little: number) }
    return bytes
  }

  private static func records(_ rows: Int, _ parts: [Part]) -> (FlatValue, body: [UInt8]) {
    var (body, buffers) = ([UInt8](), [[Int64]]())
    for buffer in parts.flatMap(\.buffers) {
      buffers.append([Int64(body.count), Int64(buffer.count)])
      body += buffer + [UInt8](repeating: 0, count: -buffer.count & 7)
    }
    let nodes = parts.map { [Int64($0.rows), Int64($0.nulls)] }
    return (.table([0: .long(Int64(rows)), 1: .structs(nodes), 2: .structs(buffers)]), body)
  }
}

extension [UInt8] {
  fileprivate static func message(
    _ kind: MessageKind, _ header: FlatValue, body: Int
  ) -> [UInt8] { FlatValue.message(kind, header, body: body) }
}

/// A flatbuffer of which several places may lead to one.
struct SharedFlatBytes {
  private(set) var bytes: [UInt8] = [0, 0, 0, 0]

  /// Writes a table with slots of so many bytes, none of those that are empty; gives where it and
  /// its slots stand.
  mutating func table(_ slots: [[UInt8]]) -> (start: Int, slots: [Int]) {
    let vtable = bytes.count
    var places: [Int] = []
    var size = 4
    for slot in slots {
      places.append(size)
      size += slot.count
    }
    bytes.append(little: UInt16(4 + 2 * slots.count))
    bytes.append(little: UInt16(size))
    for (slot, place) in zip(slots, places) {
      bytes.append(little: UInt16(slot.isEmpty ? 0 : place))
    }
    let start = bytes.count
    bytes.append(little: Int32(start - vtable))
    bytes += slots.joined()
    return (start, places.map { start + $0 })
  }

  /// Writes a vector of ways that lead nowhere yet; gives where it and they stand.
  mutating func vector(_ count: Int) -> (start: Int, ways: [Int]) {
    let start = bytes.count
    bytes.append(little: UInt32(count))
    bytes += [UInt8](repeating: 0, count: 4 * count)
    return (start, (0..<count).map { start + 4 + 4 * $0 })
  }

  mutating func text(_ text: String) -> Int {
    let start = bytes.count
    bytes.append(little: UInt32(text.utf8.count))
    bytes += text.utf8
    return start
  }

  mutating func lead(from places: [Int], to target: Int) {
    for place in places {
      let distance = UInt32(target - place)
      for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: distance >> (8 * byte)) }
    }
  }

  /// A schema of texts whose columns are all one place, as are all notes beside them.
  static func schema(columns: Int, name: String, notes: Int, vectors: Int = 1) -> [UInt8] {
    var flat = SharedFlatBytes()
    let way: [UInt8] = [0, 0, 0, 0]
    let message = flat.table([[4, 0], [1], way, [UInt8](repeating: 0, count: 8)])
    flat.lead(from: [0], to: message.start)
    let schema = flat.table([[0, 0], way])
    flat.lead(from: [message.slots[2]], to: schema.start)
    let fields = flat.vector(columns)
    flat.lead(from: [schema.slots[1]], to: fields.start)
    var (names, types, pairs) = ([Int](), [Int](), [Int]())
    for number in 0..<vectors {
      let field = flat.table([way, [1], [5], way, [], [], way])
      let own = fields.ways.enumerated().filter { $0.offset % vectors == number }.map(\.element)
      flat.lead(from: own, to: field.start)
      let noted = flat.vector(notes)
      flat.lead(from: [field.slots[6]], to: noted.start)
      names.append(field.slots[0])
      types.append(field.slots[3])
      pairs += noted.ways
    }
    let type = flat.table([])
    flat.lead(from: types, to: type.start)
    let pair = flat.table([way, way])
    flat.lead(from: pairs, to: pair.start)
    flat.lead(from: names, to: flat.text(name))
    flat.lead(from: [pair.slots[0]], to: flat.text("key"))
    flat.lead(from: [pair.slots[1]], to: flat.text("value"))
    return flat.bytes
  }
}
