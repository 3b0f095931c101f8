// SPDX-License-Identifier: MIT

package import Catalogue

/// The values for which the codes of a column stand.
package struct ArrowDictionary: Sendable {
  /// As many as there are codes.
  let count: Int
  let content: Content
  /// What is wrong with the values that cannot be held, by their codes.
  let rejected: [Int: String]

  /// What the values are.
  enum Content: Sendable {
    /// Texts, none of which stands twice, and for each code which of them it means, where that is
    /// not the one of its number; nil for a code that means null.
    case texts(PackedText, codes: [UInt32?]?, DictionaryIdentity)
    case values(Column)
  }

  /// The values of all batches of a dictionary, one after another.
  package init(_ values: Column, rejected: [Int: String] = [:]) {
    count = values.count
    self.rejected = rejected
    guard case .text(let texts) = values else {
      content = .values(values)
      return
    }
    var table: [ArraySlice<UInt8>: UInt32] = [:]
    table.reserveCapacity(texts.count)
    var codes: [UInt32?] = []
    var kept: [Int] = []
    for row in 0..<texts.count {
      guard let text = texts.bytes(at: row) else {
        codes.append(nil)
        continue
      }
      if let known = table[text] {
        codes.append(known)
      } else {
        table[text] = UInt32(kept.count)
        codes.append(UInt32(kept.count))
        kept.append(row)
      }
    }
    // A null needs a code too.
    let isPlain = kept.count == texts.count && texts.count > 0 && texts.codes == nil
    var distinct = PackedTextBuilder()
    if !isPlain {
      for row in kept { distinct.append(texts.bytes(at: row) ?? []) }
      if kept.isEmpty { distinct.append(EmptyCollection()) }
    }
    content = .texts(
      isPlain ? texts.values : distinct.finish(), codes: isPlain ? nil : codes,
      DictionaryIdentity())
  }
}
