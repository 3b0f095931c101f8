// SPDX-License-Identifier: MIT

/// What reading a list has found besides its rows.
public struct ScanReport: Sendable, Equatable {
  /// One thing that was wrong with one record.
  public struct Finding: Sendable, Equatable {
    public enum Kind: Sendable {
      /// The record is no item and was left out.
      case skipped
      /// A value does not fit its field and is null.
      case rejected
      /// Something without meaning was left out of a value, such as an empty part of a list.
      case dropped
      /// A member of a record was not read: there is another of its name, or no room for its field.
      case lost
    }

    /// A field of a definition with which a value would be kept as it is written.
    public struct KeepingField: Sendable, Hashable {
      public let name: String
      /// As a definition writes it.
      public let type: String

      public init(name: String, type: String) {
        self.name = name
        self.type = type
      }
    }

    public let kind: Kind
    /// The number of the record, from 1.
    public let record: Int
    /// Where the record begins, in bytes from the start of the payload.
    public let offset: Int
    /// What is wrong, as the end of a sentence that begins with the place.
    public let fault: String
    /// What becomes of it, such as `left empty`; nil where the fault tells all.
    public let consequence: String?
    /// How nothing would be lost, where there is a way.
    public let remedy: KeepingField?

    public init(
      _ kind: Kind, record: Int, offset: Int, _ fault: String, consequence: String? = nil,
      remedy: KeepingField? = nil
    ) {
      self.kind = kind
      self.record = record
      self.offset = offset
      self.fault = fault
      self.consequence = consequence
      self.remedy = remedy
    }

    /// The same of a record that begins elsewhere.
    package func at(offset: Int) -> Finding {
      Finding(
        kind, record: record, offset: offset, fault, consequence: consequence, remedy: remedy)
    }

    /// The fault and what becomes of it.
    public var message: String { consequence.map { "\(fault): \($0)" } ?? fault }
  }

  /// An item whose own record is there and cannot be read.
  public struct Failure: Sendable, Equatable {
    public let key: String
    /// Such as `501 Not Implemented`.
    public let reason: String
    /// What a query ends with that knows nothing else of the item.
    public let fault: SourceFault?

    public init(_ key: String, reason: String, fault: SourceFault? = nil) {
      self.key = key
      self.reason = reason
      self.fault = fault
    }
  }

  /// A part of a list that its server did not give.
  public struct Gap: Sendable, Equatable {
    public enum Cause: Sendable, Equatable {
      case server(ServerFault)
      /// Whoever asked wanted no more.
      case interrupted
    }

    /// The title of the category whose list it is of; nil where there is only one list.
    public let category: String?
    /// The page of the list, from 1; nil where it is all of the category.
    public let page: Int?
    /// Whether the pages after it are missing too.
    public let isEnd: Bool
    public let cause: Cause

    public init(category: String?, page: Int? = nil, isEnd: Bool = false, _ cause: Cause) {
      self.category = category
      self.page = page
      self.isEnd = isEnd
      self.cause = cause
    }

    /// What is missing.
    public var part: SourcePart { .list(category: category, page: page, isEnd: isEnd) }

    /// What a query ends with that needs the part.
    package var fault: SourceFault {
      guard case .server(var fault) = cause else { return .cancelled }
      fault.part = part
      return .server(fault)
    }
  }

  /// How many gaps are kept in words; the rest is counted.
  public static let keptGaps = 5
  /// How many findings of each kind are kept in words; the rest is counted.
  public static let keptFindings = 5

  public var copy: Provenance.Origin
  /// The same of each part that was asked for by itself.
  public var parts = PartOrigins()
  /// What the source is called that was read, where that is known.
  package var source: String?
  /// The list that gives the rows of a document which has more in it, where nobody said which.
  package var takenList: ItemsPath?
  /// Which lists are in a document whose only row is the whole of it, where nobody said so, such as
  /// `its lists are ...`; nil where there are none.
  package var otherLists: String?
  /// What of the list is read otherwise than its name promises, each a part of a footer.
  package var remarks: [String] = []
  /// Whether items' own records were read, each from a payload that its findings name.
  package var isOfRecords = false
  /// How many records were read, the skipped ones included.
  public var records = 0
  /// Whether a record has given more than one row.
  package var hasSeveralRows = false
  /// What stages would have counted of those that were left out because none could pass.
  public var nullsLeftOut: [NullCount] = []
  /// How many items there are of what was asked for, where the server says so.
  public var total: Int?
  /// Whether the reading ended at the limit on how many items are fetched, with more to come.
  public var isCut = false
  /// How pages of the list lead back to one that was read; nil where they do not.
  public var round: PageRound?
  /// Whether the list changed on its server while its pages were read.
  public var hasChanged = false
  /// What of the request the server did, known when the first batch is given; nil where no server
  /// did anything.
  public var answered: ScanRequest?
  /// The keys of items that were asked for by themselves and are not there.
  public var missing: [String] = []
  /// Items that were asked for by themselves and cannot be read.
  public var failed: [Failure] = []
  /// Those of the missing and the failed of which a list tells all the same, by their keys.
  package var listed: [String] = []
  /// What only the list could tell of items that were asked for by themselves.
  package var unlisted = UnlistedFields()
  /// The first of the parts that are missing of the list.
  public private(set) var gaps: [Gap] = []
  /// How many parts are missing.
  public private(set) var missingParts = 0
  /// How a list stops before its end whose beginning is wanted all the same, such as `stops in the
  /// middle of record 4`; nil where it is whole.
  package var breakage: String?
  /// Whether not all was fetched because whoever asked wanted no more.
  public var isInterrupted = false
  /// Why the copy stands in for the server's own answer, where such a copy is shown without
  /// pictures; nil where rows have theirs.
  package var withheld: String?
  /// Whether rows were given without the fields that tell where their pictures are.
  public var hidesPictures = false
  /// What the server has warned of, each thing once.
  public private(set) var warnings: [String] = []
  public private(set) var skipped = 0
  public private(set) var rejected = 0
  public private(set) var dropped = 0
  public private(set) var lost = 0
  /// The keys that several records have; nil where there are none or the key is not asked for.
  public var sharedKeys: SharedKeys?
  /// The first findings of each kind.
  public private(set) var findings: [Finding] = []

  /// Whether another report tells the same of the same source, which was read more than once.
  package func tells(asMuchAs other: ScanReport) -> Bool {
    source != nil && source == other.source && skipped == other.skipped
      && rejected == other.rejected && lost == other.lost && isCut == other.isCut
      && findings == other.findings && gaps == other.gaps && sharedKeys == other.sharedKeys
  }

  /// Why something that is looked for in the list may be missing; nil where all parts were read.
  package var faultOfGap: SourceFault? { isInterrupted ? .cancelled : gaps.first?.fault }

  /// Those of the missing of which nothing tells.
  package var gone: [String] { missing.filter { !listed.contains($0) } }

  /// Those of the missing of which a list tells.
  package var unrecorded: [String] { missing.filter(listed.contains) }

  /// Whether the server has left out rows that are not asked for, so that the number of records
  /// says nothing of the list.
  package var isNarrowed: Bool {
    guard let answered else { return false }
    return !answered.conditions.isEmpty || !answered.search.isEmpty
      || !answered.categories.isEmpty
  }

  public init(copy: Provenance.Origin) { self.copy = copy }

  /// Says how many items a list has, whether it was not read to its end, and whether its pages
  /// lead back.
  package mutating func note(total more: Int?, isCut: Bool, round: PageRound?) {
    if let more { total = (total ?? 0) + more }
    self.isCut = self.isCut || isCut
    self.round = self.round ?? round
  }

  /// Adds what reading a further payload has found; its name is told where the findings have none.
  package mutating func add(_ other: ScanReport, of name: String? = nil) {
    for finding in other.findings where kept(finding.kind) < Self.keptFindings {
      findings.append(
        Finding(
          finding.kind, record: records + finding.record, offset: finding.offset,
          name.map { "\($0): \(finding.fault)" } ?? finding.fault,
          consequence: finding.consequence, remedy: finding.remedy))
    }
    copy = copy.merged(with: other.copy)
    parts.add(other.parts)
    records += other.records
    for nulls in other.nullsLeftOut { nullsLeftOut.add(nulls.label, nulls.count) }
    skipped += other.skipped
    rejected += other.rejected
    dropped += other.dropped
    missing += other.missing
    failed += other.failed
    listed += other.listed
    add(warnings: other.warnings)
    for gap in other.gaps { add(gap) }
    missingParts += other.missingParts - other.gaps.count
    isInterrupted = isInterrupted || other.isInterrupted
    withheld = withheld ?? other.withheld
    hidesPictures = hidesPictures || other.hidesPictures
    isCut = isCut || other.isCut
    breakage = breakage ?? other.breakage
    round = round ?? other.round
    hasChanged = hasChanged || other.hasChanged
    lost += other.lost
    unlisted.add(other.unlisted)
  }

  /// Adds what a reply warns of.
  package mutating func add(warnings more: [String]) {
    for warning in more where !warnings.contains(warning) && warnings.count < Self.keptFindings {
      warnings.append(warning)
    }
  }

  /// Notes a part that is missing.
  public mutating func add(_ gap: Gap) {
    missingParts += 1
    isInterrupted = isInterrupted || gap.cause == .interrupted
    if gaps.count < Self.keptGaps { gaps.append(gap) }
  }

  private func kept(_ kind: Finding.Kind) -> Int { findings.count { $0.kind == kind } }

  public mutating func add(_ finding: Finding) {
    let before: Int
    switch finding.kind {
    case .skipped:
      before = skipped
      skipped += 1
    case .rejected:
      before = rejected
      rejected += 1
    case .dropped:
      before = dropped
      dropped += 1
    case .lost:
      before = lost
      lost += 1
    }
    if before < Self.keptFindings { findings.append(finding) }
  }
}

extension Provenance.Origin {
  /// What is to be said of rows of both: that which a server's failure has aged most.
  package func merged(with other: Self) -> Self { other.doubt > doubt ? other : self }

  private var doubt: (cause: Int, age: Int) {
    switch self {
    case .nothing: (-1, 0)
    case .file: (0, 0)
    case .live: (0, 1)
    case .reading: (1, 0)
    case .kept(let age, reason: nil): (1, age ?? .max)
    case .kept(let age, _): (2, age ?? .max)
    case .packed: (2, 0)
    case .sample: (3, 0)
    }
  }
}
