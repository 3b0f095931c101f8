// SPDX-License-Identifier: MIT

import Catalogue

// Messages and the footer as flatbuffers.

/// What the header of a message is.
enum MessageKind: UInt8 { case schema = 1, dictionary, records }

extension FlatValue {
  /// The version that is written: V5.
  static let version = FlatValue.short(4)

  /// Columns with the number of digits that decimals are said to have in each; those of parts have
  /// room for all.
  static func schema(_ fields: [ArrowField], precisions: [Int]) -> FlatValue {
    .table([0: .short(0), 1: .vector(zip(fields, precisions).map { field($0, $1) })])
  }

  private static func field(_ field: ArrowField, _ precision: Int) -> FlatValue {
    var slots: [Int: FlatValue] = [
      0: .text(field.name), 1: .bool(true), 2: .byte(field.kind.number),
      3: .table(field.kind.slots(precision)),
      5: .vector(field.children.map { Self.field($0, Decimal.maximumDigits) }),
    ]
    if let dictionary = field.dictionary {
      let index = FlatValue.table([
        0: .int(Int32(dictionary.index.bits)), 1: .bool(dictionary.index.isSigned),
      ])
      slots[4] = .table([0: .long(dictionary.id), 1: index, 2: .bool(false)])
    }
    if !field.metadata.isEmpty { slots[6] = pairs(field.metadata) }
    return .table(slots)
  }

  static func pairs(_ pairs: [(key: String, value: String)]) -> FlatValue {
    .vector(pairs.map { .table([0: .text($0.key), 1: .text($0.value)]) })
  }

  static func records(_ rows: Int, _ batch: BatchEncoder) -> FlatValue {
    .table([0: .long(Int64(rows)), 1: .structs(batch.nodes), 2: .structs(batch.buffers)])
  }

  static func message(_ kind: MessageKind, _ header: FlatValue, body: Int) -> [UInt8] {
    FlatBuilder.bytes(
      of: [0: version, 1: .byte(kind.rawValue), 2: header, 3: .long(Int64(body))])
  }
}

extension ArrowKind {
  /// The number of the type in the union of types.
  fileprivate var number: UInt8 {
    switch self {
    case .integer: 2
    case .text(let isLarge): isLarge ? 20 : 5
    case .bool: 6
    case .decimal: 7
    case .day: 8
    case .timestamp: 10
    case .list(let isLarge): isLarge ? 21 : 12
    case .record: 13
    default: preconditionFailure("only what there are columns for is written")
    }
  }

  fileprivate func slots(_ precision: Int) -> [Int: FlatValue] {
    switch self {
    case .integer(let kind): [0: .int(Int32(kind.bits)), 1: .bool(kind.isSigned)]
    case .decimal(let bits, let scale):
      [0: .int(Int32(precision)), 1: .int(Int32(scale)), 2: .int(Int32(bits))]
    // What is left out means milliseconds.
    case .day: [0: .short(0)]
    case .timestamp(let unit, _): [0: .short(unit.rawValue)]
    default: [:]
    }
  }
}
