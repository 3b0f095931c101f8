// SPDX-License-Identifier: MIT

/// An amount of bytes as people say it.
enum ByteCount {
  /// With two digits at least: `999 B`, `1.2 kB`, `34 MB`.
  static func words(_ bytes: Int) -> String {
    guard bytes >= 1_000 else { return "\(bytes) B" }
    var tenths = bytes / 100 + (bytes % 100 < 50 ? 0 : 1)
    for unit in ["kB", "MB"] {
      if tenths < 100 { return "\(tenths / 10).\(tenths % 10) \(unit)" }
      if tenths < 10_000 { return "\(tenths / 10) \(unit)" }
      tenths = (tenths + 500) / 1_000
    }
    return "\(tenths / 10).\(tenths % 10) GB"
  }
}
