import Catalogue

/// A sort that a server makes as the language does goes to it, and how many rows are wanted.
///
/// A filter leaves an order as it is, so that a sort goes past each. The number of rows needs
/// that the server itself leaves out all that the filters before it leave out. The sort stays, as
/// the server may not have made it.
enum PushOrder {
  @Sendable static func apply(_ plan: PhysicalPlan) -> PhysicalPlan {
    guard case .scan(let source, let columns, let request) = plan.origin else { return plan }
    var reading = OrderReading(source, columns, request)
    for step in plan.steps where !reading.passes(step) { break }
    var pushed = plan
    pushed.origin = .scan(source, columns: columns, asking: reading.request)
    return pushed
  }
}

/// Goes through the first steps of a plan and notes the order and the number of rows that they ask
/// for.
private struct OrderReading {
  private let source: any CatalogueSource
  private let reader: ConditionReader
  private var skipped = 0
  /// Whether the server gives no row that a filter so far leaves out.
  private var isExact = true
  private(set) var request: ScanRequest

  init(_ source: any CatalogueSource, _ columns: [ScanColumn], _ request: ScanRequest) {
    self.source = source
    self.request = request
    reader = ConditionReader(source, columns)
  }

  /// Takes a step; whether also later steps can be the server's.
  mutating func passes(_ step: Step) -> Bool {
    switch step {
    case .extend, .detail: return true
    case .filter(let condition, _):
      keepsRows(reader.isExact(condition))
      return true
    case .search(let search):
      keepsRows(search.isAsked)
      return true
    case .sort(let orderings): return take(orderings)
    case .top(let count, let orderings):
      if take(orderings) { take(count) }
      return false
    case .skip(let count):
      guard count <= Int.max - skipped else { return false }
      skipped += count
      return true
    case .limit(let count):
      take(count)
      return false
    case .distinct, .aggregate, .group, .expand, .assert, .expectRows, .failColumns, .expectSame,
      .join, .union, .follow:
      return false
    }
  }

  /// Notes a filter; one after skipped rows counts only those that are left.
  private mutating func keepsRows(_ isServers: Bool) {
    isExact = isExact && isServers && skipped == 0
  }

  /// Whether the server can make the order, and no rows have been skipped in another one.
  private mutating func take(_ orderings: [Ordering]) -> Bool {
    guard skipped == 0, request.order.isEmpty else { return false }
    var order: [PushedOrder] = []
    for ordering in orderings {
      guard let field = reader.field(ordering.column), !ordering.nullsFirst,
        source.capability.fields[field]?.isSortable ?? false,
        source.schema.fields[field].type.isStoredAsNumber
      else { return false }
      order.append(PushedOrder(field: field, descending: ordering.descending))
    }
    request.order = order
    return true
  }

  private mutating func take(_ count: Int) {
    guard isExact, source.capability.givesPages, count <= Int.max - skipped else { return }
    request.limit = skipped + count
  }
}
