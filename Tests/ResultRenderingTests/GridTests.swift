// SPDX-License-Identifier: MIT

import Catalogue
import Foundation
import ResultRendering
import Testing

/// Cards side by side, with headings and with pictures.
@Suite struct GridTests {
  /// The cells of a line and the least of a card, and the cards on it with the cells of each.
  static let grids: [(width: Int, least: Int?, across: Int, cells: Int)] = [
    (80, nil, 3, 25), (120, nil, 4, 28), (40, nil, 2, 19), (39, nil, 1, 39), (50, nil, 2, 24),
    (20, nil, 1, 20), (1000, nil, 38, 24), (80, 80, 1, 80), (80, 100, 1, 80), (80, 39, 2, 39),
    (80, 40, 1, 80), (80, 4, 13, 4),
  ]

  @Test(arguments: grids) func holdsAsManyCardsAsFit(
    width: Int, least: Int?, across: Int, cells: Int
  ) {
    var options = RenderOptions(width: width)
    options.cardWidth = least
    #expect("\(options.grid.across) of \(options.grid.width)" == "\(across) of \(cells)")
    options.fitsCells = false
    #expect("\(options.grid.across) of \(options.grid.width)" == "\(across) of \(cells)")
    options.cardsStandAlone = true
    #expect("\(options.grid.across) of \(options.grid.width)" == "1 of \(width)")
  }

  private static let skirts: [(String, ValueType, [Value])] = [
    ("id", .id, ["1", "2", "3"].map(text)),
    ("name", .text, [text("Pleated Sun Skirt of linen"), text("Kilt"), .null]),
    ("kind", .text, [text("Skirts"), text("Skirts"), .null]),
    ("note", .text, [text("a b c d e f g h i j k l m n o p q r s t u v w x y z"), .null, .null]),
  ]

  private static func options(
    width: Int = 40, heading: Int? = nil, numbers: Bool = false, maximumRows: Int? = nil
  ) -> RenderOptions {
    var options = RenderOptions(
      width: width, sanitise: true, rowNumbers: numbers, maximumRows: maximumRows)
    options.heading = heading
    return options
  }

  private static let samples: [RenderSample] = [
    RenderSample(
      what: "two cards on a line, long values cut", columns: skirts, options: options(),
      expected: """
        Pleated Sun Skirt    Kilt
        of linen             id    2
        id    1              kind  Skirts
        kind  Skirts         note  –
        note  a b c d e f g
              h i j k l m n
              o p q r s t …

        id    3
        kind  –
        note  –

        """),
    RenderSample(
      what: "numbers before the titles", columns: Array(skirts[...1]),
      options: options(numbers: true),
      expected: """
        1  Pleated Sun       2  Kilt
           Skirt of linen    id  2
        id  1

        3
        id  3

        """),
    RenderSample(
      what: "headings begin a line of cards", columns: skirts.dropLast(),
      options: options(heading: 2),
      expected: """
        Skirts
        Pleated Sun Skirt    Kilt
        of linen             id  2
        id  1

        –
        id  3

        """),
    RenderSample(
      what: "one card takes the line", columns: skirts.map { ($0.0, $0.1, [$0.2[0]]) },
      options: options(),
      expected: """
        Pleated Sun Skirt of linen
        id    1
        kind  Skirts
        note  a b c d e f g h i j k l m n o p q
              r s t u v w x y z

        """),
    RenderSample(
      what: "no room for two", columns: Array(skirts[...1]), options: options(width: 39),
      expected: """
        Pleated Sun Skirt of linen
        id  1

        Kilt
        id  2

        id  3

        """),
    RenderSample(
      what: "rows beyond the limit are counted", columns: Array(skirts[...1]),
      options: options(maximumRows: 1),
      expected: """
        Pleated Sun Skirt
        of linen
        id  1
        … 2 more rows

        """),
  ]

  @Test(arguments: samples.indices) func isWrittenAsExpected(index: Int) {
    let sample = Self.samples[index]
    let output = rendered(.card, sample.columns, sample.options, footer: sample.footer)
    #expect(output == sample.expected, "\(sample.what)")
  }

  /// Tables have headings too; the column that heads the rows is in none of them.
  @Test func headsTheRowsOfATable() {
    let output = rendered(
      .table, Array(Self.skirts[...2]), Self.options(heading: 2, numbers: true), footer: "3 rows")
    #expect(
      output == """
           id  name
           ──  ──────────────────────────
        Skirts
        1  1   Pleated Sun Skirt of linen
        2  2   Kilt

        –
        3  3   –
        3 rows

        """)
  }

  // Pictures

  /// Four cards with pictures of one colour each, one of which is missing.
  private static func drawn(_ method: PictureMethod, width: Int = 40) -> String {
    let frame = PictureFrame(
      method, columns: 2, rows: 4, cell: CellSize(width: 8, height: 16), screenRows: 24)
    let pictures: [CardPicture?] = [
      CardPicture(PicturedCardTests.png("rr rr bb bb"), in: frame),
      CardPicture(.missing(name: "a7.jpg", reason: "404"), in: frame),
      CardPicture(PicturedCardTests.png("gg gg"), in: frame),
    ]
    var grid = GridRenderer(
      columns: Self.skirts.prefix(1).map { ResultColumn($0.0, $0.1) },
      options: RenderOptions(width: width, colour: true, sanitise: true)
    ) { pictures[$0] }
    var output: [UInt8] = []
    for row in 0..<3 {
      grid.add(Batch([Column(.id, [Self.skirts[0].2[row]])], count: 1), to: &output)
    }
    grid.finish(footer: "3 items", to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Words stand in the place of a picture that is missing.
  @Test func blocksStandAboveTheirCards() {
    #expect(
      PicturedCardTests.readable(Self.drawn(.blocks(.all))) == """
        <r>                   picture a7.jpg: not
        <b>                   there (404)
        id  1                id  2

        <g>
        id  3
        3 items

        """)
  }

  /// Room is made first, and each picture drawn at the column of its card.
  @Test func graphicsStandAboveTheirCards() {
    #expect(
      PicturedCardTests.readable(Self.drawn(.kitty, width: 80)) == """
                                   picture a7.jpg: not there
                                   (404)
        \\e7\\e[2A\\e[1G<graphics>\\e8\\e7\\e[2A\\e[55G<graphics>\\e8\
        id  1                      id  2                      id  3
        3 items

        """)
  }

  /// The pixels that a terminal of kitty's kind gets are those of the pictures.
  @Test func pixelsAreThoseOfThePictures() throws {
    let drawings = Self.drawn(.kitty, width: 80).matches(
      of: #/\x1B_Ga=T,f=32,s=(\d+),v=(\d+),c=(\d+),r=(\d+),m=1\x1B\\(.*?)\x1B_Gm=0\x1B\\/#
        .dotMatchesNewlines())
    #expect(drawings.map { "\($0.output.3)×\($0.output.4)" } == ["2×2", "2×1"])
    let colours = try drawings.map { drawing in
      var bytes: [UInt8] = []
      for piece in drawing.output.5.split(separator: "\u{1B}") {
        let text = piece.split(separator: ";").last.map(String.init) ?? ""
        if text != "\\" { bytes += try #require(Data(base64Encoded: text)) }
      }
      let (width, height) = (Int(drawing.output.1) ?? 0, Int(drawing.output.2) ?? 0)
      #expect(bytes.count == width * height * 4)
      // Far from the edge between two colours, where a drawing that is scaled mixes them.
      return [height / 8, height * 7 / 8].map { row in
        let start = (row * width + width / 2) * 4
        return Array(bytes[start..<start + 3].map(Int.init))
      }
    }
    let expected = "rbgg".map { PictureFiles.colours[$0].map { $0.map(Int.init) } ?? [] }
    #expect(colours.flatMap(\.self) == expected)
  }
}
