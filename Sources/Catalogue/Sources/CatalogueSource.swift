// SPDX-License-Identifier: MIT

/// Something that gives the items of one catalogue: a definition with its address, or a file.
///
/// A source knows its schema and how to read it; it knows nothing of queries.
public protocol CatalogueSource: Sendable {
  var schema: Schema { get }

  /// What its server can do and which relations its items have.
  var capability: SourceCapability { get }

  /// Begins to read the list. The batches of the cursor have one column for each of the fields of
  /// the request.
  func scan(_ request: ScanRequest) throws(SourceFault) -> any BatchCursor

  /// Fields of the single items' own records. `fields` are indices of fields whose origin is the
  /// detail.
  func details(of keys: [String], fields: [Int]) throws(SourceFault) -> ItemDetails

  /// Begins to read items by their keys, each from its own record, where a list is too long to look
  /// for them; nil where the list is to be read. The fields are as those of a scan; the cursor's
  /// report tells which of the items are not there.
  func items(_ keys: [String], fields: [Int]) throws(SourceFault) -> (any BatchCursor)?

  /// Begins to read as much of the list as is kept and fresh, or of any age; nil where nothing is
  /// kept.
  func keptList(
    fields: [Int], ofAnyAge: Bool
  ) throws(SourceFault) -> (any BatchCursor)?

  /// Begins to read the items that one item names, in its order; nil when there is no item of that
  /// key. The relation is the name of one of `capability`, the fields are as those of a scan. The
  /// cursor's report tells which of the named items are not there.
  func related(
    _ relation: String, to key: String, fields: [Int]
  ) throws(SourceFault) -> (any BatchCursor)?

  /// The picture of the item with that key, with its bytes as they came.
  func picture(of key: String) throws(SourceFault) -> ItemPicture

  /// The picture of the category with that id, with its bytes as they came.
  func picture(ofCategory id: String) throws(SourceFault) -> ItemPicture

  /// The categories with those ids, or all of them where none is named, in the order of the source;
  /// empty when it has none.
  func categories(_ ids: [String]) throws(SourceFault) -> CategoryListing

  /// The categories that can be asked for, where they are known without reading anything, without
  /// their numbers of items; nil where the list tells them.
  var listedCategories: [CatalogueCategory]? { get }

  /// Whether its list can be read without asking a server.
  var isLocal: Bool { get }

  /// What of a document gives its rows, where a query has said so or it was found.
  var chosenRows: RowsChoice? { get }

  /// Its definition as a text in canonical form; nil where none says what it is.
  func definitionText() throws(SourceFault) -> [UInt8]?
}

extension CatalogueSource {
  public var isLocal: Bool { true }

  public var chosenRows: RowsChoice? { nil }

  public func definitionText() throws(SourceFault) -> [UInt8]? { nil }

  public var listedCategories: [CatalogueCategory]? { nil }

  public var capability: SourceCapability { SourceCapability() }

  /// Begins to read the whole list.
  public func scan(fields: [Int]) throws(SourceFault) -> any BatchCursor {
    try scan(ScanRequest(fields: fields))
  }

  public func items(
    _ keys: [String], fields: [Int]
  ) throws(SourceFault) -> (any BatchCursor)? { nil }

  public func keptList(
    fields: [Int], ofAnyAge: Bool
  ) throws(SourceFault) -> (any BatchCursor)? { nil }

  public func related(
    _ relation: String, to key: String, fields: [Int]
  ) throws(SourceFault) -> (any BatchCursor)? { nil }

  public func picture(of key: String) throws(SourceFault) -> ItemPicture { .none }

  public func picture(ofCategory id: String) throws(SourceFault) -> ItemPicture { .none }

  /// All categories.
  public func categories() throws(SourceFault) -> CategoryListing { try categories([]) }
}

/// The picture of an item or of a category, as far as its source has one.
public enum ItemPicture: Sendable, Equatable {
  /// The source has no pictures.
  case none
  /// There is none of the item, or of any item of the category.
  case empty
  /// The item names a picture that is not there; `reason` says why, such as `404`.
  case missing(name: String, reason: String)
  /// The item is of a copy that stands in for the server's answer, and such items are shown
  /// without pictures; `reason` says why the server's own is not shown.
  case withheld(reason: String)
  /// The file as it came, whatever it is. `crop` is how many pixels of each side are no part of
  /// the picture.
  case bytes([UInt8], name: String, crop: Int)
}

/// Fields of some items' own records.
public struct ItemDetails: Sendable {
  /// One row for each key, in their order; a row of nulls for an item without a record.
  public let batch: Batch
  /// How they were read, with the items that are not there and those that cannot be read.
  public let report: ScanReport
  /// Why no record could be read; nil where one could.
  public let fault: SourceFault?
  /// The keys of items whose records nobody has waited for; their rows say nothing.
  public let pending: [String]

  public init(
    _ batch: Batch, _ report: ScanReport = ScanReport(copy: .file), fault: SourceFault? = nil,
    pending: [String] = []
  ) {
    self.batch = batch
    self.report = report
    self.fault = fault
    self.pending = pending
  }
}

/// Reads a list batch by batch.
public protocol BatchCursor: AnyObject {
  /// The next rows in the order of the source; nil at the end.
  func next() throws(SourceFault) -> Batch?

  /// What is known so far about what was read; complete once `next` has given nil.
  var report: ScanReport { get }

  /// Whether it asks a server again and again, so that what has come is worth having.
  var isInterruptible: Bool { get }

  /// From now on asks a server for nothing more: what has not come is missing.
  func interrupt()
}

extension BatchCursor {
  public var isInterruptible: Bool { false }

  public func interrupt() {}
}

/// Categories of a source.
public struct CategoryListing: Sendable, Equatable {
  public let categories: [CatalogueCategory]
  /// How the items were read of which they are told.
  public let report: ScanReport

  public init(_ categories: [CatalogueCategory], _ report: ScanReport = ScanReport(copy: .file)) {
    self.categories = categories
    self.report = report
  }
}

/// A category that items of a catalogue belong to.
public struct CatalogueCategory: Sendable, Equatable {
  public let id: String
  public let name: String
  public let parent: String?
  /// How many items it holds, when the source says so.
  public let items: Int?
  /// Where its picture is, when the source says so.
  public let picture: String?

  public init(
    id: String, name: String, parent: String? = nil, items: Int? = nil, picture: String? = nil
  ) {
    self.id = id
    self.name = name
    self.parent = parent
    self.items = items
    self.picture = picture
  }
}

/// Finds sources by what a query calls them.
public protocol SourceDirectory: Sendable {
  /// The source of a name or of an address; `nil` when no source has that name.
  func source(_ reference: SourceReference) throws(SourceFault) -> (any CatalogueSource)?

  /// One spelling for all paths that lead to the same file, whether or not it is there yet.
  func identity(ofAddress address: String) -> String

  /// The addresses that may be meant by one at which there is nothing: the files beside it.
  func addresses(beside address: String) -> [String]

  /// The named sources, in alphabetical order.
  var names: [String] { get }

  /// One line on each named source.
  func summaries() throws(SourceFault) -> [SourceSummary]
}

extension SourceDirectory {
  public func identity(ofAddress address: String) -> String { address }

  public func addresses(beside address: String) -> [String] { [] }
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
  public let copy: ScanReport.Copy?
  /// Where the user has its list, or defines it: a path or an address; nil for a source that is
  /// part of the program.
  public let place: String?

  public init(
    name: String, summary: String, rows: Int? = nil, copy: ScanReport.Copy? = nil,
    place: String? = nil
  ) {
    self.name = name
    self.summary = summary
    self.rows = rows
    self.copy = copy
    self.place = place
  }
}
