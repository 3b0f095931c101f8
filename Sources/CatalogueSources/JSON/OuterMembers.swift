// SPDX-License-Identifier: MIT

import Catalogue
import Synchronization

/// The members of the objects and lists around those of a document that give its rows.
///
/// They are found when somebody first asks: that reads the document once more.
final class OuterMembers: SurroundingMembers {
  private let payload: Payload
  private let rows: ItemsPath
  private let found = Mutex<[Object]?>(nil)

  init(_ payload: Payload, around rows: ItemsPath) {
    self.payload = payload
    self.rows = rows
  }

  /// Of a list its first element tells what is in each.
  func member(_ name: String) -> OuterMember? {
    let all = found.withLock { found in
      let all = found ?? objects()
      found = all
      return all
    }
    let spelled = all.last { $0.names.contains { $0.isSpelled(as: name) } }
    guard let object = spelled ?? all.last(where: { $0.name(like: name) != nil }),
      let found = object.name(like: name)
    else { return nil }
    return OuterMember(rows: object.rows, way: object.way + [found])
  }

  /// An object on the way to the rows, outermost first.
  private struct Object {
    let rows: RowsChoice
    let way: [String]
    let names: [String]

    func name(like name: String) -> String? {
      names.first { $0.isSpelled(as: name) }
        ?? names.first { $0.lowercased() == name.lowercased() }
    }
  }

  private func objects() -> [Object] {
    var found: [Object] = []
    var way: [String] = []
    var choice = RowsChoice.document
    var scanner = JSONScanner(payload)
    scanner.passesStrayBytes = true
    scanner.skipSpace()
    for (index, step) in rows.steps.enumerated() {
      switch step {
      case .member(let next):
        guard scanner.byte == UInt8(ascii: "{") else { return found }
        var names: [String] = []
        var place: JSONScanner?
        // After a fault those count that stand before it.
        try? members(of: &scanner) { name, value in
          names.append(name)
          if name.isSpelled(as: next), place == nil { place = value }
        }
        found.append(Object(rows: choice, way: way, names: names))
        guard let place else { return found }
        way.append(next)
        scanner = place
      case .each:
        // Those of the rows themselves are their fields.
        guard index + 1 < rows.steps.count, scanner.byte == UInt8(ascii: "["),
          (try? scanner.open()) != nil
        else { return found }
        choice = .list(ItemsPath(Array(rows.steps[...index])))
        way = []
      }
    }
    return found
  }

  private func members(
    of scanner: inout JSONScanner, _ body: (String, JSONScanner) -> Void
  ) throws(JSONFault) {
    try scanner.open()
    if scanner.closesEmpty() { return }
    repeat {
      let key = try scanner.key()
      if let name = scanner.name(key) { body(name, scanner) }
      try scanner.skipValue()
    } while try scanner.continues()
  }
}
