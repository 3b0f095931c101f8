// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QueryEngine
import ResultRendering

// The texts that define sources.
extension Session {
  /// Adds to the fields of a source, where people read them, how it is defined.
  func writeDefinition(after query: BoundQuery, to writer: ResultWriter) {
    guard settings.format(of: query).showsFooter, let source = query.relation.described else {
      return
    }
    // A file of lines is none that a definition reads; its fields are told all the same.
    guard let text = try? source.description?.definitionText() else { return }
    writer.add(definition: text)
  }

  /// Shows the text that defines a source, and nothing else.
  func showDefinition(of source: any CatalogueSource) -> ExitStatus {
    do throws(SourceFault) {
      let text = try source.description?.definitionText() ?? []
      // It may be copied.
      return tell(lines: settings.options.page(AddressSecrets.masked(definition: text)))
    } catch {
      let fault = Diagnostic(error, at: nil, in: nil)
      report(fault)
      return fault.code.exitStatus
    }
  }
}

extension RenderOptions {
  /// The text of a definition as it is read, without the secrets of its addresses.
  func page(ofDefinition text: [UInt8]) -> String {
    readPage(AddressSecrets.masked(definition: text))
  }
}

extension AddressSecrets {
  /// The text of a definition without the secrets of its addresses.
  fileprivate static func masked(definition text: [UInt8]) -> String {
    String(decoding: starred(text), as: UTF8.self)
  }
}
