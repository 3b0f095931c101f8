// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import ResultRendering
import Testing

@testable import QueryShell

/// How what the command line asks and what the process finds make the settings of a session.
@Suite struct SessionSettingsTests {
  /// What is said on the command line, what is found, and what follows.
  struct Case: Sendable, CustomTestStringConvertible {
    var format: String?
    var errors: String?
    var asked: TerminalEnvironment.ColourWish?
    var found = TerminalEnvironment.ColourWish.automatic
    /// Which streams are terminals: `o` for results, `e` for errors.
    var terminals = ""
    var expected: String

    var testDescription: String { "\(terminals) \(expected)" }

    var settings: SessionSettings {
      var invocation = Invocation()
      invocation.format = format
      invocation.errorStyle = errors
      invocation.colour = asked
      var environment = TerminalEnvironment()
      environment.outputIsTerminal = terminals.contains("o")
      environment.errorsAreTerminal = terminals.contains("e")
      environment.colour = found
      return SessionSettings(invocation, environment, watch: .unwatched)
    }
  }

  /// The format, the form of errors, and which of the two is coloured.
  static let cases: [Case] = [
    Case(expected: "tsv short"),
    Case(terminals: "o", expected: "table short colour"),
    Case(terminals: "e", expected: "tsv full errorColour"),
    Case(terminals: "oe", expected: "table full colour errorColour"),
    Case(found: .never, terminals: "oe", expected: "table full"),
    Case(found: .always, expected: "tsv short colour errorColour"),
    Case(asked: .always, expected: "tsv short colour errorColour"),
    Case(asked: .always, found: .never, expected: "tsv short colour errorColour"),
    Case(asked: .never, found: .always, terminals: "oe", expected: "table full"),
    Case(asked: .automatic, found: .always, expected: "tsv short"),
    Case(asked: .automatic, found: .never, terminals: "o", expected: "table short colour"),
    Case(format: "json", terminals: "oe", expected: "json full colour errorColour"),
    Case(format: "card", expected: "card short"),
    Case(format: "nothing", expected: "tsv short"),
    Case(errors: "json", terminals: "e", expected: "tsv json errorColour"),
    Case(errors: "full", expected: "tsv full"),
    Case(errors: "nothing", terminals: "e", expected: "tsv full errorColour"),
  ]

  @Test(arguments: cases) func followFromWhatIsAskedAndFound(_ one: Case) {
    let settings = one.settings
    let words = [
      settings.format.name, settings.errorStyle.rawValue,
      settings.options.colour ? "colour" : nil, settings.errorColour ? "errorColour" : nil,
    ]
    #expect(words.compactMap(\.self).joined(separator: " ") == one.expected)
  }

  /// Only a terminal needs harmless text, few rows and the characters of its locale.
  @Test(arguments: [true, false]) func aTerminalIsSparedWhatItCannotShow(_ isTerminal: Bool) {
    var environment = TerminalEnvironment()
    environment.outputIsTerminal = isTerminal
    environment.isASCII = true
    environment.width = 132
    let options = SessionSettings(Invocation(), environment, watch: .unwatched).options
    #expect(options.sanitise == isTerminal)
    #expect(options.ascii == isTerminal)
    #expect(options.maximumRows == (isTerminal ? 1_000 : nil))
    #expect(options.width == 132)
    #expect(!options.rowNumbers)
  }

  @Test func wishesArePassedOn() {
    var invocation = Invocation()
    let usual = SessionSettings(invocation, TerminalEnvironment(), watch: .unwatched)
    #expect(
      !usual.isOffline && usual.quietness == .nothing && !usual.isVerbose && !usual.sources.isStrict
    )
    #expect(!usual.isInteractive && !usual.keepsResults)
    #expect(usual.sources.places == [:])
    invocation.run.sources.places = ["hotels": "/a.json"]
    invocation.run.isOffline = true
    invocation.run.sources.isStrict = true
    invocation.run.quietness = .remarks
    invocation.run.isVerbose = true
    let settings = SessionSettings(invocation, TerminalEnvironment(), watch: .unwatched)
    #expect(settings.isOffline && settings.quietness == .remarks && settings.isVerbose)
    #expect(settings.sources.isStrict)
    #expect(settings.sources.places == ["hotels": "/a.json"])
  }
}
