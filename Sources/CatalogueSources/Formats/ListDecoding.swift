// SPDX-License-Identifier: MIT

import Catalogue

extension ColumnDecoder {
  /// Lists of simple values, whose elements are read as one column; nil where a value does not fit,
  /// so that each has to be looked at by itself.
  func simpleLists(_ tokens: [ValueToken]) -> ListColumn? {
    guard case .list(let element) = reading.type, Self.simple.contains(element) else { return nil }
    var scanner = JSONScanner(payload, 0..<0)
    var elements: [ValueToken] = []
    var ends: [Int] = []
    ends.reserveCapacity(tokens.count)
    var validity = ValidityBuilder()
    for token in tokens {
      validity.append(!token.isMissing)
      if !token.isMissing {
        guard token.form == .array else { return nil }
        scanner.enter(token.range)
        scanner.appendElements(to: &elements)
      }
      ends.append(elements.count)
    }
    var decoder = ColumnDecoder(payload, FieldReading(path: [], type: element), field: field)
    let column = decoder.column([elements], rows: elements.count)
    guard decoder.problems.isEmpty else { return nil }
    return ListColumn(ends: ends, elements: column, validity: validity.finish())
  }

  private static let simple: [ValueType] = [.text, .id, .int, .decimal, .bool]
}

extension JSONScanner {
  /// The tokens of the elements of a well formed list, at whose first byte it stands.
  fileprivate mutating func appendElements(to tokens: inout [ValueToken]) {
    guard enters() else { return }
    repeat {
      skipSpace()
      let start = offset
      passValue()
      tokens.append(ValueToken(start..<offset, in: bytes))
    } while goesOn()
  }
}
