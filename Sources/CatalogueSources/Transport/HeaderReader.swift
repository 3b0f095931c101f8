/// Puts the header of a reply together from its lines.
struct HeaderReader {
  private(set) var fields: [HTTPField] = []
  /// The size of all headers so far, those of earlier and interim replies too.
  private(set) var bytes = 0
  /// Whether the empty line came; up to the next status line only fields of a trailer follow.
  private(set) var isOver = false

  /// Takes a line with its end.
  mutating func take(_ line: some Collection<UInt8>) {
    bytes += line.count
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("HTTP/") {
      fields = []
      isOver = false
    } else if !isOver {
      add(text)
    }
  }

  /// Two lengths that differ leave open where the reply ends.
  var contradiction: (String, String)? {
    let lengths = fields.filter { $0.name.lowercased() == "content-length" }.map(\.value)
    guard let first = lengths.first, let other = lengths.first(where: { $0 != first }) else {
      return nil
    }
    return (first, other)
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
      let value = Self.trimmed(line[line.index(after: colon)...])
      fields.append(HTTPField(String(Self.trimmed(line[..<colon])), String(value)))
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var rest = text
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest.drop(while: \.isWhitespace)
  }
}
