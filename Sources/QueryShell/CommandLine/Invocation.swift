// SPDX-License-Identifier: MIT

import QueryEngine

/// What the command line asks for besides its command.
package struct Invocation: Sendable {
  /// The words after the command that are no options.
  package var operands: [String] = []
  /// Whether help is asked for a script.
  package var wantsScriptHelp = false
  /// The text after `-c`.
  package var query: String?
  /// The name of the output format; nil for the usual one.
  package var format: String?
  /// What is decided for whatever runs.
  package var run = RunOptions()
  /// After how many seconds a script runs again; nil where it runs once.
  package var every: Int?
  /// Whether it is only told what is not as it should be.
  package var onlyChecks = false
  /// The name of the form of errors; nil for the usual one.
  package var errorStyle: String?
  package var colour: TerminalEnvironment.ColourWish?

  /// Whether certain fixes are made in the files.
  package var mends = false
  /// Whether what came out becomes what is expected.
  package var updates = false

  /// The code of the language of lessons, reports and sentences; nil where nobody says it.
  var language: String?
  /// The exercise with which somebody begins; nil for the first that is not solved.
  var firstExercise: String?
  /// Whether what a course or a pack holds is only listed.
  var lists = false
  /// Whether it is told what was done in a course.
  var reports = false
  /// The file of answers that are judged.
  var answers: String?
  /// How a demonstration is played.
  package var play = PlayOptions()
  /// What is asked for of a report.
  package var report = ReportOptions()

  package init() {}

  /// The settings that it decides, each with the option that does.
  var given: [Setting: String] {
    var given: [Setting: String] = [:]
    if format != nil { given[.format] = "--to" }
    if errorStyle != nil { given[.errors] = "--errors" }
    // Each of the two says something of the other.
    if run.isOffline || run.isLive {
      let option = run.isOffline ? "--offline" : "--live"
      (given[.offline], given[.live]) = (option, option)
    }
    return given
  }
}
