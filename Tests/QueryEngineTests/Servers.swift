import Catalogue

/// Servers that do a part of the work over the samples.
extension MemoryServer {
  private static let comparisons = Set(Comparison.allCases.map(PushedCondition.Test.compare))

  /// For hotels: exact where it can be, so that also limits are followed.
  static func exact(searches: Bool = false) -> MemoryServer {
    var server = MemoryServer()
    server.capability.givesPages = true
    server.capability.searches = searches
    server.capability.fields = [
      0: FieldCapability([.compare(.equal), .oneOf], agreement: .same),
      1: FieldCapability(
        [.compare(.equal), .compare(.notEqual)], agreement: .same, equality: .folded),
      2: FieldCapability([.compare(.equal), .isNull]),
      3: FieldCapability(
        comparisons.union([.oneOf, .isNull, .isNotNull]), agreement: .same, isSortable: true),
      4: FieldCapability(comparisons, agreement: .same, isSortable: true),
    ]
    return server
  }

  /// For hotels: gives more than it is asked for.
  static func loose() -> MemoryServer {
    var server = exact()
    for field in server.capability.fields.keys {
      server.capability.fields[field]?.agreement = .superset
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
    let all = comparisons.union([.oneOf, .isNull, .isNotNull])
    for field in [0, 1, 2, 4, 8, 9] {
      server.capability.fields[field] = FieldCapability(
        all, agreement: .same, equality: .folded, isSortable: true)
    }
    server.capability.fields[10] = FieldCapability([.compare(.equal)])
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
