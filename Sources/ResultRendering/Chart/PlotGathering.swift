// SPDX-License-Identifier: MIT

internal import Catalogue

/// Gathers a point for each row that has both its numbers.
struct PlotGathering: ChartGathering {
  private let x: ChartColumn
  private let y: ChartColumn
  /// What tells lines apart; nil for one of all rows.
  private let name: ChartColumn?
  private let hasLines: Bool
  private let sanitiser: Sanitiser
  private var names = SeriesNames()
  private var points: [[PlotFigure.Point]] = []
  private var horizontal: ChartAxis?
  private var vertical: ChartAxis?
  private var drawn = 0
  private var total = 0

  init(
    x: ChartColumn, y: ChartColumn, name: ChartColumn? = nil, hasLines: Bool = false,
    options: RenderOptions
  ) {
    self.x = x
    self.y = y
    self.name = name
    self.hasLines = hasLines
    sanitiser = options.sanitiser
  }

  mutating func add(_ batch: Batch) {
    let (across, up) = (x.numbers(batch), y.numbers(batch))
    let lines = name?.labels(batch, sanitiser)
    for row in 0..<batch.count {
      guard let first = across[row], let second = up[row] else { continue }
      let line = names.place(of: lines?[row] ?? "")
      while points.count <= line { points.append([]) }
      points[line].append(PlotFigure.Point(x: first, y: second))
      reach(first, second)
    }
    total += batch.count
  }

  private mutating func reach(_ first: Decimal, _ second: Decimal) {
    if horizontal == nil { horizontal = ChartAxis(x, at: first) }
    if vertical == nil { vertical = ChartAxis(y, at: second) }
    horizontal?.reach(first)
    vertical?.reach(second)
    drawn += 1
  }

  var heldBytes: Int { drawn * MemoryLayout<PlotFigure.Point>.stride }

  var figure: ChartFigure? {
    guard let horizontal, let vertical else { return nil }
    let series = zip(names.told, points).map { name, points in
      PlotFigure.Series(name: name, points: hasLines ? Self.ordered(points) : points)
    }
    return .plot(
      PlotFigure(
        x: horizontal, y: vertical, seriesName: name?.name, series: series, hasLines: hasLines))
  }

  /// From left to right; points at one place stay in their order.
  private static func ordered(_ points: [PlotFigure.Point]) -> [PlotFigure.Point] {
    points.enumerated().sorted { ($0.element.x, $0.offset) < ($1.element.x, $1.offset) }
      .map(\.element)
  }

  var notes: ChartNotes {
    let columns = x.index == y.index ? [x.name] : hasLines ? [y.name, x.name] : [x.name, y.name]
    return ChartNotes(
      shown: total, total: total,
      missing: ChartNotes.Missing(count: total - drawn, names: columns))
  }
}
