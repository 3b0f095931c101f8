// SPDX-License-Identifier: MIT

package import Catalogue

/// Where the records of a payload stand, found once by walking over all of it.
package struct RecordIndex: Sendable {
  /// A run of records that belong to one group.
  struct Group: Sendable, Equatable {
    /// The first of its records, from 0.
    let first: Int
    /// The texts of the group's members, in the order in which they were asked for.
    let texts: [String?]
  }

  /// One for each record; a record that cannot be read at all has no length.
  var spans: [RecordSpan] = []
  /// In ascending order of their first record.
  var groups: [Group] = []
  /// How many records that cannot be read are told in words: only the first of a scan ever are.
  static let toldRecords = 2 * ScanReport.keptFindings

  /// The records without a length, as far as they are told in words.
  var unreadable: [Int: UnreadableRecord] = [:]
  /// What was left out besides whole records.
  var notes: [ListNote] = []
  /// How and where a payload stops whose beginning is wanted all the same.
  var breakage: ListBreakage?
  /// What keeps the rest of the payload from being read.
  package internal(set) var fault: SourceFault?
  /// The line, from 1, in the middle of which the payload stops; its record cannot be read.
  var cutLine: Int?
  /// Where the items were found when that was not said.
  package internal(set) var detected: ItemsPath?
  /// Whether the document has members besides the list that was found.
  var leavesMembers = false
  /// Which lists are in a document that is the only record where that was not said; nil where there
  /// are none.
  var otherLists: OtherLists?
  /// Whether the records stand in no list, each on a line.
  var isOfLines = false

  /// What of the payload is read otherwise than its name promises.
  var remarks: [ReadingRemark] = []

  /// How many records there are.
  package var count: Int { spans.count }

  /// Throws where a payload stops in the middle of its last line.
  func checkEnd(of payload: Payload) throws(SourceFault) {
    guard let cutLine else { return }
    throw .wrongShape(name: payload.name, message: "stops in the middle of line \(cutLine)")
  }

  mutating func append(_ range: Range<Int>) {
    spans.append(RecordSpan(range))
  }

  func range(_ record: Int) -> Range<Int> {
    spans[record].range
  }
}

/// Where a record stands in a payload, in bytes, as the C library takes it.
struct RecordSpan: Sendable, Equatable {
  private let start: UInt64
  private let length: UInt64

  init(_ range: Range<Int>) {
    start = UInt64(range.lowerBound)
    length = UInt64(range.count)
  }

  var range: Range<Int> { Int(start)..<Int(start) + Int(length) }
}
