// SPDX-License-Identifier: MIT

import Catalogue

/// Looks into the values of a text, of which tokens tell where they stand: how a format writes
/// texts, lists and objects.
///
/// What is not said of parts is that of a format whose values have none.
protocol ValueReader: Sendable {
  var payload: Payload { get }

  /// The quote that is doubled within texts between two of it, where nothing else is written in
  /// another way there; nil where texts are not written so.
  var doubledQuote: UInt8? { get }

  /// What stands before the decimals of a number.
  var decimalMark: UInt8 { get }

  /// The value of a number; nil where it has more digits than can be held.
  func number(_ token: ValueToken) -> Decimal?

  /// Appends the text of a token that has escapes; false where it has half of a character.
  func append(_ text: ValueToken, to result: inout [UInt8]) -> Bool

  /// The value at a path of members inside another, absent where there is none, and the last name
  /// on the way that stands more than once, of which the last value counts.
  func member(
    at path: ArraySlice<String>, inside token: ValueToken
  ) -> (value: ValueToken, repeated: Range<Int>?)

  /// The values of members of several objects, for each name those of all objects, absent where one
  /// does not have it or is missing itself; nil where something else than such an object stands, or
  /// anything is to be said of one.
  func members(_ names: [String], ofEach objects: [ValueToken]) -> [[ValueToken]]?

  /// The elements of a list; none of anything else.
  func elements(of token: ValueToken) -> [ValueToken]

  /// The elements of several lists, one after another, and after how many each ends; a value that
  /// is missing has none.
  func elements(ofEach lists: [ValueToken]) -> (elements: [ValueToken], ends: [Int])

  /// The value of a type, and what in it does not fit.
  func value(of token: ValueToken, as type: ValueType) -> (Value, Mismatches)

  /// A value with all its parts in the one form in which values of no certain type are kept, and
  /// what of it is not kept; nil where it has no parts and is written by whoever asks.
  func compact(_ token: ValueToken) -> (text: [UInt8], mismatches: Mismatches)?

  /// The way from a value to a part of it that begins at an offset.
  func way(to part: Int, in whole: Range<Int>) -> PartWay
}

extension ValueReader {
  var doubledQuote: UInt8? { nil }

  var decimalMark: UInt8 { UInt8(ascii: ".") }

  func number(_ token: ValueToken) -> Decimal? { Decimal(text: payload.padded[token.range]) }

  func member(
    at path: ArraySlice<String>, inside token: ValueToken
  ) -> (value: ValueToken, repeated: Range<Int>?) {
    (path.isEmpty ? token : .absent, nil)
  }

  func members(_ names: [String], ofEach objects: [ValueToken]) -> [[ValueToken]]? { nil }

  func elements(of token: ValueToken) -> [ValueToken] { [] }

  func elements(ofEach lists: [ValueToken]) -> (elements: [ValueToken], ends: [Int]) {
    ([], lists.map { _ in 0 })
  }

  func value(of token: ValueToken, as type: ValueType) -> (Value, Mismatches) {
    var mismatches = Mismatches()
    mismatches.note(.notOfType(type), token.whole)
    return (.null, mismatches)
  }

  func compact(_ token: ValueToken) -> (text: [UInt8], mismatches: Mismatches)? { nil }

  func way(to part: Int, in whole: Range<Int>) -> PartWay { PartWay() }
}

extension ValueReader {
  /// The text of a token of a text, without its escapes; nil where it has half of a character.
  func content(of token: ValueToken) -> ArraySlice<UInt8>? {
    guard token.hasEscapes else { return payload.padded[token.range] }
    var text: [UInt8] = []
    return append(token, to: &text) ? text[...] : nil
  }

  /// A text, or the spelling of a number; nil for anything else.
  func text(of token: ValueToken) -> String? {
    switch token.form {
    case .number: String(decoding: payload.padded[token.range], as: UTF8.self)
    case .string: content(of: token).map { String(decoding: $0, as: UTF8.self) }
    default: nil
    }
  }

  /// The value at a path of members inside another; absent when there is none.
  func token(at path: ArraySlice<String>, inside token: ValueToken) -> ValueToken {
    path.isEmpty ? token : member(at: path, inside: token).value
  }

  /// The value at the end of some steps; absent when there is none. Steps that lead to several
  /// values are left to `elements`.
  func token(along steps: ArraySlice<ValuePath.Step>, inside token: ValueToken) -> ValueToken {
    var token = token
    for step in steps {
      switch step {
      case .member(let name):
        guard token.form == .object else { return .absent }
        token = self.token(at: [name], inside: token)
      case .first: token = elements(of: token).first ?? .absent
      case .last: token = elements(of: token).last ?? .absent
      case .matching(let path, let value):
        token =
          elements(of: token).first {
            text(of: self.token(at: path[...], inside: $0)) == value
          } ?? .absent
      case .each: return .absent
      }
    }
    return token
  }

  /// Whether a member is missing on the way to a value: null and an empty list are there.
  func lacks(_ path: ValuePath, inside record: ValueToken) -> Bool {
    var token = record
    for step in path.steps {
      guard case .member(let name) = step, token.form == .object else { return false }
      token = self.token(at: [name], inside: token)
      if token.form == .absent { return true }
    }
    return false
  }

  /// Whether a record has a member, be it null, at which one of some ways begins.
  func tells(_ record: ValueToken, at ways: [ValuePath]) -> Bool {
    ways.compactMap(\.firstMember).contains { token(at: [$0], inside: record).form != .absent }
  }
}

extension UInt8 {
  /// Whether it is a space, a tab or part of a line break.
  var isBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
