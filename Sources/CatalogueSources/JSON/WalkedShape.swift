// SPDX-License-Identifier: MIT

import CSimdJSON
import Catalogue

/// What one or more walkers have seen of the records of a text.
struct WalkedShape: Sendable, Equatable {
  /// How many records there are.
  private(set) var records: Int
  private var root: WalkedPlace

  init(records: Int, root: WalkedPlace) {
    self.records = records
    self.root = root
  }

  /// What two walkers have seen that have shared the windows of one text.
  func merged(with other: WalkedShape) -> WalkedShape {
    WalkedShape(records: records + other.records, root: root.merged(with: other.root, limit: .max))
  }

  /// The members of the records in the order in which they first appear.
  var fields: [(name: String, shape: ValueShape)] {
    root.members.map { ($0.name, $0.place.shape) }
  }
}

/// What was seen at one place in the records, such as a member of them.
struct WalkedPlace: Sendable, Equatable {
  struct Member: Sendable, Equatable {
    let name: String
    /// Where it was first seen.
    var first: Appearance
    var place: WalkedPlace
  }

  /// When something was first seen: the window, and its rank among what was new there.
  struct Appearance: Sendable, Equatable, Comparable {
    let window: UInt64
    let order: UInt32

    static func < (first: Self, second: Self) -> Bool {
      (first.window, first.order) < (second.window, second.order)
    }
  }

  /// Bits of `cq_json_seen`.
  fileprivate(set) var kinds: UInt32
  /// Whether the names of objects are data.
  fileprivate(set) var isMap: Bool
  /// The elements of lists, as the only one; none where all lists were empty.
  fileprivate(set) var elements: [WalkedPlace] = []
  /// In the order in which they were first seen.
  fileprivate(set) var members: [Member] = []

  /// A place has at most `limit` members, or else is a map.
  fileprivate func merged(with other: WalkedPlace, limit: Int) -> WalkedPlace {
    var merged = self
    merged.kinds |= other.kinds
    merged.isMap = isMap || other.isMap
    if let element = elements.first, let another = other.elements.first {
      merged.elements = [element.merged(with: another, limit: ValueShape.memberLimit)]
    } else {
      merged.elements = elements + other.elements
    }
    if !merged.isMap { merged.add(other.members) }
    if merged.isMap || merged.members.count > limit {
      merged.isMap = true
      merged.members = []
    }
    return merged
  }

  private mutating func add(_ others: [Member]) {
    var places: [SpelledName: Int] = [:]
    for (place, member) in members.enumerated() { places[SpelledName(member.name)] = place }
    for other in others {
      guard let place = places[SpelledName(other.name)] else {
        members.append(other)
        continue
      }
      members[place].first = min(members[place].first, other.first)
      members[place].place = members[place].place.merged(
        with: other.place, limit: ValueShape.memberLimit)
    }
    members.sort { $0.first < $1.first }
  }

  /// Nulls are of every kind, and days among other texts are texts.
  private var kindsThatCount: UInt32 {
    let isText = kinds & cq_json_seen_string.rawValue != 0
    return kinds & ~cq_json_seen_null.rawValue & ~(isText ? cq_json_seen_day.rawValue : 0)
  }

  /// What the values have in common.
  var shape: ValueShape {
    switch kindsThatCount {
    case 0: .nothing
    case cq_json_seen_bool.rawValue: .bool
    case cq_json_seen_int.rawValue: .int
    case cq_json_seen_decimal.rawValue, cq_json_seen_int.rawValue | cq_json_seen_decimal.rawValue:
      .decimal
    case cq_json_seen_string.rawValue: .text
    case cq_json_seen_day.rawValue: .date
    case cq_json_seen_list.rawValue: .list(elements.first?.shape ?? .nothing)
    case cq_json_seen_object.rawValue:
      isMap ? .map : .record(members.map { ValueShape.Member($0.name, $0.place.shape) })
    default: .mixed
    }
  }
}

/// The places of a walker's tree as they are gathered, each after the one in which it is.
struct WalkedPlaces {
  private var nodes: [cq_json_node] = []
  private var names: [String?] = []
  private var children: [[Int]] = []

  mutating func append(_ node: cq_json_node, _ name: String?) {
    if !nodes.isEmpty { children[Int(node.parent)].append(nodes.count) }
    nodes.append(node)
    names.append(name)
    children.append([])
  }

  func root() -> WalkedPlace { place(0) }

  private func place(_ index: Int) -> WalkedPlace {
    let node = nodes[index]
    var place = WalkedPlace(kinds: UInt32(node.kinds), isMap: node.is_map != 0)
    for child in children[index] {
      let inner = nodes[child]
      if inner.is_element != 0 {
        place.elements = [self.place(child)]
      } else if !place.isMap, let name = names[child] {
        let first = WalkedPlace.Appearance(window: inner.window, order: inner.order)
        place.members.append(
          WalkedPlace.Member(name: name, first: first, place: self.place(child)))
      }
    }
    return place
  }
}
