// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources

extension SessionSettings {
  /// Reads what a pack holds and nothing beside it; as it was where there is none.
  mutating func use(_ pack: Pack?) {
    guard let pack else { return }
    watch.shelf = pack
    run.sources.network = { PackStore($0, in: pack) }
    run.sources.definitions = pack.definitions
    run.sources.definitionFolder = nil
    run.sources.places = [:]
  }

  /// Reads what a course reads.
  mutating func use(_ world: LessonWorld) {
    watch.shelf = world.watch.shelf
    run.sources = world.options
  }
}

extension Pack? {
  /// What day it is for a query: that of the data, so that `today()` means the same everywhere.
  var calendar: () -> CalendarDate? {
    guard let day = self?.day else { return TerminalEnvironment.today }
    return { day }
  }
}
