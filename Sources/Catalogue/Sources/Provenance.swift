// SPDX-License-Identifier: MIT

/// Where the rows of a result come from, and what of them is known to be missing.
///
/// It goes with the rows through every stage, view, join and union, and with a result that later
/// statements go on from: a count of a sample is a sample's count.
public struct Provenance: Sendable, Equatable {
  /// Where the rows come from.
  public enum Origin: Sendable, Equatable {
    /// Nowhere yet: there are none.
    case nothing
    case file
    /// The sample that is part of the program; `reason` says why no server was asked in its place,
    /// nil where none should be.
    case sample(reason: String?)
    /// A server, just now.
    case live
    /// The copy that was kept of a server's reply, with its age in seconds, nil where a clock was
    /// wrong; `reason` says why the server's own words are not shown, nil where the copy is fresh
    /// enough.
    case kept(age: Int?, reason: String?)
    /// A list as it was read before, which is asked for by its time.
    case reading(ReadingTimes)
    /// What a server said when it was packed: the time of that, as people write it.
    case packed(String)
  }

  /// What is known to be missing of a list, so that an answer could have been another with it.
  public enum Shortfall: Sendable, Equatable {
    /// Parts that the server did not give, the first of so many.
    case parts([ScanReport.Gap], count: Int)
    /// The reading ended at the limit on how many items are fetched, with more to come; `total` is
    /// how many there are, where the server says so.
    case limit(read: Int, total: Int?)
    /// Pages of the list lead back to one that was read, so that nobody knows what else there is.
    case round(PageRound)
    /// The list changed on its server while its pages were read: items may be missing, or stand
    /// twice.
    case changed
    /// The list stops before its end; the words say how, such as `stops in the middle of record 4`.
    case broken(String)
    /// So many records were no items and were left out.
    case skipped(Int)
    /// Items whose own records cannot be read, so that only a list tells of them.
    case records([ScanReport.Failure])
    /// Fields of which items' own records have nothing, while their rows of the list were not read.
    case unlisted(UnlistedFields)
    /// The server warns that its reply is not all that it should be, in these words.
    case warned([String])
    /// Whoever asked wanted no more before all had come.
    case interrupted
  }

  /// What one source has given.
  public struct Reading: Sendable, Equatable {
    /// What the source is called; empty where that is not known.
    public let source: String
    public internal(set) var copy: Origin
    /// The parts that a sample or an old copy stands for, where others are what the source says
    /// now; none where `copy` is that of all.
    public private(set) var oldParts: [PartOrigins.Part]
    /// Whether its rows have no pictures because they are those of a copy.
    public private(set) var hidesPictures: Bool
    /// Empty where all came that was asked for.
    public var shortfalls: [Shortfall] {
      let unread: [Shortfall] = failed.isEmpty ? [] : [.records(failed)]
      let warned: [Shortfall] = warnings.isEmpty ? [] : [.warned(warnings)]
      let unlisted: [Shortfall] = unlisted.names.isEmpty ? [] : [.unlisted(unlisted)]
      return ofList + unlisted + unread + warned + (isInterrupted ? [.interrupted] : [])
    }
    /// Items whose own records cannot be read.
    public private(set) var failed: [ScanReport.Failure] = []
    /// What the server has warned of, each thing once.
    private var warnings: [String] = []
    private let ofList: [Shortfall]
    private var unlisted: UnlistedFields
    /// Whether it was interrupted and no part of the list is told to be missing for that.
    fileprivate var isInterrupted: Bool
    /// How many records were read, those included that were left out.
    public let records: Int
    /// How many items there are of what was asked for, where the server says so.
    public let total: Int?
    /// How many records were no items and were left out.
    public let skipped: Int

    /// Whether nothing came, and nothing is known of what is missing.
    public var isEmpty: Bool { copy == .nothing && shortfalls.isEmpty }

    public init(_ report: ScanReport) {
      source = report.source ?? ""
      copy = report.copy
      oldParts = report.parts.exceptions
      hidesPictures = report.hidesPictures
      ofList = report.shortfalls
      isInterrupted = report.isInterrupted && !report.tellsOfInterruption
      records = report.records
      total = report.total
      skipped = report.skipped
      warnings = report.warnings
      unlisted = report.unlisted
      add(failed: report.failed)
    }

    /// A part, of which an old copy stands for what the source does not give.
    package init(_ part: SourcePart, _ copy: Origin, of source: String) {
      var report = ScanReport(copy: copy)
      report.source = source
      self.init(report)
      oldParts = [PartOrigins.Part(part: part, copy: copy)]
    }

    /// Whether the source says so now, or as good as that, of all that its rows hold.
    public var isCurrent: Bool { copy.isCurrent && failed.isEmpty }

    fileprivate mutating func add(warningsOf other: Self) {
      warnings += other.warnings.filter { !warnings.contains($0) }
    }

    fileprivate mutating func add(recordsOf other: Self) {
      unlisted.add(other.unlisted)
    }

    /// Adds items' own records that a server's failure has aged. They are parts of a list that is
    /// not old itself.
    fileprivate mutating func add(old records: Self, named parts: [PartOrigins.Part]) {
      if copy.isCurrent || !oldParts.isEmpty {
        oldParts += parts.filter { !oldParts.contains($0) }
      }
      copy = copy.merged(with: records.copy)
    }

    fileprivate mutating func add(hidingOf other: Self) {
      hidesPictures = hidesPictures || other.hidesPictures
    }

    fileprivate mutating func add(failed more: [ScanReport.Failure]) {
      for failure in more where !failed.contains(where: { $0.key.isSpelled(as: failure.key) }) {
        failed.append(failure)
      }
    }
  }

  /// What was read, in the order in which it was; what was read twice with the same outcome stands
  /// here once.
  public private(set) var readings: [Reading] = []

  public init() {}

  /// The first reading of which a part is known to be missing; nil where all came.
  public var firstPartial: Reading? { readings.first { !$0.shortfalls.isEmpty } }

  /// The first reading of which rows are missing that the list has, or fields of them, so that it
  /// cannot be told of any item that it is not there, or has no value; nil where there is none.
  package var firstIncomplete: Reading? {
    readings.first { reading in
      reading.shortfalls.contains {
        switch $0 {
        case .parts, .limit, .round, .changed, .broken, .skipped, .records, .unlisted,
          .interrupted:
          true
        // What it warns of may have nothing to do with the rows.
        case .warned: false
        }
      }
    }
  }

  /// The first reading of a sample or of an old copy, or one of which a record did not come; nil
  /// where there is none.
  public var firstOld: Reading? { readings.first { !$0.isCurrent } }

  /// Whether something stands in for what a server did not give, or is missing for that.
  package var lacksAnswers: Bool {
    readings.contains { reading in
      reading.copy.standsIn || !reading.failed.isEmpty
        || reading.shortfalls.contains { if case .parts = $0 { true } else { false } }
    }
  }

  public mutating func add(_ reading: Reading) {
    if !readings.contains(reading) { readings.append(reading) }
  }

  /// Adds where further rows come from.
  public mutating func add(_ other: Provenance) {
    for reading in other.readings { add(reading) }
  }

  /// Adds items' own records to the list that they belong to. Those that are fresh enough need no
  /// word beside a list; those that a server's failure has aged make it as old.
  package mutating func add(records: Reading, parts: PartOrigins = PartOrigins()) {
    guard let list = readings.firstIndex(where: { $0.source == records.source }) else {
      return add(records)
    }
    readings[list].add(failed: records.failed)
    readings[list].add(warningsOf: records)
    readings[list].add(recordsOf: records)
    readings[list].isInterrupted = readings[list].isInterrupted || records.isInterrupted
    readings[list].add(hidingOf: records)
    if !records.copy.isCurrent { readings[list].add(old: records, named: parts.old) }
  }

  /// Says of the first reading, what a run has read itself, that it was interrupted, unless one
  /// says so already.
  package mutating func noteInterruption() {
    guard !readings.isEmpty, !readings.contains(where: \.tellsOfInterruption) else { return }
    readings[0].isInterrupted = true
  }
}

extension ScanReport {
  /// What of the list is known to be missing.
  public var shortfalls: [Provenance.Shortfall] {
    var found: [Provenance.Shortfall] = []
    if missingParts > 0 { found.append(.parts(gaps, count: missingParts)) }
    if isCut { found.append(.limit(read: records, total: total)) }
    if let round { found.append(.round(round)) }
    if hasChanged { found.append(.changed) }
    if let breakage { found.append(.broken(breakage)) }
    if skipped > 0 { found.append(.skipped(skipped)) }
    return found
  }

  /// Whether a part is told to be missing because nobody wanted more.
  fileprivate var tellsOfInterruption: Bool { gaps.contains { $0.cause == .interrupted } }
}

extension Provenance.Reading {
  /// Whether something is told to be missing because nobody wanted more.
  package var tellsOfInterruption: Bool {
    shortfalls.contains {
      switch $0 {
      case .interrupted: true
      case .parts(let gaps, _): gaps.contains { $0.cause == .interrupted }
      case .limit, .round, .changed, .broken, .skipped, .records, .unlisted, .warned: false
      }
    }
  }
}

extension Provenance.Origin {
  /// Whether it stands in for an answer that did not come, or was of no use.
  fileprivate var standsIn: Bool {
    switch self {
    case .kept(_, reason: .some), .sample(reason: .some): true
    case .nothing, .file, .live, .reading, .packed, .kept, .sample: false
    }
  }

  /// Whether it is what the source says now, or as good as that: neither a sample nor a copy that
  /// stands for an answer which did not come.
  public var isCurrent: Bool {
    switch self {
    case .nothing, .file, .live, .reading, .kept(_, reason: nil): true
    case .sample, .kept, .packed: false
    }
  }
}
