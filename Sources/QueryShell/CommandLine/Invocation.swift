// SPDX-License-Identifier: MIT

package import QueryEngine

/// What the command line asks for besides its command.
package struct Invocation: Sendable {
  /// The words after the command that are no options.
  package var operands: [String] = []
  /// The options after a script that are its own.
  package var arguments: [GivenParameter] = []
  /// Whether help is asked for a script.
  package var wantsScriptHelp = false
  /// The text after `-c`.
  package var query: String?
  /// The name of the output format; nil for the usual one.
  package var format: String?
  /// Other places of the lists of built-in sources, by their names.
  package var places: [String: String] = [:]
  /// Files with definitions of further sources.
  package var definitions: [String] = []
  package var isOffline = false
  /// Whether servers are asked also where a copy is fresh.
  package var refreshes = false
  /// Whether samples are refused, and copies that stand for an answer which did not come.
  package var isLive = false
  package var isStrict = false
  package var readsPartialFiles = false
  package var quietness = Quietness.nothing
  /// The file for an account of each result; nil for none.
  package var accountsPath: String?
  package var isVerbose = false
  package var rewritesPlans = true
  /// Whether scripts are only compared with their canonical form.
  package var checksForm = false
  /// The name of the form of errors; nil for the usual one.
  package var errorStyle: String?
  package var colour: TerminalEnvironment.ColourWish?

  /// Whether certain fixes are made in the files.
  package var mends = false
  /// Whether what came out becomes what is expected.
  package var updates = false

  package init() {}

  /// The settings that it decides.
  var given: Set<Setting> {
    var given: Set<Setting> = []
    if format != nil { given.insert(.format) }
    if errorStyle != nil { given.insert(.errors) }
    // Each of the two says something of the other.
    if isOffline || isLive { given.formUnion([.offline, .live]) }
    return given
  }
}
