import Foundation
import TestSupport
import Testing

/// Scripts that take values, include others and write files.
@Suite struct ScriptArgumentTests {
  private static let near = """
    ## Hotels near the centre.

    param min: Int = 3 "minimum stars"
    param far: Decimal "how far"
    from hotels | filter stars >= $min and distance < $far | show id | save "o.csv"
    """
  private static let files = ["near.cq": near, "b.cq": "include \"./near.cq\""]

  static let cases: [CommandLineCase] = [
    CommandLineCase(arguments: ["-q", "run", "near.cq", "--far", "200"], files: files),
    CommandLineCase(arguments: ["-q", "run", "b.cq", "--far=200", "--min", "4"], files: files),
    CommandLineCase(
      arguments: ["-q", "run", "near.cq"], files: files,
      errors: "near.cq:4:7: error[CQ0004]: the script needs a value for `far` (how far)\n",
      status: 2),
    CommandLineCase(
      arguments: ["-q", "run", "near.cq", "--far", "x"], files: files,
      errors: "near.cq:4:7: error[CQ0002]: --far needs a number, not \"x\"\n", status: 2),
    CommandLineCase(
      arguments: ["-q", "run", "near.cq", "--far", "1", "--mni", "2"], files: files,
      errors: "error[CQ0001]: the script has no parameter `mni`; did you mean `--min`?\n",
      status: 2),
    CommandLineCase(
      arguments: ["-q", "run", "near.cq", "--far", "1"],
      files: files.merging(["o.csv": "kept\n"]) { $1 },
      errors: "near.cq:5:73: error[CQ0702]: o.csv cannot be written: it exists already\n",
      status: 6),
    CommandLineCase(
      arguments: ["run", "near.cq", "--help"], files: files,
      output: """
        usage: cq run near.cq [--min INT] --far DECIMAL

        Hotels near the centre.

        parameters
          --min INT                 minimum stars (default: 3)
          --far DECIMAL             how far (required)

        `cq run --help` lists the options of cq itself.

        """),
    CommandLineCase(
      arguments: ["run", "a.cq"],
      files: ["a.cq": "include \"b.cq\"", "b.cq": "include \"./a.cq\""],
      errors: "b.cq:1:9: error[CQ0212]: this script includes itself\n", status: 3),
  ]

  @Test(arguments: cases) func run(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  @Test func savesWholeOrNotAtAll() throws {
    let workspace = try Workspace(Self.files)
    #expect(try workspace.run(["-q", "run", "near.cq", "--far", "200"]).status == .exited(0))
    #expect(try workspace.text(of: "o.csv") == "id\n40611\n13100\n")
    // A fault while the rows come leaves the old file and nothing beside it.
    let failing = "from hotels | extend x = 10000000000000000000000000000000000000 * rooms * rooms"
    let run = try workspace.run(["-q", "-c", "\(failing) | save \"o.csv\" replace"])
    #expect(run.status == .exited(4))
    #expect(try workspace.text(of: "o.csv") == "id\n40611\n13100\n")
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.path)
    #expect(names.sorted() == ["b.cq", "near.cq", "o.csv"])
  }
}
