// SPDX-License-Identifier: MIT

/// Says that dictionaries of texts are beginnings of one: what a code means in the shorter it means
/// in the longer.
package final class DictionaryIdentity: Sendable {
  /// Whether other rows have other dictionaries, so that few rows that are kept should not keep all
  /// of this one.
  let isPassing: Bool

  package init(isPassing: Bool = false) { self.isPassing = isPassing }
}

/// A dictionary: that of several columns is known by its identity, any other by its texts.
struct KnownTexts {
  private let dictionary: DictionaryIdentity?
  private let values: PackedText

  init(_ column: TextColumn) {
    dictionary = column.dictionary
    values = column.values
  }

  /// Whether codes mean the same in a column, as far as both go.
  func areThose(of column: TextColumn) -> Bool {
    if let dictionary { return dictionary === column.dictionary }
    guard column.dictionary == nil else { return false }
    // A literal is made anew for each batch.
    return values.isIdentical(to: column.values)
      || (values.count == 1 && values == column.values)
  }
}

/// Finds out whether the texts of a column repeat, batch by batch, and gives those that do as codes
/// of one dictionary.
///
/// A dictionary that does not pay after the first batch, or grows too long later, is given up:
/// batches from then on hold their texts as they are.
package struct TextDictionary: Sendable {
  /// Texts that hardly repeat in so many rows are not looked at any further; fewer rows than these
  /// are not worth a dictionary.
  package static let leastRows = 256
  /// A dictionary has at most so many texts and bytes.
  static let mostTexts = 1 << 12
  static let mostBytes = 1 << 18

  private let identity = DictionaryIdentity()
  private var texts = ByteStringTable()
  /// The texts as they were given last, which columns share while no text is new.
  private var shared = PackedText()
  private var isGivenUp = false

  package init() {}

  /// The same column, its texts as codes where that pays. One whose texts are codes already keeps
  /// them in a dictionary of its own where they are too many.
  package mutating func encoded(_ column: TextColumn) -> TextColumn {
    guard !isGivenUp, column.dictionary == nil,
      texts.count > 0 || column.count >= Self.leastRows
    else { return column }
    let values = column.values
    // A null without a dictionary needs a code too, which nobody looks at.
    let most =
      texts.count == 0 && column.codes == nil
      ? min(Self.mostTexts, column.count / 4) : Self.mostTexts
    var numbers: [UInt32] = []
    numbers.reserveCapacity(values.count)
    for place in 0..<values.count {
      numbers.append(UInt32(texts.number(of: values[place])))
      if texts.count > most || texts.strings.byteCount > Self.mostBytes {
        (isGivenUp, texts, shared) = (true, ByteStringTable(), PackedText())
        return column
      }
    }
    if shared.count != texts.count { shared = texts.strings.finish() }
    let codes = column.codes.map { Self.renumbered($0, numbers) } ?? Buffer(numbers)
    return TextColumn(shared, codes: codes, of: identity, validity: column.validity)
  }

  private static func renumbered(_ codes: Buffer<UInt32>, _ numbers: [UInt32]) -> Buffer<UInt32> {
    let (codes, numbers) = (codes.span, numbers.span)
    return unsafe Buffer(capacity: codes.count) { target, count in
      for row in codes.indices {
        unsafe target.initializeElement(at: row, to: numbers[Int(codes[row])])
      }
      count = codes.count
    }
  }
}
