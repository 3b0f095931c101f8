// SPDX-License-Identifier: MIT

/// Which columns of a table fit into a line, and how wide each of them is.
struct TableLayout: Equatable {
  /// The wishes of one column.
  struct Wish: Equatable {
    /// The cells of its widest value, and of its heading.
    let value: Int
    let heading: Int
    /// How few cells tell something; as many as the widest value takes for what is never cut.
    let least: Int
    /// How few cells it takes where there is no other way.
    var floor: Int
    /// Columns of the highest rank are left out first; those below 0 not for their wishes alone.
    let rank: Int
    /// Whether it names the rows, or leads somewhere and tells nothing where it is cut.
    var isName = false
    var isLink = false
    /// How many of its values have each width.
    var widths: [Int: Int] = [:]

    var natural: Int { max(value, heading) }
  }

  static let separatorWidth = 2

  /// The places of the columns that are shown, in order, and their widths.
  let shown: [Int]
  let widths: [Int]

  /// Fits columns into `width` cells: those that tell least are left out until each of the others
  /// has room for something; what room is left goes to headings, then where most values get whole.
  init(_ wishes: [Wish], width: Int) {
    var shown = Array(wishes.indices)
    if Self.total(wishes.map(\.natural)) > width {
      shown.removeAll { wishes[$0].isLink }
      if shown.isEmpty { shown = Array(wishes.indices) }
    }
    shown = Self.leavingRoomForName(shown, wishes, width)
    let isTooWide = { Self.total(shown.map { wishes[$0].least }) > width }
    while shown.count > 1, isTooWide(), let last = Self.leastTelling(shown, wishes) {
      shown.removeAll { $0 == last }
    }
    var least = shown.map { wishes[$0].least }
    if Self.total(least) > width { least = shown.map { wishes[$0].floor } }
    while shown.count > 1, Self.total(least) > width {
      shown.removeLast()
      least.removeLast()
    }
    self.shown = shown
    let natural = shown.map { wishes[$0].natural }
    if Self.total(natural) <= width {
      widths = natural
    } else {
      var room = Room(wishes: shown.map { wishes[$0] }, widths: least, width: width)
      room.spend()
      widths = room.widths
    }
  }

  /// The columns without those that cannot be cut and leave no room beside them for a name.
  private static func leavingRoomForName(
    _ shown: [Int], _ wishes: [Wish], _ width: Int
  ) -> [Int] {
    guard let name = shown.first(where: { wishes[$0].isName }) else { return shown }
    return shown.filter { index in
      let isFilling = wishes[index].floor * 2 > width
      return index == name || !isFilling
        || total([wishes[index].floor, wishes[name].least]) <= width
    }
  }

  /// The column to leave out first; nil where each is worth being cut.
  private static func leastTelling(_ shown: [Int], _ wishes: [Wish]) -> Int? {
    let last = shown.max { (wishes[$0].rank, $0) < (wishes[$1].rank, $1) }
    return last.flatMap { wishes[$0].rank < 0 ? nil : $0 }
  }

  fileprivate static func total(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + separatorWidth * max(0, widths.count - 1)
  }
}

/// The cells of a line that no column has yet.
private struct Room {
  let wishes: [TableLayout.Wish]
  private(set) var widths: [Int]
  private var spare: Int

  /// So many cells are added to a heading that is nearly whole.
  private static let nearly = 3

  init(wishes: [TableLayout.Wish], widths: [Int], width: Int) {
    self.wishes = wishes
    self.widths = widths
    spare = width - TableLayout.total(widths)
  }

  mutating func spend() {
    for index in wishes.indices where wishes[index].heading - widths[index] <= Self.nearly {
      widen(index, to: wishes[index].heading)
    }
    while let (index, width) = best() { widen(index, to: width) }
    for index in wishes.indices where wishes[index].isName { fill(index, wishes[index].value) }
    for index in wishes.indices { fill(index, wishes[index].value) }
    for index in wishes.indices { fill(index, wishes[index].natural) }
  }

  private mutating func widen(_ index: Int, to width: Int) {
    guard width > widths[index], width - widths[index] <= spare else { return }
    spare -= width - widths[index]
    widths[index] = width
  }

  private mutating func fill(_ index: Int, _ width: Int) {
    widen(index, to: min(width, widths[index] + max(spare, 0)))
  }

  /// The column and the width by which most values get whole for each cell that it takes; values
  /// that name rows count twice.
  private func best() -> (index: Int, width: Int)? {
    var best: (index: Int, width: Int, gain: Int, cost: Int)?
    for index in wishes.indices {
      var whole = 0
      for width in wishes[index].widths.keys.sorted() where width > widths[index] {
        whole += wishes[index].widths[width] ?? 0
        let cost = width - widths[index]
        guard cost <= spare else { break }
        let gain = whole * (wishes[index].isName ? 2 : 1)
        if best.map({ gain * $0.cost > $0.gain * cost }) ?? true {
          best = (index, width, gain, cost)
        }
      }
    }
    return best.map { ($0.index, $0.width) }
  }
}
