// SPDX-License-Identifier: MIT

package import Catalogue

/// The sources of a session whose rows are there already: files that it has read and that have not
/// changed since, and lists for which no server would be asked. There are no others.
package struct LoadedSources: SourceDirectory {
  private let all: SourceRegistry

  package init(of all: SourceRegistry) { self.all = all }

  package func source(
    _ reference: SourceReference, within allowance: ReadingLimits
  ) throws(SourceFault) -> (any CatalogueSource)? {
    switch reference {
    case .address(let path, _):
      guard let file = all.loaded(reference) else { throw Self.notLoaded(path) }
      return file
    case .named(let name):
      guard let source = try all.source(reference, within: allowance) else { return nil }
      guard source.isLocal else { throw Self.notLoaded(name) }
      return source
    }
  }

  private static func notLoaded(_ name: String) -> SourceFault {
    .unreachable(source: name, address: name, reason: "it is not read for that")
  }

  package func identity(ofAddress address: String) -> String {
    all.identity(ofAddress: address)
  }

  package func addresses(beside address: String) -> [String] { [] }

  package func isGivenOnce(_ reference: SourceReference) -> Bool { all.isGivenOnce(reference) }

  package var names: [String] { all.names }

  package func summaries() throws(SourceFault) -> [SourceSummary] { [] }

  package func readingTimes(of reference: SourceReference) -> [String] { [] }
}
