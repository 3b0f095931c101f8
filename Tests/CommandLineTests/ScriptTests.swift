// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// The ways in which a script is given, and the forms in which its results come.
@Suite struct ScriptTests {
  private static let two = "from hotels | limit 2 | show id, name, distance, suites, rooms"
  private static let note = String.sampleNote("hotels")

  private static let why =
    "note: `stars > 9` leaves none of 7 rows: stars is 0–4; "
    + "nearest: filter stars >= 4 (1 row)\n"

  static let formats: [CommandLineCase] = [
    CommandLineCase(
      arguments: ["-c", two, "--to", "table"],
      output: """
        id     name               distance  suites            rooms
        ─────  ─────────────────  ────────  ────────────────  ─────
        40611  Belleclaire Hotel     100    1 44 21 87 99 34      6
        80899  Americana Inn          99.9  5 8 32 54             4
        2 rows · sample

        """),
    CommandLineCase(
      arguments: ["--to=card", "-c", two],
      output: """
        Belleclaire Hotel          Americana Inn
        id        40611            id        80899
        distance  100              distance  99.9
        suites    1 44 21 87 99    suites    5 8 32 54
                  34               rooms     4
        rooms     6
        2 rows · sample

        """),
    CommandLineCase(
      arguments: ["-c", two, "--to", "tsv"],
      output: """
        id\tname\tdistance\tsuites\trooms
        40611\tBelleclaire Hotel\t100\t[1,44,21,87,99,34]\t6
        80899\tAmericana Inn\t99.9\t[5,8,32,54]\t4

        """, errors: note),
    CommandLineCase(
      arguments: ["-c", two, "--to", "csv"],
      output: """
        id,name,distance,suites,rooms
        40611,Belleclaire Hotel,100,"[1,44,21,87,99,34]",6
        80899,Americana Inn,99.9,"[5,8,32,54]",4

        """, errors: note),
    CommandLineCase(
      arguments: ["-c", two, "--to", "json"],
      output: """
        [
          {"id":"40611","name":"Belleclaire Hotel","distance":100,"suites":[1,44,21,87,99,34],"rooms":6},
          {"id":"80899","name":"Americana Inn","distance":99.9,"suites":[5,8,32,54],"rooms":4}
        ]

        """, errors: note),
    CommandLineCase(
      arguments: ["-c", two, "--to", "jsonl"],
      output: """
        {"id":"40611","name":"Belleclaire Hotel","distance":100,"suites":[1,44,21,87,99,34],"rooms":6}
        {"id":"80899","name":"Americana Inn","distance":99.9,"suites":[5,8,32,54],"rooms":4}

        """, errors: note),
    CommandLineCase(
      arguments: ["-c", "from hotels | filter stars > 9 | show name", "--to", "json"],
      output: "[]\n", errors: note + why),
    CommandLineCase(
      arguments: ["-c", "from hotels | filter stars > 9 | show name", "--to", "jsonl"],
      errors: note + why),
    CommandLineCase(
      arguments: ["-c", "from hotels | filter stars > 9 | show name", "--to", "table"],
      output: "no rows of 7 · sample\n", errors: why),
  ]

  @Test(arguments: formats) func format(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  private static let script = "from hotels | limit 2 | show name\n"
  private static let names = "name\nBelleclaire Hotel\nAmericana Inn\n"

  static let ways: [CommandLineCase] = [
    CommandLineCase(arguments: ["-c", script], output: names, errors: note),
    CommandLineCase(arguments: [], input: script, output: names, errors: note),
    CommandLineCase(arguments: ["-"], input: script, output: names, errors: note),
    CommandLineCase(arguments: ["run", "-"], input: script, output: names, errors: note),
    CommandLineCase(arguments: ["a.cq"], files: ["a.cq": script], output: names, errors: note),
    CommandLineCase(
      arguments: ["run", "a.cq"], files: ["a.cq": script], output: names, errors: note),
    CommandLineCase(
      arguments: ["--", "a.cq"], files: ["a.cq": script], output: names, errors: note),
    CommandLineCase(
      arguments: ["--", "-odd.cq"], files: ["-odd.cq": script], output: names, errors: note),
    CommandLineCase(
      arguments: ["run", "--", "--to"], files: ["--to": script], output: names, errors: note),
    CommandLineCase(
      arguments: ["run", "help"], files: ["help": script], output: names, errors: note),
    CommandLineCase(
      arguments: ["it's \"odd\"\n$(x) é.cq"], files: ["it's \"odd\"\n$(x) é.cq": script],
      output: names, errors: note),
    // A name that looks like a mistyped command is a script where there is such a file.
    CommandLineCase(arguments: ["rub"], files: ["rub": script], output: names, errors: note),
    // The order of options and script is free.
    CommandLineCase(
      arguments: ["a.cq", "--to", "csv", "--quiet=all"], files: ["a.cq": script], output: names),
    CommandLineCase(
      arguments: ["--quiet=all", "--to=csv", "run", "a.cq"], files: ["a.cq": script], output: names),
    CommandLineCase(
      arguments: ["run", "--to", "csv", "a.cq", "--quiet=all"], files: ["a.cq": script],
      output: names),
    // Windows line ends, a byte order mark and a first line for the system do no harm.
    CommandLineCase(
      arguments: ["a.cq", "--quiet=all"],
      files: [
        "a.cq": "\u{FEFF}#!/usr/bin/env -S cq run\r\nfrom hotels\r\n| limit 2 | show name\r\n"
      ],
      output: names),
    // Results of one script stand apart.
    CommandLineCase(
      arguments: ["--quiet=all"], input: script + script, output: names + "\n" + names),
    CommandLineCase(
      arguments: ["--quiet=all", "--to", "jsonl"],
      input: "from hotels | limit 1 | show id; from shopreme | limit 1 | show price",
      output: "{\"id\":\"40611\"}\n{\"price\":2.49}\n"),
    // Nothing to do is done.
    CommandLineCase(arguments: []),
    CommandLineCase(arguments: ["-c", ""]),
    CommandLineCase(arguments: ["-c", " \n\t "]),
    CommandLineCase(arguments: ["-c", "# only a remark"]),
    CommandLineCase(arguments: ["empty.cq"], files: ["empty.cq": ""]),
    CommandLineCase(arguments: ["-c", "use hotels"]),
  ]

  @Test(arguments: ways) func way(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  @Test func executableScript() throws {
    // Written by the shell: a file that this process wrote may be open still in a child of
    // another test, and then cannot be executed.
    let line = """
      printf '%s\\n' '#!/usr/bin/env -S cq run' '\(Self.script)' > near.cq
      chmod +x near.cq && ./near.cq
      """
    let run = try Workspace().shell(line)
    #expect(Outcome(run) == Outcome(output: Self.names, errors: Self.note))
  }

  @Test func wholeListIsTheSameInEveryWay() throws {
    let query = "from hotels"
    let workspace = try Workspace(["a.cq": query])
    let runs = try [
      workspace.run(["-c", query]), workspace.run([], input: query),
      workspace.run(["a.cq"]), workspace.run(["run", "-"], input: query),
    ].map(Outcome.init)
    #expect(runs.allSatisfy { $0 == runs[0] })
    #expect(runs[0].output.split(separator: "\n").count == 8)
    #expect(runs[0].status == .exited(0))
  }

  /// What is no text in UTF-8 is named for what it is, as a file of data is.
  @Test(arguments: [
    (
      #"printf '\037\213\010'"#,
      "is compressed by gzip, which is not read here; `gzip -dc FILE > NEW` unpacks it"
    ),
    (
      #"printf 'f\0r\0o\0m\0'"#,
      "is UTF-16LE and not UTF-8; `iconv -f UTF-16LE -t UTF-8 FILE > NEW` converts it"
    ),
    (#"printf 'PK\003\004'"#, "is a ZIP archive, as spreadsheets are, and no script"),
  ])
  func foreignContent(command: String, message: String) throws {
    let workspace = try Workspace(["main.cq": "include \"a.dat\"\n"])
    let run = try workspace.shell(
      "\(command) > a.dat; cq run a.dat; cq run - < a.dat; cq run main.cq; cq check a.dat")
    #expect(
      run.errorText == """
        error[CQ0108]: a.dat \(message)
        error[CQ0108]: <stdin> \(message)
        main.cq:1:9: error[CQ0108]: a.dat \(message)
        error[CQ0108]: a.dat \(message)

        """)
    #expect(run.status == .exited(3))
  }

  /// So is a definition: one that is asked for, and one of the folder for it, once it is wanted.
  @Test(arguments: [
    (
      #"printf '\037\213\010'"#,
      "is compressed by gzip, which is not read here; `gzip -dc FILE > NEW` unpacks it"
    ),
    (
      #"printf 's\0o\0u\0r\0'"#,
      "is UTF-16LE and not UTF-8; `iconv -f UTF-16LE -t UTF-8 FILE > NEW` converts it"
    ),
    (#"printf 'PK\003\004'"#, "is a ZIP archive, as spreadsheets are, and no definition"),
  ])
  func foreignDefinition(command: String, message: String) throws {
    let workspace = try Workspace()
    let folder = ".config/cq/sources"
    let run = try workspace.shell(
      "\(command) > a.cq; cq --define a.cq -c 'from a'; mkdir -p \(folder); mv a.cq \(folder); "
        + "cq -q -c 'from a'; cq --quiet=all -c 'from hotels | count'")
    let path = "\(workspace.path)/\(folder)/a.cq"
    // The end of a long line may be left out.
    let told = "error[CQ0108]: a.cq \(message)\n<query>:1:6: error[CQ0110]: the definition of "
    #expect(
      run.errorText.hasPrefix("\(told)\(path) is wrong: it \(message.prefix(30))"),
      "\(run.errorText)")
    #expect(run.outputText == "count\n7\n")
  }
}
