// SPDX-License-Identifier: MIT

/// A row of bits, 64 to a word, the lowest bit first; bits past the end are zero.
public struct Bitmap: Sendable, Equatable {
  public private(set) var words: [UInt64]
  public private(set) var count: Int

  public init(repeating bit: Bool, count: Int) {
    self.count = count
    words = Array(repeating: bit ? ~0 : 0, count: (count + 63) / 64)
    clearTail()
  }

  public init(_ bits: [Bool]) {
    self.init(repeating: false, count: 0)
    words.reserveCapacity((bits.count + 63) / 64)
    for bit in bits { append(bit) }
  }

  /// Takes words as they are; bits past `count` are cleared.
  package init(words: [UInt64], count: Int) {
    precondition(words.count == (count + 63) / 64, "a bitmap has one word for 64 bits")
    self.words = words
    self.count = count
    clearTail()
  }

  public subscript(index: Int) -> Bool {
    get {
      precondition(index < count, "a bit is read within the bitmap")
      return words[index >> 6] >> UInt64(index & 63) & 1 == 1
    }
    set {
      precondition(index < count, "a bit is written within the bitmap")
      let bit: UInt64 = 1 << UInt64(index & 63)
      if newValue { words[index >> 6] |= bit } else { words[index >> 6] &= ~bit }
    }
  }

  public mutating func append(_ bit: Bool) {
    if count & 63 == 0 { words.append(0) }
    if bit { words[count >> 6] |= 1 << UInt64(count & 63) }
    count += 1
  }

  /// How many bits are set.
  public var setCount: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The positions of the set bits, ascending.
  public var indices: [Int] {
    var result: [Int] = []
    result.reserveCapacity(setCount)
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        result.append(index << 6 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return result
  }

  public static func & (first: Bitmap, second: Bitmap) -> Bitmap {
    first.combined(with: second) { $0 & $1 }
  }

  public static func | (first: Bitmap, second: Bitmap) -> Bitmap {
    first.combined(with: second) { $0 | $1 }
  }

  public static prefix func ~ (bitmap: Bitmap) -> Bitmap {
    Bitmap(words: bitmap.words.map(~), count: bitmap.count)
  }

  private func combined(
    with other: Bitmap, _ operation: (UInt64, UInt64) -> UInt64
  ) -> Bitmap {
    precondition(count == other.count, "bitmaps of one batch have one length")
    var result = words
    for index in result.indices { result[index] = operation(words[index], other.words[index]) }
    return Bitmap(words: result, count: count)
  }

  private mutating func clearTail() {
    guard count & 63 != 0, !words.isEmpty else { return }
    words[words.count - 1] &= (1 << UInt64(count & 63)) - 1
  }
}

extension Bitmap {
  /// A bitmap of `count` bits, each computed; the body is inlined into the loop.
  @inline(__always)
  package init(count: Int, _ bit: (Int) -> Bool) {
    var words = [UInt64](repeating: 0, count: (count + 63) / 64)
    for word in 0..<words.count {
      let start = word << 6
      var bits: UInt64 = 0
      for offset in 0..<min(64, count - start) {
        bits |= (bit(start + offset) ? 1 : 0) << UInt64(offset)
      }
      words[word] = bits
    }
    self.init(words: words, count: count)
  }

  package func taking(rows: [Int]) -> Bitmap {
    Bitmap(count: rows.count) { self[rows[$0]] }
  }

  /// A run of the bits.
  package func slice(_ bits: Range<Int>) -> Bitmap {
    precondition(bits.lowerBound >= 0 && bits.upperBound <= count, "a slice is within its bitmap")
    let (first, shift) = (bits.lowerBound >> 6, UInt64(bits.lowerBound & 63))
    let words = (0..<(bits.count + 63) / 64).map { word in
      let low = self.words[first + word] >> shift
      let next = first + word + 1
      return shift == 0 || next == self.words.count ? low : low | self.words[next] << (64 - shift)
    }
    return Bitmap(words: words, count: bits.count)
  }

  package mutating func append(contentsOf other: Bitmap) {
    let shift = UInt64(count & 63)
    if shift == 0 {
      words += other.words
    } else {
      for word in other.words {
        words[words.count - 1] |= word << shift
        words.append(word >> (64 - shift))
      }
    }
    count += other.count
    words.removeLast(words.count - (count + 63) / 64)
  }
}
