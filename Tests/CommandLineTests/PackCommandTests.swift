// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `cq pack`, and what a pack gives where nothing else is.
@Suite struct PackCommandTests {
  static let live = ["CQ_OFFLINE": "", "CQ_KEY_SHOP": "S3cret-4711-key"]

  static let page = """
    # Prices

    ```cq
    include "cheap.cq"
    from cheap | count
    from "stock.csv" | show name, left | limit 1
    ```

    ```cq
    from shop | show id, price
    from shop | filter id = 2
    from "{more}" | count
    ```

    ![a dot](dot.png)

    """

  /// A shop whose server wants a key, and a list beside it that wants none.
  private static func server() throws -> LoopbackServer {
    try LoopbackServer { request in
      if request.path == "/more.json" { return .json(#"[{"id":9}]"#) }
      guard request.value(of: "Authorization") == "Bearer S3cret-4711-key" else {
        return .json(#"{"error":"no key"}"#, status: 401)
      }
      return .json(#"{"items":[{"id":1,"price":2.5},{"id":2,"price":7}],"you":"S3cret-4711-key"}"#)
    }
  }

  private static func workspace(_ server: LoopbackServer) throws -> Workspace {
    let definition = """
      source shop {
        key   CQ_KEY_SHOP in header "Authorization" as "Bearer {key}"
        list  "\(server.address("/list.json"))"
        items items
        field id    Int key
        field price Decimal
      }

      """
    return try Workspace([
      "page.md": page.replacingOccurrences(of: "{more}", with: server.address("/more.json")),
      "cheap.cq": "let cheap = from \"stock.csv\" | filter left < 5\n",
      "stock.csv": "name,left\nA,3\nB,9\n", ".config/cq/sources/shop.cq": definition,
      ".config/cq/sources/other.cq":
        "source other {\n  list \"o.json\"\n  field id Int key\n}\n",
      "dot.png": "none",
    ])
  }

  /// The server is gone, the home is another and nothing is kept: the answers are the same, and
  /// say of when they are.
  @Test func answersAlone() throws {
    var server: LoopbackServer? = try Self.server()
    let first = try Self.workspace(#require(server))
    let made = try first.run(["pack", "page.md", "-o", "page.cqpack"], environment: Self.live)
    #expect(made.status == .exited(0), "\(made.errorText)")
    let fresh = try first.run(
      ["report", "page.md"], environment: Self.live
    ).outputText
    server = nil
    let second = try Workspace()
    try FileManager.default.copyItem(
      atPath: "\(first.path)/page.cqpack", toPath: "\(second.path)/page.cqpack")
    let packed = try second.run(["report", "page.cqpack"], environment: ["CQ_OFFLINE": ""])
    #expect(packed.status == .exited(0), "\(packed.errorText)")
    #expect(Self.rows(packed.outputText) == Self.rows(fresh))
    #expect(Self.rows(packed.outputText).count > 5)
    #expect(packed.outputText.contains("packed, of 20"))
    #expect(packed.outputText.contains(" UTC"))
    // Neither a cache nor anything else has come to be.
    #expect(try second.contents().keys.sorted() == ["page.cqpack"])
  }

  private static func rows(_ page: String) -> [String] {
    page.split(separator: "\n").filter { $0.hasPrefix("<tr>") }.map(String.init)
  }

  /// The same content makes the same bytes, and no key is in them.
  @Test func makesTheSameBytes() throws {
    let server = try Self.server()
    let workspace = try Self.workspace(server)
    for name in ["a.cqpack", "b.cqpack"] {
      let made = try workspace.run(["pack", "page.md", "-o", name], environment: Self.live)
      #expect(made.status == .exited(0), "\(made.errorText)")
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(workspace.path)/a.cqpack"))
    #expect(try bytes == Data(contentsOf: URL(fileURLWithPath: "\(workspace.path)/b.cqpack")))
    #expect(bytes.range(of: Data("S3cret".utf8)) == nil)
    #expect(bytes.range(of: Data("Bearer {key}".utf8)) != nil)
    // A definition that nothing reads stays at home.
    #expect(bytes.range(of: Data("source other".utf8)) == nil)
    let archive = try workspace.shell("tar -tf a.cqpack")
    #expect(
      archive.outputText
        == """
        cq-pack
        files/cheap.cq
        files/dot.png
        files/page.md
        files/shop.cq
        files/stock.csv
        replies/1
        replies/2

        """)
    let listed = try workspace.shell("cq pack --list a.cqpack --to csv | cut -d, -f1,2,4")
    #expect(
      listed.outputText
        == """
        kind,name,size
        text,cheap.cq,47
        data,dot.png,4
        what runs,page.md,\(Self.page.utf8.count - 6 + server.address("/more.json").utf8.count)
        definition,shop.cq,\(try workspace.text(of: ".config/cq/sources/shop.cq").utf8.count)
        data,stock.csv,18
        reply,\(server.address("/more.json")),10
        reply,\(server.address("/list.json"))#CQ_KEY_SHOP,63

        """)
  }

  /// What a pack does not hold is not looked for elsewhere, and it writes nothing.
  @Test func readsNothingBeside() throws {
    let workspace = try Workspace([
      "a.cq": "param file: Text = \"in\"\nfrom \"in.csv\" | count\n", "in.csv": "n\n1\n",
      "out.csv": "n\n1\n2\n",
    ])
    #expect(try workspace.run(["pack", "a.cq", "-o", "a.cqpack"]).status == .exited(0))
    let pack = try Data(contentsOf: URL(fileURLWithPath: "\(workspace.path)/a.cqpack"))
    try FileManager.default.removeItem(atPath: "\(workspace.path)/in.csv")
    let run = try workspace.run(["run", "a.cqpack"])
    #expect(Outcome(run) == Outcome(output: "count\n1\n"))
    let help = try workspace.run(["run", "a.cqpack", "--help"])
    #expect(help.outputText.hasPrefix("usage: cq run a.cqpack [--file TEXT]\n"))
    #expect(pack.count.isMultiple(of: 512))
  }

  static let refused: [(script: String, message: String)] = [
    (
      "from \"/etc/hostname\" with header no | count",
      "error[CQ0404]: s.cq is not packed: /etc/hostname is no name for a pack: it leads out of "
        + "the folder, or is longer than 94 bytes; put the file beside the text\n"
    ),
    (
      "from hotels | save \"out.csv\"",
      "s.cq:1:20: error[CQ0701]: out.csv cannot be written: a pack writes nothing; what is to be "
        + "saved runs as a script of its own\n"
    ),
    (
      "# https://example.org/list?apiKey=4711\nfrom hotels | count",
      "error[CQ0404]: s.cq is not packed: s.cq has a key or a password in an address; a "
        + "definition says `key NAME in parameter` in its place\n"
    ),
    (
      "# S3cret-4711-key\nfrom hotels | count",
      "error[CQ0404]: s.cq is not packed: s.cq has one of your keys in it\n"
    ),
  ]

  @Test(arguments: refused)
  func refuses(script: String, message: String) throws {
    let workspace = try Workspace([
      "s.cq": script + "\n", "other.txt": "",
      ".config/cq/sources/shop.cq": """
      source shop {
        key   CQ_KEY_SHOP in header "Authorization" as "Bearer {key}"
        list  "https://shop.example/list.json"
        field id Int key
      }

      """,
    ])
    let run = try workspace.run(
      ["pack", "s.cq", "-o", "s.cqpack"], environment: ["CQ_KEY_SHOP": "S3cret-4711-key"])
    #expect(run.outputText.isEmpty)
    #expect(run.errorText == message)
    #expect(!FileManager.default.fileExists(atPath: "\(workspace.path)/s.cqpack"))
    #expect(!FileManager.default.fileExists(atPath: "\(workspace.path)/out.csv"))
  }

  /// A lesson is learned from its pack, and what pupils ask besides is answered by what is there.
  @Test func teaches() throws {
    var server: LoopbackServer? = try Self.server()
    let list = try #require(server).address("/more.json")
    let lesson = """
      # Items

      ## How many
      Count the items.
      ```cq exercise=1.1
      from toys | count
      ```
      > hint: One number.

      """
    let workspace = try Workspace([
      "lesson.md": lesson,
      "toys.cq": "source toys {\n  list \"\(list)\"\n  field id Int key\n}\n",
    ])
    let made = try workspace.run(
      ["pack", "lesson.md", "-o", "lesson.cqpack", "--define", "toys.cq"],
      environment: ["CQ_OFFLINE": ""])
    #expect(made.status == .exited(0), "\(made.errorText)")
    server = nil
    let pupil = try Workspace(["answers.cq": "# 1.1\nfrom toys | count\n"])
    try FileManager.default.copyItem(
      atPath: "\(workspace.path)/lesson.cqpack", toPath: "\(pupil.path)/lesson.cqpack")
    let graded = try pupil.shell("cq learn lesson.cqpack --grade answers.cq | cut -d, -f1,2")
    #expect(
      graded.outputText
        == """
        {"exercise":"1.1","verdict":"right"

        """)
    let asked = try pupil.run(
      ["learn", "lesson.cqpack"], input: "from toys | filter id > 3 | count\nquit\n")
    #expect(asked.outputText.contains("packed, of 20"), "\(asked.outputText)\(asked.errorText)")
    let tested = try pupil.run(["test", "lesson.cqpack"])
    #expect(Outcome(tested) == Outcome(output: "ok     lesson.md  1 block\n"))
    let played = try pupil.run(["play", "lesson.cqpack"])
    #expect(played.outputText.contains("packed, of 20"), "\(played.outputText)\(played.errorText)")
    let live = try pupil.run(["play", "--live", "lesson.cqpack"])
    #expect(live.errorText.contains("--live and a pack contradict each other"))
    #expect(live.status == .exited(2))
  }

  /// Whatever is cut or changed of a pack is told in one line.
  @Test func tellsOfDamage() throws {
    let workspace = try Workspace(["a.cq": "from \"in.csv\" | count\n", "in.csv": "n\n1\n"])
    #expect(try workspace.run(["pack", "a.cq", "-o", "a.cqpack"]).status == .exited(0))
    let whole = try Data(contentsOf: URL(fileURLWithPath: "\(workspace.path)/a.cqpack"))
    for damage in ["cut", "flipped", "empty", "none"] {
      var bytes = whole
      switch damage {
      case "cut": bytes = bytes.prefix(700)
      case "flipped": bytes[600] ^= 1
      case "empty": bytes = Data()
      default: bytes = Data("from hotels".utf8)
      }
      try bytes.write(to: URL(fileURLWithPath: "\(workspace.path)/b.cqpack"))
      let run = try workspace.run(["run", "b.cqpack"])
      #expect(run.outputText.isEmpty)
      #expect(run.status == .exited(4))
      #expect(run.errorText.hasPrefix("error[CQ0404]: b.cqpack: "), "\(run.errorText)")
      #expect(run.errorText.split(separator: "\n").count == 1)
    }
  }

  /// Where a server filters, what it was asked is answered and nothing else; where its whole list
  /// is packed, everything.
  @Test func tellsWhatItDoesNotHold() throws {
    let server = try LoopbackServer { request in
      let least = request.parameter("min").flatMap(Int.init) ?? 0
      let items = (1...3).filter { $0 >= least }.map { "{\"id\":\($0),\"n\":\($0)}" }
      return .json("[\(items.joined(separator: ","))]")
    }
    let list = server.address("/list.json?all=1{filter}")
    let definition = """
      source shop {
        list   "\(list)"
        filter n >= "&min={value}"
        field  id Int key
        field  n  Int
      }

      """
    let script = "param least: Int = 2\nfrom shop | filter n >= $least | count\n"
    let workspace = try Workspace([
      "some.cq": script, "all.cq": script + "from shop | count\n", "shop.cq": definition,
    ])
    for name in ["some", "all"] {
      let made = try workspace.run(
        ["pack", "\(name).cq", "--define", "shop.cq", "-o", "\(name).cqpack"],
        environment: ["CQ_OFFLINE": ""])
      #expect(made.status == .exited(0), "\(made.errorText)")
    }
    let asked = server.requests.count
    let same = try workspace.run(["run", "some.cqpack", "-q"], environment: ["CQ_OFFLINE": ""])
    #expect(same.outputText == "count\n2\n", "\(same.errorText)")
    let other = try workspace.run(
      ["run", "some.cqpack", "--least", "3"], environment: ["CQ_OFFLINE": ""])
    #expect(
      Outcome(other)
        == Outcome(
          errors: "some.cq:2:1: error[CQ0501]: the pack has no answer of shop to this\n", status: 5)
    )
    let any = try workspace.run(
      ["run", "all.cqpack", "-q", "--least", "3"], environment: ["CQ_OFFLINE": ""])
    #expect(any.outputText == "count\n1\n\ncount\n3\n", "\(any.errorText)")
    #expect(server.requests.count == asked)
  }
}
