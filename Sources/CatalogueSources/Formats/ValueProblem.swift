// SPDX-License-Identifier: MIT

import Catalogue

/// A value, or a part of one, that does not become what its field wants.
struct ValueProblem: Equatable {
  enum Reason: Equatable {
    case notOfType(ValueType)
    /// A part of a text that is split, or an element of a list.
    case partNotOfType(ValueType)
    case tooManyDigits
    /// Half of a surrogate pair.
    case halfCharacter
    case emptyPart
    /// An amount whose currency is missing, or is none.
    case noCurrency(String?)
    /// A member that stands more than once in a record within the value.
    case repeatedMember
    /// A member within the value in whose name there is half of a surrogate pair; of a record that
    /// is kept as it is written it is kept.
    case halfName(isKept: Bool)
  }

  let reason: Reason
  /// The record's row in the batch.
  let row: Int
  /// The index of the reading.
  let field: Int
  /// The value in the payload, with a text's quotes; of a member its name.
  let range: Range<Int>
  /// The whole value of which `range` is a part; nil where nothing more is known.
  var root: Range<Int>?

  var kind: ScanReport.Finding.Kind {
    switch reason {
    case .emptyPart: .dropped
    case .repeatedMember, .halfName: .lost
    case .notOfType, .partNotOfType, .tooManyDigits, .halfCharacter, .noCurrency: .rejected
    }
  }

  /// What becomes of it.
  func consequence(_ reading: FieldReading, in values: any ValueReader) -> String {
    switch reason {
    case .partNotOfType: "left out"
    case .emptyPart: "dropped"
    case .tooManyDigits:
      keeping(reading, in: values).map { "left empty; a `\($0.type)` would keep it" }
        ?? "left empty"
    case .notOfType, .halfCharacter, .noCurrency: "left empty"
    case .repeatedMember: "the last one counts"
    case .halfName(isKept: true): "kept as it is written"
    case .halfName(isKept: false): "left out"
    }
  }

  /// How the value could be kept, where there is a way.
  func remedy(
    _ reading: FieldReading, in values: any ValueReader
  ) -> ScanReport.Finding.KeepingField? {
    guard let kept = keeping(reading, in: values) else { return nil }
    return .init(
      name: kept.name, type: kept.type == "Text" ? "Text number or text" : kept.type)
  }

  /// The field of a definition that would keep a number as it is written; nil where none would.
  private func keeping(
    _ reading: FieldReading, in values: any ValueReader
  ) -> (name: String, type: String)? {
    guard reason == .tooManyDigits else { return nil }
    if reading.type.isNumber { return (reading.name, "Text") }
    guard let way = way(in: values) else { return nil }
    let name = way.name(from: reading.name)
    switch way.elements.count {
    case 0: return (name, "Text")
    case 1 where way.endsInList: return (name, "List<Id>")
    default: return nil
    }
  }

  private func way(in values: any ValueReader) -> PartWay? {
    root.map { values.way(to: range.lowerBound, in: $0) }
  }

  /// What is wrong, without what becomes of it, such as `price "free" in record 2 (id "x") is no
  /// number`; `place` is `record 2 (id "x")`.
  func fault(_ reading: FieldReading, place: String, in values: any ValueReader) -> String {
    let value = QuotedData.text(values.payload.padded[range])
    let way = reason == .tooManyDigits ? way(in: values) : nil
    let name = way?.words(from: reading.name) ?? reading.name
    let subject = "\(name) \(value) in \(place)"
    switch reason {
    case .notOfType(let type): return "\(subject) is \(Self.negation(of: type))"
    case .partNotOfType(let type): return "\(subject) has a part that is \(Self.negation(of: type))"
    case .tooManyDigits: return "\(subject) \(excess(in: values.payload))"
    case .halfCharacter: return "\(subject) has half a character (a lone surrogate)"
    case .repeatedMember:
      return "\(value) stands more than once in \(reading.name) of \(place)"
    case .halfName:
      return "the name \(value) in \(reading.name) of \(place) has half a character"
        + " (a lone surrogate)"
    case .emptyPart: return "\(subject) has an empty part"
    case .noCurrency(nil): return "\(subject) has no currency"
    case .noCurrency(let code?):
      let quoted = QuotedData.text(Array("\"\(code)\"".utf8)[...])
      return "\(subject) has a currency \(quoted) that does not exist"
    }
  }

  /// Why a number cannot be held: it has few digits where its exponent reaches far, and may fit
  /// itself where it does not in the unit of its field.
  private func excess(in payload: Payload) -> String {
    let digits = Decimal.maximumDigits
    let text = payload.padded[range].filter { $0 != UInt8(ascii: "\"") }
    let parts = text.split { $0 | 0x20 == UInt8(ascii: "e") }
    let isLong = parts.first.map { Decimal(text: $0) == nil } ?? false
    if isLong || parts.count < 2 { return "has more than \(digits) digits" }
    return Decimal(text: text) == nil
      ? "has an exponent that reaches beyond \(digits) digits"
      : "has more than \(digits) digits in the unit of the field"
  }

  private static func negation(of type: ValueType) -> String {
    switch type {
    case .bool: "neither true nor false"
    case .int: "no whole number"
    case .decimal: "no number"
    case .text: "no text"
    case .id: "no id"
    case .list: "no list"
    case .record: "no object"
    case .money(.fixed(let currency)): "no amount in \(currency.code)"
    case .money: "no amount of money"
    case .length: "no length"
    case .date: "no date"
    case .duration: "no duration"
    case .any: "no value"
    }
  }
}

/// Data inside a message: on one line, short, and without a control character.
enum QuotedData {
  private static let columns = 60

  static func text(_ json: ArraySlice<UInt8>) -> String {
    var text = ""
    var room = columns
    for scalar in String(decoding: json.prefix(columns * 4 + 4), as: UTF8.self).unicodeScalars {
      let piece = escaped(scalar)
      guard piece.unicodeScalars.count < room else { return text + "…" }
      room -= piece.unicodeScalars.count
      text += piece
    }
    return text
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: return " "
    case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0x200B...0x200F,
      0xFEFF, 0x61C:
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: return String(Character(scalar))
    }
  }
}
