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
          errors: "error[CQ0002]: the page would take the place of its own text\n", status: 2))
    #expect(try String(contentsOfFile: workspace.path + "/page.md", encoding: .utf8) == text)
  }
}
