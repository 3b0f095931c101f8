// SPDX-License-Identifier: MIT

package import Catalogue

/// What is said of where rows come from.
extension Provenance.Origin {
  /// Such as `copy of 3 min ago`; nil for what needs no word.
  package var inFooter: String? {
    switch self {
    case .nothing, .file, .live: nil
    case .sample(let reason): with(reason, "sample")
    case .reading(let taken): "reading of \(taken)"
    case .packed(let given): "packed, of \(given)"
    case .kept(let age, let reason): with(reason, "copy of \(Self.words(age))")
    }
  }

  /// Whether a server gave the rows, now or earlier.
  package var isOfServer: Bool {
    switch self {
    case .live, .kept, .reading, .packed: true
    case .nothing, .file, .sample: false
    }
  }

  /// The same as a sentence's end, for where no footer stands.
  package var inNote: String? {
    switch self {
    case .nothing, .file, .live: nil
    case .sample(let reason): with(reason, "the sample that comes with cq, not live data")
    case .reading(let taken): "the reading of \(taken)"
    case .packed(let given): "the packed reply of \(given)"
    case .kept(let age, let reason): with(reason, "the copy of \(Self.words(age))")
    }
  }

  /// The same inside of a sentence that is about live data.
  var inMessage: String {
    switch self {
    case .nothing: "nothing"
    case .file: "a file"
    case .live: "live rows"
    case .sample(let reason): with(reason, "the sample that comes with cq")
    case .reading(let taken): "the reading of \(taken)"
    case .packed(let given): "the packed reply of \(given)"
    case .kept(let age, let reason): with(reason, "the copy of \(Self.words(age))")
    }
  }

  /// What `sources` says of it.
  var inSummary: String {
    switch self {
    case .nothing: "nothing"
    case .file: "file"
    case .live: "live"
    case .sample: "sample"
    case .reading(let taken): "reading of \(taken)"
    case .packed(let given): "packed, of \(given)"
    case .kept(let age, _): "copy of \(Self.words(age))"
    }
  }

  private func with(_ reason: String?, _ text: String) -> String {
    reason.map { "\(text) (\($0))" } ?? text
  }

  private static func words(_ age: Int?) -> String { age.map(ago) ?? "unknown age" }

  /// The units of ages, the largest first, each with its seconds.
  package static let ageUnits = [("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)]

  /// How long ago something was, in its largest whole unit.
  package static func ago(_ seconds: Int) -> String {
    if seconds < 1 { return "just now" }
    let (unit, length) = ageUnits.first { $0.1 <= seconds } ?? ("s", 1)
    return "\(max(seconds, 0) / length) \(unit) ago"
  }
}

// What is said of where the rows of one source come from.
extension Provenance.Reading {
  /// Such as `copy of 3 min ago`, or `Bags: copy of 2 h ago` where that is of one part; `place`
  /// follows the name of a part. Empty for what needs no word.
  package func inFooter(_ place: String = "") -> [String] {
    oldParts.isEmpty ? [copy.inFooter].compactMap(\.self) : oldWords(place)
  }

  /// What is said of its old parts.
  package var oldWords: [String] { oldWords("") }

  private func oldWords(_ place: String) -> [String] {
    oldGroups.map { "\($0.parts)\(place): \($0.copy.inFooter ?? "")" }
  }

  /// The same as a note, for where no footer stands.
  package var inNote: [String] {
    if oldParts.isEmpty { return [copy.inNote.map { "\(source): \($0)" }].compactMap(\.self) }
    return oldGroups.map { "\(source), \($0.parts): \($0.copy.inNote ?? "")" }
  }

  /// The old parts by where they are from.
  var oldGroups: [(copy: Provenance.Origin, parts: String)] { oldParts.groups }
}

extension [PartOrigins.Part] {
  /// The names of parts by where they are from.
  var groups: [(copy: Provenance.Origin, parts: String)] {
    var groups: [(copy: Provenance.Origin, names: [String])] = []
    for part in self {
      if let index = groups.firstIndex(where: { $0.copy == part.copy }) {
        groups[index].names.append(part.part.words)
      } else {
        groups.append((part.copy, [part.part.words]))
      }
    }
    return groups.map { ($0.copy, $0.names.joined(separator: ", ")) }
  }
}
