// SPDX-License-Identifier: MIT

package import Catalogue

/// Cards side by side, as many as fit on a line, each below its picture.
///
/// Where there is only one row, or no room for two cards, a card takes the whole line. One card
/// with its picture is a `PicturedCard`.
package struct GridRenderer: ResultRenderer {
  /// Gives the picture of a row, from 0, when its card is written; nil for none.
  package typealias Pictures = (_ row: Int) -> CardPicture?

  /// A card that waits for those beside it.
  private struct Card {
    let row: Int
    let heading: String?
    let text: [UInt8]
  }

  private let options: RenderOptions
  private let grid: CardGrid
  private let pictures: Pictures?
  private let places: [Int]
  private var headings: RowHeadings?
  private let renderer: CardRenderer
  /// What writes a card that takes the whole line.
  private let whole: CardRenderer
  private let style: TextStyle
  private var waiting: [Card] = []
  /// The first row, until it is known that others follow.
  private var first: Batch?
  private var isBegun = false
  private var shown = 0
  private var total = 0

  package init(
    columns: [ResultColumn], options: RenderOptions, pictures: Pictures? = nil
  ) {
    self.options = options
    self.pictures = pictures
    let grid = options.grid
    self.grid = grid
    places = options.places(among: columns.count)
    headings = RowHeadings(columns, options)
    style = TextStyle(isOn: options.colour)
    let shown = places.map { columns[$0] }
    whole = CardRenderer(columns: shown, options: options)
    var narrow = options
    narrow.width = grid.width
    renderer =
      grid.across == 1
      ? whole
      : CardRenderer(
        columns: shown, options: narrow, mostLines: CardRenderer.linesBesideOthers)
  }

  package mutating func add(_ batch: Batch, to output: inout [UInt8]) {
    let room = options.maximumRows.map { max(0, $0 - shown) } ?? batch.count
    let count = min(batch.count, room)
    let heads = headings?.headings(of: batch, count: count)
    let rows = Batch(places.map { batch[$0] }, count: batch.count)
    if total == 0, batch.count == 1 { first = rows }
    let number = options.rowNumbers && !options.cardsStandAlone ? shown + 1 : nil
    // The first card may be the only one, which has no number.
    if grid.across == 1 { appendWaitingCards(to: &output) }
    let mayBeOnly = number != nil && total + batch.count == 1
    let cards = renderer.cards(of: rows, count: count, numberedFrom: number)
    for (place, text) in cards.enumerated() {
      let heading = heads?[place]
      if heading != nil { appendWaitingCards(to: &output) }
      waiting.append(Card(row: shown + place, heading: heading, text: text))
      if waiting.count == grid.across, !mayBeOnly { appendWaitingCards(to: &output) }
    }
    shown += count
    total += batch.count
  }

  package mutating func finish(footer: String?, to output: inout [UInt8]) {
    if total == 1, pictures == nil, let first, let card = waiting.first {
      waiting = []
      let text = whole.cards(of: first, count: 1)[0]
      append(Card(row: 0, heading: card.heading, text: text), to: &output)
    }
    appendWaitingCards(to: &output)
    RowNotes(
      style: style, sanitiser: options.sanitiser, glyphs: options.ascii ? .ascii : .unicode,
      width: options.noteWidth
    ).append(shown: shown, total: total, footer: footer, to: &output)
  }

  /// One card that takes the whole line.
  private mutating func append(_ card: Card, to output: inout [UInt8]) {
    begin(card, to: &output)
    output += card.text
  }

  /// Parts cards from those before them, and writes what heads them.
  private mutating func begin(_ card: Card, to output: inout [UInt8]) {
    if isBegun { output.append(ASCII.newline) }
    isBegun = true
    guard let heading = card.heading else { return }
    for line in DisplayWidth.wrapped(heading, to: options.width) {
      output.append("\(style.styled(line, .cyan))\n")
    }
  }

  private mutating func appendWaitingCards(to output: inout [UInt8]) {
    guard let first = waiting.first else { return }
    let cards = waiting
    waiting = []
    begin(first, to: &output)
    if let pictures {
      appendPictures(cards.map { pictures($0.row) }, to: &output)
    }
    guard grid.across > 1 else {
      output += first.text
      return
    }
    let texts = cards.map { card in
      card.text.dropLast().split(
        separator: ASCII.newline, omittingEmptySubsequences: false
      ).map { Array($0) }
    }
    append(texts, to: &output)
  }

  /// Writes lines of each card beside those of the others.
  private func append(_ cards: [[[UInt8]]], to output: inout [UInt8]) {
    for row in 0..<(cards.map(\.count).max() ?? 0) {
      let start = output.count
      var end = 0
      for (card, lines) in cards.enumerated() where row < lines.count && !lines[row].isEmpty {
        output.append(spaces: grid.column(of: card) - end)
        output += lines[row]
        end = grid.column(of: card) + DisplayWidth.ofStyled(lines[row][...])
      }
      output.trimSpaces(from: start)
      output.append(ASCII.newline)
    }
  }

  /// Writes the pictures of cards beside each other, and in the place of one that is not there why.
  private func appendPictures(_ pictures: [CardPicture?], to output: inout [UInt8]) {
    guard pictures.contains(where: { $0 != nil }) else { return }
    let height = pictures.map { $0.map(height(of:)) ?? 0 }.max() ?? 0
    append(
      pictures.map { $0.map { lines(of: $0, height: height) } ?? [] }, to: &output)
    for (card, picture) in pictures.enumerated() {
      guard let drawing = picture?.drawing, case .sequence(let sequence) = drawing.form else {
        continue
      }
      drawing.append(sequence, above: height, at: grid.column(of: card), to: &output)
    }
  }

  private func height(of picture: CardPicture) -> Int {
    picture.drawing?.rows ?? words(of: picture).count
  }

  /// The lines that a picture takes, which are empty where a sequence draws it.
  private func lines(of picture: CardPicture, height: Int) -> [[UInt8]] {
    switch picture.drawing?.form {
    case .lines(let lines): lines + Array(repeating: [], count: height - lines.count)
    case .sequence: Array(repeating: [], count: height)
    case nil: words(of: picture).map { Array(style.styled($0, .dim).utf8) }
    }
  }

  private func words(of picture: CardPicture) -> [String] {
    let words = options.ascii ? picture.words.replacing("×", with: "x") : picture.words
    return DisplayWidth.wrapped(Sanitiser.visible(words), to: grid.width)
  }
}
