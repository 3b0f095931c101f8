// SPDX-License-Identifier: MIT

import Catalogue

// Long files of JSON, whose windows are walked over by way of simdjson.
extension JSONFormat {
  static func windows(
    ofFileBeginning head: Payload, choosing rows: RowsChoice?
  ) -> WindowedText? {
    guard head.start == 0, let first = head.bytes.firstIndex(where: { !$0.isBlank }) else {
      return nil
    }
    let isLines = head.promise.map { $0.ending != documentEnding } ?? false
    if let rows {
      guard case .list(let items) = rows, let way = items.members else { return nil }
      return enclosedList(head, choosing: rows, at: way)
    }
    switch head.padded[first] {
    case UInt8(ascii: "[") where !isLines:
      return WindowedText(
        format: JSONFormat(), writing: .records(isLines: false), sequence: .elements,
        start: first + 1
      ) {
        JSONWindows($0, .elements)
      }
    case UInt8(ascii: "{") where isLines || holdsLines(head):
      var lines = WindowedText(
        format: JSONFormat(isLines: isLines), writing: .records(isLines: isLines), sequence: .lines,
        start: 0
      ) {
        JSONWindows($0, .lines)
      }
      lines.search = { LineSearch($0) }
      return lines
    case UInt8(ascii: "{"): return enclosedList(head, choosing: nil, at: nil)
    default: return nil
    }
  }

  /// A list within an object, which begins where a text does.
  private static func enclosedList(
    _ head: Payload, choosing rows: RowsChoice?, at way: [String]?
  ) -> WindowedText? {
    guard let list = ListSearch(head, at: way) else { return nil }
    let depth = list.depth
    return WindowedText(
      format: JSONFormat(), writing: .records(isLines: false), sequence: .elements,
      start: list.start,
      frame: ListFrame(
        items: list.items, choice: rows, beginning: Array(head.bytes[..<list.start]))
    ) {
      JSONWindows($0, .elements, depth: depth)
    }
  }

  /// Whether a text begins with an object on a line of its own, and another behind it.
  private static func holdsLines(_ head: Payload) -> Bool {
    let lines = head.bytes.prefix { $0 != UInt8(ascii: "\n") }.endIndex
    let next = head.bytes[lines...].first { !$0.isBlank }
    guard next == UInt8(ascii: "{"), let walk = JSONWindows([], .lines) else {
      return false
    }
    return walk.take(head.shortened(to: lines), isLast: true, number: 0)?.records.count == 1
  }
}

/// The windows of a file of JSON.
final class JSONWindows: WindowTokenizer {
  private let walker: WindowWalker
  private let layout: WindowWalker.Layout
  /// The walker's field of each member.
  private let fields: [Int]
  /// What was known of their values when it was told last.
  private var known: UInt64?

  init?(_ members: [WindowMember], _ layout: WindowWalker.Layout, depth: Int = 1) {
    // A member has the same tokens whatever it is read as.
    var names: [String] = []
    fields = members.map { member in
      if let known = names.firstIndex(where: { $0.isSpelled(as: member.name) }) { return known }
      names.append(member.name)
      return names.count - 1
    }
    guard let walker = WindowWalker(fields: names, depth: depth) else { return nil }
    self.walker = walker
    self.layout = layout
  }

  func take(_ window: Payload, isLast: Bool, number: Int) -> TakenWindow? {
    guard walker.walk(window, layout: layout, isLast: isLast, window: number) == .walked else {
      return nil
    }
    return TakenWindow(
      records: walker.spans(), consumed: walker.consumed, hasEnded: walker.hasEnded,
      isPlain: walker.isPlain,
      tokens: fields.map { walker.tokens($0) }, news: news())
  }

  private func news() -> WindowShape? {
    guard known != walker.known else { return nil }
    known = walker.known
    return .records(walker.shape())
  }
}
