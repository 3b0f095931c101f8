// SPDX-License-Identifier: MIT

import Arrow
import Catalogue
import Diagnostics
import Glibc
import QuerySyntax
import Synchronization

/// A file, or a stream that came through a pipe, that holds columns in the layout of Arrow. Only
/// what says where its parts are is read at first.
final class ArrowFile: Sendable {
  /// A batch of rows.
  struct Part: Sendable {
    let message: Range<Int>
    let body: Range<Int>
    /// The dictionaries that hold for it, by their numbers.
    let dictionaries: [Int64: DictionaryExtent]
  }

  let input: ArrowInput
  let schema: ArrowSchema
  let batches: [Part]
  /// The column that was found to name each row when the file was written; nil where nothing is
  /// known of it.
  let writtenKey: String?
  /// What the file says of the values of its batches; nil where that is nothing.
  let statistics: BatchStatistics?
  private let dictionaryParts: DictionaryParts
  /// What was read last of the dictionary of each number.
  private let dictionaries = Mutex<[Int64: ReadDictionary]>([:])

  /// Behind which byte it is not read, as it is not whole; nil where all of it is.
  let end: Int?

  /// With `salvaging` what stops too early is read as far as it is whole.
  init(_ input: ArrowInput, salvaging: Bool = false) throws(SourceFault) {
    do throws(ArrowFault) {
      let beginning = try input.copy(0..<min(8, input.size))
      let isFile = Self.begins(beginning) == .file
      let found = try Self.parts(of: input, isFile: isFile, salvaging: salvaging)
      self.input = input
      end = found.end
      schema = found.schema
      batches = found.batches
      dictionaryParts = found.dictionaries
      writtenKey = found.writtenKey
      statistics = found.statistics
    } catch {
      throw error.fault(of: input.name)
    }
  }

  /// The parts of a file, or stream; of one that stops too early the fault tells how many rows are
  /// whole, or with `salvaging` there are these.
  private static func parts(
    of input: ArrowInput, isFile: Bool, salvaging: Bool
  ) throws(ArrowFault) -> ArrowParts {
    do throws(ArrowFault) {
      return try isFile ? ArrowParts(file: input) : ArrowParts(stream: input)
    } catch {
      guard case .damaged = error,
        let whole = try? ArrowParts(
          stream: input, from: isFile ? ArrowParts.magic.count + 2 : 0, salvaging: true)
      else { throw error }
      if salvaging { return whole }
      throw .source(error.fault(of: input.name, after: whole.rows))
    }
  }

  /// A regular file that begins as one of Arrow; nil for any other.
  convenience init?(
    path: String, salvaging: Bool, watch: ReadingWatch
  ) throws(SourceFault) {
    guard FileStamp(path: path) != nil, Self.begins(Self.beginning(of: path)) != nil,
      let file = try OpenedFile(path: path, least: 0, watch: watch)
    else { return nil }
    try self.init(.file(file), salvaging: salvaging)
  }

  /// A payload that begins as one of Arrow; nil for any other.
  convenience init?(_ payload: Payload) throws(SourceFault) {
    guard Self.isBegun(by: payload) else { return nil }
    try payload.locating { () throws(SourceFault) in
      guard payload.packed?.damage != nil else { return }
      throw .empty(name: payload.name)
    }
    try self.init(.held(payload), salvaging: payload.readsPartially)
  }

  /// Whether a payload begins as such a file.
  static func isBegun(by payload: Payload) -> Bool {
    begins(Array(payload.bytes.prefix(8))) != nil
  }

  /// How the names of such files end: Arrow's own for files and streams, and that of pandas.
  static let endings = [".arrow", ".arrows", ".feather"]

  /// What is wrong with a payload that nothing can be read of, where its name promises such a file
  /// and it does not begin as JSON, which may have any name; nil for any other.
  static func fault(promisedBy payload: Payload) -> SourceFault? {
    let name = Compression.nameOfText(in: payload.name.lowercased())
    let first = payload.bytes.first { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }
    guard endings.contains(where: name.hasSuffix), first != UInt8(ascii: "{"),
      first != UInt8(ascii: "[")
    else { return nil }
    let isCut = payload.bytes.count < 8
    return ArrowFault.damaged(
      isCut
        ? "it is cut off behind byte \(payload.bytes.count)"
        : "it does not begin as a file or a stream of Arrow does"
    ).fault(of: payload.name)
  }

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
    _ dictionaries: [Int64: DictionaryExtent], within outer: Set<Int64> = []
  ) throws(ArrowFault) -> BatchReader {
    let input = input
    return try BatchReader(fields, head, within: allowance) { bytes, size in
      ZstandardBuffer.unpacked(bytes, size: size)
    } dictionaries: { (id) throws(ArrowFault) in
      try self.dictionary(id, dictionaries, within: outer)
    } body: { (range) throws(ArrowFault) in
      if input.watch.isCancelled() { throw .source(.cancelled) }
      return try input.bytes(
        body.lowerBound + range.lowerBound..<body.lowerBound + range.upperBound)
    }
  }

  private var allowance: ArrowAllowance {
    let growth = input.watch.growth
    return ArrowAllowance(
      size: input.size, growth: { growth.most(of: $0) }, wordsOnGrowth: growth.words,
      most: { MachineMemory.half })
  }

  /// The values of a dictionary, and how many of them hold for a batch.
  private func dictionary(
    _ id: Int64, _ all: [Int64: DictionaryExtent], within outer: Set<Int64>
  ) throws(ArrowFault) -> (ArrowDictionary, count: Int) {
    guard let extent = all[id], let field = schema.dictionaries[id], !outer.contains(id) else {
      throw .damaged("its dictionary (\(id)) is not there")
    }
    // What is added to it is added where it stands: so nobody else has it meanwhile.
    var known =
      dictionaries.withLock { known in
        let found = known[id].flatMap { $0.number == extent.dictionary ? $0 : nil }
        if found.map({ $0.ends.count < extent.parts }) ?? true { known[id] = nil }
        return found
      }
      ?? ReadDictionary(
        number: extent.dictionary,
        values: ArrowDictionary(isReplaced: dictionaryParts.replaced.contains(id)))
    if known.ends.count < extent.parts {
      for block in dictionaryParts.blocks[extent.dictionary][known.ends.count..<extent.parts] {
        try add(block, of: field, to: &known, all, within: outer.union([id]))
      }
      dictionaries.withLock { [known] in $0[id] = known }
    }
    return (known.values, known.ends[extent.parts - 1])
  }

  private func add(
    _ block: ArrowFooter.Block, of field: ArrowField, to known: inout ReadDictionary,
    _ all: [Int64: DictionaryExtent], within outer: Set<Int64>
  ) throws(ArrowFault) {
    let message = try ArrowMessage(try input.copy(block.message.dropFirst(8)))
    guard case .dictionary(_, let head, _) = message.content,
      message.bodyLength <= block.body.count
    else { throw .damaged("there is something else where its dictionary should be") }
    let reader = try reader([field.ofDictionary], head, block.body, all, within: outer)
    let (values, rejections, hasFractions) = try reader.column(0, 0..<reader.rows)
    known.values.add(values, rejected: rejections, hasFractions: hasFractions)
    known.ends.append(known.values.count)
  }
}

extension Range<Int> {
  fileprivate func dropFirst(_ count: Int) -> Range<Int> { lowerBound + count..<upperBound }
}
