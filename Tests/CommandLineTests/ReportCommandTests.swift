// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// What `cq report` leaves alone.
@Suite struct ReportCommandTests {
  /// Under whatever name its text is given, a page does not take its place.
  @Test(arguments: ["page.md", "./page.md", "link.md"])
  func leavesItsOwnText(output: String) throws {
    let text = "# Hotels\n\n```cq\nfrom hotels | count\n```\n"
    let workspace = try Workspace(["page.md": text])
    try FileManager.default.createSymbolicLink(
      atPath: workspace.path + "/link.md", withDestinationPath: "page.md")
    let run = try workspace.run(["report", "page.md", "-o", output])
    #expect(
      Outcome(run)
        == Outcome(
          errors: "error[CQ0002]: \(output) would take the place of what it is made of\n",
          status: 2))
    #expect(try String(contentsOfFile: workspace.path + "/page.md", encoding: .utf8) == text)
  }

  /// Nor does it take that of data, however these are read: nothing is written then.
  @Test(arguments: ["data.csv", "near.cq", "shop.cq", "shop.json", "old.csv"])
  func leavesWhatItReads(output: String) throws {
    let text = """
      # Prices

      ```cq
      include "near.cq"
      from near | count
      from shop | count
      from "old.csv" | count
      ```

      """
    let workspace = try Workspace([
      "page.md": text, "near.cq": "let near = from \"data.csv\" | filter price < 3\n",
      "data.csv": "price\n1\n2\n", "old.csv": "price\n7\n",
      "shop.cq": "source shop {\n  list \"shop.json\"\n  field id Int key\n}\n",
      "shop.json": "[{\"id\":1}]",
    ])
    let before = try workspace.text(of: output)
    let run = try workspace.run(["report", "page.md", "--define", "shop.cq", "-o", output])
    #expect(
      Outcome(run)
        == Outcome(
          errors: "error[CQ0002]: \(output) would take the place of what it is made of\n",
          status: 2))
    #expect(try workspace.text(of: output) == before)
  }

  /// A picture of many bars says that it has not all of them.
  @Test func tellsOfBarsThatAreNotDrawn() throws {
    let rows = (0..<250).map { "r\($0),\($0)\n" }.joined()
    let workspace = try Workspace(["many.csv": "a,n\n\(rows)"])
    let run = try workspace.run(["-q", "-c", "from \"many.csv\" | to svg bars n by a"])
    #expect(run.outputText.contains("the first 200 of 250 bars are drawn</desc>"))
    #expect(run.outputText.contains(">and 50 more</text>"))
    #expect(run.outputText.split(separator: "\n").count { $0.contains("<rect") } <= 200)
  }
}
