// SPDX-License-Identifier: MIT

import Catalogue

@testable import CatalogueSources

/// What reading all records of a text gives, by windows or the exact way.
struct WindowReading: Equatable {
  struct Field: Equatable {
    let name: String
    let shape: ValueShape
  }

  /// The members whose tokens are kept.
  static let wanted = ["id", "b", "ü", "a name of more than sixteen bytes", "absent"]

  var spans: [Range<Int>] = []
  /// For each wanted member one of each record.
  var tokens: [[ValueToken]] = wanted.map { _ in [] }
  var fields: [Field] = []
}

/// How a text is cut into windows.
struct Cutting: Sendable {
  /// How many bytes a window has, if that is enough for a record.
  var window = Int.max
  /// How many walkers take windows in turns.
  var walkers = 1
  /// Whether zeros follow a window in place of the rest of the text.
  var endsInZeros = false

  static let all = [
    Cutting(window: 64), Cutting(window: 64, walkers: 2, endsInZeros: true),
    Cutting(window: 333, endsInZeros: true), Cutting(window: 333, walkers: 3),
    Cutting(window: 4096), Cutting(),
  ]
}

extension WindowReading {
  /// What a walk over windows gives; nil where one is refused.
  init?(walking text: [UInt8], _ layout: WindowWalker.Layout, _ cutting: Cutting) {
    let payload = Payload(name: "x", bytes: text)
    guard var place = Self.start(of: payload, layout) else { return nil }
    let walkers = (0..<cutting.walkers).compactMap { _ in WindowWalker(fields: Self.wanted) }
    var size = cutting.window
    var number = 0
    var hasEnded = false
    while true {
      let end = size < text.count - place ? place + size : text.count
      let walker = walkers[hasEnded ? 0 : number % walkers.count]
      let part = cutting.endsInZeros ? Payload(name: "x", bytes: text[place..<end]) : nil
      let outcome = walker.walk(
        part?.padded ?? payload.padded, part.map { 0..<$0.count } ?? place..<end, layout: layout,
        isLast: end == text.count, window: number)
      guard outcome == .walked else { return nil }
      take(walker, at: place)
      place += walker.consumed
      hasEnded = hasEnded || walker.hasEnded
      if end == text.count { break }
      if walker.consumed == 0 {
        size *= 2
      } else {
        size = cutting.window
        number += 1
      }
    }
    guard place == text.count, hasEnded == (layout == .elements) else { return nil }
    fields = Self.fields(walkers)
  }

  /// Where the first window begins.
  private static func start(of payload: Payload, _ layout: WindowWalker.Layout) -> Int? {
    if layout == .lines { return payload.start }
    let first = payload.bytes.dropFirst(payload.start).firstIndex { !$0.isBlank }
    guard let first, payload.padded[first] == UInt8(ascii: "[") else { return nil }
    return first + 1
  }

  private mutating func take(_ walker: WindowWalker, at place: Int) {
    let found = walker.spans().map { $0.range.lowerBound + place..<$0.range.upperBound + place }
    spans += found
    for field in Self.wanted.indices {
      let column = walker.tokens(field)?.map { token in
        token.form == .absent
          ? .absent
          : ValueToken(
            token.range.lowerBound + place..<token.range.upperBound + place, token.form,
            token.spelling)
      }
      tokens[field] += column ?? found.map { _ in .absent }
    }
  }

  private static func fields(_ walkers: [WindowWalker]) -> [Field] {
    guard let first = walkers.first else { return [] }
    let shape = walkers.dropFirst().reduce(first.shape()) { $0.merged(with: $1.shape()) }
    return shape.fields.map { Field(name: $0.name, shape: $0.shape) }
  }
}

extension WindowReading {
  /// What the exact way gives; nil where the text has any fault.
  init?(exactly text: [UInt8], _ layout: WindowWalker.Layout) {
    let payload = Payload(name: "x", bytes: text)
    guard let index = Self.index(of: payload, layout), index.fault == nil,
      index.unreadable.isEmpty, index.cutLine == nil, index.notes.isEmpty
    else { return nil }
    spans = index.spans.map(\.range)
    guard let parser = RecordParser(fields: Self.wanted),
      let finder = RecordParser(fields: []), parser.parse(payload, index.spans[...]),
      finder.discover(payload, index.spans[...]), finder.losses().isEmpty,
      finder.statuses().allSatisfy({ $0 == .whole })
    else { return nil }
    tokens = Self.wanted.indices.map { parser.tokens($0) ?? spans.map { _ in .absent } }
    fields = finder.names(from: 0).enumerated().map { field, name in
      let tokens = finder.tokens(field) ?? []
      return Field(name: name, shape: finder.shape(of: tokens, in: payload))
    }
  }

  private static func index(of payload: Payload, _ layout: WindowWalker.Layout) -> RecordIndex? {
    switch layout {
    case .lines: LineReader.lines(payload)
    case .elements: try? EnvelopeReader.read(payload, items: .root)
    }
  }

  /// Whether a walk may refuse records that are clean: two stand on a line, or a name has escapes
  /// or stands twice in an object.
  func mayBeRefused(_ text: [UInt8], _ layout: WindowWalker.Layout) -> Bool {
    let payload = Payload(name: "x", bytes: text)
    var end = 0
    for span in spans {
      let between = text[end..<span.lowerBound]
      if layout == .lines, end > 0, !between.contains(UInt8(ascii: "\n")) { return true }
      end = span.upperBound
      var scanner = JSONScanner(payload, span)
      guard (try? scanner.hasPlainNames()) == true else { return true }
    }
    return false
  }
}

extension JSONScanner {
  /// Takes a value; false where the name of a member in it has escapes or stands twice.
  fileprivate mutating func hasPlainNames() throws -> Bool {
    let isObject = byte == UInt8(ascii: "{")
    guard isObject || byte == UInt8(ascii: "[") else {
      try skipValue()
      return true
    }
    try open()
    if closesEmpty() { return true }
    var names: Set<[UInt8]> = []
    var arePlain = true
    repeat {
      if isObject {
        let name = Array(bytes[try key()])
        if name.contains(UInt8(ascii: "\\")) || !names.insert(name).inserted { arePlain = false }
      }
      if try !hasPlainNames() { arePlain = false }
    } while try continues()
    return arePlain
  }
}
