// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Catalogue

/// Texts that have codes compare as their texts do, whatever is remembered of their dictionaries.
@Suite struct DictionaryComparisonTests {
  /// Among them texts that differ in case, in accents, or in how an accent is written, and ids.
  private static let texts = [
    "", "a", "A", "ab", "Ab", "abc", "B", "e", "é", "e\u{301}", "E\u{301}", "É", "zoë", "Zoe",
    "straße", "STRASSE", "ﬁ", "fi", "0", "9", "10", "010", "d366", "\u{0}", "a\u{0}", "漢", "👍",
    "ø", "o", "й", "и", "a b", "a-b", "\u{FFFF}", "\u{10000}",
  ]

  private static let locales = [TextLocale.root] + [try? TextLocale("sv")].compactMap(\.self)

  /// How the texts of one side are held.
  private enum Form: CaseIterable {
    /// One after another.
    case plain
    /// As codes of a dictionary that grows from batch to batch.
    case growing
    /// As codes of a dictionary that has been whole from the first batch on.
    case whole
    /// As codes of the column's own texts, some of which are there twice.
    case own
    /// As one text for all rows, as literals are.
    case single
  }

  /// The texts of one side, batch by batch.
  private struct Side {
    let form: Form
    let pool: [String]
    var dictionary = TextDictionary()

    init(_ form: Form, _ random: inout Seeded, size: Int? = nil) {
      self.form = form
      let size = size ?? Int.random(in: 1...texts.count, using: &random)
      pool = Array(texts.shuffled(using: &random).prefix(form == .single ? 1 : size))
      // Fewer rows than these are not worth a dictionary.
      let first = (0..<TextDictionary.leastRows).map { pool[form == .whole ? $0 % pool.count : 0] }
      _ = dictionary.encoded(TextColumn(PackedText(first)))
    }

    mutating func column(_ count: Int, _ random: inout Seeded) -> TextColumn {
      let rows = (0..<count).map { _ in pool.randomElement(using: &random) ?? "" }
      let valid = (0..<count).map { _ in Int.random(in: 0..<9, using: &random) > 0 }
      let validity = Bool.random(using: &random) ? Bitmap(valid) : nil
      switch form {
      case .plain: return TextColumn(PackedText(rows), validity: validity)
      case .growing, .whole:
        return dictionary.encoded(TextColumn(PackedText(rows), validity: validity))
      case .single:
        return TextColumn(
          PackedText(pool), codes: rows.map { _ in 0 }, validity: validity)
      case .own:
        let codes = rows.map { row in
          UInt32((pool.firstIndex(of: row) ?? 0) + (Bool.random(using: &random) ? 0 : pool.count))
        }
        return TextColumn(PackedText(pool + pool), codes: codes, validity: validity)
      }
    }
  }

  /// The same values without codes.
  private static func plain(_ column: TextColumn) -> OperandValues {
    let values = PackedText(
      bytes: (0..<column.count).map { Array(column.values[column.index(of: $0)]) })
    return OperandValues(.text(TextColumn(values, validity: column.validity)))
  }

  /// Compares some batches of two sides in every way; gives the first wrong answer.
  private static func fault(
    _ first: inout Side, _ second: inout Side, _ remembered: ComparedTexts,
    _ random: inout Seeded
  ) -> String? {
    let locale = locales.randomElement(using: &random) ?? .root
    for batch in 0..<5 {
      let count = Int.random(in: 0...90, using: &random)
      let (left, right) = (first.column(count, &random), second.column(count, &random))
      for order in [TextOrder.codePoints, .ids, .collation, .typed, .mixed] {
        for comparison in Comparison.allCases where order != .mixed || comparison == .equal {
          let expected = Column.compare(
            plain(left), comparison, plain(right), order: order, locale: locale)
          let found = Column.compare(
            OperandValues(.text(left)), comparison, OperandValues(.text(right)), order: order,
            locale: locale, remembering: remembered)
          if found != expected {
            return "\(first.form) \(comparison.rawValue) \(second.form), \(order), \(batch)"
          }
        }
      }
    }
    return nil
  }

  @Test(arguments: 0..<6 as Range<UInt64>) func comparesAsTextsDo(_ seed: UInt64) {
    var random = Seeded(seed)
    for one in Form.allCases {
      for other in Form.allCases {
        var (first, second) = (Side(one, &random), Side(other, &random))
        #expect(Self.fault(&first, &second, ComparedTexts(), &random) == nil)
      }
    }
  }

  /// Whether two sides are compared by codes when so many batches of ten rows have come.
  private static func numbersCome(
    _ one: Form, _ other: Form, _ question: ComparedTexts.Question
  ) -> Int? {
    var random = Seeded(1)
    var (first, second) = (Side(one, &random, size: 20), Side(other, &random, size: 20))
    let remembered = ComparedTexts()
    return (1...30).first { _ in
      let (left, right) = (first.column(10, &random), second.column(10, &random))
      return remembered.places(of: left, right, question, .root) != nil
    }
  }

  /// Texts are numbered when as many rows have come, and put in order when some more have; what
  /// belongs to the column of one batch is never known again.
  @Test func numbersAreMadeWhereTheyPay() {
    let order = ComparedTexts.Question.order(.collation)
    #expect(Self.numbersCome(.whole, .whole, .equality) == 4)
    #expect(Self.numbersCome(.whole, .whole, order) == 16)
    #expect(Self.numbersCome(.whole, .single, order) == 3)
    #expect(Self.numbersCome(.single, .whole, .order(.typed)) == 3)
    #expect(Self.numbersCome(.whole, .whole, .order(.typed)) == nil)
    #expect(Self.numbersCome(.own, .whole, .equality) == nil)
    #expect(Self.numbersCome(.single, .single, order) == 1)
  }

  /// A query that compares many pairs forgets the first, and gives the same.
  @Test func forgetsWhatIsTooMuch() {
    var random = Seeded(3)
    let remembered = ComparedTexts()
    for _ in 0..<20 {
      var (first, second) = (Side(.growing, &random), Side(.whole, &random))
      #expect(Self.fault(&first, &second, remembered, &random) == nil)
    }
  }

  /// Two columns of one dictionary, such as a field beside its own values of other rows.
  @Test(arguments: 0..<6 as Range<UInt64>) func comparesWithinOneDictionary(
    _ seed: UInt64
  ) throws {
    var random = Seeded(seed)
    for form in [Form.growing, .whole] {
      let remembered = ComparedTexts()
      var side = Side(form, &random)
      for _ in 0..<4 {
        let (left, right) = (side.column(60, &random), side.column(60, &random))
        #expect(left.dictionary != nil && left.dictionary === right.dictionary)
        for order in [TextOrder.codePoints, .ids, .collation] {
          for comparison in Comparison.allCases {
            let found = Column.compare(
              OperandValues(.text(left)), comparison, OperandValues(.text(right)), order: order,
              remembering: remembered)
            #expect(
              found
                == Column.compare(Self.plain(left), comparison, Self.plain(right), order: order))
          }
        }
      }
    }
  }

  /// Groups and keys of joins: the rows of each batch have the numbers that their texts have.
  @Test(arguments: 0..<6 as Range<UInt64>) func numbersAsTextsDo(_ seed: UInt64) {
    var random = Seeded(seed)
    var sides = Form.allCases.map { Side($0, &random) }
    var (coded, plain) = (RowGrouper(), RowGrouper())
    for _ in 0..<12 {
      let side = Int.random(in: sides.indices, using: &random)
      let column = sides[side].column(Int.random(in: 0...90, using: &random), &random)
      // Slices of a column have its texts, whole.
      for rows in [0..<column.count / 2, column.count / 2..<column.count] {
        let part = column.slice(rows)
        let expected = plain.groups(of: [Self.plain(part).values], count: part.count)
        #expect(coded.groups(of: [.text(part)], count: part.count) == expected)
      }
    }
  }
}
