// SPDX-License-Identifier: MIT

/// How long the texts may become that are made from others.
package struct TextLimit: Sendable {
  /// The bytes of one value.
  package let value: Int
  /// The bytes of all values of one column.
  package let column: Int

  package init(value: Int, column: Int) {
    self.value = value
    self.column = column
  }

  package static let standard = TextLimit(value: 16 << 20, column: 1 << 30)
}

/// A text that would be longer than it may be.
package struct TextOverflow: Error {}

// The functions that take texts apart and put them together. Texts are compared byte for byte;
// where one of the arguments is null, so is the result.
extension TextColumn {
  /// The parts of each text between the places of its separator, which may be empty.
  package func split(at separators: TextColumn) -> ListColumn {
    var search = TextSearch([])
    var elements = PackedTextBuilder()
    var (ends, validity) = ([Int](), ValidityBuilder())
    for row in 0..<count {
      if let text = bytes(at: row), let separator = separators.bytes(at: row) {
        if !separator.elementsEqual(search.sought) { search = TextSearch(separator) }
        let text = text.span
        search.eachPart(of: text) { elements.append(text.extracting($0)) }
        validity.append(true)
      } else {
        validity.append(false)
      }
      ends.append(elements.count)
    }
    return ListColumn(
      ends: ends, elements: .text(TextColumn(elements.finish())), validity: validity.finish())
  }

  /// Each text with another one in every place of an old one; an empty one has no place.
  package func replacing(
    _ old: TextColumn, with new: TextColumn, limit: TextLimit = .standard
  ) throws(TextOverflow) -> TextColumn {
    var search = TextSearch([])
    var texts = BoundedTexts(limit)
    for row in 0..<count {
      guard let text = bytes(at: row), let old = old.bytes(at: row), let new = new.bytes(at: row)
      else {
        texts.appendNull()
        continue
      }
      if !old.elementsEqual(search.sought) { search = TextSearch(old) }
      var parts: [Range<Int>] = []
      search.eachPart(of: text.span) { parts.append($0) }
      for (index, part) in parts.enumerated() {
        if index > 0 { try texts.add(new) }
        try texts.add(text[text.startIndex + part.lowerBound..<text.startIndex + part.upperBound])
      }
      texts.append()
    }
    return texts.finish()
  }
}

extension ListColumn {
  /// The elements of each list, of texts or numbers, as one text; elements that are null are left
  /// out.
  package func joined(
    by separators: TextColumn, limit: TextLimit = .standard
  ) throws(TextOverflow) -> TextColumn {
    var texts = BoundedTexts(limit)
    for row in 0..<count {
      guard validity?[row] ?? true, let separator = separators.bytes(at: row) else {
        texts.appendNull()
        continue
      }
      var isFirst = true
      for element in range(of: row) {
        guard let text = elements.plainText(at: element) else { continue }
        if !isFirst { try texts.add(separator) }
        try texts.add(text)
        isFirst = false
      }
      texts.append()
    }
    return texts.finish()
  }
}

extension Column {
  fileprivate func plainText(at row: Int) -> ArraySlice<UInt8>? {
    switch self {
    case .text(let column): return column.bytes(at: row)
    case .number(let column):
      var bytes: [UInt8] = []
      guard let number = column.decimal(at: row) else { return nil }
      number.append(to: &bytes)
      return bytes[...]
    case .bool, .list, .record, .null: return nil
    }
  }
}

/// Collects texts piece by piece and throws before they pass a limit.
package struct BoundedTexts {
  private let limit: TextLimit
  private var value: [UInt8] = []
  private var total = 0
  private var texts = TextColumnBuilder()

  package init(_ limit: TextLimit) { self.limit = limit }

  /// Adds to the value that is being made.
  package mutating func add(_ piece: ArraySlice<UInt8>) throws(TextOverflow) {
    total += piece.count
    guard value.count + piece.count <= limit.value, total <= limit.column else {
      throw TextOverflow()
    }
    value += piece
  }

  /// Ends the value.
  package mutating func append() {
    texts.append(value)
    value.removeAll(keepingCapacity: true)
  }

  package mutating func appendNull() { texts.appendNull() }

  package consuming func finish() -> TextColumn { texts.finish() }
}
