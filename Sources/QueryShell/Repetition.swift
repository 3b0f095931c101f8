// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import Glibc

/// Runs a script again and again, and shows a run only where something in it did not hold, or
/// could not be judged by what a server says now.
struct Repetition {
  /// How often it asks, while it waits, whether it is to end.
  private static let pollInterval: Int32 = 200

  /// From the start of one run to that of the next, in seconds.
  let interval: Int

  /// Runs until a signal comes, or until a run ends with what the next one would end with too.
  func run(
    _ streams: StandardStreams,
    _ script: (OutputStream, OutputStream) -> (status: ExitStatus, lacksAnswers: Bool)
  ) -> ExitStatus {
    while true {
      let (started, time) = (Shell.now(), TerminalEnvironment.seconds())
      let (output, errors) = (OutputStream(), OutputStream())
      let (status, lacksAnswers) = script(output, errors)
      if Interruption.isRequested { return .interrupted }
      if status != .success || lacksAnswers {
        if !status.endsRepetition { streams.tell(Self.heading(of: time)) }
        for (collected, shown) in [(output, streams.output), (errors, streams.errors)] {
          collected.take(shown.write)
          shown.flush()
        }
      }
      if streams.output.error != nil { return .output }
      if status.endsRepetition { return status }
      if !waits(until: started + UInt64(interval) * 1_000_000_000) { return .interrupted }
    }
  }

  /// What stands before a run that is shown: others were before it, and others follow.
  private static func heading(of time: Int) -> ResultNote {
    ResultNote(
      shortfall: "the run of \(ReadingMoment.words(at: LocalTime.seconds(at: time))):")
  }

  /// Whether it is still wanted when the time has come.
  private func waits(until end: UInt64) -> Bool {
    while !Interruption.isRequested {
      let now = Shell.now()
      if now >= end { return true }
      let rest = Int32(clamping: (end - now) / 1_000_000 + 1)
      poll(nil, 0, min(rest, Self.pollInterval))
    }
    return false
  }
}

extension ExitStatus {
  /// Whether the next run would end so too.
  fileprivate var endsRepetition: Bool {
    switch self {
    case .success, .failedExpectation, .data, .source: false
    case .usage, .script, .output, .bug, .interrupted: true
    }
  }
}

extension Option {
  static let every = Option(
    name: "--every", value: "TIME",
    help: "run again each 30s, 15min, 1h or 2d, and show only runs that fail"
  ) { (invocation, value) throws(UsageError) in
    guard let seconds = seconds(value) else {
      throw UsageError(
        message: "--every wants a time, not `\(value)`",
        help: "a whole number and s, min, h or d, such as --every 1h")
    }
    invocation.every = seconds
  }

  /// The longest time between two runs: a year.
  private static let most = 366 * 86_400

  /// Nil for what is no time from a second to a year.
  static func seconds(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isWholeNumber }
    let units = ["s": 1, "min": 60, "m": 60, "h": 3_600, "d": 86_400]
    guard let count = Int(digits), count > 0, count <= most,
      let unit = units[String(text.dropFirst(digits.count))], count * unit <= most
    else { return nil }
    return count * unit
  }
}
