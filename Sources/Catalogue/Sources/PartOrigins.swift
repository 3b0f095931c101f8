// SPDX-License-Identifier: MIT

/// Where the parts of a reading come from: the pages and categories of a list, and items' own
/// records.
public struct PartOrigins: Sendable, Equatable {
  /// A part that is of a sample or of an old copy.
  public struct Part: Sendable, Equatable {
    public let part: SourcePart
    public let copy: Provenance.Origin
  }

  /// The first of the parts that are not what their source says now.
  public private(set) var old: [Part] = []
  private var oldCount = 0
  private var count = 0
  /// How many old parts are kept by name.
  private static let kept = 5

  public init() {}

  /// The old ones where others are not: nothing where all are alike, so that no part stands out.
  var exceptions: [Part] { oldCount < count ? old : [] }

  /// Adds a part, and where it is from.
  package mutating func add(_ part: SourcePart, _ copy: Provenance.Origin) {
    count += 1
    if copy.isCurrent { return }
    oldCount += 1
    let old = Part(part: part, copy: copy)
    if self.old.count < Self.kept, !self.old.contains(old) { self.old.append(old) }
  }

  /// Adds the parts of another reading.
  package mutating func add(_ other: PartOrigins) {
    count += other.count
    oldCount += other.oldCount
    old += other.old.filter { !old.contains($0) }.prefix(max(Self.kept - old.count, 0))
  }
}

/// Fields of which the own records of items have nothing, so that only their list could tell them.
public struct UnlistedFields: Sendable, Equatable {
  /// What the fields are called.
  public private(set) var names: [String] = []
  /// The keys of the items, each once.
  public private(set) var keys: [String] = []

  public init() {}

  /// Notes fields that one record lacks.
  package mutating func add(_ more: [String], of key: String) {
    guard !more.isEmpty else { return }
    names += more.filter { !names.contains($0) }
    if !keys.contains(where: { $0.isSpelled(as: key) }) { keys.append(key) }
  }

  /// Forgets fields that something else has told.
  package mutating func remove(_ isTold: (String) -> Bool) { names.removeAll(where: isTold) }

  mutating func add(_ other: UnlistedFields) {
    for key in other.keys { add(other.names, of: key) }
  }
}

// What stands for an item's own record.
extension ScanReport {
  /// Where a copy is from that was not asked for, with why it is taken: the record of the item, for
  /// which it stands, did not come.
  package func origin(of copy: Provenance.Origin, for key: String) -> Provenance.Origin {
    guard case .kept(let age, _?) = copy else { return copy }
    if let failure = failed.first(where: { $0.key.isSpelled(as: key) }) {
      return .kept(age: age, reason: failure.remark)
    }
    let isMissing = missing.contains { $0.isSpelled(as: key) }
    return isMissing ? .kept(age: age, reason: "it has no record of \(key)") : copy
  }
}

extension ScanReport.Failure {
  /// What is said of a copy that stands for the record.
  fileprivate var remark: String {
    if case .server(let fault) = fault { return fault.remark }
    return "the record of \(key) cannot be read: \(reason)"
  }
}

extension ServerFault {
  /// What is said of a copy that stands for the server's own words.
  package var remark: String {
    switch kind {
    case .unreachable, .offline, .unpacked, .missingKey: reason
    case .badAddress: "its address cannot be asked: \(reason)"
    case .refused: "it answered \(reason)"
    case .invalid: "the reply \(reason)"
    }
  }
}
