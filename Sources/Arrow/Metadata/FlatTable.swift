// SPDX-License-Identifier: MIT

/// A table of a flatbuffer, which comes from outside: nothing in it is believed before it was
/// compared with where the bytes end.
///
/// A table begins with the distance back to its vtable, which has its own size, that of the table,
/// and for each slot where in the table its value is, 0 where it has none.
struct FlatTable {
  private let bytes: [UInt8]
  private let start: Int
  private let vtable: Int
  /// How many slots the vtable has.
  private let slots: Int
  private let size: Int

  /// The table at the root of a flatbuffer.
  init(rootOf bytes: [UInt8]) throws(ArrowFault) {
    guard bytes.count >= 4 else { throw Self.fault }
    try self.init(bytes, at: Int(bytes.little(UInt32.self, at: 0)))
  }

  private init(_ bytes: [UInt8], at start: Int) throws(ArrowFault) {
    guard start >= 0, start <= bytes.count - 4 else { throw Self.fault }
    let vtable = start - Int(bytes.little(Int32.self, at: start))
    guard vtable >= 0, vtable <= bytes.count - 4 else { throw Self.fault }
    let length = Int(bytes.little(UInt16.self, at: vtable))
    let size = Int(bytes.little(UInt16.self, at: vtable + 2))
    guard length >= 4, length <= bytes.count - vtable, size >= 4, size <= bytes.count - start
    else { throw Self.fault }
    self.bytes = bytes
    self.start = start
    self.vtable = vtable
    self.size = size
    slots = (length - 4) / 2
  }

  static let fault = ArrowFault.damaged("a place in it leads out of it")

  /// Where the value of a slot stands, of so many bytes; nil where it is left out.
  private func place(_ slot: Int, _ width: Int) throws(ArrowFault) -> Int? {
    guard slot < slots else { return nil }
    let offset = Int(bytes.little(UInt16.self, at: vtable + 4 + 2 * slot))
    if offset == 0 { return nil }
    guard offset >= 4, offset <= size - width else { throw Self.fault }
    return start + offset
  }

  /// A number; what a slot that is left out means is for the caller to say.
  func number<Number: FixedWidthInteger>(
    _ slot: Int, _ type: Number.Type, else other: Number = 0
  ) throws(ArrowFault) -> Number {
    guard let place = try place(slot, MemoryLayout<Number>.size) else { return other }
    return bytes.little(type, at: place)
  }

  func bool(_ slot: Int) throws(ArrowFault) -> Bool { try number(slot, UInt8.self) != 0 }

  /// Where something begins to which a slot, or an element, leads.
  private func target(of place: Int) throws(ArrowFault) -> Int {
    let target = place + Int(bytes.little(UInt32.self, at: place))
    guard target > place, target <= bytes.count - 4 else { throw Self.fault }
    return target
  }

  func table(_ slot: Int) throws(ArrowFault) -> FlatTable? {
    guard let place = try place(slot, 4) else { return nil }
    return try FlatTable(bytes, at: try target(of: place))
  }

  /// The first byte of the elements of a vector, each of a width, and how many there are.
  private func vector(_ slot: Int, _ width: Int) throws(ArrowFault) -> (start: Int, count: Int)? {
    guard let place = try place(slot, 4) else { return nil }
    let target = try target(of: place)
    let count = Int(bytes.little(UInt32.self, at: target))
    guard count <= (bytes.count - target - 4) / width else { throw Self.fault }
    return (target + 4, count)
  }

  /// A text; one that is no UTF-8 has other characters where it is not.
  func text(_ slot: Int) throws(ArrowFault) -> String? {
    guard let (start, count) = try vector(slot, 1) else { return nil }
    return String(decoding: bytes[start..<start + count], as: UTF8.self)
  }

  /// Whether a text is this one.
  func isText(_ slot: Int, _ text: String) throws(ArrowFault) -> Bool {
    guard let (start, count) = try vector(slot, 1) else { return text.isEmpty }
    return bytes[start..<start + count].elementsEqual(text.utf8)
  }

  /// How many bytes a text has.
  func textLength(_ slot: Int) throws(ArrowFault) -> Int { try vector(slot, 1)?.count ?? 0 }

  /// The tables to which the elements of a vector lead.
  func tables(_ slot: Int) throws(ArrowFault) -> FlatTables {
    guard let (start, count) = try vector(slot, 4) else { return FlatTables(self, 0, 0) }
    guard count <= ArrowLimit.columns else {
      throw .unread("has more than \(ArrowLimit.columns) parts, which are not read")
    }
    return FlatTables(self, start, count)
  }

  /// The table to which an element of a vector leads.
  fileprivate func table(at place: Int) throws(ArrowFault) -> FlatTable {
    try FlatTable(bytes, at: try target(of: place))
  }

  /// Structs of so many numbers of 64 bits each.
  func numbers(_ slot: Int, each width: Int) throws(ArrowFault) -> [[Int64]] {
    guard let (start, count) = try vector(slot, 8 * width) else { return [] }
    return (0..<count).map { index in
      (0..<width).map { bytes.little(Int64.self, at: start + 8 * (index * width + $0)) }
    }
  }
}

/// The tables of a vector, each of which is looked at when it is asked for: many vectors may lead
/// to the same ones.
struct FlatTables {
  private let owner: FlatTable
  /// Where its first element stands, by which a vector is known again.
  let start: Int
  let count: Int

  fileprivate init(_ owner: FlatTable, _ start: Int, _ count: Int) {
    self.owner = owner
    self.start = start
    self.count = count
  }

  func table(_ index: Int) throws(ArrowFault) -> FlatTable {
    try owner.table(at: start + 4 * index)
  }
}
