// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// The words of the command line are those that were given, byte by byte.
@Suite struct ArgumentBytesTests {
  /// A shell that can cover `/proc`, as a container may lack it.
  private static let canCover =
    (try? ProcessRun.run("/bin/sh", ["-c", "unshare -rm mount -t tmpfs none /proc"]))?.status
    == .exited(0)

  @Test(.enabled(if: canCover)) func withoutProc() throws {
    let workspace = try Workspace()
    let run = try workspace.shell(
      """
      unshare -rm sh -c 'mount -t tmpfs none /proc && echo "from none" |
        cq -c "from hotels | limit 1 | show id"'
      """)
    #expect(run.outputText == "id\n40611\n")
    #expect(run.status == .exited(0))
  }

  static let refused: [(line: String, errors: String)] = [
    (
      #"cq -c "$(printf 'from hotels | filter name = "\377"')""#,
      "error[CQ0002]: the value of -c is no UTF-8 text"
    ),
    (
      #"cq run a.cq --min "$(printf '\303')""#, "error[CQ0002]: the value of --min is no UTF-8 text"
    ),
    (#"cq help "$(printf '\377')""#, "error[CQ0002]: the word is no UTF-8 text"),
    (#"cq explain "$(printf 'CQ\377')""#, "error[CQ0002]: the word is no UTF-8 text"),
    (#"cq cache clear "$(printf '\377')""#, "error[CQ0002]: the word is no UTF-8 text"),
    (#"cq --to "$(printf 'json\200')" -c x"#, "error[CQ0002]: the value of --to is no UTF-8 text"),
  ]

  @Test(arguments: refused) func textThatIsNoUTF8(line: String, errors: String) throws {
    let run = try Workspace(["a.cq": "param min = 1\n"]).shell(line)
    #expect(run.status == .exited(2))
    #expect(run.outputText.isEmpty)
    #expect(run.errorText.hasPrefix(errors), "\(run.errorText)")
  }

  /// Names of files have any bytes: such a script runs, and is formatted in its place.
  @Test func fileNames() throws {
    let workspace = try Workspace([
      "x.cq": "from hotels|limit 1|show id\n", "l.json": "[{\"id\":\"7\",\"name\":\"x\"}]",
    ])
    let run = try workspace.shell(
      #"""
      name="$(printf 'a\377\303.cq')"; list="$(printf 'l\200.json')"
      cp x.cq "$name"; cp l.json "$list"
      cq -q run "$name" && cq fmt "$name" && cat "$name" && ls | od -An -c | tr -d ' \n' && echo
      cq -q --source "products=$list" -c 'from hotels | limit 1 | show id'
      cq run "$(printf 'no\377.cq')"
      """#)
    #expect(
      run.outputText == """
        id
        40611
        from hotels | limit 1 | show id
        a377303.cq\\nl.json\\nl200.json\\nx.cq\\n
        id
        40611

        """)
    #expect(
      run.errorText.hasSuffix("\nerror[CQ0503]: no\\x{FF}.cq cannot be opened: no such file\n"))
  }

  /// A definition is text, in which such a name cannot stand.
  @Test func noDefinitionOfSuchAName() throws {
    let run = try Workspace(["rows": "[{\"id\":7}]"]).shell(
      #"name="$(printf 'a\377.json')"; cp rows "$name"; cq define "$name""#)
    #expect(
      Outcome(run)
        == Outcome(
          errors: "error[CQ0404]: a\\x{FF}.json: has a name that is no UTF-8, as a definition is; "
            + "another name serves\n", status: 4))
  }

  /// Two names that differ in such bytes are two files, also where they are included, examined or
  /// completed.
  @Test func fileNamesThatDiffer() throws {
    let workspace = try Workspace([
      "first": "from hotels | limit 1 | show id\n", "second": "include \"sub.cq\"\n",
      "rows": "[{\"id\":7}]",
    ])
    let run = try workspace.shell(
      #"""
      one="$(printf 'd\376')"; two="$(printf 'd\377')"
      mkdir "$one" "$two"; mv first "$one/sub.cq"; mv second "$two/main.cq"
      ln -s "../$one/sub.cq" "$two/sub.cq"
      cq -q run "$two/main.cq"
      mv rows "$(printf 'l\200.json')"
      cq define "$(printf 'l\200.json')"
      cq -q -c 'from "l.json"'
      """#)
    #expect(run.outputText == "id\n40611\n", "\(run)")
    #expect(run.errorText.contains(#"l\x{80}.json: has a name"#), "\(run.errorText)")
    #expect(!run.errorText.contains("10FE"), "\(run.errorText)")
  }
}
