// SPDX-License-Identifier: MIT

package import Catalogue

/// How one field's value is found in a record and turned into its type.
package struct FieldReading: Sendable, Equatable {
  /// The ways to the value from the record's root: where the first leads to nothing or to null, the
  /// next is taken.
  package var paths: [ValuePath]
  package var type: ValueType
  /// What separates the parts of a list that is written as a text. Empty parts are dropped; parts
  /// that do not fit the element's type are left out.
  package var separator: String?
  /// The members by which the elements of a list of records are ordered before they are read.
  package var order: [String] = []
  /// Whether an empty text is null.
  package var emptyIsNull: Bool
  /// Whether space around a text does not belong to it.
  package var trims: Bool
  /// Whether a number may be written as a text and a text as a number.
  package var acceptsNumberOrText: Bool
  /// The index of the reading of its currency, for amounts that have one each.
  package var currency: Int?
  /// Whether the texts are HTML, of which only the text is wanted.
  package var isHTML = false

  package init(
    path: [String], type: ValueType, separator: String? = nil, emptyIsNull: Bool = false,
    trims: Bool = false, acceptsNumberOrText: Bool = false, currency: Int? = nil
  ) {
    paths = [ValuePath(members: path)]
    self.type = type
    self.separator = separator
    self.emptyIsNull = emptyIsNull
    self.trims = trims
    self.acceptsNumberOrText = acceptsNumberOrText
    self.currency = currency
  }

  /// What messages call the field: its place in the payload.
  var name: String { paths.first?.description ?? "" }
}

/// Which fields name a record; a record without is skipped.
package struct KeyRule: Sendable, Equatable {
  /// The index of the reading of the key.
  package var field: Int
  /// Readings whose texts, joined by a space, name a record in which the key is null.
  package var fallback: [Int]

  package init(field: Int, fallback: [Int] = []) {
    self.field = field
    self.fallback = fallback
  }
}

/// Where the records of a list stand in a payload and how they become rows.
package struct ListLayout: Sendable, Equatable {
  package var items: ItemsPath
  /// Where the items are in payloads of other shapes.
  package var otherItems: [ItemsPath] = []
  /// How the list is written where it is said to be a table as text.
  package var table: TableForm?
  /// Readings that get a member of the group instead of one of the record.
  package var groupFields: [GroupField]
  package var key: KeyRule?
  package var readings: [FieldReading]

  package init(
    items: ItemsPath, groupFields: [GroupField] = [], key: KeyRule? = nil,
    readings: [FieldReading]
  ) {
    self.items = items
    self.groupFields = groupFields
    self.key = key
    self.readings = readings
  }
}
