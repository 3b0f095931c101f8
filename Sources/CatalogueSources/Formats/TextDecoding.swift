// SPDX-License-Identifier: MIT

import Catalogue

extension ColumnDecoder {
  /// Texts, and ids, which may also be written as numbers, one by one.
  mutating func texts(_ tokens: [ValueToken]) -> TextColumn {
    let bytes = payload.padded
    let takesNumbers = reading.type == .id || reading.acceptsNumberOrText
    var builder = TextColumnBuilder()
    for row in tokens.indices {
      let token = tokens[row]
      switch token.form {
      case .string:
        if let text = content(of: token, row: row) {
          builder.append(text)
        } else {
          builder.appendNull()
        }
      case .number where takesNumbers: builder.append { $0 += bytes[token.range] }
      case .absent, .null: builder.appendNull()
      default:
        note(.notOfType(reading.type), row, token)
        builder.appendNull()
      }
    }
    return builder.finish()
  }

  /// A text without its escapes and, where that is said, the space around it; nil when it is none.
  mutating func content(of token: ValueToken, row: Int) -> ArraySlice<UInt8>? {
    guard var text = values.content(of: token) else {
      note(.halfCharacter, row, token)
      return nil
    }
    if reading.isHTML { text = HTMLText.plain(text)[...] }
    if reading.trims { text = Self.trimmed(text) }
    return reading.emptyIsNull && text.isEmpty ? nil : text
  }

  /// Without spaces, tabs, line breaks and no-break spaces at either end.
  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let noBreakSpace: [UInt8] = [0xC2, 0xA0]
    var text = text
    while let first = text.first {
      if first.isBlank {
        text.removeFirst()
      } else if text.starts(with: noBreakSpace) {
        text.removeFirst(2)
      } else {
        break
      }
    }
    while let last = text.last {
      if last.isBlank {
        text.removeLast()
      } else if text.suffix(2).elementsEqual(noBreakSpace) {
        text.removeLast(2)
      } else {
        break
      }
    }
    return text
  }

  /// Lists that are written as texts.
  mutating func parts(
    _ tokens: [ValueToken], element: ValueType, separator: [UInt8]
  ) -> ListColumn {
    var elements: [Value] = []
    var ends: [Int] = []
    var validity = ValidityBuilder()
    for row in tokens.indices {
      let token = tokens[row]
      let text = splittable(token, row: row)
      var hasEmpty = false
      var hasUnfit = false
      for part in text.map({ Self.split($0, at: separator) }) ?? [] {
        let part = reading.trims ? Self.trimmed(part) : part
        if part.isEmpty {
          hasEmpty = true
        } else if let value = Self.value(part, element) {
          elements.append(value)
        } else {
          hasUnfit = true
        }
      }
      // One finding for a value, however many parts it has.
      if hasEmpty, text?.isEmpty == false { note(.emptyPart, row, token) }
      if hasUnfit { note(.partNotOfType(element), row, token) }
      ends.append(elements.count)
      validity.append(text != nil)
    }
    return ListColumn(
      ends: ends, elements: .nested(element, elements), validity: validity.finish())
  }

  private mutating func splittable(_ token: ValueToken, row: Int) -> ArraySlice<UInt8>? {
    switch token.form {
    case .string: return content(of: token, row: row)
    case .number where reading.acceptsNumberOrText: return payload.padded[token.range]
    case .absent, .null: return nil
    default:
      note(.notOfType(.text), row, token)
      return nil
    }
  }

  private static func split(
    _ text: ArraySlice<UInt8>, at separator: [UInt8]
  ) -> [ArraySlice<UInt8>] {
    guard let first = separator.first else { return [text] }
    var parts: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    var place = start
    while place < text.endIndex {
      if text[place] == first, text[place...].starts(with: separator) {
        parts.append(text[start..<place])
        place += separator.count
        start = place
      } else {
        place += 1
      }
    }
    return parts + [text[start...]]
  }

  /// A part of a text as a value of a simple type; nil when it does not fit.
  static func value(_ part: ArraySlice<UInt8>, _ type: ValueType) -> Value? {
    switch type {
    case .text, .id: return .text(String(decoding: part, as: UTF8.self))
    case .decimal, .money(.unspecified), .money(.fixed), .length, .date:
      return type.stored(text: trimmed(part)).map { .number($0) }
    case .int:
      guard let number = Decimal(text: trimmed(part)), number.int != nil else { return nil }
      return .number(number)
    case .bool:
      return part.elementsEqual("true".utf8)
        ? .bool(true) : (part.elementsEqual("false".utf8) ? .bool(false) : nil)
    case .list, .record, .money(.varying), .duration, .any: return nil
    }
  }
}
