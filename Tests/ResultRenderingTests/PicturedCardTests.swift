// SPDX-License-Identifier: MIT

import Catalogue
import ResultRendering
import Testing

/// Cards with the pictures of their items.
@Suite struct PicturedCardTests {
  private static let hotel: [(String, ValueType, [Value])] = [
    ("name", .text, [text("Dream 名前")]), ("rooms", .int, [number("8")]),
  ]
  private static let tall: [(String, ValueType, [Value])] =
    hotel + (1...3).map { ("f\($0)", .int, [number("1")]) }

  /// Four rows of two colours, whose lines are `<r>`, `<b>` and so on.
  private static let striped = "rr rr bb bb gg gg ww ww"

  private static func card(
    _ columns: [(String, ValueType, [Value])], _ picture: ItemPicture, _ method: PictureMethod?,
    width: Int = 80, screenRows: Int = 24, ascii: Bool = false
  ) -> String {
    let frame = method.map {
      PictureFrame(
        $0, columns: 2, rows: 20, cell: CellSize(width: 8, height: 16), screenRows: screenRows)
    }
    guard let shown = CardPicture(picture, in: frame) else { return "nothing" }
    var card = PicturedCard(
      columns: columns.map { ResultColumn($0.0, $0.1) },
      options: RenderOptions(width: width, colour: true, sanitise: true, ascii: ascii),
      picture: shown)
    var output: [UInt8] = []
    card.add(Batch(columns.map { Column($0.1, $0.2) }, count: 1), to: &output)
    card.finish(footer: "1 item", to: &output)
    return readable(String(decoding: output, as: UTF8.self))
  }

  /// Lines of blocks by the letters of their colours, graphics as `<…>`, dim and bold text bare.
  static func readable(_ text: String) -> String {
    var text = text
    for (letter, colour) in PictureFiles.colours {
      let code = colour.map(String.init).joined(separator: ";")
      text = text.replacing("\u{1B}[48;2;\(code)m  \u{1B}[0m", with: "<\(letter)>")
    }
    text = text.replacing(#/\x1B_G.*?m=0\x1B\\/#.dotMatchesNewlines()) { _ in "<graphics>" }
    for code in ["1", "2", "0"] { text = text.replacing("\u{1B}[\(code)m", with: "") }
    return text.replacing("\u{1B}", with: "\\e")
  }

  static func png(_ rows: String) -> ItemPicture {
    let picture = PictureFiles.drawn(rows, scale: 8)
    let writer = PNGWriter(
      width: picture.width, height: picture.height,
      rows: (0..<picture.height).map { row in
        Array(picture.pixels[row * picture.width * 3..<(row + 1) * picture.width * 3])
      })
    return .bytes(writer.bytes, name: "1.png", crop: 0)
  }

  @Test func blocksStandBesideTheText() {
    #expect(
      Self.card(Self.hotel, Self.png(Self.striped), .blocks(.all)) == """
        Dream 名前    <r>
        rooms  8      <b>
                      <g>
                      <w>
        picture 1.png: 16×64
        1 item

        """)
  }

  @Test func blocksStandBelowShortLines() {
    #expect(
      Self.card(Self.hotel, Self.png("rr rr"), .blocks(.all), width: 71) == """
        Dream 名前
        rooms  8
        <r>
        picture 1.png: 16×16
        1 item

        """)
  }

  /// Room is made first, so that nothing scrolls while the picture is drawn; the cursor comes back.
  @Test func graphicsAreDrawnBesideTheText() {
    #expect(
      Self.card(Self.hotel, Self.png(Self.striped), .kitty) == """
        Dream 名前
        rooms  8


        \\e7\\e[4A\\e[15G<graphics>\\e8picture 1.png: 16×64
        1 item

        """)
  }

  @Test func graphicsAreDrawnBelowShortLines() {
    #expect(
      Self.card(Self.hotel, Self.png("rr rr bb bb"), .kitty, width: 71) == """
        Dream 名前
        rooms  8


        \\e7\\e[2A\\e[1G<graphics>\\e8picture 1.png: 16×32
        1 item

        """)
  }

  /// The first lines of a card that is longer than the screen cannot be reached any more.
  @Test func graphicsStayOnTheScreen() {
    #expect(
      Self.card(Self.tall, Self.png("rr rr"), .kitty, screenRows: 4) == """
        Dream 名前
        rooms  8
        f1     1
        f2     1
        f3     1
        \\e7\\e[3A\\e[15G<graphics>\\e8picture 1.png: 16×16
        1 item

        """)
  }

  /// What is said where nothing is drawn, and in which locale.
  static let words: [(ItemPicture, PictureMethod?, ascii: Bool, String)] = [
    (.none, .blocks(.all), false, "nothing"), (.empty, .kitty, false, "no picture"),
    (.missing(name: "a7.jpg", reason: "404"), nil, false, "picture a7.jpg: not there (404)"),
    (
      .missing(name: "\u{1B}[2J\n.jpg", reason: "no such file"), nil, false,
      "picture \\u{1B}[2J\\n.jpg: not there (no such file)"
    ),
    (
      .bytes(Array("GIF89a".utf8), name: "1.jpg", crop: 1), .kitty, false,
      "picture 1.jpg: a GIF, which cq does not draw"
    ),
    (.bytes([], name: "1.jpg", crop: 1), .kitty, false, "picture 1.jpg: empty, it has no bytes"),
    (png("rg bw"), nil, false, "picture 1.png: 16×16"),
    (png("rg bw"), nil, true, "picture 1.png: 16x16"),
    (
      .bytes(PictureFiles.read("baseline.jpg"), name: "n.jpg", crop: 2), nil, false,
      "picture n.jpg: 20×12, border cropped"
    ),
    (
      .bytes(PictureFiles.read("baseline.jpg"), name: "n.jpg", crop: 8), nil, false,
      "picture n.jpg: 24×16"
    ),
  ]

  @Test(arguments: words.indices) func isToldInWords(index: Int) {
    let (picture, method, ascii, expected) = Self.words[index]
    let card = Self.card(Self.hotel, picture, method, ascii: ascii)
    let title = ascii ? "Dream ??" : "Dream 名前"
    #expect(
      card == (expected == "nothing" ? expected : "\(title)\nrooms  8\n\(expected)\n1 item\n"))
  }
}
