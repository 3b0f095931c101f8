// SPDX-License-Identifier: MIT

package import CatalogueSources
package import QueryEngine

/// What the command line decides for whatever runs: one value, which goes as it is from the options
/// to the session.
package struct RunOptions: Sendable {
  /// Whether nothing is fetched from a server.
  package var isOffline = false
  /// Whether servers are asked also where a copy is fresh.
  package var refreshes = false
  /// Whether samples are refused, and copies that stand for an answer which did not come.
  package var isLive = false
  /// What is left out of what is told besides faults.
  package var quietness = Quietness.nothing
  /// The file for an account of each result; nil for none.
  package var accountsPath: String?
  /// Whether also what was left out without harm is told.
  package var isVerbose = false
  /// Whether plans are made quicker before they run.
  package var rewritesPlans = true
  /// The values that are given to the parameters of a script.
  package var arguments: [GivenParameter] = []
  /// Where sources are, and how they are read.
  package var sources = SourceRegistry.Options()

  package init() {}
}
