// SPDX-License-Identifier: MIT

package import Catalogue
import Diagnostics

/// What is said of what is missing of a reading.
extension Provenance.Shortfall {
  /// Such as `searched the first 500 of 3291`; `place` follows where several sources were read.
  package func words(_ place: String = "") -> [String] {
    switch self {
    case .parts(let gaps, let count): Self.words(gaps, of: count, place)
    case .limit(let read, let total):
      [
        "searched the first \(CountText.of(read))"
          + (total.map { " of \(CountText.of($0))" } ?? "") + place
      ]
    case .round(let round): [round.words(place)]
    case .changed: ["the list\(place) changed between its pages"]
    case .broken(let words): ["the list\(place) \(words); what follows is left out"]
    case .skipped(let count): ["\(count) \(count == 1 ? "record" : "records")\(place) skipped"]
    case .records(let failed): [Self.words(failed, place)]
    case .unlisted(let fields): [Self.words(fields, place)]
    case .warned(let warnings): warnings.map { "the server\(place) warns: \($0)" }
    case .interrupted: ["interrupted before all\(place) was fetched"]
    }
  }

  private static func words(_ fields: UnlistedFields, _ place: String) -> String {
    let (names, count) = (quoted(fields.names), fields.keys.count)
    if count == 1 {
      return "the record has no \(names), and its row of the list\(place) was not read"
    }
    return "\(count) records have no \(names), and their rows of the list\(place) were not read"
  }

  private static func quoted(_ names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
  }

  /// Such as `Bags, Sneakers: server answered 503 Service Unavailable`, one for each reason.
  private static func words(
    _ gaps: [ScanReport.Gap], of count: Int, _ place: String
  ) -> [String] {
    var groups: [(reason: String, parts: [String])] = []
    for gap in gaps {
      let reason = gap.cause.words
      if let index = groups.firstIndex(where: { $0.reason == reason }) {
        groups[index].parts.append(gap.part.words)
      } else {
        groups.append((reason, [gap.part.words]))
      }
    }
    let words = groups.map { "\($0.parts.joined(separator: ", "))\(place): \($0.reason)" }
    let more = count - gaps.count
    let parts = more == 1 ? "part" : "parts"
    return more > 0 ? words + ["\(more) more \(parts)\(place) missing"] : words
  }

  /// Such as `2 detail records could not be read (1, 2: 501 Not Implemented)`; those with other
  /// reasons behind it, as `(1: 501 Not Implemented; 2: says code 404)`.
  private static func words(_ failed: [ScanReport.Failure], _ place: String) -> String {
    let noun = failed.count == 1 ? "detail record" : "detail records"
    var reasons: [(first: ScanReport.Failure, keys: [String])] = []
    for failure in failed {
      if let index = reasons.firstIndex(where: { $0.first.isAlike(failure) }) {
        reasons[index].keys.append(failure.key)
      } else {
        reasons.append((failure, [failure.key]))
      }
    }
    let told = reasons.map { "\(ScanReport.named($0.keys)): \($0.first.reason)" }
    return "\(failed.count) \(noun)\(place) could not be read (\(told.joined(separator: "; ")))"
  }
}

extension PageRound {
  /// Such as `page 4 names page 2 as the next one`.
  fileprivate func words(_ place: String) -> String {
    switch self {
    case .named(let page, let other):
      "page \(other)\(place) names \(page == other ? "itself" : "page \(page)") as the next one"
    case .given(let page, let other): "page \(other)\(place) is page \(page) once more"
    }
  }
}

extension ScanReport.Failure {
  /// Whether another has the same reason.
  fileprivate func isAlike(_ other: Self) -> Bool {
    guard case .server(let own)? = fault, case .server(let others)? = other.fault else {
      return reason == other.reason
    }
    return own.isAlike(others)
  }
}

extension ScanReport {
  /// How many items a note names.
  private static let namedItems = 3

  /// The first of some keys, for a note.
  package static func named(_ keys: [String]) -> String {
    keys.prefix(namedItems).joined(separator: ", ") + (keys.count > namedItems ? ", …" : "")
  }
}

extension ScanReport.Gap.Cause {
  fileprivate var words: String {
    guard case .server(let fault) = self else { return "interrupted" }
    return switch fault.kind {
    case .refused: "server answered \(fault.reason)"
    case .invalid: "the reply \(fault.reason)"
    case .badAddress: "its address cannot be asked: \(fault.reason)"
    case .unreachable, .missingKey, .offline, .unpacked: fault.reason
    }
  }
}
