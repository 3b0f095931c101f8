// SPDX-License-Identifier: MIT

import CSeparated
import CSimdJSON
import CTokens
import Testing

@testable import CatalogueSources

/// Spans and tokens are handed to the library for JSON and taken from it as they are, so that each
/// of their members has to stand where the library has it.
@Suite struct LibraryLayoutTests {
  private static let kinds: [(own: ValueKind, library: cq_json_kind)] = [
    (.absent, cq_json_absent), (.null, cq_json_null), (.true, cq_json_true),
    (.false, cq_json_false), (.number, cq_json_number), (.string, cq_json_string),
    (.array, cq_json_array), (.object, cq_json_object),
  ]

  /// Values of one type side by side as if they were of another.
  private static func read<Given, Wanted>(_ values: [Given], as type: Wanted.Type) -> [Wanted] {
    unsafe values.withUnsafeBytes { unsafe Array($0.assumingMemoryBound(to: type)) }
  }

  private static func layout<Kind>(of type: Kind.Type) -> [Int] {
    [MemoryLayout<Kind>.stride, MemoryLayout<Kind>.alignment]
  }

  @Test func tokensHaveTheMembersOfTheLibrary() {
    #expect(Self.layout(of: ValueToken.self) == Self.layout(of: cq_json_token.self))
    // No two members of a token are alike in any of their bytes.
    let (start, length) = (0x0102_0304_0506_0708, 0x1112_1314)
    var given: [cq_json_token] = []
    var expected: [ValueToken] = []
    for kind in Self.kinds {
      for (escaped, spelling) in [(UInt8(0), ValueToken.Spelling.plain), (1, .escaped)] {
        let place = start + given.count
        given.append(
          cq_json_token(
            start: UInt64(place), length: UInt32(length), kind: UInt8(kind.library.rawValue),
            escaped: escaped))
        expected.append(ValueToken(place..<place + length, kind.own, spelling))
      }
    }
    let tokens = Self.read(given, as: ValueToken.self)
    #expect(tokens == expected)
    #expect(tokens.map(\.form) == expected.map(\.form))
    #expect(tokens.map(\.spelling) == expected.map(\.spelling))
    #expect(tokens.map(\.range) == expected.map(\.range))
  }

  /// Those that columns are made of.
  @Test func tokensHaveTheMembersOfThatForColumns() {
    #expect(Self.layout(of: ValueToken.self) == Self.layout(of: cq_token.self))
    let spellings: [(own: ValueToken.Spelling, library: cq_token_spelling)] = [
      (.plain, cq_token_plain), (.escaped, cq_token_escaped), (.bare, cq_token_bare),
      (.escapedWhole, cq_token_whole),
    ]
    let kinds: [(own: ValueKind, library: cq_token_kind)] = [
      (.absent, cq_token_absent), (.null, cq_token_null), (.true, cq_token_true),
      (.false, cq_token_false), (.number, cq_token_number), (.string, cq_token_string),
      (.array, cq_token_array), (.object, cq_token_object),
    ]
    let (start, length) = (0x0102_0304_0506_0708, 0x1112_1314)
    for kind in kinds {
      for spelling in spellings {
        let given = ValueToken(start..<start + length, kind.own, spelling.own)
        let token = Self.read([given], as: cq_token.self)[0]
        #expect(token.start == UInt64(start) && token.length == UInt32(length))
        #expect(token.kind == UInt8(kind.library.rawValue))
        #expect(token.spelling == UInt8(spelling.library.rawValue))
      }
    }
  }

  @Test func spansHaveTheMembersOfTheLibrary() {
    #expect(Self.layout(of: RecordSpan.self) == Self.layout(of: cq_json_span.self))
    let ranges = [0..<0, 3..<10, 0x0102_0304_0506_0708..<0x1112_1314_1516_1718]
    let spans = Self.read(ranges.map(RecordSpan.init), as: cq_json_span.self)
    #expect(spans.map(\.start) == ranges.map { UInt64($0.lowerBound) })
    #expect(spans.map(\.length) == ranges.map { UInt64($0.count) })
  }

  @Test func statusesAndLimitsAreThoseOfTheLibrary() {
    let statuses = [cq_json_ok, cq_json_not_an_object, cq_json_malformed, cq_json_too_large]
    #expect(
      statuses.map { RecordStatus(rawValue: UInt8($0.rawValue)) }
        == [.whole, .notObject, .malformed, .tooLarge])
    #expect(RecordStatus.sizeLimit == Int(CQ_JSON_RECORD_LIMIT))
    #expect(RecordStatus.fieldLimit == Int(CQ_JSON_FIELD_LIMIT))
  }

  // The library for tables as text.

  @Test func tokensHaveTheMembersOfTheLibraryForTables() {
    #expect(Self.layout(of: ValueToken.self) == Self.layout(of: cq_table_token.self))
    let kinds: [(own: ValueKind, library: cq_table_token_kind)] = [
      (.null, cq_table_null), (.true, cq_table_true), (.false, cq_table_false),
      (.number, cq_table_number), (.string, cq_table_string),
    ]
    let spellings: [(own: ValueToken.Spelling, library: cq_table_spelling)] = [
      (.plain, cq_table_quoted), (.bare, cq_table_bare), (.escapedWhole, cq_table_escaped),
    ]
    let (start, length) = (0x0102_0304_0506_0708, 0x1112_1314)
    var given: [cq_table_token] = []
    var expected: [ValueToken] = []
    for kind in kinds {
      for spelling in spellings {
        given.append(
          cq_table_token(
            start: UInt64(start), length: UInt32(length), kind: UInt8(kind.library.rawValue),
            spelling: UInt8(spelling.library.rawValue)))
        expected.append(ValueToken(start..<start + length, kind.own, spelling.own))
      }
    }
    #expect(Self.read(given, as: ValueToken.self) == expected)
  }

  @Test func spansKindsAndLimitsAreThoseOfTheLibraryForTables() {
    #expect(Self.layout(of: RecordSpan.self) == Self.layout(of: cq_table_span.self))
    let ranges = [3..<10, 0x0102_0304_0506_0708..<0x1112_1314_1516_1718]
    let spans = Self.read(ranges.map(RecordSpan.init), as: cq_table_span.self)
    #expect(spans.map(\.start) == ranges.map { UInt64($0.lowerBound) })
    #expect(spans.map(\.length) == ranges.map { UInt64($0.count) })
    let seen = [
      cq_table_seen_empty, cq_table_seen_bool, cq_table_seen_int, cq_table_seen_decimal,
      cq_table_seen_date, cq_table_seen_text,
    ]
    let kinds: [TableShape.Kinds] = [.empty, .bool, .int, .decimal, .date, .text]
    #expect(seen.map(\.rawValue) == kinds.map { UInt32($0.rawValue) })
    #expect(RecordStatus.sizeLimit == Int(CQ_TABLE_ROW_LIMIT))
    #expect(Payload.padding >= Int(CQ_TABLE_PADDING))
  }
}
