// SPDX-License-Identifier: MIT

/// What a terminal shows as one character: a scalar with its marks, an emoji of several.
struct Cluster: Equatable {
  /// Index behind its last scalar.
  var end: Int
  /// The cells that it takes here, where what follows is put whatever the terminal thinks of it.
  var width: Int
  /// The cells that it takes on a terminal that knows no such clusters.
  var most: Int

  /// Whether terminals differ about it.
  var isDoubtful: Bool { most != width || hasDoubt }
  private var hasDoubt = false

  /// More scalars than these are never one character that anybody reads.
  private static let longest = 40

  /// The cluster that begins at an index.
  init(at start: Int, in scalars: [Unicode.Scalar]) {
    let first = scalars[start]
    end = Self.end(after: start, in: scalars)
    guard end > start + 1 || first.value >= 0x7f else {
      width = 1
      most = 1
      return
    }
    let parts = scalars[start..<end]
    guard ScreenLayout.isPrintable(first) else {
      width = Self.text(parts).utf8.count
      most = width
      return
    }
    let sum = parts.reduce(0) { $0 + ScreenLayout.width(of: $1) }
    hasDoubt = parts.contains { Self.isDoubtful($0) }
    width = Self.isEmoji(parts) ? 2 : max(1, sum)
    most = max(width, sum)
  }

  static func end(after start: Int, in scalars: [Unicode.Scalar]) -> Int {
    let next = start + 1
    guard next < scalars.count, scalars[start] != "\n" else { return next }
    if begins(with: scalars[next]) { return next }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<min(start + longest, scalars.count)])
    return start + max(1, String(text).first?.unicodeScalars.count ?? 1)
  }

  /// Whether it begins a cluster whatever stands before.
  static func begins(with scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x300, 0x370...0x482, 0x48a...0x58f, 0x2010...0x2027, 0x3041...0x3096,
      0x309b...0x9fff:
      true
    default: false
    }
  }

  private static func isDoubtful(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x1f000 || [0x200d, 0x20e3, 0xfe0f].contains(scalar.value)
  }

  private static func isEmoji(_ parts: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = parts.first, first.properties.isEmoji else { return false }
    return first.properties.isEmojiPresentation
      || parts.dropFirst().contains { isDoubtful($0) }
  }

  /// What is written for it.
  static func text(_ parts: ArraySlice<Unicode.Scalar>) -> String {
    guard let first = parts.first else { return "" }
    guard ScreenLayout.isPrintable(first) else {
      return "\\U+" + String(first.value, radix: 16, uppercase: true)
    }
    var text = String.UnicodeScalarView()
    // A mark without a character has a place of its own.
    if ScreenLayout.width(of: first) == 0 { text.append("\u{25cc}") }
    var marks = 0
    for scalar in parts {
      let isMark = ScreenLayout.width(of: scalar) == 0
      if isMark { marks += 1 }
      if !isMark || marks <= ScreenLayout.mostMarks { text.append(scalar) }
    }
    return String(text)
  }
}
