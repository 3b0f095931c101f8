import TestSupport
import Testing

/// What a person at the prompt sees while a server is waited for.
@Suite struct WaitingTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private static let place = "/run.mocky.io/v3/1c4cfa98-e329-4d49-8836-8ee195cec131"
  private static let query = "from products | limit 1 | show name"

  private func prompt(
    _ services: FiveServices, environment: [String: String] = [:], columns: Int = 80
  ) throws -> Prompt {
    try Prompt(
      workspace, arguments: ["--source", "products=\(services.server.address(Self.place))"],
      environment: ["CQ_OFFLINE": "0"].merging(environment) { $1 }, columns: columns,
      first: "cq>")
  }

  /// An answer, and how the line begins.
  static let waits: [(answer: LoopbackAnswer, line: String)] = [
    (.silence, "products: asking 127.0.0.1:PORT"),
    (.status(503, ["Retry-After": "20"]), "products: asks 127.0.0.1:PORT again in "),
  ]

  /// Told before the first byte, and gone with Ctrl-C.
  @Test(.timeLimit(.minutes(1)), arguments: waits)
  func aWaitIsTold(_ answer: LoopbackAnswer, _ line: String) throws {
    let services = try FiveServices { _ in answer }
    let prompt = try prompt(services)
    prompt.send("\(Self.query)\r")
    let told = line.replacing("PORT", with: "\(services.server.port)")
    try prompt.wait { $0.line.hasPrefix(told) }
    prompt.send("\u{3}")
    try prompt.wait { $0.contains("interrupted") && $0.line == "cq>" }
    #expect(!prompt.screen.contains("products: ask"))
    #expect(try prompt.leave() == .exited(0))
  }

  /// What helps at the prompt is what can be typed there.
  static let helps: [(answer: LoopbackAnswer, help: String)] = [
    (
      .status(404),
      "`.retry` asks again; on the command line `cq doctor products` tests the address and the key"
    ),
    (
      .html("<p>Log in</p>"),
      "`.retry` asks again; on the command line `cq doctor products` tests the address"
    ),
    (
      .cut("["),
      "`.retry` asks again; on the command line `cq doctor products` tests the address"
    ),
  ]

  @Test(arguments: helps) func helpIsForThePrompt(_ answer: LoopbackAnswer, help: String) throws {
    let services = try FiveServices { _ in answer }
    let prompt = try prompt(services, columns: 120)
    prompt.send("\(Self.query)\r")
    try prompt.wait { $0.contains("help: \(help)") && $0.line == "cq>" }
    prompt.send("set offline = true\r")
    try prompt.waitForLine("cq*>")
    prompt.send(".retry\r")
    try prompt.wait {
      $0.contains("help: `set offline = false`, then `.retry`; the answer is kept")
        && $0.line == "cq*>"
    }
    services.behave()
    prompt.send("set offline = false\r")
    try prompt.waitForLine("cq>")
    prompt.send(".retry\r")
    try prompt.wait { $0.contains("1  Product 1") && $0.line == "cq>" }
  }
}
