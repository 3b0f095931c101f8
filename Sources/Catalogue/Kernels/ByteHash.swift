// SPDX-License-Identifier: MIT

/// A hash of byte strings, in 64 bits.
///
/// Two words at a time are multiplied, and the halves of the product folded into one, as in wyhash.
/// All of its constants are drawn anew in each run, so that no catalogue can be made whose strings
/// collide.
package enum ByteHash {
  private typealias Seeds = (UInt64, UInt64, UInt64)

  private static let seeds: Seeds = (seed(0), seed(1), seed(2))

  /// By way of the standard library's hash, which has drawn one of its own.
  private static func seed(_ number: Int) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(number)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  package static func hash(_ string: ArraySlice<UInt8>) -> UInt64 { hash(string.span) }

  package static func hash(_ string: Span<UInt8>) -> UInt64 {
    let seeds = seeds
    let count = string.count
    var state = seeds.0
    var place = 0
    while place + 16 < count {
      let (first, second) = (word(string, place), word(string, place + 8))
      state = folded(first ^ seeds.1, second ^ state)
      place += 16
    }
    let (first, second) = lastWords(string)
    let length = UInt64(truncatingIfNeeded: count)
    return folded(seeds.2 ^ length, folded(first ^ seeds.1, second ^ state))
  }

  /// The last 16 bytes in two words, or all of a shorter string.
  @inline(__always)
  private static func lastWords(_ string: Span<UInt8>) -> (UInt64, UInt64) {
    let count = string.count
    if count >= 16 { return (word(string, count - 16), word(string, count - 8)) }
    if count >= 8 { return (word(string, 0), word(string, count - 8)) }
    if count >= 4 { return (half(string, 0), half(string, count - 4)) }
    var all: UInt64 = 0
    for place in string.indices { all = all << 8 | UInt64(string[place]) }
    return (all, 0)
  }

  @inline(__always)
  private static func word(_ string: Span<UInt8>, _ place: Int) -> UInt64 {
    unsafe string.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
  }

  @inline(__always)
  private static func half(_ string: Span<UInt8>, _ place: Int) -> UInt64 {
    UInt64(unsafe string.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt32.self))
  }

  @inline(__always)
  private static func folded(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let (high, low) = first.multipliedFullWidth(by: second)
    return high ^ low
  }
}
