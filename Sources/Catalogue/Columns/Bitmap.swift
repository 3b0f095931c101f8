// SPDX-License-Identifier: MIT

/// A row of bits that nobody changes any more, 64 to a word, the lowest bit first, as Arrow has
/// validity and truth values.
///
/// It is a region of a buffer of words and may begin at any bit of it, so that a slice shares the
/// words and what a file holds is a bitmap as it comes. The bits of the words before the first of
/// these and behind the last are others', whatever they are.
public struct Bitmap: Sendable {
  /// From the word that has the first bit to the one that has the last.
  private let words: Buffer<UInt64>
  /// Where in its word the first bit is.
  private let shift: Int
  public let count: Int

  fileprivate init(_ words: Buffer<UInt64>, shift: Int, count: Int) {
    self.words = words
    self.shift = shift
    self.count = count
  }

  /// A bitmap in words of its own, each of which the body writes.
  @inline(__always)
  private init(count: Int, writing body: (UnsafeMutableBufferPointer<UInt64>) -> Void) {
    let words = unsafe Buffer<UInt64>(capacity: (count + 63) >> 6) { words, written in
      unsafe body(words)
      written = words.count
    }
    self.init(words, shift: 0, count: count)
  }

  public init(repeating bit: Bool, count: Int) {
    unsafe self.init(count: count) { unsafe $0.initialize(repeating: bit ? ~0 : 0) }
  }

  public init(_ bits: [Bool]) {
    let bits = bits.span
    self.init(count: bits.count) { bits[$0] }
  }

  /// So many bits of words that are there already, as in files that hold columns, of which none is
  /// read today; nil where those do not have them.
  package init?(_ words: Buffer<UInt64>, from first: Int = 0, count: Int) {
    guard first >= 0, count >= 0, first >> 6 <= words.count,
      count <= words.count << 6 - first
    else { return nil }
    let all = first >> 6..<(first + count + 63) >> 6
    self.init(words.region(all), shift: first & 63, count: count)
  }

  public subscript(index: Int) -> Bool {
    precondition(index >= 0 && index < count, "a bit is read within the bitmap")
    let place = shift &+ index
    return words[place >> 6] &>> UInt64(truncatingIfNeeded: place & 63) & 1 == 1
  }

  /// The bits by words from the first one on; what is past the end in the last is zero.
  @inline(__always)
  fileprivate func forEachWord(_ body: (_ index: Int, _ word: UInt64) -> Void) {
    let words = words.span
    let whole = count >> 6
    if shift == 0 {
      for index in 0..<whole { body(index, words[index]) }
    } else {
      for index in 0..<whole { body(index, Self.word(words, index, shift)) }
    }
    let rest = count & 63
    guard rest > 0 else { return }
    let last = shift + rest > 64 ? Self.word(words, whole, shift) : words[whole] >> UInt64(shift)
    body(whole, last & (1 << UInt64(rest) - 1))
  }

  /// The 64 bits from one that is in a word of this index, but not its first.
  @inline(__always)
  private static func word(_ words: Span<UInt64>, _ index: Int, _ shift: Int) -> UInt64 {
    words[index] &>> UInt64(truncatingIfNeeded: shift)
      | words[index + 1] &<< UInt64(truncatingIfNeeded: 64 - shift)
  }

  /// The same bits from the first one of a word on.
  private var aligned: Bitmap {
    if shift == 0 { return self }
    return unsafe Bitmap(count: count) { result in
      forEachWord { unsafe result.initializeElement(at: $0, to: $1) }
    }
  }

  /// The words of the bits, the first of which is the first one's lowest; what is past the end in
  /// the last is anything.
  var alignedWords: Buffer<UInt64> { aligned.words }

  /// How many bits are set.
  public var setCount: Int {
    var count = 0
    forEachWord { count += $1.nonzeroBitCount }
    return count
  }

  /// The positions of the set bits, ascending.
  public var indices: [Int] {
    var result: [Int] = []
    result.reserveCapacity(setCount)
    forEachWord { index, word in
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
    unsafe Bitmap(count: bitmap.count) { result in
      bitmap.forEachWord { unsafe result.initializeElement(at: $0, to: ~$1) }
    }
  }

  @inline(__always)
  private func combined(
    with other: Bitmap, _ operation: (UInt64, UInt64) -> UInt64
  ) -> Bitmap {
    precondition(count == other.count, "bitmaps of one batch have one length")
    let second = other.aligned.words
    let others = second.span
    return unsafe Bitmap(count: count) { result in
      forEachWord { index, word in
        unsafe result.initializeElement(at: index, to: operation(word, others[index]))
      }
    }
  }

  /// Whether two are one place in memory.
  func isIdentical(to other: Bitmap) -> Bool {
    count == other.count && shift == other.shift && words.isIdentical(to: other.words)
  }
}

extension Bitmap: Equatable {
  public static func == (first: Bitmap, second: Bitmap) -> Bool {
    guard first.count == second.count else { return false }
    let words = second.aligned.words
    let others = words.span
    let last: UInt64 = first.count & 63 == 0 ? ~0 : 1 << UInt64(first.count & 63) - 1
    var difference: UInt64 = 0
    first.forEachWord { index, word in
      let other = index == others.count - 1 ? others[index] & last : others[index]
      difference |= word ^ other
    }
    return difference == 0
  }
}

extension Bitmap {
  /// A bitmap of `count` bits, each computed; the body is inlined into the loop.
  @inline(__always)
  package init(count: Int, _ bit: (Int) -> Bool) {
    unsafe self.init(count: count) { words in
      for word in 0..<count >> 6 {
        var bits: UInt64 = 0
        for byte in 0..<8 {
          let start = word << 6 &+ byte << 3
          // Eight at a time, with shifts that are known.
          var eight: UInt64 = bit(start) ? 1 : 0
          eight |= bit(start &+ 1) ? 2 : 0
          eight |= bit(start &+ 2) ? 4 : 0
          eight |= bit(start &+ 3) ? 8 : 0
          eight |= bit(start &+ 4) ? 16 : 0
          eight |= bit(start &+ 5) ? 32 : 0
          eight |= bit(start &+ 6) ? 64 : 0
          eight |= bit(start &+ 7) ? 128 : 0
          bits |= eight &<< UInt64(truncatingIfNeeded: byte << 3)
        }
        unsafe words.initializeElement(at: word, to: bits)
      }
      guard count & 63 > 0 else { return }
      var last: UInt64 = 0
      for offset in 0..<count & 63 {
        last |= (bit(count & ~63 + offset) ? 1 : 0) << UInt64(offset)
      }
      unsafe words.initializeElement(at: count >> 6, to: last)
    }
  }

  package func taking(rows: [Int]) -> Bitmap {
    Bitmap(count: rows.count) { self[rows[$0]] }
  }

  /// A run of the bits, in the same place of memory.
  package func slice(_ bits: Range<Int>) -> Bitmap {
    precondition(bits.lowerBound >= 0 && bits.upperBound <= count, "a slice is within its bitmap")
    let (first, end) = (shift + bits.lowerBound, shift + bits.upperBound)
    return Bitmap(
      words.region(first >> 6..<(end + 63) >> 6), shift: first & 63, count: bits.count)
  }
}

/// Puts bits one after another, or changes some of so many.
public struct BitmapBuilder: Sendable {
  /// Bits past the end are zero.
  private var words: [UInt64] = []
  public private(set) var count = 0

  public init() {}

  public init(repeating bit: Bool, count: Int) { append(repeating: bit, count: count) }

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

  public mutating func append(repeating bit: Bool, count: Int) {
    append(contentsOf: Bitmap(repeating: bit, count: count))
  }

  public mutating func append(contentsOf bits: Bitmap) {
    let shift = UInt64(count & 63)
    bits.forEachWord { _, word in
      if shift == 0 {
        words.append(word)
      } else {
        words[words.count - 1] |= word << shift
        words.append(word >> (64 - shift))
      }
    }
    count += bits.count
    words.removeLast(words.count - (count + 63) >> 6)
  }

  /// The bits so far.
  public func finish() -> Bitmap { Bitmap(Buffer(words), shift: 0, count: count) }
}
