// SPDX-License-Identifier: MIT

/// Something that gives the items of one catalogue: a definition with its address, or a file.
///
/// A source knows its schema and how to read it; it knows nothing of queries. What only some
/// sources have is a facet, for which a caller asks: nil where a source has none.
public protocol CatalogueSource: Sendable {
  var schema: Schema { get }

  /// What its server can do and which relations its items have.
  var capability: SourceCapability { get }

  /// Begins to read the list. The batches of the cursor have one column for each of the fields of
  /// the request.
  func scan(_ request: ScanRequest) throws(SourceFault) -> any BatchCursor

  /// Whether its list can be read without asking a server.
  var isLocal: Bool { get }

  /// When its list was read, as people write it, where that is asked for; nil for the list of now.
  var taken: String? { get }

  /// What of a document gives its rows, where a query has said so or it was found.
  var chosenRows: RowsChoice? { get }

  /// Its items' own records.
  var itemRecords: (any ItemRecordFacet)? { get }

  /// The ways from its items to others.
  var relations: (any RelationFacet)? { get }

  var pictures: (any PictureFacet)? { get }

  var categoryList: (any CategoryFacet)? { get }

  /// What says how it is read.
  var description: (any DescriptionFacet)? { get }

  /// What is known of the document that it reads.
  var document: (any DocumentFacet)? { get }
}

extension CatalogueSource {
  public var capability: SourceCapability { SourceCapability() }

  public var isLocal: Bool { true }

  public var taken: String? { nil }

  public var chosenRows: RowsChoice? { nil }

  public var itemRecords: (any ItemRecordFacet)? { nil }

  public var relations: (any RelationFacet)? { nil }

  public var pictures: (any PictureFacet)? { nil }

  public var categoryList: (any CategoryFacet)? { nil }

  public var description: (any DescriptionFacet)? { nil }

  public var document: (any DocumentFacet)? { nil }

  /// Begins to read the whole list.
  public func scan(fields: [Int]) throws(SourceFault) -> any BatchCursor {
    try scan(ScanRequest(fields: fields))
  }
}

/// Reads a list batch by batch.
public protocol BatchCursor: AnyObject {
  /// The next rows in the order of the source; nil at the end.
  func next() throws(SourceFault) -> Batch?

  /// What is known so far about what was read; complete once `next` has given nil.
  var report: ScanReport { get }

  /// How many batches are worth being handed to a thread at once: more than one where they are
  /// there without work.
  var batchesAtOnce: Int { get }

  /// Whether it asks a server again and again, so that what has come is worth having.
  var isInterruptible: Bool { get }

  /// From now on asks a server for nothing more: what has not come is missing.
  func interrupt()
}

extension BatchCursor {
  public var batchesAtOnce: Int { 1 }

  public var isInterruptible: Bool { false }

  public func interrupt() {}
}

/// Finds sources by what a query calls them.
public protocol SourceDirectory: Sendable {
  /// The source of a name or of an address; `nil` when no source has that name. Files are
  /// read within an allowance.
  func source(
    _ reference: SourceReference, within allowance: ReadingLimits
  ) throws(SourceFault) -> (any CatalogueSource)?

  /// A source as its list was read at a time; nil where no source has that name, or it keeps no
  /// readings. Where none is as old, one that is `begun` reads the list of now, so that there is
  /// one the next time.
  func source(
    _ reference: SourceReference, at moment: ReadingMoment, begun: Bool
  ) throws(SourceFault) -> (any CatalogueSource)?

  /// The values of an item, by its key, in all readings of its list that are kept; nil as above.
  func history(
    of key: String, in reference: SourceReference
  ) throws(SourceFault) -> (any CatalogueSource)?

  /// When the readings of its list were taken that are kept, as people write it, the last one
  /// first.
  func readingTimes(of reference: SourceReference) -> [String]

  /// One spelling for all paths that lead to the same file, whether or not it is there yet.
  func identity(ofAddress address: String) -> String

  /// The addresses that may be meant by one at which there is nothing: the files beside it.
  func addresses(beside address: String) -> [String]

  /// Whether to ask for a source again is to wait for somebody who writes it: a pipe.
  func isGivenOnce(_ reference: SourceReference) -> Bool

  /// The named sources, in alphabetical order.
  var names: [String] { get }

  /// One line on each named source.
  func summaries() throws(SourceFault) -> [SourceSummary]
}

extension SourceDirectory {
  public func source(
    _ reference: SourceReference, at moment: ReadingMoment, begun: Bool
  ) throws(SourceFault) -> (any CatalogueSource)? { nil }

  public func history(
    of key: String, in reference: SourceReference
  ) throws(SourceFault) -> (any CatalogueSource)? { nil }

  public func readingTimes(of reference: SourceReference) -> [String] { [] }

  public func identity(ofAddress address: String) -> String { address }

  public func addresses(beside address: String) -> [String] { [] }

  public func isGivenOnce(_ reference: SourceReference) -> Bool { false }

  /// The source of a name or of an address, as the directory reads it.
  public func source(
    _ reference: SourceReference
  ) throws(SourceFault) -> (any CatalogueSource)? {
    try source(reference, within: ReadingLimits())
  }
}

/// How a query names a source.
public enum SourceReference: Sendable, Hashable {
  case named(String)
  /// A file's path or an address, and what of it gives the rows where that is said.
  case address(String, rows: RowsChoice? = nil)
}

/// What `sources` tells about one source.
public struct SourceSummary: Sendable, Equatable {
  public let name: String
  public let summary: String
  /// How many items the copy at hand holds; nil when there is none.
  public let rows: Int?
  /// What was last read of it in this session, else what is at hand; nil where that is nothing.
  public let copy: Provenance.Origin?
  /// The parts of it that are old where others are not; none where `copy` is that of all.
  public let oldParts: [PartOrigins.Part]
  /// Where the user has its list, or defines it: a path or an address; nil for a source that is
  /// part of the program.
  public let place: String?

  public init(
    name: String, summary: String, rows: Int? = nil, copy: Provenance.Origin? = nil,
    oldParts: [PartOrigins.Part] = [], place: String? = nil
  ) {
    self.name = name
    self.summary = summary
    self.rows = rows
    self.copy = copy
    self.oldParts = oldParts
    self.place = place
  }
}
