import TestSupport
import Testing

/// What a person at the prompt sees while a server is waited for.
@Suite struct WaitingTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private static let place = "/run.mocky.io/v3/1c4cfa98-e329-4d49-8836-8ee195cec131"
  private static let query = "from products | limit 1 | show name"

  private func prompt(_ services: FiveServices) throws -> Prompt {
    try Prompt(
      workspace, arguments: ["--source", "products=\(services.server.address(Self.place))"],
      environment: ["CQ_OFFLINE": "0"], first: "cq>")
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
}
