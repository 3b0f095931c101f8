// SPDX-License-Identifier: MIT

import Catalogue

/// Looks in the beginning of a document for the list that gives its rows.
struct ListSearch {
  private var scanner: JSONScanner
  /// The names of the members on the way to it.
  private var names: [String] = []

  /// How many objects and lists are open around each of its elements.
  var depth: Int { names.count + 1 }

  /// Where its first element stands.
  var start: Int { scanner.offset }

  var items: ItemsPath { ItemsPath(names.map(ItemsPath.Step.member)) }

  /// Finds the list at the end of some members, or without them the first one of objects in the
  /// outermost object; nil where the beginning has none whose first element is an object.
  init?(_ beginning: Payload, at way: [String]?) {
    scanner = JSONScanner(beginning)
    scanner.skipSpace()
    // What ends too early, or is at fault, is for those who read all of it.
    guard (try? enter(way)) == true, scanner.byte == UInt8(ascii: "{") else { return nil }
  }

  /// Goes to the first element; false where there is no such list.
  private mutating func enter(_ way: [String]?) throws(JSONFault) -> Bool {
    guard scanner.byte == UInt8(ascii: "{") else { return false }
    try scanner.open()
    if scanner.closesEmpty() { return false }
    repeat {
      let key = try scanner.key()
      if let way {
        if scanner.isName(key, way[names.count]) { return try take(way) }
      } else if try takeList(named: key) {
        return true
      }
      try scanner.skipValue()
    } while try scanner.continues()
    return false
  }

  /// Goes into the next member of a way.
  private mutating func take(_ way: [String]) throws(JSONFault) -> Bool {
    names.append(way[names.count])
    guard names.count == way.count else { return try enter(way) }
    guard scanner.byte == UInt8(ascii: "[") else { return false }
    try scanner.open()
    return true
  }

  /// Goes into the value at hand where that is a list of objects.
  private mutating func takeList(named key: Range<Int>) throws(JSONFault) -> Bool {
    guard scanner.byte == UInt8(ascii: "["), let name = scanner.name(key) else { return false }
    var ahead = scanner
    try ahead.open()
    guard ahead.byte == UInt8(ascii: "{") else { return false }
    scanner = ahead
    names.append(name)
    return true
  }
}

extension ItemsPath {
  /// The names of the members that lead to it; nil where a list stands on the way, or none does.
  var members: [String]? {
    var names: [String] = []
    for step in steps.dropLast() {
      guard case .member(let name) = step else { return nil }
      names.append(name)
    }
    return names.isEmpty ? nil : names
  }
}
