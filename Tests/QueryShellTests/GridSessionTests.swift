// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import ResultRendering
import TestSupport
import Testing

@testable import QueryShell

/// Lists and categories as cards with their pictures, as a terminal shows them.
@Suite struct GridSessionTests {
  private static func run(
    _ script: String, width: Int, change: @Sendable (inout SessionSettings) -> Void = { _ in }
  ) -> String {
    let session = Session.collecting { settings in
      settings.options.width = width
      settings.pictures.screen = PictureScreen()
      settings.pictures.screen?.rows = 40
      settings.pictures.screen?.graphics.colours = .indexed256
      change(&settings)
    }
    _ = session.run(ScriptText(name: "<test>", script))
    let lines = session.output.taken().split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map(shape(of:)).joined(separator: "\n")
  }

  /// A line with the number of cells in the place of what is drawn.
  private static func shape(of line: Substring) -> String {
    var shape = ""
    var cells = 0
    for (place, piece) in line.split(separator: "\u{1B}", omittingEmptySubsequences: false)
      .enumerated()
    {
      let text = place == 0 ? piece : piece.drop { $0 != "m" }.dropFirst()
      if place > 0, !piece.hasPrefix("[0m") {
        cells += text.count
        continue
      }
      if cells > 0 { shape += "<\(cells)>" }
      cells = 0
      shape += text
    }
    return shape
  }

  /// Lines of pictures of so many cells, which begin at the places of their cards.
  private static func drawn(_ cells: Int, _ count: Int, rows: Int, every: Int) -> String {
    let picture = "<\(cells)>"
    let gap = String(repeating: " ", count: every - cells)
    let line = Array(repeating: picture, count: count).joined(separator: gap)
    return String(repeating: "\(line)\n", count: rows)
  }

  /// `picture` says for one card how wide its picture is; the setting stays.
  @Test func oneCardHasASizeOfItsOwn() {
    let script = """
      set picture.size = 8
      param w: Int = 16
      show 40611 of hotels picture 12 | show name
      show 40611 of hotels | show name
      show "Bags" of chloe picture $w | show name
      """
    let lines = Self.run(script, width: 80).split(separator: "\n")
    let widths = lines.flatMap { $0.matches(of: /<(\d+)>/).map { String($0.1) } }
    let drawn = ["12", "8", "16"].map { width in widths.filter { $0 == width } }
    #expect(widths == drawn.flatMap(\.self) && drawn.allSatisfy { $0.count > 1 }, "\(lines)")
  }

  static let list = "from chloe | limit 4 | show name, price | to card"
  static let categories = "categories of chloe | show name, items"

  static let screens: [(width: Int, script: String, screen: String)] = [
    (
      40, list,
      drawn(13, 2, rows: 9, every: 21) + """
        Seaside Shift Dress  Pleated  Sun
        price  £903.00       Skirt
                             price  £690.00

        <13>        picture
        <13>        90410004DX_20_f.jpg
        <13>        : not there (the
        <13>        sample that comes
        <13>        with cq has none)

        """ + drawn(13, 1, rows: 4, every: 21) + """
          Harbour Mini         Harbour Purse
          price  £495.00       price  £312.00
          4 rows · sample

          """
    ),
    (
      80, list,
      drawn(18, 3, rows: 12, every: 27) + """
        Seaside Shift Dress        Pleated  Sun               Harbour Mini
        price  £903.00             Skirt                      price  £495.00
                                   price  £690.00

        picture
        90410004DX_20_f.jpg: not
        there (the sample that
        comes with cq has none)
        Harbour Purse
        price  £312.00
        4 rows · sample

        """
    ),
    (
      120, list,
      """
      <21>         <21>         <21>         picture 90410004DX_20_f.jpg:
      <21>         <21>         <21>         not there (the sample that
      <21>         <21>         <21>         comes with cq has none)

      """ + drawn(21, 3, rows: 11, every: 30) + """
        Seaside Shift Dress           Pleated  Sun                  Harbour Mini                  Harbour Purse
        price  £903.00                Skirt                         price  £495.00                price  £312.00
                                      price  £690.00
        4 rows · sample

        """
    ),
    (
      40, list + " by category",
      """
      Dresses

      """ + drawn(13, 1, rows: 9, every: 21) + """
        Seaside Shift Dress
        price  £903.00

        Skirts and shorts

        """ + drawn(13, 1, rows: 9, every: 21) + """
          Pleated  Sun
          Skirt
          price  £690.00

          Bags
          <13>        picture
          <13>        90410004DX_20_f.jpg
          <13>        : not there (the
          <13>        sample that comes
          <13>        with cq has none)

          """ + drawn(13, 1, rows: 4, every: 21) + """
          Harbour Mini         Harbour Purse
          price  £495.00       price  £312.00
          4 rows · sample

          """
    ),
    (
      80, list + " by category",
      """
      Dresses

      """ + drawn(18, 1, rows: 12, every: 27) + """
        Seaside Shift Dress
        price  £903.00

        Skirts and shorts

        """ + drawn(18, 1, rows: 12, every: 27) + """
          Pleated  Sun
          Skirt
          price  £690.00

          Bags
          <18>         picture
          <18>         90410004DX_20_f.jpg: not
          <18>         there (the sample that
          <18>         comes with cq has none)

          """ + drawn(18, 1, rows: 8, every: 27) + """
          Harbour Mini               Harbour Purse
          price  £495.00             price  £312.00
          4 rows · sample

          """
    ),
    (
      120, list + " by category",
      """
      Dresses

      """ + drawn(21, 1, rows: 14, every: 30) + """
        Seaside Shift Dress
        price  £903.00

        Skirts and shorts

        """ + drawn(21, 1, rows: 14, every: 30) + """
          Pleated  Sun
          Skirt
          price  £690.00

          Bags
          <21>         picture 90410004DX_20_f.jpg:
          <21>         not there (the sample that
          <21>         comes with cq has none)

          """ + drawn(21, 1, rows: 11, every: 30) + """
          Harbour Mini                  Harbour Purse
          price  £495.00                price  £312.00
          4 rows · sample

          """
    ),
    (
      40, categories,
      drawn(13, 2, rows: 9, every: 21) + """
        Dresses              Skirts and shorts
        items  1             items  1


        """ + drawn(13, 2, rows: 9, every: 21) + """
          Bags                 Sneakers
          items  6             items  5
          4 rows · sample

          """
    ),
    (
      80, categories,
      drawn(18, 3, rows: 12, every: 27) + """
        Dresses                    Skirts and shorts          Bags
        items  1                   items  1                   items  6


        """ + drawn(18, 1, rows: 12, every: 27) + """
          Sneakers
          items  5
          4 rows · sample

          """
    ),
    (
      120, categories,
      drawn(21, 4, rows: 14, every: 30) + """
        Dresses                       Skirts and shorts             Bags                          Sneakers
        items  1                      items  1                      items  6                      items  5
        4 rows · sample

        """
    ),
    // A card by itself takes the whole line, with its picture beside it where that is long enough.
    (
      80, "from chloe | limit 1 | show name, price | to card",
      """
      Seaside Shift Dress    <30>
      price  £903.00         <30>

      """ + String(repeating: "                       <30>\n", count: 18) + """
        picture 90410001AK_20_f.jpg: 800×1067
        1 row · sample

        """
    ),
    (
      40, "from chloe | limit 1 | show name, price | to card by category",
      """
      Dresses
      Seaside Shift Dress
      price  £903.00

      """ + drawn(30, 1, rows: 20, every: 30) + """
        picture 90410001AK_20_f.jpg: 800×1067
        1 row · sample

        """
    ),
    (
      80, "\(categories) | limit 1",
      """
      Dresses     <30>
      items  1    <30>

      """ + String(repeating: "            <30>\n", count: 18) + """
        picture 90410001AK_20_f.jpg: 800×1067
        1 row · sample

        """
    ),
    // A size that is chosen is that of the pictures and of the cards.
    (
      80, "set picture.size = 30\n\(categories) | filter items > 1",
      drawn(30, 2, rows: 20, every: 41) + """
        Bags                                     Sneakers
        items  6                                 items  5
        2 rows · sample

        """
    ),
    // Another format that is named, and no pictures.
    (
      80, "\(categories) | limit 1 | to table",
      """
      name     items
      ───────  ─────
      Dresses      1
      1 row · sample

      """
    ),
    (
      80, "set pictures = off\n\(categories) | limit 1",
      """
      name     items
      ───────  ─────
      Dresses      1
      1 row · sample

      """
    ),
  ]

  @Test(arguments: screens.indices) func isShown(index: Int) {
    let (width, script, screen) = Self.screens[index]
    #expect(Self.run(script, width: width) == screen)
  }

  /// Where a terminal has no colours, pictures would only be told of: categories stay a table.
  @Test func nothingIsDrawnWithoutColours() {
    let output = Self.run("\(Self.categories) | limit 1", width: 80) {
      $0.pictures.screen?.isColoured = false
    }
    #expect(output == "name     items\n───────  ─────\nDresses      1\n1 row · sample\n")
  }

  /// The pictures of cards are told of in their place.
  @Test func picturesOfCardsAreToldOfWithoutColours() {
    let output = Self.run("from hotels | limit 2 | show name | to card", width: 80) {
      $0.pictures.screen?.isColoured = false
    }
    #expect(
      output == """
        picture 1.jpg: 238×148,    picture 3.jpg: 94×58,
        border cropped             border cropped
        name  Belleclaire Hotel    name  Americana Inn
        2 rows · sample

        """)
  }

  /// Which row a card is of stands before its title, also where one stands on a line.
  @Test(arguments: [30, 80]) func cardsBelowEachOtherHaveNumbers(width: Int) {
    func run(_ script: String) -> String {
      Self.run("set pictures = off; set picture.size = 70\n\(script)", width: width) {
        $0.options.rowNumbers = true
      }
    }
    let list = "from chloe | limit 2 | show name, price | to card"
    #expect(
      run(list) == """
        1  Seaside Shift Dress
        price  £903.00

        2  Pleated  Sun
           Skirt
        price  £690.00
        2 rows · sample

        """)
    let one = "from chloe | limit 1 | show name, price | to card"
    #expect(run(one) == "Seaside Shift Dress\nprice  £903.00\n1 row · sample\n")
  }

  /// Each picture may be a request: beyond the first hundred none is looked for.
  @Test func picturesOfTheFirstRowsAreLookedFor() {
    var asked: [Int] = []
    let pictures = GridPictures(in: nil, wantsCurrent: false, footer: "200 items") {
      row throws(SourceFault) in
      asked.append(row)
      return (.empty, "shop")
    }
    let words = (0..<200).map { pictures.picture(ofRow: $0)?.words }
    #expect(asked == Array(1...100))
    #expect(words == (0..<200).map { $0 < 100 ? "no picture" : nil })
    #expect(pictures.footer == "pictures of the first 100 rows\n200 items")
  }
}
