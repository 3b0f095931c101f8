// SPDX-License-Identifier: MIT

internal import Catalogue

/// The elements of a picture in SVG, with text from data made harmless.
struct SVGCanvas {
  enum Anchor: String { case start, middle, end }

  static let width = 720.0
  /// About how wide a cell of text is, and how far its lines are apart.
  static let cell = 7.8
  static let line = 20.0
  /// How wide the name of a series may be in the key.
  private static let widestName = 30 * cell

  private(set) var bytes: [UInt8] = []
  let text: MarkupText

  init(_ text: MarkupText) { self.text = text }

  /// A number with at most one digit after the point.
  static func number(_ value: Double) -> String {
    let tenths = Int(exactly: (value * 10).rounded()) ?? 0
    let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
    return (tenths < 0 ? "-" : "") + "\(whole)" + (rest == 0 ? "" : ".\(rest)")
  }

  mutating func append(
    _ words: String, x: Double, y: Double, _ anchor: Anchor = .start, isName: Bool = false
  ) {
    bytes.append("<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\"")
    if anchor != .start { bytes.append(" text-anchor=\"\(anchor.rawValue)\"") }
    if isName { bytes.append(" font-weight=\"600\"") }
    bytes.append(">")
    text.append(words, to: &bytes)
    bytes.append("</text>\n")
  }

  /// What is said of the marks in `body` where a pointer rests on them, and to who cannot see them.
  mutating func appendGroup(titled title: String, _ body: (inout SVGCanvas) -> Void) {
    bytes.append("<g><title>")
    text.append(title, to: &bytes)
    bytes.append("</title>\n")
    body(&self)
    bytes.append("</g>\n")
  }

  mutating func appendBar(x: Double, y: Double, width: Double, height: Double, of series: Int) {
    bytes.append(
      "<rect class=\"cq-s\(series)\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\""
        + " width=\"\(Self.number(width))\" height=\"\(Self.number(height))\"/>\n")
  }

  mutating func appendDot(x: Double, y: Double, of series: Int) {
    bytes.append(
      "<circle class=\"cq-s\(series)\" cx=\"\(Self.number(x))\""
        + " cy=\"\(Self.number(y))\" r=\"3\"/>\n"
    )
  }

  mutating func appendLine(_ points: [(x: Double, y: Double)], of series: Int) {
    let places = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }
    bytes.append(
      "<polyline class=\"cq-s\(series) cq-l\(series)\""
        + " points=\"\(places.joined(separator: " "))\"/>\n"
    )
  }

  mutating func appendRule(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), isFaint: Bool = false
  ) {
    bytes.append(
      "<line class=\"\(isFaint ? "cq-grid" : "cq-axis")\" x1=\"\(Self.number(start.x))\""
        + " y1=\"\(Self.number(start.y))\" x2=\"\(Self.number(end.x))\""
        + " y2=\"\(Self.number(end.y))\"/>\n")
  }

  /// Says which mark is whose, in as many lines as it takes; gives where they end.
  mutating func appendKey(_ names: [String], from top: Double) -> Double {
    var (x, y) = (0.0, top)
    for (index, name) in names.enumerated() {
      let name = SVGText.shortened(name, to: Self.widestName)
      let width = SVGText.width(of: name) + 36
      if x > 0, x + width > Self.width { (x, y) = (0, y + Self.line) }
      appendBar(x: x, y: y - 10, width: 12, height: 12, of: index)
      append(name, x: x + 18, y: y)
      x += width
    }
    return names.isEmpty ? top : y + Self.line
  }
}
