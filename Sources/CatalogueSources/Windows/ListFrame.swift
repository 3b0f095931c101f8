// SPDX-License-Identifier: MIT

import Catalogue

/// What stands around the list of a long text that gives the rows, as far as the beginning tells.
struct ListFrame: Sendable {
  /// The way to the list.
  let items: ItemsPath
  /// What was said of the rows; nil where the list is found by what is there.
  let choice: RowsChoice?
  /// The text up to the list's first record.
  let beginning: [UInt8]

  /// The text with one record for all of the list's, where that is a document whose rows are those
  /// of the list; nil where it is none, so that the whole has to be looked at.
  func closed(
    by end: Payload, _ format: any TextFormat
  ) throws(SourceFault) -> ListSurroundings? {
    let text = Payload(
      name: end.name, bytes: beginning + "{}]".utf8 + end.bytes, watch: end.watch)
    do throws(SourceFault) {
      let index = try format.records(of: text, choosing: choice)
      guard index.fault == nil, index.count == 1, index.detected == items else { return nil }
      return ListSurroundings(text: text, leavesMembers: index.leavesMembers)
    } catch {
      if error == .cancelled { throw error }
      return nil
    }
  }
}

/// What stands around the list of a long text that gives the rows.
struct ListSurroundings: Sendable {
  /// The text with one record for all of the list's.
  let text: Payload
  /// Whether it has members that nobody chose to leave out.
  let leavesMembers: Bool
}
