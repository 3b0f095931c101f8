// SPDX-License-Identifier: MIT

extension Payload {
  /// Whether it begins as a page in HTML does, or as XML.
  package var beginsMarkup: Bool {
    let content = bytes[start...].drop(while: \.isBlank)
    let beginning = String(decoding: content.prefix(14), as: UTF8.self).lowercased()
    return ["<!doctype", "<html", "<?xml"].contains(where: beginning.hasPrefix)
  }

  /// What its name promises to be in it that `from` reads, such as `CSV`; nil for nothing.
  package var promisedData: String? { promise?.words }
}
