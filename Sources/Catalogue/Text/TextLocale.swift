// SPDX-License-Identifier: MIT

internal import CCollation

/// Whose order of text is meant: that of a language, or the root collation of the Unicode CLDR.
public struct TextLocale: Sendable, Equatable {
  /// As CLDR writes it, such as `sv`, `de_AT` or `de-u-co-phonebk`; empty for the root.
  public let identifier: String
  /// Nil for a locale that orders as the root does.
  let collator: Collator?

  /// The order for people of no certain language.
  public static let root = TextLocale(identifier: "", collator: nil)

  private init(identifier: String, collator: Collator?) {
    self.identifier = identifier
    self.collator = collator
  }

  /// A locale that CLDR knows; loads ICU.
  public init(_ identifier: String) throws(LocaleFault) {
    guard !identifier.isEmpty else {
      self = .root
      return
    }
    // ICU makes names of files of what it does not know.
    guard identifier.utf8.count <= 64, identifier.utf8.allSatisfy(Self.isPart) else {
      throw .unknown
    }
    guard Collator.root != nil else { throw .unavailable }
    guard let collator = Collator(identifier) else { throw .unknown }
    self.init(identifier: identifier, collator: collator.ordersAsRoot ? nil : collator)
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  public static func == (first: TextLocale, second: TextLocale) -> Bool {
    first.identifier == second.identifier
  }
}

/// Why there is no order of a locale.
public enum LocaleFault: Error {
  case unknown
  /// ICU is not installed.
  case unavailable
}

/// ICU's order of a locale, closed with its last user.
///
/// Making keys changes nothing in a collator, and ICU lets any number of threads do it at once.
@safe final class Collator: @unchecked Sendable {
  /// Opened at its first use; nil where ICU is not installed.
  static let root = Collator("")

  private let collator: UnsafeMutableRawPointer

  /// Nil for a locale that ICU does not know.
  init?(_ locale: String) {
    guard let opened = unsafe cq_collator_open(locale) else { return nil }
    unsafe collator = opened
  }

  deinit { unsafe cq_collator_close(collator) }

  var ordersAsRoot: Bool { unsafe cq_collator_orders_as_root(collator) }

  /// Puts the key of a text in UTF-16 at the start of the buffer, which grows as needed, and gives
  /// its length.
  func writeKey(of units: [UInt16], to buffer: inout [UInt8]) -> Int? {
    guard let count = Int32(exactly: units.count) else { return nil }
    for _ in 0..<2 {
      let capacity = Int32(clamping: buffer.count)
      let length = unsafe units.withUnsafeBufferPointer { units in
        unsafe buffer.withUnsafeMutableBufferPointer { key in
          unsafe cq_collation_key(collator, units.baseAddress, count, key.baseAddress, capacity)
        }
      }
      guard length > 0 else { return nil }
      if length <= capacity { return Int(length) }
      buffer = Array(repeating: 0, count: Int(length))
    }
    return nil
  }
}
