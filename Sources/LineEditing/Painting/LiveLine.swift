// SPDX-License-Identifier: MIT

/// What the owner of a line knows of it beyond its words; asked when typing rests.
package struct LineReading: Equatable, Sendable {
  /// The names that nothing has, as UTF-8 offsets.
  package var unknown: [Range<Int>] = []
  /// What most likely follows at the end.
  package var continuation = ""

  package init(unknown: [Range<Int>] = [], continuation: String = "") {
    self.unknown = unknown
    self.continuation = continuation
  }
}

/// What is shown of a line besides its text, and for which text that was found out.
package struct LiveLine {
  package private(set) var scalars: [Unicode.Scalar] = []
  /// Of each scalar, by the words alone.
  private var roles: [TextRole] = []
  /// The names that nothing has, as indices.
  private var unknown: [Range<Int>] = []
  /// What stands behind the text in grey.
  package private(set) var hint = ""
  /// What stands at the right; empty where nothing is told.
  package private(set) var preview = ""
  /// Whether the owner has not been asked for that yet.
  package private(set) var lacksPreview = false
  /// Whether the owner has not been asked yet.
  package private(set) var lacksReading = false

  /// Longer texts are shown plain, or by their words alone: nobody waits for a key.
  package static let longestColoured = 16 << 10
  private static let longestRead = 4 << 10

  package init() {}

  /// Follows the text; what was known of it stays as far as it holds still. `highlights` gives the
  /// roles of its words.
  package mutating func follow(
    _ new: [Unicode.Scalar], _ statement: @autoclosure () -> String,
    highlights: (String) -> [Highlight]
  ) {
    guard new != scalars else { return }
    lacksReading = !new.isEmpty && new.count <= Self.longestRead
    lacksPreview = lacksReading
    // It was true of another text.
    preview = ""
    if lacksReading {
      keepWhatHolds(in: new)
    } else {
      unknown = []
      hint = ""
    }
    scalars = new
    roles = new.count <= Self.longestColoured ? Self.roles(new, highlights(statement())) : []
  }

  private mutating func keepWhatHolds(in new: [Unicode.Scalar]) {
    let most = min(scalars.count, new.count)
    let common = (0..<most).first { scalars[$0] != new[$0] } ?? most
    // A name that goes on is another one.
    unknown = unknown.filter { $0.upperBound < common }
    let added = String(String.UnicodeScalarView(new[common...]))
    let isTypedOn = common == scalars.count && hint.hasPrefix(added)
    hint = isTypedOn ? String(hint.dropFirst(added.count)) : ""
  }

  /// Puts another continuation behind the text.
  package mutating func propose(_ continuation: String) { hint = continuation }

  /// Takes what is told of the text.
  package mutating func take(_ preview: Preview) {
    switch preview {
    case .interrupted: return
    case .nothing: break
    case .words(let words): self.preview = words
    }
    lacksPreview = false
  }

  /// Takes what the owner knows of the text.
  package mutating func take(_ reading: LineReading) {
    lacksReading = false
    unknown = Self.indices(reading.unknown, in: scalars)
  }

  /// The roles while the cursor is at an index: a name is not found wanting while it is written.
  /// What was searched for is set off where it was found, which UTF-8 offsets tell.
  package func roles(cursor: Int, found: Range<Int>? = nil) -> [TextRole] {
    var shown = roles
    for range in unknown where cursor < range.lowerBound || cursor > range.upperBound {
      for index in range where index < shown.count { shown[index] = .unknown }
    }
    guard let found else { return shown }
    // A long text is plain, and has no roles yet.
    shown += Array(repeating: .plain, count: max(0, scalars.count - shown.count))
    for range in Self.indices([found], in: scalars) {
      for index in range { shown[index] = .found }
    }
    return shown
  }

  private static func roles(
    _ scalars: [Unicode.Scalar], _ highlights: [Highlight]
  ) -> [TextRole] {
    var roles = Array(repeating: TextRole.plain, count: scalars.count)
    let ranges = indices(highlights.map(\.range), in: scalars)
    for (range, highlight) in zip(ranges, highlights) {
      for index in range { roles[index] = highlight.role }
    }
    return roles
  }

  /// The indices of UTF-8 offsets, which are in order.
  private static func indices(
    _ ranges: [Range<Int>], in scalars: [Unicode.Scalar]
  ) -> [Range<Int>] {
    var index = 0
    var offset = 0
    let move = { (target: Int) in
      while offset < target, index < scalars.count {
        offset += UTF8.width(scalars[index])
        index += 1
      }
      return index
    }
    return ranges.map { range in
      let start = move(range.lowerBound)
      return start..<move(range.upperBound)
    }
  }
}
