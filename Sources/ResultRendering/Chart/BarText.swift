// SPDX-License-Identifier: MIT

internal import Catalogue

/// Lines of a label, a bar and an amount, below a line that says what they are.
///
/// Where a line has no room for all three, each bar stands below its label, and where even its
/// amount does not fit, below the bar: a label may be cut, a number never is.
struct BarText {
  private static let gap = TableLayout.separatorWidth
  private static let minimumBar = 4

  /// Where labels, bars and amounts stand.
  private struct Layout {
    /// Of the labels beside their bars; nil where bars stand below them.
    var labelWidth: Int?
    /// How amounts stand beside their bars; nil where they stand below them.
    var numbers: AlignedNumbers?
    let scale: BarScale
  }

  private let figure: BarFigure
  private let place: ChartPlace
  private let widestLabel: Int
  private var alignedAtPoint = AlignedNumbers()
  private var alignedAtEnd = AlignedNumbers(atPoint: false)
  /// Made when the first bar is written.
  private var layout: Layout?
  private var written = 0

  init(_ figure: BarFigure, place: ChartPlace) {
    self.figure = figure
    self.place = place
    widestLabel = figure.bars.reduce(0) { max($0, DisplayWidth.of($1.label)) }
    for case let amount? in figure.bars.map(\.amount) {
      alignedAtPoint.add(amount)
      alignedAtEnd.add(amount)
    }
  }

  /// Writes a portion of the bars; false once none are left.
  mutating func appendPortion(to output: inout [UInt8]) -> Bool {
    guard !figure.bars.isEmpty else { return false }
    let layout = layout ?? beginning(to: &output)
    self.layout = layout
    let end = min(written + Batch.usualCount, figure.bars.count)
    for bar in figure.bars[written..<end] {
      if let labelWidth = layout.labelWidth, let numbers = layout.numbers {
        appendBeside(bar, labelWidth: labelWidth, numbers, layout.scale, to: &output)
      } else {
        appendBelow(bar, layout, to: &output)
      }
    }
    written = end
    return written < figure.bars.count
  }

  /// Writes what stands above the bars.
  private func beginning(to output: inout [UInt8]) -> Layout {
    let layout = fitted
    appendParts(to: &output)
    appendHead(labelWidth: layout.labelWidth ?? 0, to: &output)
    return layout
  }

  private var fitted: Layout {
    let amounts = figure.amounts
    let labelWidth =
      figure.hasNumericLabels ? widestLabel : min(widestLabel, max(8, place.width * 2 / 5))
    for numbers in [alignedAtPoint, alignedAtEnd] {
      let room = place.width - labelWidth - numbers.width - 2 * Self.gap
      if room >= Self.minimumBar {
        let scale = BarScale(amounts, cells: room)
        return Layout(labelWidth: labelWidth, numbers: numbers, scale: scale)
      }
    }
    let room = place.width - alignedAtEnd.width - Self.gap
    return room >= Self.minimumBar
      ? Layout(numbers: alignedAtEnd, scale: BarScale(amounts, cells: room))
      : Layout(scale: BarScale(amounts, cells: place.width))
  }

  private func appendBeside(
    _ bar: BarFigure.Bar, labelWidth: Int, _ numbers: AlignedNumbers, _ scale: BarScale,
    to output: inout [UInt8]
  ) {
    let start = output.count
    let label = place.truncated(bar.label, to: labelWidth)
    output.append(label)
    output.append(spaces: labelWidth - DisplayWidth.of(label) + Self.gap)
    if let amount = bar.amount {
      appendBar(bar, amount, scale, to: &output)
      output.append(spaces: Self.gap)
      output.append(numbers.text(amount))
    } else {
      appendMissing(bar, to: place.width - labelWidth - Self.gap, &output)
    }
    output.endLine(from: start)
  }

  private func appendHead(labelWidth: Int, to output: inout [UInt8]) {
    let start = output.count
    let label = place.truncated(figure.labelName, to: max(labelWidth, place.width / 2 - Self.gap))
    let used = DisplayWidth.of(label) + Self.gap
    let amount = place.truncated(figure.amountName, to: place.width - used)
    output.append(place.style.styled(label, .bold))
    output.append(spaces: place.width - used + Self.gap - DisplayWidth.of(amount))
    output.append(place.style.styled(amount, .bold))
    output.endLine(from: start)
  }

  private func appendBelow(_ bar: BarFigure.Bar, _ layout: Layout, to output: inout [UInt8]) {
    appendLabel(bar, to: &output)
    let start = output.count
    guard let amount = bar.amount else {
      appendMissing(bar, to: place.width, &output)
      output.endLine(from: start)
      return
    }
    appendBar(bar, amount, layout.scale, to: &output)
    if let numbers = layout.numbers {
      output.append(spaces: Self.gap)
      output.append(numbers.text(amount))
    }
    output.endLine(from: start)
    if layout.numbers == nil { place.appendLines(amount.description, nil, to: &output) }
  }

  private func appendLabel(_ bar: BarFigure.Bar, to output: inout [UInt8]) {
    if figure.hasNumericLabels {
      let words = bar.label.split(separator: " ").joined(separator: " ")
      place.appendLines(words, nil, to: &output)
    } else {
      output.append(place.truncated(bar.label, to: place.width))
      output.append(ASCII.newline)
    }
  }

  /// Appends a bar and the space after it.
  private func appendBar(
    _ bar: BarFigure.Bar, _ amount: Decimal, _ scale: BarScale, to output: inout [UInt8]
  ) {
    guard bar.parts.isEmpty else { return appendParts(of: bar, scale, to: &output) }
    let text = scale.bar(amount.approximate, glyphs: place.glyphs)
    output.append(place.style.styled(text, .cyan))
    output.append(spaces: scale.cells - DisplayWidth.of(text))
  }

  /// Appends a bar in parts, each as many cells as its end is from that of the one before.
  private func appendParts(
    of bar: BarFigure.Bar, _ scale: BarScale, to output: inout [UInt8]
  ) {
    var (sum, used) = (0.0, 0)
    for (index, part) in bar.parts.enumerated() {
      sum += part.approximate
      let end = scale.wholeCells(sum)
      output.append(place.part(index, cells: end - used))
      used = max(used, end)
    }
    output.append(spaces: scale.cells - used)
  }

  /// Says which cells are which part's.
  private func appendParts(to output: inout [UInt8]) {
    guard !figure.parts.isEmpty else { return }
    place.appendKey(figure.parts.enumerated().map { (place.part($0, cells: 2), $1) }, to: &output)
  }

  private func appendMissing(_ bar: BarFigure.Bar, to width: Int, _ output: inout [UInt8]) {
    output.append(place.style.styled(place.truncated(bar.missing, to: width), .dim))
  }
}
