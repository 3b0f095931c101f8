// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// `cq doctor`: what it finds on the way to a source, with a server that answers as is said.
@Suite struct DoctorCommandTests {
  /// What is answered, and what is told of it from the step `key` on.
  struct Visit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var source = "hotels"
    var arguments: [String] = []
    var variables: [String: String] = [:]
    /// Nil where nobody listens.
    let answer: LoopbackAnswer?
    let steps: [String]
    var errors = ""
    var status: Int32 = 5
  }

  private static let met = ["name\tok\t127.0.0.1", "connection\tok\tnot encrypted"]
  private static let look =
    "look at the address in a browser: it may ask you to log in, or say what changed"
  private static let noKey = ["key\tok\tnone is needed"]

  static let visits: [Visit] = [
    Visit(
      testDescription: "good", answer: .json("[{\"id\": 1, \"name\": \"A\"}, 7]"),
      steps: noKey + met + [
        "reply\tok\t200, application/json, 27 B", "shape\tok\t2 items",
        "rows\tok\t1 read, 1 skipped",
      ], status: 0),
    Visit(
      testDescription: "refused", answer: nil,
      steps: noKey + [
        met[0], "connection\tfailed\t`127.0.0.1:PORT` takes no connection after 3 tries",
      ],
      errors: "error[CQ0501]: hotels gives nothing live: `127.0.0.1:PORT` takes no connection "
        + "after 3 tries; the server is down or something on the way refuses it; try again later\n"),
    Visit(
      testDescription: "404", answer: .status(404),
      steps: noKey + met + ["reply\tfailed\t404 Not Found"],
      errors: "error[CQ0504]: hotels gives nothing live: 404 Not Found; the list is elsewhere now: "
        + "look for its address, and give it with --source\n"),
    Visit(
      testDescription: "a web page", answer: .html("<!DOCTYPE html><title>Log in</title>"),
      steps: noKey + met + [
        "reply\tok\t200, text/html; charset=utf-8, 36 B",
        "shape\tfailed\tthe reply holds a web page or XML, not JSON",
      ],
      errors: "error[CQ0505]: hotels gives nothing live: the reply holds a web page or XML, not "
        + "JSON; \(look)\n"),
    Visit(
      testDescription: "another shape", answer: .json("{\"a\": {\"b\": 1}}"),
      steps: noKey + met + [
        "reply\tok\t200, application/json, 15 B",
        "shape\tfailed\tthe reply has an object at its root where a list should be",
      ],
      errors: "error[CQ0505]: hotels gives nothing live: the reply has an object at its root where "
        + "a list should be; \(look)\n"),
    Visit(
      testDescription: "no key", source: "bestbuy", arguments: ["--errors", "full"],
      answer: .json("{}"), steps: ["key\tfailed\tBESTBUY_API_KEY is not set"],
      errors: """
        error[CQ0506]: bestbuy gives nothing live: BESTBUY_API_KEY is not set
        help: put it into the environment as BESTBUY_API_KEY, or write `BESTBUY_API_KEY = KEY` into ~/.config/cq/keys, which only you may read

        """),
    Visit(
      testDescription: "a key that is refused", source: "bestbuy",
      variables: ["BESTBUY_API_KEY": "s3cret-key"],
      answer: .reply(403, text: "{\"error\": {\"message\": \"s3cret-key is unknown\"}}"),
      steps: ["key\tok\tpresent, from BESTBUY_API_KEY"] + met
        + ["reply\tfailed\t403 Forbidden: *** is unknown"],
      errors: "error[CQ0504]: bestbuy gives nothing live: 403 Forbidden: *** is unknown; see "
        + "whether the key is right and still valid\n"),
    Visit(
      testDescription: "a key that was used too often", source: "bestbuy",
      variables: ["BESTBUY_API_KEY": "s3cret-key"],
      answer: .reply(403, text: "{\"message\": \"The daily limit of the key is reached.\"}"),
      steps: ["key\tok\tpresent, from BESTBUY_API_KEY"] + met
        + ["reply\tfailed\t403 Forbidden: The daily limit of the key is reached."],
      errors:
        "error[CQ0504]: bestbuy gives nothing live: 403 Forbidden: The daily limit of the key "
        + "is reached.; the key is right and has been used as often as it may be for now; try "
        + "again later\n"),
    // The same codes as in a query.
    Visit(
      testDescription: "cut off", answer: .cut("[1,", missing: 4),
      steps: noKey + met + ["reply\tfailed\tthe reply broke off after 3 bytes"],
      errors: "error[CQ0501]: hotels gives nothing live: the reply broke off after 3 bytes; try "
        + "again later\n"),
    Visit(
      testDescription: "a circle", answer: .redirect(to: ""),
      steps: noKey + met + ["reply\tfailed\tits redirects lead in a circle"],
      errors: "error[CQ0501]: hotels gives nothing live: its redirects lead in a circle; look in a "
        + "browser where the address leads, and give that with --source\n"),
    Visit(
      testDescription: "a header without end", answer: .endlessHeader(),
      steps: noKey + met + [
        "reply\tfailed\tis too large: the header of the reply is larger than 256 KiB"
      ],
      errors: "error[CQ0505]: hotels gives nothing live: is too large: the header of the reply is "
        + "larger than 256 KiB; try again later\n"),
    Visit(
      testDescription: "offline", arguments: ["--offline"], answer: .json("[]"),
      steps: noKey
        + ["name", "connection", "reply", "shape", "rows"].map { "\($0)\tnot asked\toffline" },
      status: 0),
  ]

  @Test(arguments: visits) func steps(_ visit: Visit) throws {
    let server = try LoopbackServer { _ in visit.answer ?? .nothing }
    if visit.answer == nil { server.stop() }
    let workspace = try Workspace()
    let place = server.address("/list.json")
    let run = try workspace.run(
      ["doctor", visit.source, "--source", "\(visit.source)=\(place)"] + visit.arguments,
      environment: ["CQ_OFFLINE": ""].merging(visit.variables) { $1 })
    let head = [
      "step\tstate\tfact", "definition\tok\tpart of cq",
      "address\tok\thttp://127.0.0.1:PORT/list.json", "sample\tok\tnone", "copy\tok\tnone",
    ]
    var actual = Outcome(run)
    actual.output.replace(":\(server.port)", with: ":PORT")
    actual.errors.replace(":\(server.port)", with: ":PORT")
    actual.errors.replace(workspace.path, with: "~")
    let expected = (head + visit.steps).joined(separator: "\n") + "\n"
    #expect(actual == Outcome(output: expected, errors: visit.errors, status: visit.status))
    // Nothing of what a doctor sees is kept.
    #expect(try workspace.contents() == [:])
  }

  @Test func anAddressAndAnOwnSource() throws {
    let server = try LoopbackServer { _ in .json(#"[{"sku": "1", "size": 4}]"#) }
    let place = server.address("/shoes.json")
    let workspace = try Workspace([
      "shoes.cq": """
      source shoes {
        list "\(place)"
        field sku Id key
        field size Int
      }

      """
    ])
    let end = """
      address\tok\t\(place)
      sample\tok\tnone
      copy\tok\tnone
      key\tok\tnone is needed
      name\tok\t127.0.0.1
      connection\tok\tnot encrypted
      reply\tok\t200, application/json, 25 B
      shape\tok\t1 item
      rows\tok\t1 read, 0 skipped

      """
    let live = ["CQ_OFFLINE": ""]
    let head = "step\tstate\tfact\ndefinition\tok\t"
    #expect(
      Outcome(try workspace.run(["doctor", place], environment: live))
        == Outcome(output: head + "none; fields are found by reading\n" + end))
    #expect(
      Outcome(
        try workspace.run(["doctor", "shoes", "--define", "shoes.cq"], environment: live))
        == Outcome(output: head + "shoes.cq\n" + end))
  }

  /// An address may stand in quotes, as in a script; one that cannot be asked is told so, also in a
  /// query.
  @Test func addresses() throws {
    let server = try LoopbackServer { _ in .json("[{\"id\": 1}]") }
    let live = ["CQ_OFFLINE": ""]
    let run = { try Workspace().run($0, environment: live) }
    let quoted = try run(["doctor", "\"\(server.address("/x.json"))\""])
    #expect(quoted.outputText.hasSuffix("rows\tok\t1 read, 0 skipped\n"))
    for (address, shown, reason) in [
      ("ftp://a/x", "ftp://a/x", "`ftp` is neither `http` nor `https`"),
      (
        "https://me:pw@a/x", "https://***@a/x",
        "it holds a user name or a password, which are not sent"
      ),
    ] {
      let doctor = try run(["doctor", address])
      #expect(doctor.outputText.hasSuffix("\naddress\tfailed\t\(reason)\n"))
      #expect(
        doctor.errorText == "error[CQ0501]: \(shown) gives nothing live: \(reason); correct the "
          + "address: \(shown)\n")
      let query = Outcome(try run(["-c", "from \"\(address)\""]))
      let message = "an address of \(shown) cannot be asked: \(reason)"
      #expect(query == Outcome(errors: "<query>:1:6: error[CQ0501]: \(message)\n", status: 5))
    }
  }

  /// A copy is told with its age, and asked for anew all the same.
  @Test func tellsOfTheCopy() throws {
    let server = try LoopbackServer { _ in .json(#"[{"id": 1}]"#) }
    let workspace = try Workspace()
    let source = ["--source", "hotels=\(server.address("/list.json"))"]
    let live = ["CQ_OFFLINE": ""]
    _ = try workspace.run(["-c", "from hotels"] + source, environment: live)
    let run = try workspace.run(["doctor", "hotels", "--to", "json"] + source, environment: live)
    #expect(run.outputText.contains(/"copy","state":"ok","fact":"kept (\d+ s ago|just now)"/))
    #expect(server.requests.count == 2)
    #expect(server.requests[1].value(of: "If-None-Match") == nil)
  }

  @Test func readsFiles() throws {
    let workspace = try Workspace(["a.json": #"[{"id": 1, "stars": "x"}]"#])
    let run = try workspace.run(["doctor", "hotels", "--source", "hotels=a.json"])
    #expect(
      Outcome(run)
        == Outcome(
          output: """
            step\tstate\tfact
            definition\tok\tpart of cq
            address\tok\ta.json
            shape\tok\t1 item
            rows\tok\t1 read, 0 skipped, 1 value left empty

            """))
    let missing = try workspace.run(["doctor", "hotels", "--source", "hotels=b.json"])
    #expect(
      Outcome(missing)
        == Outcome(
          output: """
            step\tstate\tfact
            definition\tok\tpart of cq
            address\tok\tb.json
            address\tfailed\tb.json cannot be opened: no such file

            """,
          errors:
            "error[CQ0501]: hotels gives nothing live: b.json cannot be opened: no such file; "
            + "a path is relative to the folder in which cq was started\n", status: 5))
    #expect(
      Outcome(try workspace.run(["doctor", "nothing"]))
        == Outcome(
          errors: "error[CQ0202]: there is no source and no file called `nothing`\n", status: 3))
  }

  /// What is around the program: no value of a variable, and no key.
  @Test func tellsWhatIsAround() throws {
    let workspace = try Workspace()
    let run = try workspace.run(
      ["doctor", "--to", "csv"],
      environment: ["BESTBUY_API_KEY": "s3cret-key", "LANG": "C.UTF-8", "TERM": "xterm-kitty"])
    let lines = run.outputText.split(separator: "\n").map(String.init)
    let expected = [
      "part,item,state", "version,cq,0.1.0", "library,libcurl,found",
      "path,history,\(workspace.path)/.local/state/cq/history (none yet)",
      "path,keys,\(workspace.path)/.config/cq/keys (none)", "terminal,output,no terminal",
      "terminal,characters,UTF-8", "terminal,pictures,the graphics of kitty",
      "variable,CQ_OFFLINE,set", "variable,NO_COLOR,not set", "variable,BESTBUY_API_KEY,set",
    ]
    #expect(expected.filter { !lines.contains($0) } == [])
    #expect(!run.outputText.contains("s3cret-key"))
    #expect(run.status == .exited(0) && run.errorText == "")
    #expect(
      Outcome(try workspace.run(["doctor", "a", "b"]))
        == Outcome(
          errors: "error[CQ0002]: `cq doctor` takes one source; for example cq doctor hotels\n",
          status: 2))
  }
}
