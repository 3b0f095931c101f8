// SPDX-License-Identifier: MIT

/// A source whose items have records of their own. Whether one of them is asked for, `itemReading`
/// says.
public protocol ItemRecordFacet: Sendable {
  /// Fields of the single items' own records. `fields` are indices of fields whose origin is the
  /// detail.
  func details(of keys: [String], fields: [Int]) throws(SourceFault) -> ItemDetails

  /// Begins to read items by their keys, each from its own record. The fields are as those of a
  /// scan; the cursor's report tells which of the items are not there.
  func items(_ keys: [String], fields: [Int]) throws(SourceFault) -> any BatchCursor

  /// Begins to read as much of the list as is kept and fresh, or of any age; nil where nothing is
  /// kept.
  func keptList(fields: [Int], ofAnyAge: Bool) throws(SourceFault) -> (any BatchCursor)?
}

extension ItemRecordFacet {
  public func keptList(
    fields: [Int], ofAnyAge: Bool
  ) throws(SourceFault) -> (any BatchCursor)? { nil }
}

/// A source whose items name others.
public protocol RelationFacet: Sendable {
  /// Begins to read the items that one item names, in its order; nil when there is no item of that
  /// key. The relation is the name of one of the source's capability, the fields are as those of a
  /// scan. The cursor's report tells which of the named items are not there.
  func related(
    _ relation: String, to key: String, fields: [Int]
  ) throws(SourceFault) -> (any BatchCursor)?
}

/// A source with pictures.
public protocol PictureFacet: Sendable {
  /// The picture of the item with that key, with its bytes as they came. Of what its row tells, by
  /// the indices of fields, nothing is asked again: several items may have the key.
  func picture(
    of key: String, telling values: [Int: String?]
  ) throws(SourceFault) -> ItemPicture

  /// The picture of the category with that id, with its bytes as they came.
  func picture(ofCategory id: String) throws(SourceFault) -> ItemPicture
}

extension PictureFacet {
  /// The picture of the item with that key, of which nothing is known.
  package func picture(of key: String) throws(SourceFault) -> ItemPicture {
    try picture(of: key, telling: [:])
  }
}

/// A source with categories.
public protocol CategoryFacet: Sendable {
  /// The categories with those ids, or all of them where none is named, in the order of the source;
  /// empty when it has none.
  func categories(_ ids: [String]) throws(SourceFault) -> CategoryListing

  /// The categories that can be asked for, where they are known without reading anything, without
  /// their numbers of items; nil where the list tells them.
  var listedCategories: [CatalogueCategory]? { get }
}

extension CategoryFacet {
  public var listedCategories: [CatalogueCategory]? { nil }

  /// All categories.
  public func categories() throws(SourceFault) -> CategoryListing { try categories([]) }
}

/// A source with a definition.
public protocol DescriptionFacet: Sendable {
  /// Its definition as a text in canonical form; nil where there is no such text.
  func definitionText() throws(SourceFault) -> [UInt8]?
}

/// A source that is a document of which no definition says how it is read.
public protocol DocumentFacet: Sendable {
  /// The member of a name that stands around the rows and is no field of them; nil where none is
  /// called so.
  func outerMember(_ name: String) -> OuterMember?

  /// The lists in it where all of it is one row because nothing says which gives the rows, such as
  /// ``its list is `a.b` ``; nil elsewhere.
  var otherLists: String? { get }

  /// Whether the values at a way of names, of a field and of members, are records with more names
  /// than a type has members.
  func isMap(_ way: [String]) -> Bool
}

/// A member of what stands around the rows of a document.
public struct OuterMember: Sendable, Equatable {
  /// What has to be chosen for rows so that it is one of their fields.
  public let rows: RowsChoice
  /// The names that lead to it from there.
  public let way: [String]

  public init(rows: RowsChoice, way: [String]) {
    self.rows = rows
    self.way = way
  }
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
  /// the picture; `old` is the copy that stands for what its server does not give.
  case bytes([UInt8], name: String, crop: Int, old: Provenance.Origin? = nil)
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

  /// What is told of items of a source without such records.
  package static func none(of keys: [String], fields: [Int]) -> ItemDetails {
    ItemDetails(Batch(fields.map { _ in .null(count: keys.count) }, count: keys.count))
  }

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
