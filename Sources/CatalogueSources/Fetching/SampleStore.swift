// SPDX-License-Identifier: MIT

package import Catalogue
import Diagnostics

/// The payloads of the sample that is part of the program.
package struct SampleStore: PayloadStore {
  private let source: String

  package init(of source: String) { self.source = source }

  package var isLocal: Bool { true }

  package var reasonOfAbsence: String { "the sample that comes with cq has none" }

  package func payloads(
    _ requests: [PayloadRequest]
  ) -> [Result<FetchedPayload?, SourceFault>] {
    requests.map { request in
      Result { () throws(SourceFault) in try payload(request) }
    }
  }

  private func payload(_ request: PayloadRequest) throws(SourceFault) -> FetchedPayload? {
    guard let parts = Self.parts(of: request),
      let bytes = BundledSamples.payload(([source] + parts).joined(separator: "_"))
    else { return nil }
    let name = ([source] + parts).joined(separator: " ")
    var payload = Payload(name: "\(name) (sample)", bytes: bytes, watch: .unwatched)
    // A list of the program's own is one, and its records are looked at when they are read.
    if !request.role.isList { try request.check(&payload) }
    return FetchedPayload(payload, copy: .sample(reason: nil))
  }

  /// What the name of the payload's file has after that of the source; nil for what no sample has.
  private static func parts(of request: PayloadRequest) -> [String]? {
    switch request.role {
    case .list(let category, 1): category.map { [$0] } ?? []
    case .detail(let id): [id]
    case .relation(let name, let id): [id, name]
    case .picture: request.fileName.map { [$0] }
    case .list: nil
    }
  }
}
