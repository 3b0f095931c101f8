// SPDX-License-Identifier: MIT

extension JSONScanner {
  /// Whether a member's name, given without its quotes, is a certain one.
  func isName(_ key: Range<Int>, _ name: String) -> Bool {
    let text = bytes[key]
    guard text.contains(UInt8(ascii: "\\")) else { return text.elementsEqual(name.utf8) }
    return self.name(key).map { $0.utf8.elementsEqual(name.utf8) } ?? false
  }

  /// A member's name with its escapes resolved; nil when it holds half of a surrogate pair.
  func name(_ key: Range<Int>) -> String? {
    var name: [UInt8] = []
    guard JSONEscape.append(bytes[key], to: &name) else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  /// Takes an object and gives each of its members' names and values.
  mutating func members(
    _ body: (Range<Int>, ValueToken) -> Void
  ) throws(JSONFault) {
    try open()
    if closesEmpty() { return }
    repeat {
      let key = try key()
      let start = offset
      try skipValue()
      body(key, ValueToken(start..<offset, in: bytes))
    } while try continues()
  }

  /// Takes a value; `token` is then the value at the path of members inside it, or stays as it was
  /// when there is none. The last of members of one name counts. After a fault, `token` holds what
  /// was found before it.
  mutating func find(_ path: ArraySlice<String>, into token: inout ValueToken) throws(JSONFault) {
    skipSpace()
    guard let name = path.first else {
      let start = offset
      try skipValue()
      token = ValueToken(start..<offset, in: bytes)
      return
    }
    guard byte == UInt8(ascii: "{") else { return try skipValue() }
    try open()
    if closesEmpty() { return }
    var isMet = false
    repeat {
      let key = try key()
      if isName(key, name) {
        if isMet { repeatedName = key }
        isMet = true
        token = .absent
        try find(path.dropFirst(), into: &token)
      } else {
        try skipValue()
      }
    } while try continues()
  }
}
