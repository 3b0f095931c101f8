// SPDX-License-Identifier: MIT

import Arrow
import Catalogue

/// Where the parts of an Arrow file are.
struct ArrowParts {
  /// With what a file begins, padded by two zeros, and ends.
  static let magic = Array("ARROW1".utf8)

  let schema: ArrowSchema
  private(set) var batches: [ArrowFile.Part] = []
  private(set) var writtenKey: String?
  private(set) var statistics: BatchStatistics?
  private(set) var dictionaries = DictionaryParts()
  /// How many rows there are in those that were met.
  private(set) var rows = 0

  /// Behind which byte nothing can be read; nil where all of it can.
  private(set) var end: Int?

  /// Those that the footer of a file tells.
  init(file input: ArrowInput) throws(ArrowFault) {
    let size = input.size
    let tail = try input.copy(max(8, size - 10)..<max(8, size))
    guard tail.count == 10, tail.suffix(6).elementsEqual(Self.magic) else {
      throw .damaged("its end, which says where its parts are, is missing or is another's")
    }
    let length = Int(tail.little(Int32.self, at: 0))
    guard length >= 8, length <= ArrowLimit.message, length <= size - 18 else {
      throw .damaged("its end names a footer of \(length) bytes")
    }
    let end = size - 10 - length
    let footer: ArrowFooter
    do throws(ArrowFault) {
      footer = try ArrowFooter(try input.copy(end..<end + length), end: end)
    } catch {
      throw error.inside("its footer")
    }
    schema = footer.schema
    writtenKey = footer.key
    statistics = footer.statistics
    for (number, block) in footer.dictionaries.enumerated() {
      do throws(ArrowFault) {
        try add(dictionary: block, try Self.message(of: block, input))
      } catch {
        throw error.inside("dictionary \(number + 1)")
      }
    }
    batches = footer.batches.map { block in
      ArrowFile.Part(
        message: block.message, body: block.body, dictionaries: dictionaries.current)
    }
  }

  private static func message(
    of block: ArrowFooter.Block, _ input: ArrowInput
  ) throws(ArrowFault) -> ArrowMessage {
    try ArrowMessage(try input.copy(block.message.lowerBound + 8..<block.message.upperBound))
  }

  /// Those that are met when a stream is gone through, or a file without its end, from a place on.
  /// With `salvaging` they end where no whole one follows.
  init(
    stream input: ArrowInput, from start: Int = 0, salvaging: Bool = false
  ) throws(ArrowFault) {
    var place = start
    guard let first = try Self.next(&place, input, after: 0),
      case .schema(let schema) = first.message.content
    else { throw .damaged("it does not begin with its columns") }
    self.schema = schema
    do throws(ArrowFault) {
      while let (message, block) = try Self.next(&place, input, after: batches.count) {
        try take(message, block)
      }
    } catch {
      guard salvaging, !batches.isEmpty, case .damaged = error else { throw error }
    }
    if salvaging { end = place }
  }

  private mutating func take(
    _ message: ArrowMessage, _ block: ArrowFooter.Block
  ) throws(ArrowFault) {
    switch message.content {
    case .dictionary: try add(dictionary: block, message)
    case .records(let head):
      // A file may have its dictionaries behind its batches, where they are lost.
      if let lost = schema.dictionaries.keys.first(where: { dictionaries.current[$0] == nil }) {
        throw .damaged("its dictionary (\(lost)) is not there")
      }
      rows += head.rows
      batches.append(
        ArrowFile.Part(
          message: block.message, body: block.body, dictionaries: dictionaries.current))
    case .schema: throw .damaged("other columns follow after batch \(batches.count)")
    case .other: break
    }
  }

  /// The message at a place, behind which this goes; nil at the end of the stream.
  private static func next(
    _ place: inout Int, _ input: ArrowInput, after batches: Int
  ) throws(ArrowFault) -> (message: ArrowMessage, block: ArrowFooter.Block)? {
    if place == input.size { return nil }
    let cut = ArrowFault.damaged("it is cut off behind batch \(batches)")
    guard input.size - place >= 8 else { throw cut }
    let head = try input.copy(place..<place + 8)
    guard head.little(UInt32.self, at: 0) == .max else {
      throw .damaged("no message follows behind batch \(batches), at byte \(place)")
    }
    let length = Int(head.little(Int32.self, at: 4))
    if length == 0 { return nil }
    guard length > 0, length <= ArrowLimit.message else {
      throw .damaged("a message of \(length) bytes follows behind batch \(batches)")
    }
    let start = place + 8
    guard length <= input.size - start else { throw cut }
    let message: ArrowMessage
    do throws(ArrowFault) {
      message = try ArrowMessage(try input.copy(start..<start + length))
    } catch {
      throw error.inside("the message at byte \(place)")
    }
    let body = start + length
    guard message.bodyLength <= input.size - body else { throw cut }
    let block = ArrowFooter.Block(
      message: place..<body, body: body..<body + message.bodyLength)
    place = body + message.bodyLength
    return (message, block)
  }

  /// Notes where a dictionary, or what is added to one, stands.
  private mutating func add(
    dictionary block: ArrowFooter.Block, _ message: ArrowMessage
  ) throws(ArrowFault) {
    guard case .dictionary(let id, _, let isDelta) = message.content else {
      throw .damaged("it is none")
    }
    // Those of no column are none of anybody's business.
    if schema.dictionaries[id] != nil { dictionaries.add(block, to: id, isDelta: isDelta) }
  }
}
