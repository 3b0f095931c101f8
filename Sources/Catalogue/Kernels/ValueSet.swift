// SPDX-License-Identifier: MIT

/// Many values of one kind, among which those of a column are looked for.
///
/// A value takes about the same time whether ten or a million are in the set.
package struct ValueSet: Sendable {
  private enum Keys: Sendable {
    /// What `Folding` leaves of texts.
    case folded(Set<[UInt8]>)
    case exact(Set<[UInt8]>)
    case numbers(Set<Decimal>)
  }

  private let keys: Keys

  /// Texts in UTF-8; those that are not `exact` are already without case and accents.
  package init(_ texts: [[UInt8]], exact: Bool) {
    keys = exact ? .exact(Set(texts)) : .folded(Set(texts))
  }

  package init(_ numbers: [Decimal]) { keys = .numbers(Set(numbers)) }

  package var count: Int {
    switch keys {
    case .folded(let texts), .exact(let texts): texts.count
    case .numbers(let numbers): numbers.count
    }
  }

  /// The values; nil where they are texts without case and accents.
  package var values: [Value]? {
    switch keys {
    case .folded: nil
    case .exact(let texts): texts.map { .text(String(decoding: $0, as: UTF8.self)) }
    case .numbers(let numbers): numbers.map { .number($0) }
    }
  }

  /// The texts without case and accents; nil where they are none.
  package var foldedTexts: [String]? {
    guard case .folded(let texts) = keys else { return nil }
    return texts.map { String(decoding: $0, as: UTF8.self) }
  }

  /// A bit for each row whose value is in the set; false for nulls.
  package func contains(_ column: Column) -> Bitmap {
    let found: Bitmap? =
      switch keys {
      case .exact(let texts): column.texts?.bits { texts.contains(Array($0)) }
      case .folded(let texts): column.texts?.bits { texts.contains(Folding.folded($0)) }
      case .numbers(let numbers):
        column.numbers.map { column in
          Bitmap(count: column.count) { column.decimal(at: $0).map(numbers.contains) ?? false }
        }
      }
    return found ?? Bitmap(repeating: false, count: column.count)
  }
}
