// SPDX-License-Identifier: MIT

/// What a message of a stream, or of a file, begins with.
package struct ArrowMessage {
  /// What it holds.
  package enum Content {
    case schema(ArrowSchema)
    case dictionary(id: Int64, RecordBatchHead, isDelta: Bool)
    case records(RecordBatchHead)
    /// Tensors, which no table has.
    case other
  }

  package let content: Content
  /// How many bytes follow the message.
  package let bodyLength: Int

  /// Reads the flatbuffer of a message.
  package init(_ bytes: [UInt8]) throws(ArrowFault) {
    let table = try FlatTable(rootOf: bytes)
    let version = try table.number(0, Int16.self)
    guard version == 3 || version == 4 else {
      throw .unread("is of a version of Arrow (V\(Int(version) + 1)) that is not read")
    }
    let length = try table.number(3, Int64.self)
    guard length >= 0, length <= Int64.max / 4 else {
      throw .damaged("its body has \(length) bytes")
    }
    bodyLength = Int(length)
    guard let header = try table.table(2) else { throw FlatTable.fault }
    switch try table.number(1, UInt8.self) {
    case 1: content = .schema(try ArrowSchema(header))
    case 2:
      guard let data = try header.table(1) else { throw FlatTable.fault }
      content = .dictionary(
        id: try header.number(0, Int64.self), try RecordBatchHead(data, body: bodyLength),
        isDelta: try header.bool(2))
    case 3: content = .records(try RecordBatchHead(header, body: bodyLength))
    default: content = .other
    }
  }
}

/// How the buffers of a batch lie in its body.
package struct RecordBatchHead: Sendable {
  /// What buffers are compressed by.
  enum Codec: Sendable { case lz4, zstandard }

  /// How many rows a column of the batch has, and how many of them are null.
  struct Node: Sendable {
    let length: Int
    let nulls: Int
  }

  package let rows: Int
  let nodes: [Node]
  /// In bytes of the body.
  let buffers: [Range<Int>]
  let codec: Codec?
  /// How many further buffers each column of views has.
  let moreBuffers: [Int]

  fileprivate init(_ table: FlatTable, body: Int) throws(ArrowFault) {
    let length = try table.number(0, Int64.self)
    guard length >= 0 else { throw .damaged("it has \(length) rows") }
    guard length <= ArrowLimit.rows else {
      throw .unread("has more than \(ArrowLimit.rows) rows, which are not read in one batch")
    }
    rows = Int(length)
    var nodes: [Node] = []
    for pair in try table.numbers(1, each: 2) {
      guard pair[0] >= 0, pair[0] <= Int64.max / 64, pair[1] >= 0, pair[1] <= pair[0] else {
        throw .damaged("a column has \(pair[0]) rows, \(pair[1]) of them null")
      }
      nodes.append(Node(length: Int(pair[0]), nulls: Int(pair[1])))
    }
    self.nodes = nodes
    var buffers: [Range<Int>] = []
    for pair in try table.numbers(2, each: 2) {
      guard pair[0] >= 0, pair[1] >= 0, pair[0] <= body, pair[1] <= Int64(body) - pair[0] else {
        throw .damaged("a buffer is not in the body of its batch")
      }
      buffers.append(Int(pair[0])..<Int(pair[0] + pair[1]))
    }
    self.buffers = buffers
    codec = try table.table(3).map { (table) throws(ArrowFault) in try Codec(table) }
    moreBuffers = try table.numbers(4, each: 1).map { Int($0[0]) }
    guard moreBuffers.allSatisfy({ $0 >= 0 && $0 <= buffers.count }) else {
      throw .damaged("it has views into fewer buffers than they are said to have")
    }
  }
}

extension RecordBatchHead.Codec {
  fileprivate init(_ table: FlatTable) throws(ArrowFault) {
    switch try table.number(0, Int8.self) {
    case 0: self = .lz4
    case 1: self = .zstandard
    case let other: throw .unread("is compressed by a method (\(other)) that is not known here")
    }
  }
}

/// What stands at the end of a file: where its parts are.
package struct ArrowFooter {
  /// Where a message stands in the file.
  package struct Block: Sendable {
    package let message: Range<Int>
    package let body: Range<Int>

    package init(message: Range<Int>, body: Range<Int>) {
      self.message = message
      self.body = body
    }
  }

  package let schema: ArrowSchema
  package let dictionaries: [Block]
  package let batches: [Block]
  /// The column of which it says that it names each row.
  package let key: String?
  /// What it says of the values of batches; nil where that is nothing.
  package let statistics: BatchStatistics?

  /// Reads the flatbuffer of the footer of a file, whose parts stand before an offset.
  package init(_ bytes: [UInt8], end: Int) throws(ArrowFault) {
    let table = try FlatTable(rootOf: bytes)
    guard let schema = try table.table(1) else { throw FlatTable.fault }
    self.schema = try ArrowSchema(schema)
    dictionaries = try Self.blocks(table, 2, end)
    batches = try Self.blocks(table, 3, end)
    let notes = try table.tables(4)
    key = try notes.value(of: ArrowNote.key, atMost: ArrowNote.longestType)
    let columns = self.schema.fields.count
    let found = try notes.value(of: ArrowNote.statistics, atMost: bytes.count)
      .flatMap { BatchStatistics($0, columns: columns) }
    statistics = found?.batches == batches.count ? found : nil
  }

  private static func blocks(
    _ table: FlatTable, _ slot: Int, _ end: Int
  ) throws(ArrowFault) -> [Block] {
    var blocks: [Block] = []
    for block in try table.numbers(slot, each: 3) {
      let (start, body) = (block[0], block[2])
      // The length has 32 bits; what pads it to 64 means nothing.
      let head = Int64(Int32(truncatingIfNeeded: block[1]))
      guard start >= 8, head >= 8, body >= 0, start <= end, head <= Int64(end) - start,
        body <= Int64(end) - start - head
      else { throw .damaged("it leads to a part that is not in the file") }
      guard head <= ArrowLimit.message else { throw .unread("has a part that is too long") }
      let middle = Int(start + head)
      blocks.append(Block(message: Int(start)..<middle, body: middle..<middle + Int(body)))
    }
    return blocks
  }
}
