// SPDX-License-Identifier: MIT

import Catalogue

/// Servers that do a part of the work over the samples.
extension MemoryServer {
  private static let ordering: Set<Comparison> = [
    .equal, .less, .lessOrEqual, .greater, .greaterOrEqual,
  ]

  /// For hotels: gives what it is asked for.
  static func exact(searches: Bool = false) -> MemoryServer {
    var server = MemoryServer()
    server.capability.searches = searches
    server.capability.fields = [
      0: FieldCapability([.equal]), 1: FieldCapability([.equal]), 2: FieldCapability([.equal]),
      3: FieldCapability(ordering, isSortable: true, keepsTies: true),
      4: FieldCapability(ordering, isSortable: true, keepsTies: true),
    ]
    return server
  }

  /// For hotels: gives more than it is asked for.
  static func loose() -> MemoryServer {
    var server = exact()
    server.isLoose = true
    return server
  }

  /// For hotels: orders as it is asked, and turns the order of equal rows around.
  static func turning() -> MemoryServer {
    var server = exact()
    server.turnsTies = true
    for field in [3, 4] {
      server.capability.fields[field] = FieldCapability(ordering, isSortable: true)
    }
    return server
  }

  /// For hotels: promises all and does nothing, as when only a copy of the list is left.
  static func absent() -> MemoryServer {
    var server = exact(searches: true)
    server.obeys = false
    return server
  }

  /// For things: every type of field that has one.
  static func typed() -> MemoryServer {
    var server = MemoryServer()
    server.capability.choosesCategories = true
    for field in [0, 1, 2, 4, 8, 9] {
      server.capability.fields[field] = FieldCapability(ordering, isSortable: true, keepsTies: true)
    }
    server.capability.fields[10] = FieldCapability([.equal])
    return server
  }

  /// For hotels: items that name others, one of them dead.
  static func naming() -> MemoryServer {
    var server = MemoryServer()
    server.capability.relations = [
      SourceRelation("related"), SourceRelation("accessories"), SourceRelation("nearBy"),
    ]
    server.related = [
      "related 40611": ["13100", "8880001", "85862", "8880002", "80899"],
      "related 80899": ["13370"], "related 85862": ["40611", "8880003"],
      "nearBy 40611": ["13370"],
    ]
    return server
  }
}
