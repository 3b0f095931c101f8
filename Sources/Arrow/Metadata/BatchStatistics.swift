// SPDX-License-Identifier: MIT

package import Catalogue

/// What is known of the values that a column has in a batch.
struct ValueSpan: Sendable, Equatable {
  enum Bounds: Sendable, Equatable {
    case numbers(Decimal, Decimal)
    /// In the order of their bytes. Of long texts there is but the beginning; where that is so of
    /// the last one, it may begin so and go on.
    case texts([UInt8], [UInt8], isCut: Bool)
  }

  var nulls: Int
  /// The least and the largest value; nil where nothing is known of them, or there is none.
  var bounds: Bounds?
}

/// What a file that was written here says of its batches, so that those are not read of which no
/// row can be wanted.
package struct BatchStatistics: Sendable {
  /// Of each batch how many rows it has.
  private var rows: [Int] = []
  /// Of each column what is known of each batch; nothing of those that have no such values.
  private var columns: [[ValueSpan]?]

  init(columns: Int) { self.columns = Array(repeating: [], count: columns) }

  package var batches: Int { rows.count }

  /// How many rows a batch has.
  package func rows(of batch: Int) -> Int { rows[batch] }

  /// How many rows of a batch have no value in a column; nil where nobody knows.
  package func nulls(of column: Int, in batch: Int) -> Int? { span(column, batch)?.nulls }

  /// Whether anything is known of a column.
  package func knows(_ column: Int) -> Bool {
    column < columns.count && columns[column] != nil
  }

  /// Whether a batch may have a row that meets a condition, where `column` tells which of the
  /// columns a field is.
  package func mayMeet(
    _ condition: PartCondition, in batch: Int, column: (Int) -> Int
  ) -> Bool {
    switch condition {
    case .any(let conditions):
      return conditions.contains { mayMeet($0, in: batch, column: column) }
    case .isNull(let field):
      return span(column(field), batch).map { $0.nulls > 0 } ?? true
    case .holds: return true
    case .compares(let field, let comparison, let value):
      guard let span = span(column(field), batch) else { return true }
      if span.nulls == rows[batch] { return false }
      return span.mayMeet(comparison, value)
    }
  }

  private func span(_ column: Int, _ batch: Int) -> ValueSpan? {
    guard column < columns.count else { return nil }
    return columns[column]?[batch]
  }

  /// Takes what is known of the next batch.
  mutating func add(rows count: Int, _ spans: [ValueSpan?]) {
    rows.append(count)
    for (column, span) in spans.enumerated() {
      if let span { columns[column]?.append(span) } else { columns[column] = nil }
    }
  }
}

extension ValueSpan {
  func mayMeet(_ comparison: Comparison, _ value: Value) -> Bool {
    switch (bounds, value) {
    case (.numbers(let least, let most)?, .number(let number)):
      switch comparison {
      case .equal: least <= number && number <= most
      case .notEqual: true
      case .less: least < number
      case .lessOrEqual: least <= number
      case .greater: most > number
      case .greaterOrEqual: most >= number
      }
    case (.texts(let least, let most, let isCut)?, .text(let text)) where comparison == .equal:
      !text.utf8.lexicographicallyPrecedes(least)
        && (!most.lexicographicallyPrecedes(text.utf8) || isCut && text.utf8.starts(with: most))
    default: true
    }
  }
}

// The text in which they stand in a file: a line for the rows of batches, and one for each column.
extension BatchStatistics {
  var text: String {
    let lines =
      [rows.map { "\($0)" }.joined(separator: " ")]
      + columns.map { $0.map { $0.map(\.text).joined(separator: " ") } ?? "-" }
    return lines.joined(separator: "\n")
  }

  /// Nil where the text is none of so many columns.
  init?(_ text: String, columns count: Int) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == count + 1 else { return nil }
    let counts = lines[0].split(separator: " ").map { Int($0) }
    rows = counts.compactMap { $0.flatMap { 0...ArrowLimit.rows ~= $0 ? $0 : nil } }
    guard rows.count == counts.count else { return nil }
    columns = []
    for line in lines.dropFirst() {
      guard line != "-" else {
        columns.append(nil)
        continue
      }
      let parts = line.split(separator: " ")
      let spans = parts.compactMap { ValueSpan($0) }
      guard spans.count == parts.count, spans.count == rows.count,
        zip(spans, rows).allSatisfy({ 0...$1 ~= $0.nulls })
      else { return nil }
      columns.append(spans)
    }
  }
}

extension ValueSpan {
  /// `3`, or with bounds `3:0.5:12`, `3:"a:"b c` and, where the last text is cut, `3:"a:"b+`.
  fileprivate var text: String {
    switch bounds {
    case .numbers(let least, let most)?: "\(nulls):\(least):\(most)"
    case .texts(let least, let most, let isCut)?:
      "\(nulls):\"\(Self.escaped(least)):\"\(Self.escaped(most))\(isCut ? "+" : "")"
    case nil: "\(nulls)"
    }
  }

  fileprivate init?(_ text: Substring) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let nulls = parts.first.flatMap({ Int($0) }) else { return nil }
    self.init(nulls: nulls)
    if parts.count == 1 { return }
    guard parts.count == 3 else { return nil }
    if parts[1].first == "\"", parts[2].first == "\"" {
      let isCut = parts[2].last == "+"
      guard let least = Self.bytes(parts[1].dropFirst()),
        let most = Self.bytes(parts[2].dropFirst().dropLast(isCut ? 1 : 0))
      else { return nil }
      bounds = .texts(least, most, isCut: isCut)
    } else {
      guard let least = Decimal(text: parts[1].utf8), let most = Decimal(text: parts[2].utf8)
      else { return nil }
      bounds = .numbers(least, most)
    }
  }

  /// Letters and digits as they are, other bytes as `%20`.
  private static func escaped(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return String(UnicodeScalar(byte))
      default:
        let digits = String(byte, radix: 16)
        return byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }.joined()
  }

  private static func bytes(_ text: Substring) -> [UInt8]? {
    var (bytes, rest) = ([UInt8](), text.utf8[...])
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      rest = rest.dropFirst(2)
      bytes.append(code)
    }
    return bytes
  }
}
