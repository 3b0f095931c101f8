// SPDX-License-Identifier: MIT

import CSimdJSON

/// Reads members of many records into columns of tokens; where there are many bytes simdjson does
/// the work.
@safe
final class RecordParser {
  private let handle: OpaquePointer
  /// How many records the last call read.
  private var count = 0

  /// A parser of the given members, which are then its fields from 0; nil when memory runs out.
  /// Payloads of no more than `walkedBytes` are read without simdjson.
  init?(fields names: [String], walkedBytes: Int = Int(CQ_JSON_WALKED_BYTES)) {
    guard let handle = unsafe cq_json_new(walkedBytes) else { return nil }
    unsafe self.handle = handle
    for (index, name) in names.enumerated() {
      guard add(name) == index else { return nil }
    }
  }

  deinit { unsafe cq_json_free(handle) }

  private func add(_ name: String) -> Int {
    var name = name
    return name.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return -1 }
      return unsafe base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
        unsafe Int(cq_json_add_field(handle, $0, bytes.count))
      }
    }
  }

  func parse(_ payload: Payload, _ spans: ArraySlice<RecordSpan>) -> Bool {
    read(payload, spans, discover: false)
  }

  func discover(_ payload: Payload, _ spans: ArraySlice<RecordSpan>) -> Bool {
    read(payload, spans, discover: true)
  }

  private func read(
    _ payload: Payload, _ spans: ArraySlice<RecordSpan>, discover: Bool
  ) -> Bool {
    count = spans.count
    if count == 0 { return true }
    return unsafe payload.padded.withUnsafeBufferPointer { bytes in
      unsafe spans.withUnsafeBufferPointer { spans in
        guard let base = bytes.baseAddress, let first = spans.baseAddress else { return false }
        return unsafe first.withMemoryRebound(to: cq_json_span.self, capacity: spans.count) {
          unsafe cq_json_parse(handle, base, bytes.count, $0, spans.count, discover ? 1 : 0) == 0
        }
      }
    }
  }

  /// The tokens of a field, one for each record of the last call; nil when none of them has it.
  func tokens(_ field: Int) -> [ValueToken]? {
    guard let tokens = unsafe cq_json_tokens(handle, Int32(field)) else { return nil }
    return unsafe tokens.withMemoryRebound(to: ValueToken.self, capacity: count) {
      unsafe Array(UnsafeBufferPointer(start: $0, count: count))
    }
  }

  /// How reading each record of the last call ended.
  func statuses() -> [RecordStatus] {
    guard let statuses = unsafe cq_json_statuses(handle) else { return [] }
    return unsafe UnsafeBufferPointer(start: statuses, count: count).map {
      RecordStatus(rawValue: $0) ?? .malformed
    }
  }

  /// The names of the fields, given or discovered, from an index on.
  func names(from first: Int) -> [String] {
    let count = unsafe Int(cq_json_field_count(handle))
    return (first..<max(first, count)).map { field in
      var length = 0
      guard let name = unsafe cq_json_field_name(handle, Int32(field), &length) else { return "" }
      return unsafe UnsafeBufferPointer(start: name, count: length).withMemoryRebound(
        to: UInt8.self
      ) { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The records of the last call of which a member was not read, each with the first such.
  func losses() -> [RecordLoss] {
    let count = unsafe cq_json_loss_count(handle)
    guard count > 0, let found = unsafe cq_json_losses(handle) else { return [] }
    let names = names(from: 0)
    return unsafe UnsafeBufferPointer(start: found, count: count).map {
      RecordLoss(
        row: Int($0.row),
        reason: $0.field < 0 ? .halfName : .repeatedMember(names[Int($0.field)]))
    }
  }

  /// How many members were left out because there were too many names.
  var ignored: Int { unsafe Int(cq_json_ignored(handle)) }
}
