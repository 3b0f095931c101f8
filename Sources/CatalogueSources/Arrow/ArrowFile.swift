// SPDX-License-Identifier: MIT

import Arrow
import Catalogue
import Diagnostics
import Glibc
import Synchronization

/// A file, or a stream that came through a pipe, that holds columns in the layout of Arrow. Only
/// what says where its parts are is read at first.
final class ArrowFile: Sendable {
  /// A batch of rows.
  struct Part: Sendable {
    let message: Range<Int>
    let body: Range<Int>
    /// Where the parts of the dictionaries are that hold for it, by the numbers of these.
    let dictionaries: [Int64: [ArrowFooter.Block]]
  }

  let input: ArrowInput
  let schema: ArrowSchema
  let batches: [Part]
  /// The column that was found to name each row when the file was written; nil where nothing is
  /// known of it.
  let writtenKey: String?
  /// The dictionaries that were read, by the places of their parts.
  private let dictionaries = Mutex<[[Int]: ArrowDictionary]>([:])

  init(_ input: ArrowInput) throws(SourceFault) {
    do throws(ArrowFault) {
      let found =
        try Self.begins(Array(try input.bytes(0..<min(8, input.size)).slice)) == .file
        ? ArrowParts(file: input) : ArrowParts(stream: input)
      self.input = input
      schema = found.schema
      batches = found.batches
      writtenKey = found.writtenKey
    } catch {
      throw error.fault(of: input.name)
    }
  }

  /// A regular file that begins as one of Arrow; nil for any other.
  convenience init?(path: String, watch: ReadingWatch) throws(SourceFault) {
    guard FileStamp(path: path) != nil, Self.begins(Self.beginning(of: path)) != nil,
      let file = try OpenedFile(path: path, least: 0, watch: watch)
    else { return nil }
    try self.init(.file(file))
  }

  /// A payload that begins as one of Arrow; nil for any other.
  convenience init?(_ payload: Payload) throws(SourceFault) {
    guard Self.isBegun(by: payload) else { return nil }
    try payload.locating { () throws(SourceFault) in
      guard payload.packed?.damage != nil else { return }
      throw .empty(name: payload.name)
    }
    try self.init(.held(payload))
  }

  /// Whether a payload begins as such a file.
  static func isBegun(by payload: Payload) -> Bool {
    begins(Array(payload.bytes.prefix(8))) != nil
  }

  /// How the names of such files end: Arrow's own for files and streams, and that of pandas.
  static let endings = [".arrow", ".arrows", ".feather"]

  private enum Beginning { case file, stream }

  /// What begins with some bytes; nil for what is not Arrow.
  private static func begins(_ bytes: [UInt8]) -> Beginning? {
    if bytes.starts(with: ArrowParts.magic) { return .file }
    guard bytes.count == 8, bytes.starts(with: [0xFF, 0xFF, 0xFF, 0xFF]) else { return nil }
    return (8...ArrowLimit.message).contains(Int(bytes.little(Int32.self, at: 4))) ? .stream : nil
  }

  /// The first bytes of a regular file; none where it cannot be read, which is told by others.
  private static func beginning(of path: String) -> [UInt8] {
    let descriptor = unsafe open(SystemText.path(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 8)
    let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
  }

  /// Reads one of the batches, of which some columns are wanted.
  func reader(_ number: Int) throws(ArrowFault) -> BatchReader {
    let part = batches[number]
    let message = try ArrowMessage(try input.copy(part.message.dropFirst(8)))
    guard case .records(let head) = message.content, message.bodyLength <= part.body.count else {
      throw .damaged("there is something else where it should be")
    }
    return try reader(schema.fields, head, part.body, part.dictionaries)
  }

  private func reader(
    _ fields: [ArrowField], _ head: RecordBatchHead, _ body: Range<Int>,
    _ dictionaries: [Int64: [ArrowFooter.Block]], within outer: Set<Int64> = []
  ) throws(ArrowFault) -> BatchReader {
    let input = input
    return try BatchReader(fields, head) { bytes, size in
      ZstandardBuffer.unpacked(bytes, size: size)
    } dictionaries: { (id) throws(ArrowFault) in
      try self.dictionary(id, dictionaries, within: outer)
    } body: { (range) throws(ArrowFault) in
      if input.watch.isCancelled() { throw .source(.cancelled) }
      return try input.bytes(
        body.lowerBound + range.lowerBound..<body.lowerBound + range.upperBound)
    }
  }

  /// The values of a dictionary.
  private func dictionary(
    _ id: Int64, _ all: [Int64: [ArrowFooter.Block]], within outer: Set<Int64>
  ) throws(ArrowFault) -> ArrowDictionary {
    guard let blocks = all[id], let field = schema.dictionaries[id], !outer.contains(id) else {
      throw .damaged("its dictionary (\(id)) is not there")
    }
    let key = blocks.map(\.message.lowerBound)
    if let known = dictionaries.withLock({ $0[key] }) { return known }
    var (parts, count) = ([Column](), 0)
    var rejected: [Int: String] = [:]
    for block in blocks {
      let message = try ArrowMessage(try input.copy(block.message.dropFirst(8)))
      guard case .dictionary(_, let head, _) = message.content,
        message.bodyLength <= block.body.count
      else { throw .damaged("there is something else where its dictionary should be") }
      let reader = try reader(
        [field.ofDictionary], head, block.body, all, within: outer.union([id]))
      let (values, rejections) = try reader.column(0, 0..<reader.rows)
      for rejection in rejections { rejected[count + rejection.row] = rejection.fault }
      parts.append(values)
      count += values.count
    }
    let dictionary = ArrowDictionary(Column.concatenated(parts), rejected: rejected)
    dictionaries.withLock { $0[key] = dictionary }
    return dictionary
  }
}

extension Range<Int> {
  fileprivate func dropFirst(_ count: Int) -> Range<Int> { lowerBound + count..<upperBound }
}
