// SPDX-License-Identifier: MIT

/// How many cards stand side by side on a line, and how wide each is.
package struct CardGrid: Sendable, Equatable {
  package let across: Int
  /// The cells of a card.
  package let width: Int

  /// The cells between two cards.
  static let gap = 2
  /// The least width of a card where none is chosen.
  private static let usualLeast = 24
  /// Lines of so many cells have room for two cards, however narrow these are.
  private static let leastLine = 40

  /// As many cards as lines of some width have room for, each of `least` cells or more.
  package init(width: Int, least: Int) {
    across = max(1, (width + Self.gap) / (max(1, least) + Self.gap))
    self.width = (width + Self.gap) / across - Self.gap
  }

  /// The same where no width is chosen: two at least where a line has room for them.
  init(width: Int) {
    let half = (width - Self.gap) / 2
    self.init(
      width: width, least: width < Self.leastLine ? width : min(Self.usualLeast, half))
  }

  /// Where a card begins, from 0.
  func column(of card: Int) -> Int { card * (width + Self.gap) }
}

extension RenderOptions {
  /// The cards that stand side by side.
  package var grid: CardGrid {
    if cardsStandAlone { return CardGrid(width: width, least: width) }
    return cardWidth.map { CardGrid(width: width, least: $0) } ?? CardGrid(width: width)
  }
}
