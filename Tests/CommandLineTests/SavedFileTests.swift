// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// A script that reads a file which it saves itself: scripts are checked before they run.
@Suite struct SavedFileTests {
  @Test func knowsAFileByEverySpelling() throws {
    let workspace = try Workspace(["old.json": "[{\"id\": 1}]", "other.json": "[{\"id\": 1}]"])
    let made = try workspace.shell(
      "mkdir sub && ln -s . here && ln -s old.json link.json && ln old.json hard.json")
    #expect(made.status == .exited(0))
    let script = """
      from hotels | save "new.json"
      from hotels | save "link.json" replace
      from "new.json"
      from "././new.json"
      from "sub/../new.json"
      from "here/here/new.json"
      from "\(workspace.path)/new.json"
      from "old.json"
      from "./link.json"
      from "hard.json"
      from "other.json"
      """
    let run = try workspace.run(["-c", script])
    let paths = [
      "new.json", "././new.json", "sub/../new.json", "here/here/new.json",
      "\(workspace.path)/new.json", "old.json", "./link.json",
    ]
    let expected = paths.enumerated().map { index, path in
      "<query>:\(index + 3):6: error[CQ0503]: \(path) cannot be opened: "
        + "the script saves it first\n"
    }
    #expect(Outcome(run) == Outcome(output: "", errors: expected.joined(), status: 5))
  }
}
