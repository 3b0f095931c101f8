// SPDX-License-Identifier: MIT

/// The length of one thing: a file, a function, a line.
struct Measurement: Sendable {
  let file: RepositoryFile
  let line: Int
  /// What was measured; with the path it is the key of an exception.
  let subject: String
  let length: Int

  var key: String { "\(file.path) \(subject)" }
}

/// A limit that has exceptions for what was too long already, which can only get shorter.
struct LengthLimit: Sendable {
  let maximum: Int
  let unit: String
  /// The present length of what is too long, by path and subject.
  let exceptions: [String: Int]

  /// An exception has to name the exact length: so whatever gets shorter stays so, and whatever
  /// comes within the limit leaves the list.
  func findings(for measurements: [Measurement]) -> [Finding] {
    let tooLong = measurements.compactMap(finding)
    let longest = Dictionary(measurements.map { ($0.key, $0.length) }, uniquingKeysWith: max)
    let stale = exceptions.sorted { $0.key < $1.key }.compactMap { key, allowed -> Finding? in
      let length = longest[key] ?? 0
      guard length < allowed else { return nil }
      let advice = length > maximum ? "lower it to \(length)" : "remove it"
      return Finding(
        path: Exceptions.path, line: 1,
        message: "the exception of \(allowed) \(unit) for '\(key)' is no longer needed: \(advice)")
    }
    return tooLong + stale
  }

  private func finding(_ measured: Measurement) -> Finding? {
    guard measured.length > exceptions[measured.key] ?? maximum else { return nil }
    return measured.file.finding(
      "\(measured.subject) has \(measured.length) \(unit); the limit is \(maximum)",
      line: measured.line)
  }
}
