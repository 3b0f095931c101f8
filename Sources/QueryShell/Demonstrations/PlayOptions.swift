// SPDX-License-Identifier: MIT

/// How a demonstration is played.
package struct PlayOptions: Sendable {
  /// After how many seconds it goes on by itself; nil where a key is waited for.
  var seconds: Int?
  /// How many characters of a query are typed in a second; 0 for all at once.
  var pace = Self.usualPace
  /// Where whoever presents reads notes and what comes next.
  var presenter: String?

  static let usualPace = 25
  static let mostSeconds = 3_600
  static let quickest = 1_000
}

extension Option {
  static let auto = Option(
    name: "--auto", value: "SECONDS", help: "go on by itself, each time after so many seconds"
  ) { (invocation, value) throws(UsageError) in
    invocation.play.seconds = try number(
      value, in: 1...PlayOptions.mostSeconds, of: "--auto", "for example --auto 5")
  }

  static let pace = Option(
    name: "--pace", value: "CHARACTERS",
    help: "type so many characters in a second, usually \(PlayOptions.usualPace); 0: all at once"
  ) { (invocation, value) throws(UsageError) in
    invocation.play.pace = try number(
      value, in: 0...PlayOptions.quickest, of: "--pace", "for example --pace 40")
  }

  static let checksPlay = Option(
    name: "--check", help: "show nothing, and compare with what is written, as `cq test`"
  ) { (invocation, _) throws(UsageError) in
    invocation.onlyChecks = true
  }

  static let presenter = Option(
    name: "--presenter", value: "FILE",
    help: "where notes and what comes next are written: a file, a terminal",
    takesPath: true
  ) { (invocation, value) throws(UsageError) in
    invocation.play.presenter = value
  }

  private static func number(
    _ value: String, in range: ClosedRange<Int>, of option: String, _ help: String
  ) throws(UsageError) -> Int {
    guard let number = Int(value), range.contains(number) else {
      throw UsageError(
        message: "\(option) wants a whole number from \(range.lowerBound) to "
          + "\(range.upperBound), not `\(value)`", help: help)
    }
    return number
  }
}
