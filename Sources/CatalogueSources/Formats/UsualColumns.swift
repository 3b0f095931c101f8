// SPDX-License-Identifier: MIT

import CTokens
import Catalogue

// Columns whose tokens are all as they usually are; nil for any other, whose values are read one by
// one.
extension ColumnDecoder {
  /// Numbers with few digits and no exponent.
  func usualNumbers(_ tokens: [ValueToken]) -> NumberColumn? {
    var scale: Int32 = 0
    var made: Made?
    let coefficients = unsafe Buffer<Int64>(capacity: tokens.count) { target, count in
      made = unsafe make(of: tokens) { text, length, tokens, present in
        guard let numbers = target.baseAddress else { return -1 }
        return unsafe cq_token_numbers(
          text, length, tokens, target.count, values.decimalMark, numbers, present, &scale)
      }
      count = made == nil ? 0 : tokens.count
    }
    guard let made, scale == 0 || reading.type != .int else { return nil }
    return NumberColumn(.narrow(coefficients, scale: Int(scale)), validity: made.validity)
  }

  /// Days without times.
  func usualDays(_ tokens: [ValueToken]) -> NumberColumn? {
    var made: Made?
    let seconds = unsafe Buffer<Int64>(capacity: tokens.count) { target, count in
      made = unsafe make(of: tokens) { text, length, tokens, present in
        guard let seconds = target.baseAddress else { return -1 }
        return unsafe cq_token_days(text, length, tokens, target.count, seconds, present)
      }
      count = made == nil ? 0 : tokens.count
    }
    guard let made else { return nil }
    return NumberColumn(.narrow(seconds, scale: 0), validity: made.validity)
  }

  /// Texts without anything to be taken off, those that repeat as codes.
  func usualTexts(_ tokens: [ValueToken]) -> TextColumn? {
    guard !reading.trims, !reading.emptyIsNull, !reading.isHTML else { return nil }
    if reading.type == .text, let column = repeatedTexts(tokens) { return column }
    return packed(tokens).map { TextColumn($0, validity: $1) }
  }

  private func repeatedTexts(_ tokens: [ValueToken]) -> TextColumn? {
    guard tokens.count >= TextDictionary.leastRows else { return nil }
    let most = tokens.count / 4
    var distinct: [ValueToken] = []
    var made: Made?
    let codes = unsafe Buffer<UInt32>(capacity: tokens.count) { target, count in
      distinct = unsafe Array(unsafeUninitializedCapacity: most + 1) { found, different in
        made = unsafe make(of: tokens) { text, length, tokens, present in
          guard let codes = target.baseAddress, let found = found.baseAddress else { return -1 }
          return unsafe found.withMemoryRebound(to: cq_token.self, capacity: most + 1) {
            unsafe cq_token_codes(text, length, tokens, target.count, most, codes, $0, present)
          }
        }
        different = made?.result ?? 0
      }
      count = made == nil ? 0 : tokens.count
    }
    guard let made, !distinct.isEmpty, let values = packed(distinct)?.values else { return nil }
    return TextColumn(values, codes: codes, validity: made.validity)
  }

  /// The texts of tokens end to end, and which of them are there.
  private func packed(_ tokens: [ValueToken]) -> (values: PackedText, validity: Bitmap?)? {
    let takesNumbers: Int32 = reading.type == .id || reading.acceptsNumberOrText ? 1 : 0
    let quote = values.doubledQuote ?? 0
    let size = tokens.reduce(1) { $0 + $1.range.count }
    var made: Made?
    var bytes: Buffer<UInt8> = []
    let offsets = unsafe Buffer<Int>(capacity: tokens.count + 1) { target, count in
      bytes = unsafe Buffer(capacity: size) { bytes, written in
        made = unsafe make(of: tokens) { text, length, tokens, present in
          guard let bytes = bytes.baseAddress, let offsets = target.baseAddress else { return -1 }
          return unsafe offsets.withMemoryRebound(to: Int64.self, capacity: target.count) {
            unsafe cq_token_texts(
              text, length, tokens, target.count - 1, quote, takesNumbers, bytes, $0, present)
          }
        }
        written = made == nil ? 0 : unsafe target[tokens.count]
      }
      count = made == nil ? 0 : tokens.count + 1
    }
    guard let made else { return nil }
    return PackedText(bytes: bytes, offsets: offsets).map { ($0, made.validity) }
  }
}

/// What a function of `CTokens` gives beside what it has written.
private struct Made {
  let result: Int
  /// Which values are there; nil where all are.
  let validity: Bitmap?
}

extension ColumnDecoder {
  /// Gives a function the text, its length, the tokens and room for a bit for each; nil where it
  /// gives up.
  private func make(
    of tokens: [ValueToken],
    _ function: (
      UnsafePointer<UInt8>, Int, UnsafePointer<cq_token>, UnsafeMutablePointer<UInt64>
    ) -> Int64
  ) -> Made? {
    var result: Int64 = -1
    let present = unsafe Buffer<UInt64>(capacity: (tokens.count + 63) >> 6) { present, count in
      unsafe payload.padded.withUnsafeBufferPointer { text in
        unsafe tokens.withUnsafeBufferPointer { all in
          guard let text = text.baseAddress, let first = all.baseAddress,
            let present = present.baseAddress
          else { return }
          result = unsafe first.withMemoryRebound(to: cq_token.self, capacity: all.count) {
            unsafe function(text, payload.count, $0, present)
          }
        }
      }
      count = result < 0 ? 0 : (tokens.count + 63) >> 6
    }
    guard result >= 0, let present = Bitmap(present, count: tokens.count) else { return nil }
    return Made(result: Int(result), validity: present.setCount == tokens.count ? nil : present)
  }
}
