import Catalogue

/// Pseudo-random numbers by SplitMix64 (Steele, Lea, Flood 2014), and samples made of them.
struct SampleRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Scalars that formats have to think about, and others.
  private static let scalars = Array(
    "ab c,;\t\n\r\\\"'\u{1B}\u{0}é\u{301}名👩\u{200D}\u{FE0F}\u{202E}\u{2028}\u{E000}\u{E0041}"
      .unicodeScalars)

  /// A text of up to `count` scalars, as UTF-8.
  mutating func bytes(upTo count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int(next() % UInt64(count + 1)) {
      let index = Int(next() % UInt64(Self.scalars.count))
      bytes.append(contentsOf: UTF8.encode(Self.scalars[index]) ?? .init())
    }
    return bytes
  }

  /// Columns of text and numbers with two rows.
  mutating func columns() -> [(String, ValueType, [Value])] {
    (0..<Int.random(in: 1...7, using: &self)).map { _ in
      let label = String(decoding: bytes(upTo: 12), as: UTF8.self)
      guard Bool.random(using: &self) else {
        let values = (0..<2).map { _ in
          Value.text(String(decoding: bytes(upTo: 40), as: UTF8.self))
        }
        return ("t" + label, .text, values)
      }
      let values = (0..<2).map { _ in
        Decimal(Int128(Int.random(in: -999...99999, using: &self)), scale: 2).map(Value.number)
      }
      return ("n", .decimal, values.map { $0 ?? .null })
    }
  }
}
