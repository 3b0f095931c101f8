// SPDX-License-Identifier: MIT

import CSimdJSON

/// Reads the records of a long text of JSON window by window: each whole record of a window is
/// checked in full, its wanted members are found, and the shape of everything is gathered.
///
/// What is not plainly clean is refused without a reason: who wants one reads the text the exact
/// way. Windows come in ascending order; several walkers may share those of one text.
@safe
final class WindowWalker {
  /// How the records of a text follow each other.
  enum Layout {
    /// One on each line; a window begins between two lines.
    case lines
    /// In a list; a window begins after its bracket or after a comma between two elements. The end
    /// of a list at the root belongs to the text; what is behind that of another is not looked at.
    case elements
  }

  /// How the walk over a window ended.
  enum Outcome {
    case walked
    case refused
    /// simdjson cannot be loaded.
    case noLibrary
    case noMemory
  }

  private let handle: OpaquePointer
  /// How many lists and objects are open around each element.
  private let depth: Int
  private var count = 0
  /// How many bytes of the last window need not be looked at again; 0 where a longer window is
  /// needed.
  private(set) var consumed = 0
  /// Whether the list's closing bracket was met.
  private(set) var hasEnded = false
  /// Whether every value of the last window is sure to be held as it is.
  private(set) var isPlain = false

  /// A walker that finds these members of the records, which on no lines of their own stand in so
  /// many lists and objects; nil when memory runs out.
  init?(fields names: [String], depth: Int = 1) {
    guard let handle = unsafe cq_json_walker_new() else { return nil }
    self.depth = depth
    unsafe self.handle = handle
    for (index, name) in names.enumerated() {
      guard add(name) == index else { return nil }
    }
  }

  deinit { unsafe cq_json_walker_free(handle) }

  private func add(_ name: String) -> Int {
    var name = name
    return name.withUTF8 { bytes in
      // An empty text need not have an address.
      guard let base = bytes.baseAddress else {
        return unsafe Int(cq_json_walker_add_field(handle, "", 0))
      }
      return unsafe base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
        unsafe Int(cq_json_walker_add_field(handle, $0, bytes.count))
      }
    }
  }

  /// Walks over the whole records with which a window begins. Window 0 is the one in which the text
  /// begins, behind a byte order mark and the list's bracket. With `isLast` nothing follows: then
  /// all has to be whole, and the last line need not be ended.
  func walk(_ payload: Payload, layout: Layout, isLast: Bool, window: Int) -> Outcome {
    walk(payload.padded, 0..<payload.count, layout: layout, isLast: isLast, window: window)
  }

  /// The same for a part of a text with what `Payload` has after it. Places are those in the part.
  func walk(
    _ padded: [UInt8], _ part: Range<Int>, layout: Layout, isLast: Bool, window: Int
  ) -> Outcome {
    let result = unsafe padded.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, part.upperBound + Payload.padding <= bytes.count,
        part.lowerBound >= 0
      else {
        return cq_json_walk_result(
          consumed: 0, records: 0, status: 1, ended: 0, has_odd_values: 0)
      }
      return unsafe cq_json_walk(
        handle, base + part.lowerBound, part.count,
        layout == .lines ? Int32(cq_json_lines.rawValue) : Int32(clamping: depth), isLast ? 1 : 0,
        UInt64(window))
    }
    let outcome = Self.outcome(of: result)
    let isWalked = outcome == .walked
    count = isWalked ? Int(result.records) : 0
    consumed = isWalked ? Int(result.consumed) : 0
    hasEnded = isWalked && result.ended != 0
    isPlain = isWalked && result.has_odd_values == 0
    return outcome
  }

  private static func outcome(of result: cq_json_walk_result) -> Outcome {
    switch UInt32(result.status) {
    case cq_json_walked.rawValue: .walked
    case cq_json_no_library.rawValue: .noLibrary
    case cq_json_no_memory.rawValue: .noMemory
    default: .refused
    }
  }

  /// Where the records of the last window stand.
  func spans() -> [RecordSpan] {
    guard count > 0, let spans = unsafe cq_json_walker_spans(handle) else { return [] }
    return unsafe spans.withMemoryRebound(to: RecordSpan.self, capacity: count) {
      unsafe Array(UnsafeBufferPointer(start: $0, count: count))
    }
  }

  /// The tokens of a field, one for each record of the last window; nil when none of them has it.
  func tokens(_ field: Int) -> [ValueToken]? {
    guard count > 0, let tokens = unsafe cq_json_walker_tokens(handle, Int32(field)) else {
      return nil
    }
    return unsafe tokens.withMemoryRebound(to: ValueToken.self, capacity: count) {
      unsafe Array(UnsafeBufferPointer(start: $0, count: count))
    }
  }

  /// A number that grows whenever a window shows something new of the shape but how many records
  /// there are.
  var known: UInt64 { unsafe cq_json_walker_known(handle) }

  /// The shape of the records of all windows so far. It means nothing once a window was refused.
  func shape() -> WalkedShape {
    let count = unsafe cq_json_walker_node_count(handle)
    var places = WalkedPlaces()
    for index in 0..<count { unsafe places.append(cq_json_walker_node(handle, index), name(index)) }
    return WalkedShape(records: unsafe Int(cq_json_walker_records(handle)), root: places.root())
  }

  private func name(_ node: UInt32) -> String? {
    var length = 0
    guard let name = unsafe cq_json_walker_name(handle, node, &length) else { return nil }
    return unsafe UnsafeBufferPointer(start: name, count: length).withMemoryRebound(
      to: UInt8.self
    ) { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
