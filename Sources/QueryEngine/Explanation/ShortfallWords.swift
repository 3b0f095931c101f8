// SPDX-License-Identifier: MIT

package import Catalogue

/// What is said of what is missing of a list.
extension Provenance.Shortfall {
  /// Such as `searched the first 500 of 3291`; `place` follows where several sources were read.
  package func words(_ place: String = "") -> [String] {
    switch self {
    case .parts(let gaps, let count): Self.words(gaps, of: count)
    case .limit(let read, let total):
      ["searched the first \(read)\(total.map { " of \($0)" } ?? "")\(place)"]
    case .changed: ["the list\(place) changed between its pages"]
    }
  }

  /// Such as `Bags, Sneakers: server answered 503 Service Unavailable`, one for each reason.
  private static func words(_ gaps: [ScanReport.Gap], of count: Int) -> [String] {
    var groups: [(reason: String, parts: [String])] = []
    for gap in gaps {
      let reason = gap.cause.words
      if let index = groups.firstIndex(where: { $0.reason == reason }) {
        groups[index].parts.append(gap.part)
      } else {
        groups.append((reason, [gap.part]))
      }
    }
    let words = groups.map { "\($0.parts.joined(separator: ", ")): \($0.reason)" }
    let more = count - gaps.count
    return more > 0 ? words + ["\(more) more \(more == 1 ? "part" : "parts") missing"] : words
  }
}

extension ScanReport.Gap.Cause {
  fileprivate var words: String {
    guard case .server(let fault) = self else { return "interrupted" }
    return switch fault.kind {
    case .refused: "server answered \(fault.reason)"
    case .invalid: "the reply \(fault.reason)"
    case .badAddress: "its address cannot be asked: \(fault.reason)"
    case .unreachable, .missingKey, .offline: fault.reason
    }
  }
}
