// SPDX-License-Identifier: MIT

internal import Catalogue

/// Lines of a label, a bar and an amount, below a line that says what they are.
///
/// Where a line has no room for all three, each bar stands below its label, and where even its
/// amount does not fit, below the bar: a label may be cut, a number never is.
struct BarChart {
  /// One bar; without an amount there is a text instead.
  struct Bar {
    let label: String
    let amount: Decimal?
    let missing: String
  }

  private static let gap = TableLayout.separatorWidth
  private static let minimumBar = 4

  let bars: [Bar]
  let labelName: String
  let amountName: String
  /// Whether labels are numbers, which are not cut.
  let hasNumericLabels: Bool
  let place: ChartPlace

  func append(to output: inout [UInt8]) {
    let amounts = bars.compactMap(\.amount)
    let widest = bars.map { DisplayWidth.of($0.label) }.max() ?? 0
    let labelWidth = hasNumericLabels ? widest : min(widest, max(8, place.width * 2 / 5))
    for atPoint in [true, false] {
      let numbers = AlignedNumbers(amounts, atPoint: atPoint)
      let room = place.width - labelWidth - numbers.width - 2 * Self.gap
      if room >= Self.minimumBar {
        return appendBeside(labelWidth: labelWidth, numbers, cells: room, to: &output)
      }
    }
    appendBelow(AlignedNumbers(amounts, atPoint: false), to: &output)
  }

  private func appendBeside(
    labelWidth: Int, _ numbers: AlignedNumbers, cells: Int, to output: inout [UInt8]
  ) {
    let scale = BarScale(bars.compactMap { $0.amount?.approximate }, cells: cells)
    appendHead(labelWidth: labelWidth, to: &output)
    for bar in bars {
      let start = output.count
      let label = place.truncated(bar.label, to: labelWidth)
      output.append(label)
      output.append(spaces: labelWidth - DisplayWidth.of(label) + Self.gap)
      if let amount = bar.amount {
        appendBar(amount, scale, to: &output)
        output.append(spaces: Self.gap)
        output.append(numbers.text(amount))
      } else {
        appendMissing(bar, to: place.width - labelWidth - Self.gap, &output)
      }
      output.endLine(from: start)
    }
  }

  private func appendHead(labelWidth: Int, to output: inout [UInt8]) {
    let start = output.count
    let label = place.truncated(labelName, to: max(labelWidth, place.width / 2 - Self.gap))
    let used = DisplayWidth.of(label) + Self.gap
    let amount = place.truncated(amountName, to: place.width - used)
    output.append(place.style.styled(label, .bold))
    output.append(spaces: place.width - used + Self.gap - DisplayWidth.of(amount))
    output.append(place.style.styled(amount, .bold))
    output.endLine(from: start)
  }

  private func appendBelow(_ numbers: AlignedNumbers, to output: inout [UInt8]) {
    let room = place.width - numbers.width - Self.gap
    let fits = room >= Self.minimumBar
    let scale = BarScale(
      bars.compactMap { $0.amount?.approximate }, cells: fits ? room : place.width)
    appendHead(labelWidth: 0, to: &output)
    for bar in bars {
      appendLabel(bar, to: &output)
      let start = output.count
      guard let amount = bar.amount else {
        appendMissing(bar, to: place.width, &output)
        output.endLine(from: start)
        continue
      }
      appendBar(amount, scale, to: &output)
      if fits {
        output.append(spaces: Self.gap)
        output.append(numbers.text(amount))
      }
      output.endLine(from: start)
      if !fits { place.appendLines(amount.description, nil, to: &output) }
    }
  }

  private func appendLabel(_ bar: Bar, to output: inout [UInt8]) {
    if hasNumericLabels {
      let words = bar.label.split(separator: " ").joined(separator: " ")
      place.appendLines(words, nil, to: &output)
    } else {
      output.append(place.truncated(bar.label, to: place.width))
      output.append(ASCII.newline)
    }
  }

  /// Appends a bar and the space after it.
  private func appendBar(_ amount: Decimal, _ scale: BarScale, to output: inout [UInt8]) {
    let bar = scale.bar(amount.approximate, glyphs: place.glyphs)
    output.append(place.style.styled(bar, .cyan))
    output.append(spaces: scale.cells - DisplayWidth.of(bar))
  }

  private func appendMissing(_ bar: Bar, to width: Int, _ output: inout [UInt8]) {
    output.append(place.style.styled(place.truncated(bar.missing, to: width), .dim))
  }
}
