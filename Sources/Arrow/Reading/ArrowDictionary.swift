// SPDX-License-Identifier: MIT

package import Catalogue

/// The values for which the codes of a column stand. Further ones may be added, which takes no
/// longer than they are many.
package struct ArrowDictionary: Sendable {
  /// So little is copied each time.
  private static let freeBytes = 1 << 14

  /// As many as there are codes.
  package private(set) var count = 0
  /// Whether there are other dictionaries in its place for other rows.
  let isReplaced: Bool
  /// What is wrong with the values that cannot be held, by their codes.
  private(set) var rejected: [Int: String] = [:]
  /// Whether one of the values is a time whose fraction of a second is left out.
  private(set) var hasFractions = false
  /// Whether the values are texts.
  private var isOfTexts = false
  /// The values that are no texts, each part with the code of its first.
  private var parts: [(first: Int, values: Column)] = []
  /// The texts, none of which stands twice.
  private var texts = ByteStringTable()
  /// For each code which of them it means; -1 for null.
  private var meanings: [Int32] = []
  /// The first of the texts, which columns share, under one identity.
  private var shared = PackedText()
  private let identity: DictionaryIdentity

  package init(isReplaced: Bool) {
    self.isReplaced = isReplaced
    identity = DictionaryIdentity(isPassing: isReplaced)
  }

  /// Adds the values of a further part, some of which could not be held.
  package mutating func add(
    _ values: Column, rejected rejections: [BatchReader.Rejection], hasFractions: Bool
  ) {
    self.hasFractions = self.hasFractions || hasFractions
    for rejection in rejections { rejected[count + rejection.row] = rejection.fault }
    if case .text(let column) = values {
      isOfTexts = true
      add(column)
    } else {
      parts.append((count, values))
    }
    count += values.count
  }

  private mutating func add(_ column: TextColumn) {
    meanings.reserveCapacity(meanings.count + column.count)
    for row in 0..<column.count {
      meanings.append(
        column.bytes(at: row).map { Int32(truncatingIfNeeded: texts.number(of: $0)) } ?? -1)
    }
    // What is shared is copied for that: not for each few texts that come.
    let known = shared.bytes.count + 8 * shared.count
    let all = texts.strings.byteCount + 8 * texts.count
    if texts.count > shared.count, all <= Self.freeBytes || all - known > known / 4 {
      shared = texts.strings.finish()
    }
  }

  /// The values that some codes, which it has, mean; what they are where a row is null matters not.
  func values(of codes: Buffer<Int64>, _ validity: Bitmap?) -> Column {
    if isOfTexts { return .text(textColumn(codes, validity)) }
    let rows = (0..<codes.count).map { validity?[$0] ?? true ? Int(codes[$0]) : -1 }
    let distinct = Set(rows.filter { $0 >= 0 }).sorted()
    if distinct.isEmpty { return .null(count: rows.count) }
    var places: [Int: Int] = [-1: 0]
    for (place, code) in distinct.enumerated() { places[code] = place }
    return values(distinct).taking(rows: rows.map { places[$0] ?? 0 }).masked(by: validity)
  }

  /// The values of codes that rise.
  private func values(_ codes: [Int]) -> Column {
    var found: [Column] = []
    var rest = codes[...]
    while let code = rest.first {
      let (first, values) = parts[parts.first(from: { $0.first > code }) - 1]
      let own = rest.prefix { $0 < first + values.count }
      found.append(values.taking(rows: own.map { $0 - first }))
      rest = rest.dropFirst(own.count)
    }
    return Column.concatenated(found)
  }

  private func textColumn(_ codes: Buffer<Int64>, _ validity: Bitmap?) -> TextColumn {
    var found: [UInt32] = []
    found.reserveCapacity(codes.count)
    var isThere: [Bool]?
    var most = 0
    for row in 0..<codes.count {
      let meaning = validity?[row] ?? true ? meanings[Int(codes[row])] : 0
      if meaning < 0 {
        if isThere == nil { isThere = (0..<codes.count).map { validity?[$0] ?? true } }
        isThere?[row] = false
      }
      let number = max(0, Int(meaning))
      most = max(most, number)
      found.append(UInt32(truncatingIfNeeded: number))
    }
    let validity = isThere.map { Bitmap($0) } ?? validity
    // Few rows do not hold many texts that no others need.
    if most < shared.count, !isReplaced || shared.count <= 4 * codes.count {
      return TextColumn(shared, codes: Buffer(found), of: identity, validity: validity)
    }
    return own(found, validity)
  }

  /// Texts of which each is copied once, or once for each row where they hardly repeat.
  private func own(_ numbers: [UInt32], _ validity: Bitmap?) -> TextColumn {
    var codes: [UInt32: UInt32] = [:]
    var distinct = PackedTextBuilder()
    var found: [UInt32] = []
    for (row, number) in numbers.enumerated() where validity?[row] ?? true {
      if codes[number] == nil {
        codes[number] = UInt32(distinct.count)
        distinct.append(texts.strings[Int(number)])
      }
      if distinct.count * 4 > numbers.count { return plain(numbers, validity) }
    }
    if distinct.count == 0 { return plain(numbers, validity) }
    for number in numbers { found.append(codes[number] ?? 0) }
    return TextColumn(distinct.finish(), codes: found, validity: validity)
  }

  private func plain(_ numbers: [UInt32], _ validity: Bitmap?) -> TextColumn {
    var builder = TextColumnBuilder()
    for (row, number) in numbers.enumerated() {
      if validity?[row] ?? true {
        builder.append(texts.strings[Int(number)])
      } else {
        builder.appendNull()
      }
    }
    return builder.finish()
  }
}
