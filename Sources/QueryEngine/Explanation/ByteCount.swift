// SPDX-License-Identifier: MIT

import Catalogue

/// An amount of bytes as people say it.
package enum ByteCount {
  /// With two digits at least: `999 B`, `1.2 kB`, `34 MB`.
  package static func words(_ bytes: Int) -> String {
    guard bytes >= 1_000 else { return "\(bytes) B" }
    var tenths = bytes / 100 + (bytes % 100 < 50 ? 0 : 1)
    for unit in ["kB", "MB"] {
      if tenths < 100 { return "\(tenths / 10).\(tenths % 10) \(unit)" }
      if tenths < 10_000 { return "\(tenths / 10) \(unit)" }
      tenths = (tenths + 500) / 1_000
    }
    return "\(tenths / 10).\(tenths % 10) GB"
  }

  /// The bytes of each unit that a person writes behind a number, in lower case.
  private static let units = [
    "b": 1, "kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000, "tb": 1_000_000_000_000,
    "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
  ]

  /// The bytes of an amount such as `2 GB` or `1.5 GiB`; nil for what is none, or not above zero.
  package static func bytes(_ text: String) -> Int? {
    let number = text.prefix { "0123456789.".contains($0) }
    let unit = text.dropFirst(number.count).drop { $0 == " " }.lowercased()
    guard let factor = units[unit], let amount = Decimal(String(number)),
      let bytes = Decimal.product(amount, Decimal(factor))?.int
    else { return nil }
    return bytes > 0 ? bytes : nil
  }
}
