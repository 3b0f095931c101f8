// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Arrow that a server gives, and that a pipe brings.
@Suite struct ArrowReplyTests {
  private static func fixture(_ name: String) throws -> [UInt8] {
    let path = "\(TestSupport.repositoryRoot)/Tests/Fixtures/Arrow/\(name)"
    return Array(try Data(contentsOf: URL(filePath: path)))
  }

  private static let rows = "id\tname\n1\ta\n2\t\n3\ta text longer than twelve\n"

  @Test func isReadFromAServer() throws {
    let bytes = try Self.fixture("polars.arrow")
    let head = LoopbackAnswer.head(200, ["Content-Length": "\(bytes.count)"]) + "\r\n"
    let server = try LoopbackServer { _ in .raw(Array(head.utf8) + bytes) }
    let run = try Workspace().run(
      ["--quiet=all", "-c", "from \"\(server.address("/a.arrow"))\" | show id, name"],
      environment: ["CQ_OFFLINE": ""])
    #expect(Outcome(run) == Outcome(output: Self.rows))
  }

  /// A definition reads text alone, and says so.
  @Test func isNoListOfADefinition() throws {
    let workspace = try Workspace([
      "a.cq": "source things {\n  list \"a.arrow\"\n  field id Id key\n}\n"
    ])
    try Data(try Self.fixture("polars.arrow")).write(
      to: URL(filePath: "\(workspace.path)/a.arrow"))
    let run = Outcome(try workspace.run(["--define", "a.cq", "-c", "from things"]))
    #expect(
      run.errors == """
        <query>:1:1: error[CQ0404]: a.arrow: is an Arrow file, which `from` reads and a definition \
        does not, and no JSON

        """)
  }

  /// What goes into a pipe is read from one.
  @Test func goesThroughPipes() throws {
    let workspace = try Workspace()
    let script = """
      cq --quiet=all -c 'from hotels | to arrow' \
      | cq --quiet=all -c 'from "/dev/stdin" | show id, distance | limit 2'
      """
    let run = try workspace.shell(script)
    #expect(Outcome(run) == Outcome(output: "id\tdistance\n40611\t100\n80899\t99.9\n"))
  }
}
