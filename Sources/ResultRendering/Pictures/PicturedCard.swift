// SPDX-License-Identifier: MIT

package import Catalogue

/// The card of one item with its picture: beside it where lines are long enough, else below.
package struct PicturedCard: ResultRenderer {
  private var card: GridRenderer
  private let picture: CardPicture
  private let isBeside: Bool
  private let options: RenderOptions

  /// Lines of fewer cells have no room for two things.
  package static let leastWidth = 72
  /// The cells between the longest line of the card and the picture.
  private static let gap = 4

  package init(columns: [ResultColumn], options: RenderOptions, picture: CardPicture) {
    self.picture = picture
    isBeside = options.width >= Self.leastWidth
    self.options = options
    var options = options
    if isBeside, let drawing = picture.drawing {
      options.width -= drawing.columns + Self.gap
    }
    options.cardsStandAlone = true
    card = GridRenderer(columns: columns, options: options)
  }

  package mutating func add(_ batch: Batch, to output: inout [UInt8]) {
    var text: [UInt8] = []
    card.add(batch, to: &text)
    guard let drawing = picture.drawing, batch.count > 0 else {
      output += text
      return
    }
    guard isBeside else {
      output += text
      return Self.append(picture, to: &output)
    }
    switch drawing.form {
    case .lines(let lines): compose(text, beside: lines, to: &output)
    case .sequence(let sequence): compose(text, beside: sequence, drawing, to: &output)
    }
  }

  package mutating func finish(footer: String?, to output: inout [UInt8]) {
    card.finish(footer: Self.footer(footer, of: picture, options), to: &output)
  }

  /// Draws a picture below what stands already.
  package static func append(_ picture: CardPicture, to output: inout [UInt8]) {
    guard let drawing = picture.drawing else { return }
    switch drawing.form {
    case .lines(let lines): output += lines.flatMap { $0 + [ASCII.newline] }
    case .sequence(let sequence):
      output += repeatElement(ASCII.newline, count: drawing.rows)
      drawing.append(sequence, above: drawing.rows, at: 0, to: &output)
    }
  }

  /// A footer that tells of the picture first.
  package static func footer(
    _ footer: String?, of picture: CardPicture, _ options: RenderOptions
  ) -> String {
    let words = options.ascii ? picture.words.replacing("×", with: "x") : picture.words
    return ([oneLine(words)] + (footer.map { [$0] } ?? [])).joined(separator: "\n")
  }

  /// Names come from data; a line break in one must not look like a line of ours.
  private static func oneLine(_ text: String) -> String { Sanitiser.visible(text) }
}

// Where the picture stands beside the text.
extension PicturedCard {
  /// The lines of the card and the column at which the picture begins.
  private func measured(_ text: [UInt8]) -> (lines: [ArraySlice<UInt8>], column: Int) {
    let lines = text.dropLast().split(
      separator: ASCII.newline, omittingEmptySubsequences: false)
    return (lines, (lines.map(DisplayWidth.ofStyled).max() ?? 0) + Self.gap)
  }

  private func compose(
    _ text: [UInt8], beside drawn: [[UInt8]], to output: inout [UInt8]
  ) {
    let (lines, column) = measured(text)
    for row in 0..<max(lines.count, drawn.count) {
      let line = row < lines.count ? lines[row] : []
      output += line
      if row < drawn.count {
        output.append(spaces: column - DisplayWidth.ofStyled(line))
        output += drawn[row]
      }
      output.append(ASCII.newline)
    }
  }

  private func compose(
    _ text: [UInt8], beside sequence: [UInt8], _ drawing: PictureDrawing,
    to output: inout [UInt8]
  ) {
    let (lines, column) = measured(text)
    output += text
    let missing = max(0, drawing.rows - lines.count)
    output += repeatElement(ASCII.newline, count: missing)
    drawing.append(sequence, above: lines.count + missing, at: column, to: &output)
  }
}
