// SPDX-License-Identifier: MIT

import CatalogueSources
import ResultRendering

extension StandardStreams {
  /// What shows the results of a lesson or a demonstration: tables, of samples alone unless servers
  /// are asked.
  func settingsOfPage(_ invocation: Invocation, isOffline: Bool = true) -> SessionSettings {
    var invocation = invocation
    invocation.format = OutputFormat.table.name
    invocation.run.isOffline = isOffline
    if invocation.run.quietness == .nothing { invocation.run.quietness = .remarks }
    var settings = SessionSettings(invocation, environment, watch: self.settings.watch)
    settings.keepsResults = true
    return settings
  }
}
