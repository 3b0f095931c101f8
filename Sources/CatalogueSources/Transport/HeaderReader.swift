// SPDX-License-Identifier: MIT

/// Puts the header of a reply together from its lines.
struct HeaderReader {
  private(set) var fields: [HTTPField] = []
  /// The size of all headers so far, those of earlier and interim replies too.
  private(set) var bytes = 0
  /// The number of their lines.
  private(set) var lines = 0
  /// Whether the empty line came; up to the next status line only fields of a trailer follow.
  private(set) var isOver = false
  /// Which of the fields tell the length of the reply.
  private var lengths: [Int] = []

  /// Takes a line with its end.
  mutating func take(_ line: some Collection<UInt8>) {
    bytes += line.count
    lines += 1
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("HTTP/") {
      fields = []
      lengths = []
      isOver = false
    } else if !isOver {
      add(text)
    }
  }

  /// Two lengths that differ leave open where the reply ends.
  var contradiction: (String, String)? {
    guard lengths.count > 1 else { return nil }
    let values = lengths.map { fields[$0].value }
    return values.first { $0 != values[0] }.map { (values[0], $0) }
  }

  private mutating func add(_ text: String) {
    let line = Self.trimmed(text[...])
    guard !line.isEmpty else {
      isOver = true
      return
    }
    // A line that begins with a blank goes on with the field before it, as old servers write.
    if text.first == " " || text.first == "\t", let last = fields.popLast() {
      fields.append(HTTPField(last.name, "\(last.value) \(line)"))
    } else if let colon = line.firstIndex(of: ":") {
      let name = String(Self.trimmed(line[..<colon]))
      let value = Self.trimmed(line[line.index(after: colon)...])
      if name.lowercased() == "content-length" { lengths.append(fields.count) }
      fields.append(HTTPField(name, String(value)))
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var rest = text
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest.drop(while: \.isWhitespace)
  }
}
