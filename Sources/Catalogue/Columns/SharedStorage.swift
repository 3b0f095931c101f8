// SPDX-License-Identifier: MIT

// Columns that are made of one another share their values. What they hold is known by its place in
// memory, so that it is kept, and counted, once.

extension Optional where Wrapped == Bitmap {
  /// Whether two bitmaps are one in memory, or neither is there.
  fileprivate func isIdentical(to other: Bitmap?) -> Bool {
    switch (self, other) {
    case (let first?, let second?): first.isIdentical(to: second)
    case (nil, nil): true
    case (nil, _?), (_?, nil): false
    }
  }
}

extension Optional {
  /// Whether two buffers are one in memory, or neither is there.
  fileprivate func isIdentical<Element>(to other: Buffer<Element>?) -> Bool
  where Wrapped == Buffer<Element> {
    switch (self, other) {
    case (let first?, let second?): first.isIdentical(to: second)
    case (nil, nil): true
    case (nil, _?), (_?, nil): false
    }
  }
}

extension ListColumn.Places {
  fileprivate func isIdentical(to other: ListColumn.Places) -> Bool {
    switch (self, other) {
    case (.offsets(let first), .offsets(let second)): first.isIdentical(to: second)
    case (.views(let starts, let ends), .views(let others, let otherEnds)):
      starts.isIdentical(to: others) && ends.isIdentical(to: otherEnds)
    case (.offsets, _), (.views, _): false
    }
  }

  fileprivate var heldBytes: Int {
    switch self {
    case .offsets(let offsets): offsets.byteCount
    case .views(let starts, let ends): starts.byteCount + ends.byteCount
    }
  }
}

extension Column {
  /// Whether two columns are the same rows, in one place in memory. Columns that share numbers
  /// but not their scale, or not which of them are there, are two.
  func isIdentical(to other: Column) -> Bool {
    guard count == other.count, validity.isIdentical(to: other.validity) else { return false }
    return switch (self, other) {
    case (.bool(let first), .bool(let second)): first.values.isIdentical(to: second.values)
    case (.number(let first), .number(let second)): first.isIdentical(to: second)
    case (.text(let first), .text(let second)):
      first.values.isIdentical(to: second.values) && first.codes.isIdentical(to: second.codes)
    case (.list(let first), .list(let second)):
      first.places.isIdentical(to: second.places)
        && first.elements.isIdentical(to: second.elements)
    case (.record(let first), .record(let second)):
      first.names == second.names
        && zip(first.members, second.members).allSatisfy { $0.isIdentical(to: $1) }
        && zip(first.presence, second.presence).allSatisfy { $0.isIdentical(to: $1) }
    case (.null, .null): true
    case (.bool, _), (.number, _), (.text, _), (.list, _), (.record, _), (.null, _): false
    }
  }

  /// About how many bytes the column takes, beside another one that holds some of them already.
  package func heldBytes(beside other: Column? = nil) -> Int {
    let presence = (validity?.count ?? 0) / 8
    switch self {
    case .bool(let column): return presence + column.values.count / 8
    case .number(let column): return presence + column.heldBytes
    case .text(let column):
      let codes = column.codes?.byteCount ?? 0
      if case .text(let known)? = other, known.values.isIdentical(to: column.values) {
        return presence + codes
      }
      return presence + codes + column.values.heldBytes
    case .list(let column):
      let places = column.places.heldBytes
      guard case .list(let known)? = other else {
        return presence + places + column.elements.heldBytes()
      }
      if known.elements.isIdentical(to: column.elements) { return presence + places }
      return presence + places + column.elements.heldBytes(beside: known.elements)
    case .record(let column):
      var members: [Column] = []
      if case .record(let known)? = other { members = known.members }
      return column.members.enumerated().reduce(presence) { sum, member in
        let known = member.offset < members.count ? members[member.offset] : nil
        return sum + member.element.heldBytes(beside: known)
      }
    case .null: return 0
    }
  }
}

extension NumberColumn {
  fileprivate func isIdentical(to other: NumberColumn) -> Bool {
    switch (storage, other.storage) {
    case (.narrow(let first, let scale), .narrow(let second, let other)):
      scale == other && first.isIdentical(to: second)
    case (.wide(let first, let scale), .wide(let second, let other)):
      scale == other && first.isIdentical(to: second)
    case (.mixed(let first), .mixed(let second)): first.isIdentical(to: second)
    case (.narrow, _), (.wide, _), (.mixed, _): false
    }
  }

  fileprivate var heldBytes: Int {
    switch storage {
    case .narrow(let values, _): values.byteCount
    case .wide(let values, _): values.byteCount
    case .mixed(let values): values.byteCount
    }
  }
}
