// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// What packs hold besides texts and the replies of now: lists as they were read before, and the
/// pictures of items.
@Suite struct PackedReadingTests {
  private static let live = ["CQ_OFFLINE": ""]

  private static func shop(_ server: LoopbackServer) -> String {
    """
    source shop {
      list "\(server.address("/list"))"
      picture "\(server.address("/picture.png"))"
      field id    Id key
      field price Decimal
    }

    """
  }

  private static let page = """
    # What changed

    ```cq
    from shop at "today" | show id, price
    changes of shop since "today" | show id, change
    history 2 of shop | show price
    ```

    """

  /// The program on another machine, where nothing is kept and the server is gone.
  private static func copy(_ name: String, of workspace: Workspace) throws -> Workspace {
    let other = try Workspace()
    try FileManager.default.copyItem(
      atPath: "\(workspace.path)/\(name)", toPath: "\(other.path)/\(name)")
    return other
  }

  /// Readings go along: what was, what changed and the history of an item are the same elsewhere.
  @Test func readingsArePacked() throws {
    var server: LoopbackServer? = try LoopbackServer { request in
      let price = 10 * request.number
      return .reply(
        200, ["Cache-Control": "max-age=0"],
        text: #"[{"id":1,"price":5},{"id":2,"price":\#(price)}]"#)
    }
    let workspace = try Workspace(["page.md": Self.page, "shop.cq": Self.shop(#require(server))])
    let define = ["--define", "shop.cq"]
    let first = try workspace.run(["-c", "from shop | count"] + define, environment: Self.live)
    #expect(first.status == .exited(0), "\(first.errorText)")
    // Times have whole seconds, and the list of now is another one.
    sleep(1)
    let made = try workspace.run(
      ["pack", "page.md", "-o", "page.cqpack"] + define, environment: Self.live)
    #expect(made.status == .exited(0), "\(made.errorText)")
    server = nil
    let other = try Self.copy("page.cqpack", of: workspace)
    let report = try other.run(["report", "page.cqpack"], environment: Self.live)
    #expect(report.status == .exited(0), "\(report.errorText)")
    let cells = report.outputText.matches(of: #/<t[hd][^>]*>([^<]*)<\/t[hd]>/#).map {
      String($0.1)
    }
    #expect(cells.contains("changed"))
    #expect(report.outputText.contains("reading of 20"))
    let list = try other.shell("cq pack --list page.cqpack --to csv | cut -d, -f1,3")
    #expect(list.outputText == "kind,source\nwhat runs,\ndefinition,\nreply,shop\nreading,shop\n")
    // What a pupil asks besides: other columns of the reading, and a time of which there is none.
    let played = try other.run(["play", "page.cqpack"], environment: ["TZ": "Asia/Tokyo"])
    #expect(played.status == .exited(0), "\(played.errorText)")
    #expect(played.outputText.contains("2   changed"), "\(played.outputText)")
  }

  /// A time of which the pack has no reading is told as that.
  @Test func tellsWhichReadingsThereAre() throws {
    let server = try LoopbackServer { _ in
      .reply(200, ["Cache-Control": "max-age=0"], text: #"[{"id":1,"price":5}]"#)
    }
    let workspace = try Workspace([
      "a.cq": "param day: Text = \"today\"\nfrom shop at $day | count\n",
      "shop.cq": Self.shop(server),
    ])
    let define = ["--define", "shop.cq"]
    _ = try workspace.run(["-c", "from shop | count"] + define, environment: Self.live)
    let made = try workspace.run(
      ["pack", "a.cq", "-o", "a.cqpack"] + define, environment: Self.live)
    #expect(made.status == .exited(0), "\(made.errorText)")
    let run = try workspace.run(["run", "a.cqpack", "--day", "2020-01-01", "-q"])
    #expect(run.status == .exited(5))
    #expect(
      run.errorText.contains("no reading of shop is as old as `2020-01-01`; kept are those of 20"))
  }

  /// The picture of an item comes from the pack, where no server is.
  @Test func picturesArePacked() throws {
    let root = "\(TestSupport.repositoryRoot)/Sources/CatalogueSources/Samples/hotels_1.jpg"
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: root)))
    var server: LoopbackServer? = try LoopbackServer { request in
      request.path == "/list"
        ? .json(#"[{"id":1,"price":5},{"id":2,"price":7}]"#)
        : .reply(200, ["Content-Type": "image/jpeg"], body: bytes)
    }
    let lesson = """
      # Items

      ```cq
      show 1 of shop
      ```

      ## How many
      Count the items.
      ```cq exercise=1.1
      from shop | count
      ```
      > hint: One number.

      """
    let workspace = try Workspace(["lesson.md": lesson, "shop.cq": Self.shop(#require(server))])
    let made = try workspace.run(
      ["pack", "lesson.md", "-o", "lesson.cqpack", "--define", "shop.cq"], environment: Self.live)
    #expect(made.status == .exited(0), "\(made.errorText)")
    server = nil
    let other = try Self.copy("lesson.cqpack", of: workspace)
    let list = try other.shell("cq pack --list lesson.cqpack --to csv | grep -c picture.png")
    #expect(list.outputText == "1\n")
    let terminal = try TerminalDriver.start(
      program: Workspace.program, arguments: ["play", "--pace", "0", "lesson.cqpack"],
      environment: other.environment(["COLORTERM": "truecolor"]), directory: other.path)
    try terminal.wait(until: { $0.text.contains("[1/") }, timeout: 60)
    terminal.send("\r")
    try terminal.wait(until: { $0.text.contains("show 1 of shop") }, timeout: 60)
    terminal.send("\r")
    try terminal.wait(until: { $0.text.contains("[2/") }, timeout: 60)
    let shown = String(decoding: terminal.output, as: UTF8.self)
    #expect(shown.contains("\u{1B}[38;2;"), "no picture is drawn")
    #expect(shown.contains("picture picture.png: 240×150"))
    terminal.send("q")
    #expect(try terminal.waitForExit(timeout: 60) == .exited(0))
  }
}
