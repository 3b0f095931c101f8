// SPDX-License-Identifier: MIT

import Catalogue

// Lists, records and runs.
extension BatchReader {
  func lists(
    _ place: FieldPlace, _ rows: Range<Int>, isLarge: Bool
  ) throws(ArrowFault) -> ListColumn {
    let validity = try validity(place, rows)
    let offsets = try offsets(place, 1, rows, isLarge: isLarge)
    let elements = try elements(place.children[0], offsets[0]..<offsets[rows.count]) { element in
      rows.lowerBound + offsets.first(from: { $0 > element }) - 1
    }
    return ListColumn(
      ends: offsets.dropFirst().map { $0 - offsets[0] }, elements: elements, validity: validity)
  }

  /// Lists of one length.
  func fixedLists(
    _ place: FieldPlace, _ rows: Range<Int>, size: Int
  ) throws(ArrowFault) -> ListColumn {
    let validity = try validity(place, rows)
    let (end, overflow) = rows.upperBound.multipliedReportingOverflow(by: size)
    guard !overflow else { throw .damaged("its lists are too long") }
    let elements = try elements(place.children[0], rows.lowerBound * size..<end) { $0 / size }
    return ListColumn(
      ends: (1...rows.count).map { $0 * size }, elements: elements, validity: validity)
  }

  /// Lists that say each where it begins and how long it is.
  func listViews(
    _ place: FieldPlace, _ rows: Range<Int>, isLarge: Bool
  ) throws(ArrowFault) -> ListColumn {
    let validity = try validity(place, rows)
    let kind = IntegerKind(bits: isLarge ? 64 : 32, isSigned: true)
    let starts = try wholes(place, 1, rows, kind)
    let sizes = try wholes(place, 2, rows, kind)
    let child = place.children[0]
    var used: Range<Int>?
    var ranges: [Range<Int>] = []
    ranges.reserveCapacity(rows.count)
    for row in 0..<rows.count {
      guard validity?[row] ?? true, sizes[row] != 0 else {
        ranges.append(0..<0)
        continue
      }
      let (start, size) = (Int(starts[row]), Int(sizes[row]))
      guard start >= 0, size > 0, size <= child.node.length, start <= child.node.length - size
      else { throw .damaged("it has a list that is not among the elements") }
      ranges.append(start..<start + size)
      used = min(used?.lowerBound ?? start, start)..<max(used?.upperBound ?? 0, start + size)
    }
    let all = used ?? 0..<0
    var owners: [Int32]?
    let elements = try elements(child, all) { element in
      let known = owners ?? Self.owners(of: all, ranges)
      owners = known
      return rows.lowerBound + Int(known[element - all.lowerBound])
    }
    return ListColumn(
      starts: ranges.map { $0.isEmpty ? 0 : $0.lowerBound - all.lowerBound },
      ends: ranges.map { $0.isEmpty ? 0 : $0.upperBound - all.lowerBound }, elements: elements,
      validity: validity)
  }

  /// For each element the first of the lists that have it.
  private static func owners(of elements: Range<Int>, _ lists: [Range<Int>]) -> [Int32] {
    var owners = [Int32](repeating: 0, count: elements.count)
    // For each element one from which on the next stands that has no owner yet.
    var next = Array(0...elements.count)
    func unowned(from place: Int) -> Int {
      var place = place
      while next[place] != place {
        next[place] = next[next[place]]
        place = next[place]
      }
      return place
    }
    for (list, range) in lists.enumerated() where !range.isEmpty {
      var element = unowned(from: range.lowerBound - elements.lowerBound)
      while element < range.upperBound - elements.lowerBound {
        owners[element] = Int32(truncatingIfNeeded: list)
        next[element] = element + 1
        element = unowned(from: element + 1)
      }
    }
    return owners
  }

  func records(_ place: FieldPlace, _ rows: Range<Int>) throws(ArrowFault) -> RecordColumn {
    let validity = try validity(place, rows)
    var (names, members) = ([String](), [Column]())
    for part in place.field.readParts {
      names.append(part.name)
      members.append(try column(place.children[part.place], rows).masked(by: validity))
    }
    return RecordColumn(names: names, members: members, count: rows.count, validity: validity)
  }

  /// Values that each stand for a run of rows.
  func runs(_ place: FieldPlace, _ rows: Range<Int>) throws(ArrowFault) -> Column {
    let values = place.children[1]
    let all = try runEnds(place)
    let first = all.first(from: { $0 > Int64(rows.lowerBound) })
    var run = first
    var places: [Int] = []
    places.reserveCapacity(rows.count)
    for row in rows {
      if all[run] <= Int64(row) { run += 1 }
      places.append(run - first)
    }
    let taken = try elements(values, first..<run + 1) { run in
      rows.lowerBound + places.first(from: { $0 >= run - first })
    }
    return taken.taking(rows: places)
  }

  /// Where all runs of a column end, each behind the one before it.
  private func runEnds(_ place: FieldPlace) throws(ArrowFault) -> Buffer<Int64> {
    let (ends, values) = (place.children[0], place.children[1])
    if let known = runEnds[ends.buffers.lowerBound] { return known }
    guard ends.node.nulls == 0, values.node.length >= ends.node.length,
      case .integer(let kind) = ends.field.kind
    else { throw .damaged("its runs have no ends") }
    let all = try wholes(ends, 1, 0..<ends.node.length, kind)
    var last: Int64 = 0
    for end in all {
      guard end > last else { throw .damaged("its runs end before they begin") }
      last = end
    }
    guard last >= Int64(place.node.length) else {
      throw .damaged("its runs are too short")
    }
    runEnds[ends.buffers.lowerBound] = all
    return all
  }
}

extension Column {
  /// The same rows, of which those are null whose bit is not set.
  func masked(by bits: Bitmap?) -> Column {
    guard let bits else { return self }
    let validity = validity.map { $0 & bits } ?? bits
    return switch self {
    case .bool(let column): .bool(BoolColumn(column.values, validity: validity))
    case .number(let column): .number(NumberColumn(column.storage, validity: validity))
    case .text(let column): .text(column.with(codes: column.codes, validity: validity))
    case .list(let column): .list(column.with(validity: validity))
    case .record(let column):
      .record(
        RecordColumn(
          names: column.names, members: column.members.map { $0.masked(by: bits) },
          presence: column.presence, count: column.count, validity: validity))
    case .null: self
    }
  }
}
