// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `cq` itself with services on the loopback interface: what it says, its status, what it keeps.
@Suite struct ServiceTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private static let online = ["CQ_OFFLINE": "0"]
  private static let place = "/run.mocky.io/v3/1c4cfa98-e329-4d49-8836-8ee195cec131"
  private static let query = "from products | limit 1 | show name"

  /// Asks for products at a server, whose port is not told.
  private func ask(
    _ services: FiveServices, _ arguments: String..., script: String = query,
    environment: [String: String] = online
  ) throws -> Outcome {
    let place = "products=\(services.server.address(Self.place))"
    let run = try workspace.run(
      ["-c", script, "--source", place] + arguments, environment: environment)
    var outcome = Outcome(run)
    outcome.errors = outcome.errors.replacing(":\(services.server.port)", with: ":PORT")
    return outcome
  }

  /// Something bad that a server does, and what is said of it.
  struct Fault: Sendable, CustomTestStringConvertible {
    let answer: LoopbackAnswer
    let message: String
    let remark: String
    var testDescription: String { message }
  }

  static let faults = [
    Fault(
      answer: .html("<h1>Log in</h1>"),
      message: "[CQ0505]: the reply of products holds a web page or XML, not JSON",
      remark: "the reply holds a web page or XML, not JSON"),
    Fault(
      answer: .html("gone", status: 404),
      message: "[CQ0504]: products answered with an error (404 Not Found)",
      remark: "it answered 404 Not Found"),
    Fault(
      answer: .redirect(to: "file:///etc/passwd"),
      message: "[CQ0501]: products did not answer (it is redirected to an address that is none: "
        + "`file` is neither `http` nor `https`)",
      remark: "it is redirected to an address that is none: `file` is neither `http` nor `https`"),
    Fault(
      answer: .cut("[{\"id\": 1},", missing: 9),
      message: "[CQ0501]: products did not answer (the reply broke off after 11 bytes)",
      remark: "the reply broke off after 11 bytes"),
    Fault(
      answer: .json("[{\"id\": 1},"),
      message: "[CQ0505]: the reply of products stops after record 1",
      remark: "the reply stops after record 1"),
    Fault(
      answer: .status(429, ["Retry-After": "3600"]),
      message: "[CQ0504]: products answered with an error (it is busy: wait 3600 s)",
      remark: "it answered it is busy: wait 3600 s"),
  ]

  /// Nothing is shown and nothing is kept; an earlier copy stands in, and stays.
  @Test(arguments: faults) func fault(_ fault: Fault) throws {
    let services = try FiveServices { _ in fault.answer }
    #expect(
      try ask(services)
        == Outcome(
          errors: "<query>:1:1: error\(fault.message); no cached copy\n", status: 5))
    #expect(try workspace.run(["cache"]).outputText == "source\taddress\tage\tsize\tstate\n")
    services.behave()
    #expect(try ask(services) == Outcome(output: "name\nProduct 1\n"))
    services.behave { _ in fault.answer }
    let stale = try ask(services, "--refresh")
    #expect(stale.output == "name\nProduct 1\n" && stale.status == .exited(0))
    #expect(
      stale.errors.replacing(#/\d+ s ago|just now/#) { _ in "N s ago" }
        == "note: products: the copy of N s ago (\(fault.remark))\n")
    #expect(try ask(services, "--offline").output == "name\nProduct 1\n")
  }

  /// The port is one where nobody listens any more.
  @Test func refusedConnection() throws {
    let services = try FiveServices()
    services.server.stop()
    let outcome = try ask(services)
    #expect(outcome.output == "" && outcome.status == .exited(5))
    #expect(
      outcome.errors == """
        <query>:1:1: error[CQ0501]: products did not answer (`127.0.0.1:PORT` takes no connection \
        after 3 tries); no cached copy

        """)
  }

  /// Where a proxy is in the way, it is the one that refuses.
  @Test func refusingProxy() throws {
    let services = try FiveServices()
    for name in ["127.0.0.1", "[::1]", "localhost"] {
      let proxy = ["CQ_OFFLINE": "0", "http_proxy": "http://\(name):1", "no_proxy": ""]
      let outcome = try ask(services, environment: proxy)
      let shown = name.filter { !"[]".contains($0) }
      #expect(
        outcome.errors == "<query>:1:1: error[CQ0501]: products did not answer (the proxy "
          + "`\(shown):1` takes no connection after 3 tries); no cached copy\n")
    }
    #expect(services.server.requests.isEmpty)
  }

  @Test func asksAgainWhenTold() throws {
    let services = try FiveServices { request in
      request.number == 1 ? .status(429, ["Retry-After": "0"]) : nil
    }
    #expect(try ask(services) == Outcome(output: "name\nProduct 1\n"))
    #expect(services.server.requests.count == 2)
  }

  // A service with a key.

  /// The bundled definition under another name, at the loopback server.
  private func shop(
    _ services: FiveServices, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> ProcessRun {
    let folder = "\(TestSupport.repositoryRoot)/Sources/CatalogueSources/Definitions"
    let bundled = try TestSupport.text(ofFile: "\(folder)/bestbuy.cq")
    let moved = services.moved(bundled).replacing("source bestbuy {", with: "source shop {")
    try workspace.write(
      moved.replacing("key  BESTBUY_API_KEY", with: "key  CQ_KEY_SHOP"), to: "shop.cq")
    return try workspace.run(
      ["--define", "shop.cq"] + arguments,
      environment: ["CQ_OFFLINE": "0", "CQ_KEY_SHOP": FiveServices.key]
        .merging(environment) { $1 })
  }

  /// A key that is not encrypted, as on the way to this machine, goes through no proxy.
  @Test func noProxyReadsTheKey() throws {
    let services = try FiveServices()
    let proxy = try LoopbackServer { _ in .status(502) }
    let run = try shop(
      services, ["-c", "from shop | limit 1 | show name"],
      environment: ["http_proxy": proxy.address(), "no_proxy": ""])
    #expect(run.status == .exited(0) && proxy.requests.isEmpty)
    #expect(services.server.requests.contains { $0.mentions(FiveServices.keyInAddress) })
  }

  @Test func missingKey() throws {
    let services = try FiveServices()
    _ = try shop(services, ["-c", "sources"])
    let run = try workspace.run(
      ["--define", "shop.cq", "-c", "from shop", "--errors", "full"], environment: Self.online)
    #expect(run.status == .exited(5) && run.outputText == "")
    #expect(
      run.errorText.contains(
        "error[CQ0506]: shop wants a key, and CQ_KEY_SHOP is not set; no cached copy"))
    #expect(
      run.errorText.contains(
        "CQ_KEY_SHOP = KEY` into \(workspace.path)/.config/cq/keys, which only you may read"))
    #expect(services.server.requests.isEmpty)
  }

  /// Nobody is asked, and `cq doctor` says the same.
  @Test func keyWithoutEncryption() throws {
    let place = "bestbuy=http://192.0.2.2:8805/products"
    let key = ["CQ_OFFLINE": "0", "BESTBUY_API_KEY": FiveServices.key]
    let run = try workspace.run(["-c", "from bestbuy", "--source", place], environment: key)
    let reason = "to `192.0.2.2:8805` it would go without encryption, for others to read"
    #expect(
      Outcome(run)
        == Outcome(
          errors:
            "<query>:1:1: error[CQ0506]: bestbuy wants a key, and \(reason); no cached copy\n",
          status: 5))
    let doctor = try workspace.run(["doctor", "bestbuy", "--source", place], environment: key)
    #expect(doctor.outputText.hasSuffix("key\tfailed\t\(reason)\n"))
    #expect(doctor.errorText.contains("error[CQ0506]: ") && doctor.status == .exited(5))
  }

  /// The key reaches the service, and nothing else: no output, no file, no other host.
  @Test func theKeyStaysSecret() throws {
    let other = try LoopbackServer(host: "127.0.0.2") { _ in .json("[]") }
    let services = try FiveServices()
    let key = FiveServices.key
    var told = ""
    let behaviours: [FiveServices.Behaviour] = [
      { _ in nil }, { _ in BestBuy.fault(403, "no such key: \(key)") },
      { _ in .redirect(to: other.address("/list")) },
      { _ in .redirect(to: other.address("/list?apiKey=\(FiveServices.keyInAddress)")) },
      { request in .raw("HTTP/1.1 200 OK\r\n\r\n{\"products\": [{\"\(key)\"") },
    ]
    for behaviour in behaviours {
      services.behave(behaviour)
      for script in ["from shop", "show 8880044 of shop"] {
        let run = try shop(
          services, ["-c", script, "--refresh", "--verbose", "--errors", "json"])
        told += run.outputText + run.errorText
      }
    }
    told += try workspace.run(["cache", "--to", "json"]).outputText
    #expect(told.contains("8880044"))
    #expect(services.server.requests.contains { $0.parameter("apiKey") == key })
    // What has a key is not followed elsewhere.
    #expect(other.connections == 0)
    for trace in ["S3cr3t", "4711"] {
      #expect(!told.contains(trace))
      #expect(try Self.files(in: workspace.path, holding: trace) == [])
    }
  }

  private static func files(in folder: String, holding text: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
      let bytes = FileManager.default.contents(atPath: "\(folder)/\(path)") ?? Data()
      return bytes.range(of: Data(text.utf8)) != nil
    }
  }

  // On a terminal.

  /// Ctrl-C gives up waiting and leads back to the prompt, where the next query runs.
  @Test(.timeLimit(.minutes(10))) func interruption() throws {
    let services = try FiveServices { request in request.number == 1 ? .silence : nil }
    let place = "products=\(services.server.address(Self.place))"
    let prompt = try Prompt(
      workspace, arguments: ["--source", place], environment: Self.online, first: "cq>")
    prompt.send("\(Self.query)\r")
    try prompt.wait { _ in services.server.requests.count == 1 }
    prompt.send("\u{3}")
    try prompt.wait { $0.contains("interrupted") && $0.line == "cq>" }
    try prompt.enter(Self.query, at: "cq>")
    #expect(prompt.screen.contains("\n1  Product 1\n1 row · N ms\ncq>"))
    #expect(try prompt.leave() == .exited(0))
  }

  /// Shown on a terminal and taken away; in a pipe there is nothing of it.
  @Test(.timeLimit(.minutes(10))) func progress() throws {
    let body = Sample.text("products.json")
    let services = try FiveServices { _ in .json(body).dripping(40, every: 0.02) }
    let place = "products=\(services.server.address(Self.place))"
    let arguments = ["-c", Self.query, "--source", place, "--refresh"]
    let shown = try workspace.showOnTerminal(
      arguments, environment: ["CQ_OFFLINE": "0", "NO_COLOR": "1"])
    let text = String(decoding: shown.output, as: UTF8.self)
    #expect(text.hasPrefix("\rproducts: "))
    #expect(text.hasSuffix("\r\u{1B}[Kname\r\n─────────\r\nProduct 1\r\n1 row\r\n"))
    #expect(try Outcome(workspace.run(arguments, environment: Self.online)).errors == "")
  }
}
