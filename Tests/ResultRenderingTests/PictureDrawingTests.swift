// SPDX-License-Identifier: MIT

import ResultRendering
import Testing

/// Pictures as a terminal gets them.
@Suite struct PictureDrawingTests {
  /// The bytes with escapes as `\e`; `[0m` and the like stay.
  private static func drawn(_ picture: Picture, _ frame: PictureFrame) throws -> String {
    let drawing = try PictureDrawing.draw(picture, in: frame)
    let text =
      switch drawing.form {
      case .lines(let lines):
        lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
      case .sequence(let bytes): String(decoding: bytes, as: UTF8.self)
      }
    return "\(drawing.columns)×\(drawing.rows)\n" + text.replacing("\u{1B}", with: "\\e")
  }

  /// A square for each half of a cell: no colour runs into another, also where the bytes of a row
  /// are no multiple of four.
  static let blocks: [(picture: String, colours: TerminalColours, expected: String)] = [
    (
      "rg bw", .all,
      #"""
      2×1
      \e[38;2;220;20;20;48;2;20;40;220m▀\e[38;2;20;180;40;48;2;245;245;245m▀\e[0m
      """#
    ),
    (
      "rrb rrb", .all,
      #"""
      3×1
      \e[48;2;220;20;20m  \e[48;2;20;40;220m \e[0m
      """#
    ),
    (
      "k w k w", .indexed256,
      #"""
      1×2
      \e[38;5;16;48;5;255m▀\e[0m
      \e[38;5;16;48;5;255m▀\e[0m
      """#
    ),
    (
      "kwwww rrrrr", .indexed16,
      #"""
      5×1
      \e[30;101m▀\e[97m▀▀▀▀\e[0m
      """#
    ),
  ]

  @Test(arguments: blocks) func isDrawnWithBlocks(
    picture: String, colours: TerminalColours, expected: String
  ) throws {
    let columns = picture.prefix { $0 != " " }.count
    let frame = PictureFrame(.blocks(colours), columns: columns, rows: 20)
    let drawn = try Self.drawn(PictureFiles.drawn(picture, scale: 9), frame)
    #expect(drawn == expected)
  }

  /// How sequences begin and end; what is between them is pixels.
  static let envelopes: [(PictureMethod, begins: String, ends: String)] = [
    (.kitty, #"2×1\#n\e_Ga=T,f=32,s=20,v=20,c=2,r=1,m=1\e\\e_Gm=1;"#, #"\e\\e_Gm=0\e\"#),
    (.sixel, "2×1\n\\eP0;1;0q\"1;1;20;18#", #"-\e\"#),
    (
      .iterm, #"2×1\#n\e]1337;File=inline=1;width=2;height=1;preserveAspectRatio=0:SUkq"#,
      "=\u{07}"
    ),
  ]

  @Test(arguments: envelopes) func isSentAsPixels(
    method: PictureMethod, begins: String, ends: String
  ) throws {
    let picture = PictureFiles.drawn("rb bw", scale: 10)
    let frame = PictureFrame(
      method, columns: 40, rows: 20, cell: CellSize(width: 10, height: 20))
    let text = try Self.drawn(picture, frame)
    #expect(text.hasPrefix(begins) && text.hasSuffix(ends), "\(text.prefix(99))…\(text.suffix(20))")
    let inside = text.dropFirst(begins.count).dropLast(ends.count)
    #expect(inside.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
  }

  /// The size of a picture in pixels, the room for it, and the cells that it takes.
  static let sizes: [(pixels: String, PictureMethod, room: String, cells: String)] = [
    ("758×418", .blocks(.all), "32×20", "32×9"), ("758×418", .blocks(.all), "60×9", "33×9"),
    ("640×853", .blocks(.all), "32×20", "30×20"), ("10×10", .blocks(.all), "32×20", "10×5"),
    ("1×1", .blocks(.all), "32×20", "1×1"), ("16384×1", .blocks(.all), "32×20", "32×1"),
    ("1×16384", .blocks(.all), "32×20", "1×20"), ("91×50", .kitty, "32×20", "12×3"),
    ("758×418", .sixel, "32×20", "32×9"), ("16384×3906", .iterm, "60×20", "60×7"),
  ]

  @Test(arguments: sizes) func keepsItsProportions(
    pixels: String, method: PictureMethod, room: String, cells: String
  ) throws {
    func pair(_ text: String) -> [Int] { text.split(separator: "×").compactMap { Int($0) } }
    let size = pair(pixels)
    let picture = Picture(
      width: size[0], height: size[1],
      pixels: [UInt8](repeating: 9, count: size[0] * size[1] * 3))
    let frame = PictureFrame(method, columns: pair(room)[0], rows: pair(room)[1])
    let (columns, rows) = frame.cells(for: picture)
    #expect("\(columns)×\(rows)" == cells)
  }

  /// Cutting a border takes nothing else, and is refused where it would take all.
  static let crops: [(picture: String, border: Int, expected: String)] = [
    ("rrrrr rgbwr rkdlr rrrrr", 1, "gbw kdl"), ("rrr rgr rrr", 1, "g"), ("rg bw", 1, "rg bw"),
    ("rrr rgr rrr", 0, "rrr rgr rrr"), ("rrrrr rrrrr rrgrr rrrrr rrrrr", 2, "g"),
    ("rgb rgb", 1, "rgb rgb"), ("rgb", 99, "rgb"), ("rgb", -1, "rgb"),
  ]

  @Test(arguments: crops) func isCropped(picture: String, border: Int, expected: String) {
    #expect(PictureFiles.drawn(picture).cropped(by: border) == PictureFiles.drawn(expected))
  }
}
