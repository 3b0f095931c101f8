// SPDX-License-Identifier: MIT

import Catalogue

// Long tables as text, whose windows are walked over by way of masks.
extension SeparatedFormat {
  static func windows(
    ofFileBeginning head: Payload, choosing rows: RowsChoice?
  ) -> WindowedText? {
    guard let first = head.bytes[head.start...].first(where: { !$0.isBlank }),
      !"{[<".utf8.contains(first), let opened = opening(head, rows),
      let format = opened.format as? SeparatedFormat, opened.payload.count == head.count,
      format.note == nil,
      TableWalker(format.dialect, width: format.head.names.count, columns: []) != nil
    else { return nil }
    return WindowedText(
      format: format,
      writing: .table(TableWriting(dialect: format.dialect, head: format.head)),
      sequence: .rows, start: format.head.start,
      remarks: format.remarks.map(\.words)
    ) {
      SeparatedWindows(format, $0)
    }
  }

  /// How a beginning is read; nil for what is no table, or has a fault, of which the whole tells.
  private static func opening(_ head: Payload, _ rows: RowsChoice?) -> OpenedPayload? {
    do throws(SourceFault) {
      switch rows {
      case nil: return try head.promise == nil ? recognised(head) : open(head)
      case .table(let form): return try open(head, as: form)
      case .document, .list: return nil
      }
    } catch {
      return nil
    }
  }
}

/// How a table as text is written.
struct TableWriting: Hashable {
  let dialect: SeparatedDialect
  let head: TableHead
}

/// The windows of a file that is a table as text.
final class SeparatedWindows: WindowTokenizer {
  private let walker: TableWalker
  private let names: [String]
  /// For each member the walker's column; nil for what is none.
  private var places: [Int?] = []
  /// What was known of their cells when it was told last.
  private var known: UInt64?

  init?(_ format: SeparatedFormat, _ members: [WindowMember]) {
    names = format.head.names
    var columns: [TableWalker.Column] = []
    places = members.map { [names] member in
      guard let place = names.firstIndex(where: { $0.isSpelled(as: member.name) }) else {
        return nil
      }
      columns.append(
        TableWalker.Column(
          place, isText: member.type.map(SeparatedTokenizer.isWritten) ?? false))
      return columns.count - 1
    }
    guard let walker = TableWalker(format.dialect, width: names.count, columns: columns) else {
      return nil
    }
    self.walker = walker
  }

  func take(_ window: Payload, isLast: Bool, number: Int) -> TakenWindow? {
    guard walker.walk(window, isLast: isLast) == .walked else { return nil }
    return TakenWindow(
      records: walker.spans(), consumed: walker.consumed, hasEnded: false, isPlain: true,
      tokens: places.map { place in place.map { walker.tokens($0) } }, news: news())
  }

  private func news() -> WindowShape? {
    guard known != walker.known else { return nil }
    known = walker.known
    return .table(names, walker.shape())
  }
}
