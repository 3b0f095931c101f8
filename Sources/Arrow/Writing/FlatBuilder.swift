// SPDX-License-Identifier: MIT

/// A value of a flatbuffer that is written.
indirect enum FlatValue {
  case byte(UInt8)
  case short(Int16)
  case int(Int32)
  case long(Int64)
  case text(String)
  /// The values of the slots that are there.
  case table([Int: FlatValue])
  case vector([FlatValue])
  /// Structs of numbers of 64 bits.
  case structs([[Int64]])

  static func bool(_ bit: Bool) -> FlatValue { .byte(bit ? 1 : 0) }

  /// How many bytes it takes in a table; what stands elsewhere takes the four of a way there.
  fileprivate var width: Int {
    switch self {
    case .byte: 1
    case .short: 2
    case .int, .text, .table, .vector, .structs: 4
    case .long: 8
    }
  }
}

/// Writes a flatbuffer from its root on: whatever a place leads to stands behind it.
struct FlatBuilder {
  private(set) var bytes: [UInt8] = []

  /// The flatbuffer of a table, padded to eight bytes.
  static func bytes(of root: [Int: FlatValue]) -> [UInt8] {
    var builder = FlatBuilder()
    builder.bytes = [0, 0, 0, 0]
    builder.lead(from: 0, to: builder.table(root))
    builder.pad(to: 8)
    return builder.bytes
  }

  private mutating func pad(to size: Int, rest: Int = 0) {
    while bytes.count % size != rest { bytes.append(0) }
  }

  /// Says at a place where something else stands.
  private mutating func lead(from place: Int, to target: Int) {
    put(UInt32(truncatingIfNeeded: target - place), at: place)
  }

  private mutating func put(_ number: some FixedWidthInteger, at place: Int) {
    unsafe withUnsafeBytes(of: number.littleEndian) { source in
      for index in 0..<source.count { bytes[place + index] = unsafe source[index] }
    }
  }

  /// Writes what is not in a table itself; gives where it begins.
  private mutating func write(_ value: FlatValue) -> Int {
    switch value {
    case .text(let text):
      pad(to: 4)
      let start = bytes.count
      bytes.append(little: UInt32(truncatingIfNeeded: text.utf8.count))
      bytes += text.utf8
      bytes.append(0)
      return start
    case .table(let slots): return table(slots)
    case .vector(let values):
      pad(to: 4)
      let start = bytes.count
      bytes.append(little: UInt32(truncatingIfNeeded: values.count))
      bytes.append(contentsOf: repeatElement(0, count: 4 * values.count))
      for (index, value) in values.enumerated() {
        lead(from: start + 4 + 4 * index, to: write(value))
      }
      return start
    case .structs(let structs):
      // The first struct stands on eight bytes.
      pad(to: 8, rest: 4)
      let start = bytes.count
      bytes.append(little: UInt32(truncatingIfNeeded: structs.count))
      for number in structs.joined() { bytes.append(little: number) }
      return start
    case .byte, .short, .int, .long: preconditionFailure("a number stands in its table")
    }
  }

  /// Writes a vtable, its table and what that leads to; gives where the table begins.
  private mutating func table(_ slots: [Int: FlatValue]) -> Int {
    let count = (slots.keys.max() ?? -1) + 1
    let length = 4 + 2 * count
    // The first value behind the way to the vtable stands on eight bytes.
    while (bytes.count + length) % 8 != 4 { bytes.append(0) }
    let vtable = bytes.count
    let start = vtable + length
    bytes.append(contentsOf: repeatElement(0, count: length + 4))
    var places: [(place: Int, value: FlatValue)] = []
    for (slot, value) in slots.sorted(by: { ($1.value.width, $0.key) < ($0.value.width, $1.key) }) {
      let place = bytes.count
      put(UInt16(truncatingIfNeeded: place - start), at: vtable + 4 + 2 * slot)
      switch value {
      case .byte(let number): bytes.append(number)
      case .short(let number): bytes.append(little: number)
      case .int(let number): bytes.append(little: number)
      case .long(let number): bytes.append(little: number)
      case .text, .table, .vector, .structs:
        bytes.append(contentsOf: [0, 0, 0, 0])
        places.append((place, value))
      }
    }
    put(UInt16(truncatingIfNeeded: length), at: vtable)
    put(UInt16(truncatingIfNeeded: bytes.count - start), at: vtable + 2)
    put(Int32(truncatingIfNeeded: length), at: start)
    for (place, value) in places { lead(from: place, to: write(value)) }
    return start
  }
}
