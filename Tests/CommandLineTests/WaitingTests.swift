// SPDX-License-Identifier: MIT

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
  @Test(.timeLimit(.minutes(10)), arguments: waits)
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

  // Pictures.

  private static let card = "show 40611 of inns | show name"
  private static let picture = "/raw.githubusercontent.com/iMofas/ios-android-test/master/1.jpg"

  /// At a prompt that knows the hotels' service by another name.
  private func pictured(_ behaviour: @escaping FiveServices.Behaviour) throws -> (
    Prompt, FiveServices
  ) {
    let services = try FiveServices(behaviour)
    let folder = "\(TestSupport.repositoryRoot)/Sources/CatalogueSources/Definitions"
    let bundled = try TestSupport.text(ofFile: "\(folder)/hotels.cq")
    try workspace.write(
      services.moved(bundled).replacing("source hotels {", with: "source inns {"), to: "inns.cq")
    let prompt = try Prompt(
      workspace, arguments: ["--define", "inns.cq"],
      environment: ["CQ_OFFLINE": "0", "NO_COLOR": "1"], first: "cq>")
    return (prompt, services)
  }

  /// A picture that takes its time comes below the text, which does not wait for it.
  @Test(.timeLimit(.minutes(10))) func aSlowPictureComesLater() throws {
    let (prompt, services) = try pictured { request in
      request.path == Self.picture && request.ordinal == 1 ? .silence : nil
    }
    prompt.send("\(Self.card)\r")
    try prompt.wait { $0.contains("picture 1.jpg: ") && $0.line == "cq>" }
    #expect(
      prompt.screen.contains("name  Belleclaire Hotel\npicture 1.jpg: 238×148, border cropped\n1 "),
      "\(prompt.screen)")
    #expect(services.server.requests.count { $0.path == Self.picture } == 2)
  }

  /// Ctrl-C gives up the picture, and the text stays.
  @Test(.timeLimit(.minutes(10))) func aCardStaysWithoutItsPicture() throws {
    let (prompt, services) = try pictured { $0.path == Self.picture ? .silence : nil }
    prompt.send("\(Self.card)\r")
    try prompt.wait {
      $0.contains("name  Belleclaire Hotel") && $0.line.hasPrefix("inns: asking 127.0.0.1")
    }
    prompt.send("\u{3}")
    try prompt.wait { $0.contains("picture: ") && $0.line == "cq>" }
    #expect(
      prompt.screen.contains("name  Belleclaire Hotel\npicture: it was interrupted\n1 "),
      "\(prompt.screen)")
    try prompt.enter("from it | show name", at: "cq>")
    #expect(services.server.requests.contains { $0.path == Self.picture })
  }
}
