// SPDX-License-Identifier: MIT

internal import Catalogue

/// Gathers a bar for each row.
struct BarsGathering: ChartGathering {
  private let value: ChartColumn
  private let label: ChartColumn
  private let sanitiser: Sanitiser
  private let maximumRows: Int?
  private var bars: BarFigure
  private var total = 0

  init(value: ChartColumn, label: ChartColumn, options: RenderOptions) {
    self.value = value
    self.label = label
    sanitiser = options.sanitiser
    maximumRows = options.maximumRows
    bars = BarFigure(
      labelName: label.name, amountName: value.name, hasNumericLabels: label.type.isNumber)
  }

  mutating func add(_ batch: Batch) {
    let room = maximumRows.map { max(0, $0 - bars.bars.count) } ?? batch.count
    let amounts = value.numbers(batch)
    let names = label.labels(batch, sanitiser)
    for row in 0..<min(batch.count, room) {
      bars.bars.append(
        BarFigure.Bar(label: names[row], amount: amounts[row], missing: "no \(value.name)"))
    }
    total += batch.count
  }

  /// A label may have more, and mostly has less.
  var heldBytes: Int { bars.bars.count * (MemoryLayout<BarFigure.Bar>.stride + 32) }

  var figure: ChartFigure? { .bars(bars) }

  var notes: ChartNotes {
    ChartNotes(
      shown: bars.bars.count, total: total,
      missing: ChartNotes.Missing(
        count: bars.bars.count { $0.amount == nil }, names: [value.name]))
  }
}

/// Gathers a bar for each label, made of the amounts of its rows, which are its parts.
struct StackGathering: ChartGathering {
  private let value: ChartColumn
  private let label: ChartColumn
  private let part: ChartColumn
  private let sanitiser: Sanitiser
  private var bars: BarFigure
  private var places: [String: Int] = [:]
  private var parts = SeriesNames()
  private var total = 0
  private var missing = 0
  private var negative = 0
  private var tooLarge = 0

  init(value: ChartColumn, label: ChartColumn, part: ChartColumn, options: RenderOptions) {
    self.value = value
    self.label = label
    self.part = part
    sanitiser = options.sanitiser
    bars = BarFigure(
      labelName: label.name, amountName: value.name, hasNumericLabels: label.type.isNumber)
  }

  mutating func add(_ batch: Batch) {
    let amounts = value.numbers(batch)
    let names = label.labels(batch, sanitiser)
    let partNames = part.labels(batch, sanitiser)
    for row in 0..<batch.count {
      guard let amount = amounts[row] else {
        missing += 1
        continue
      }
      if amount < .zero { negative += 1 } else { add(amount, names[row], partNames[row]) }
    }
    total += batch.count
  }

  private mutating func add(_ amount: Decimal, _ label: String, _ part: String) {
    let place =
      places[label]
      ?? {
        bars.bars.append(BarFigure.Bar(label: label, amount: .zero))
        places[label] = bars.bars.count - 1
        return bars.bars.count - 1
      }()
    let index = parts.place(of: part)
    while bars.bars[place].parts.count <= index { bars.bars[place].parts.append(.zero) }
    guard let whole = Decimal.sum(bars.bars[place].amount ?? .zero, amount),
      let sum = Decimal.sum(bars.bars[place].parts[index], amount)
    else {
      tooLarge += 1
      return
    }
    bars.bars[place].amount = whole
    bars.bars[place].parts[index] = sum
  }

  var heldBytes: Int {
    bars.bars.count * (MemoryLayout<BarFigure.Bar>.stride + 96)
  }

  var figure: ChartFigure? {
    var figure = bars
    figure.parts = parts.told
    return bars.bars.isEmpty ? nil : .bars(figure)
  }

  var notes: ChartNotes {
    var notes = ChartNotes(
      shown: total, total: total,
      missing: ChartNotes.Missing(count: missing, names: [value.name]))
    notes.leavesOut = negative + tooLarge > 0
    if negative > 0 { notes.others.append("\(negative) below 0, which cannot be stacked") }
    if tooLarge > 0 { notes.others.append("\(tooLarge) left out, whose sum has over 38 digits") }
    return notes
  }
}
