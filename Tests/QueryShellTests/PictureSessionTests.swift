// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Foundation
import QueryShell
import ResultRendering
import TestSupport
import Testing

/// The pictures of a source in a folder, shown with cards and saved.
@Suite struct PictureSessionTests {
  private static let jpeg =
    FileManager.default.contents(
      atPath: "\(TestSupport.repositoryRoot)/Tests/Fixtures/Pictures/baseline.jpg") ?? Data()

  /// Items by their ids, with the text of their field `image`, and the bytes of that file.
  private static let items: [(id: String, image: String, bytes: Data?)] = [
    ("10", "\"good.jpg\"", jpeg), ("20", "\"\"", nil), ("30", "null", nil),
    ("40", "\"gone.jpg\"", nil), ("50", "\"gif.jpg\"", Data("GIF89a...".utf8)),
    ("60", "\"page.jpg\"", Data("<html>404".utf8)), ("70", "\"half.jpg\"", jpeg.prefix(200)),
    ("80", "\"../good.jpg\"", nil), ("90", "\"no/good.jpg\"", nil),
  ]

  /// Runs scripts over the folder, on a terminal of 256 colours and 60 cells unless changed.
  private static func run(
    _ scripts: String..., in folder: String,
    change: @Sendable (inout SessionSettings) -> Void = { _ in }
  ) -> ShellRun {
    let session = Session.collecting { settings in
      settings.sources.places["hotels"] = "\(folder)/list.json"
      settings.pictures.screen = PictureScreen()
      settings.pictures.screen?.isColoured = false
      settings.keepsResults = true
      change(&settings)
    }
    var run = ShellRun("")
    for script in scripts {
      run.status = session.run(ScriptText(name: "<test>", script))
    }
    run.output = session.output.taken()
    run.errors = session.errors.taken().replacing(folder, with: "FOLDER")
    return run
  }

  private static func folder() throws -> String {
    let folder = try TestSupport.temporaryDirectory()
    func write(_ data: Data, _ name: String) throws {
      try data.write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    let list = items.map { #"{"id": \#($0.id), "name": "N\#($0.id)"}"# }
    try write(Data("[\(list.joined(separator: ","))]".utf8), "list.json")
    for item in items {
      let record = #"{"id": \#(item.id), "name": "N\#(item.id)", "image": \#(item.image)}"#
      try write(Data(record.utf8), "\(item.id).json")
      if let bytes = item.bytes { try write(bytes, item.image.filter { $0 != "\"" }) }
    }
    return folder
  }

  @Test func aCardTellsOfItsPicture() throws {
    let folder = try Self.folder()
    let script = Self.items.map { "show \($0.id) of hotels | show name" }
    let run = Self.run(script.joined(separator: "\n"), in: folder)
    let words = [
      "picture good.jpg: 22×14, border cropped", "no picture", "no picture",
      "picture gone.jpg: not there (no such file)",
      "picture gif.jpg: a GIF, which cq does not draw",
      "picture page.jpg: no picture, it begins with `<html>404`",
      "picture half.jpg: cut off after 200 bytes",
      "picture good.jpg: not there (no such file)", "picture good.jpg: not there (no such file)",
    ]
    let cards = zip(Self.items, words).map { item, words in
      "name  N\(item.id)\n\(words)\n1 hotel\n"
    }
    #expect(run == ShellRun(cards.joined(separator: "\n")))
  }

  /// A size for one card is refused where the setting would be.
  @Test func oneCardHasASizeThatFits() throws {
    let folder = try Self.folder()
    for size in ["3", "1001", "$s"] {
      let refused = Self.run("let s = 2\nshow 10 of hotels picture \(size)", in: folder)
      #expect(
        refused.errors.hasPrefix(
          "<test>:2:27: error[CQ0304]: `\(size)` has to be a whole number from 4 to 1000 here\n"),
        "\(refused)")
    }
    let card = "name  N10\npicture good.jpg: 22×14, border cropped\n1 hotel\n"
    let script = "show 10 of hotels picture 10 | show name"
    #expect(Self.run(script, in: folder) == ShellRun(card))
  }

  /// The picture of a category is that of its first item; rows of the table are categories.
  @Test func aCategoryHasThePictureOfItsFirstItem() throws {
    let folder = try TestSupport.temporaryDirectory()
    let card = "Bags\nitems  6\npicture 90410003CX_20_f.jpg: 800×1067\n1 category · sample\n"
    let show = "show \"BAGS\" of chloe | show name, items"
    #expect(Self.run(show, in: folder) == ShellRun(card))
    let table = "categories of chloe | sort by items desc | show id, name, items"
    let row = Self.run(table, "use hotels\nshow @1 | show name, items", in: folder)
    #expect(row.output.hasSuffix(" rows · sample\n" + card) && row.errors == "", "\(row)")
    let named = Self.run(table, "show \"nwrrvlsbgs\" | show name, items", in: folder)
    #expect(named.output.hasSuffix(" rows · sample\n" + card) && named.errors == "", "\(named)")
    #expect(
      Self.run("\(show) | to csv\n\(table) | limit 1 | show name | to card", in: folder)
        == ShellRun(
          "name,items\nBags,6\n\nname  Bags\npicture 90410003CX_20_f.jpg: 800×1067\n"
            + "1 row · sample\n",
          "note: chloe: the sample that comes with cq, not live data\n"))
  }

  /// Where pictures are off, in other formats, and for other rows nothing is said of them.
  @Test func nothingElseHasPictures() throws {
    let folder = try Self.folder()
    let card = "name  N10\n1 hotel\n"
    let show = "show 10 of hotels | show name"
    #expect(Self.run("set pictures = off\n\(show)", in: folder) == ShellRun(card))
    #expect(Self.run(show, in: folder) { $0.pictures.screen = nil } == ShellRun(card))
    #expect(
      Self.run("\(show) | to csv\nfrom hotels | limit 1 | show name | to jsonl", in: folder) {
        $0.quietness = .all
      } == ShellRun("name\nN10\n{\"name\":\"N10\"}\n"))
    #expect(
      Self.run("show 10 of hotels | filter name = \"x\" | show name", in: folder)
        == ShellRun("no rows\n"))
    #expect(
      Self.run("show \"Milch\" of shopreme", in: folder).output.contains("picture") == false)
  }

  @Test func blocksAreDrawnWithColours() throws {
    let run = Self.run("show 10 of hotels | show name", in: try Self.folder()) {
      $0.pictures.screen?.isColoured = true
      $0.pictures.screen?.graphics.colours = .indexed16
      $0.options.width = 72
    }
    let lines = run.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("name  N10    \u{1B}[") ?? false, "\(run)")
    #expect(lines.count == 7 + 2, "\(run)")
  }

  /// What a pipeline saves, and what is said of it.
  static let saves: [(pipeline: String, said: String, status: Diagnostics.ExitStatus)] = [
    (
      #"show 10 of hotels | save "FOLDER/a.jpg""#,
      "note: FOLDER/a.jpg: good.jpg as it came, 356 bytes", .success
    ),
    (
      #"show 10 of hotels | show name | save "FOLDER/a.JPEG""#,
      "note: FOLDER/a.JPEG: good.jpg as it came, 356 bytes", .success
    ),
    (
      #"show 10 of hotels | save "FOLDER/a.png""#,
      "note: FOLDER/a.png: good.jpg as it came, 356 bytes; it is a JPEG", .success
    ),
    (
      #"from hotels | filter id = 50 | save "FOLDER/a.jpg""#,
      "note: FOLDER/a.jpg: gif.jpg as it came, 9 bytes; it is a GIF", .success
    ),
    (
      #"show 70 of hotels | save "FOLDER/a.jpg""#,
      "note: FOLDER/a.jpg: half.jpg as it came, 200 bytes", .success
    ),
    (
      #"show 20 of hotels | save "FOLDER/a.jpg""#,
      "1:26: error[CQ0508]: the item `20` has no picture", .source
    ),
    (
      #"show 40 of hotels | save "FOLDER/a.jpg""#,
      "1:26: error[CQ0508]: the picture gone.jpg is not there (no such file)", .source
    ),
    (
      #"show 60 of hotels | save "FOLDER/a.jpg""#,
      "1:26: error[CQ0508]: page.jpg: no picture, it begins with `<html>404`", .source
    ),
    (
      #"from hotels | save "FOLDER/a.jpg""#,
      "1:20: error[CQ0508]: a picture is saved of one item, and there are 9", .source
    ),
    (
      #"from hotels | filter id = 1 | save "FOLDER/a.jpg""#,
      "1:36: error[CQ0508]: a picture is saved of one item, and there are none", .source
    ),
    (
      #"from hotels | count | save "FOLDER/a.jpg""#,
      "1:28: error[CQ0209]: a picture is saved of one item, and these rows are no items of a source",
      .script
    ),
    (
      "use \"FOLDER/list.json\"\nlimit 1 | save \"FOLDER/a.jpg\"",
      "2:16: error[CQ0209]: FOLDER/list.json has no pictures", .script
    ),
    (
      #"show "bags" of chloe | save "FOLDER/a.jpg""#,
      "note: FOLDER/a.jpg: 90410003CX_20_f.jpg as it came, 14168 bytes", .success
    ),
    (
      #"categories of chloe | filter items = 5 | save "FOLDER/a.jpg""#,
      "note: FOLDER/a.jpg: 90410009HQ_20_f.jpg as it came, 10777 bytes", .success
    ),
    (
      #"categories of chloe | save "FOLDER/a.jpg""#,
      "1:28: error[CQ0508]: a picture is saved of one item, and there are 4", .source
    ),
    (
      #"categories of shopreme | limit 1 | save "FOLDER/a.jpg""#,
      "1:41: error[CQ0508]: the picture apfel.jpeg is not there "
        + "(the sample that comes with cq has none)",
      .source
    ),
    (
      #"categories of chloe | drop id | limit 1 | save "FOLDER/a.jpg""#,
      "1:48: error[CQ0209]: a picture is saved of one item, and these rows are no items of a source",
      .script
    ),
    (
      #"show 10 of hotels | save "FOLDER/list.json""#,
      "1:26: error[CQ0702]: FOLDER/list.json cannot be written: it exists; add `replace`", .output
    ),
    (
      #"show 10 of hotels | save "FOLDER/good.jpg""#,
      "1:26: error[CQ0702]: FOLDER/good.jpg cannot be written: it exists; add `replace`", .output
    ),
    (
      #"show 10 of hotels | save "FOLDER/good.jpg" replace"#,
      "note: FOLDER/good.jpg: good.jpg as it came, 356 bytes", .success
    ),
  ]

  @Test(arguments: saves) func isSavedAsItCame(
    pipeline: String, said: String, status: Diagnostics.ExitStatus
  ) throws {
    let folder = try Self.folder()
    let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let run = Self.run(pipeline.replacing("FOLDER", with: folder), in: folder)
    let lines = run.errors.replacing("<test>:", with: "").split(separator: "\n")
    #expect(run.output == "" && lines.first == said[...] && run.status == status, "\(run)")
    let new = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      !before.contains($0)
    }
    if status == .success, let name = new.first {
      let count = said.split(separator: " ").compactMap { Int($0) }[0]
      #expect(FileManager.default.contents(atPath: "\(folder)/\(name)")?.count == count)
    } else {
      #expect(new == [])
    }
  }

  /// `| save` goes on from the item that was shown, whose border is still there.
  @Test func theItemJustShownIsSaved() throws {
    let folder = try Self.folder()
    let run = Self.run("show 10 of hotels", "| save \"\(folder)/a.jpg\"", in: folder)
    #expect(run.errors.hasPrefix("note: FOLDER/a.jpg: good.jpg as it came"), "\(run)")
    #expect(FileManager.default.contents(atPath: "\(folder)/a.jpg") == Self.jpeg)
  }
}
