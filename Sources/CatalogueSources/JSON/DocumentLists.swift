// SPDX-License-Identifier: MIT

import Catalogue

/// The lists of a document that may hold its items: of objects, or without elements.
///
/// Of a list of groups the first group tells what is in each.
struct DocumentLists {
  /// How deep lists are looked for, and how many are told.
  private static let (deepest, most) = (8, 8)

  private let sought: ItemsPath?
  /// Whether the list that is looked for is there.
  private(set) var hasSought = false
  private var paths: [ItemsPath] = []
  /// Those within no other.
  private var outermost: [ItemsPath] = []
  private var count = 0

  init(_ payload: Payload, looking sought: ItemsPath? = nil) {
    self.sought = sought
    var scanner = JSONScanner(payload)
    scanner.passesStrayBytes = true
    scanner.skipSpace()
    // After a fault those count that stand before it.
    try? look(at: &scanner, [])
  }

  /// Those that are told; nil where there are none.
  var found: OtherLists? {
    guard count > 0 else { return nil }
    return OtherLists(
      paths: paths, more: count - paths.count, only: outermost.count == 1 ? outermost[0] : nil)
  }

  /// Takes a value at the end of some steps.
  private mutating func look(
    at scanner: inout JSONScanner, _ steps: [ItemsPath.Step]
  ) throws(JSONFault) {
    if steps.count < max(Self.deepest, sought?.steps.count ?? 0) {
      switch scanner.byte {
      case UInt8(ascii: "{"): return try lookIntoObject(&scanner, steps)
      case UInt8(ascii: "["):
        var ahead = scanner
        try lookIntoList(&ahead, steps)
      default: break
      }
    }
    try scanner.skipValue()
  }

  private mutating func lookIntoObject(
    _ scanner: inout JSONScanner, _ steps: [ItemsPath.Step]
  ) throws(JSONFault) {
    try scanner.open()
    if scanner.closesEmpty() { return }
    repeat {
      let key = try scanner.key()
      if let name = scanner.name(key) {
        try look(at: &scanner, steps + [.member(name)])
      } else {
        try scanner.skipValue()
      }
    } while try scanner.continues()
  }

  private mutating func lookIntoList(
    _ scanner: inout JSONScanner, _ steps: [ItemsPath.Step]
  ) throws(JSONFault) {
    try scanner.open()
    let isEmpty = scanner.byte == UInt8(ascii: "]")
    guard isEmpty || scanner.byte == UInt8(ascii: "{") else { return }
    let path = ItemsPath(steps)
    hasSought = hasSought || path == sought
    // A list whose name stands twice in an object, or in each element of a list, is one.
    if !paths.contains(path) {
      count += 1
      if !steps.contains(.each) { outermost.append(path) }
      if paths.count < Self.most { paths.append(path) }
    }
    if !isEmpty { try look(at: &scanner, steps + [.each]) }
  }
}
