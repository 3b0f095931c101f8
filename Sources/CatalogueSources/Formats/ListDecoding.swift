// SPDX-License-Identifier: MIT

import Catalogue

extension ColumnDecoder {
  /// Lists of simple values, whose elements are read as one column; nil where a value does not fit,
  /// so that each has to be looked at by itself.
  func simpleLists(_ tokens: [ValueToken]) -> ListColumn? {
    guard case .list(let element) = reading.type, Self.simple.contains(element) else { return nil }
    var validity = ValidityBuilder()
    for token in tokens {
      guard token.isMissing || token.form == .array else { return nil }
      validity.append(!token.isMissing)
    }
    let (elements, ends) = values.elements(ofEach: tokens)
    var decoder = ColumnDecoder(values, FieldReading(path: [], type: element), field: field)
    let column = decoder.column([elements], rows: elements.count)
    guard decoder.problems.isEmpty else { return nil }
    return ListColumn(ends: ends, elements: column, validity: validity.finish())
  }

  private static let simple: [ValueType] = [.text, .id, .int, .decimal, .bool, .date]
}
