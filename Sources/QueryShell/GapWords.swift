// SPDX-License-Identifier: MIT

import Catalogue

/// What is said of the parts of a list that are missing.
extension ScanReport {
  /// Such as `Bags, Sneakers: server answered 503 Service Unavailable`, one for each reason.
  var gapWords: [String] {
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
    let more = missingParts - gaps.count
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
