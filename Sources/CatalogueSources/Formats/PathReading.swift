// SPDX-License-Identifier: MIT

import Catalogue

// Values that more than a row of members leads to.
extension ColumnDecoder {
  /// For each row the value at the end of the first way that leads to one; of a way to several
  /// values the list of which they are parts. `tokens` has those of each way's first member.
  func found(_ tokens: [[ValueToken]], rows: Int) -> [ValueToken] {
    (0..<rows).map { row in
      for (path, tokens) in zip(reading.paths, tokens) where row < tokens.count {
        let steps = path.steps.dropFirst()
        let end = steps.firstIndex(of: .each) ?? steps.endIndex
        let token = values.token(along: steps[..<end], inside: tokens[row])
        if !isNothing(token) { return token }
      }
      return .absent
    }
  }

  /// Whether a value is as good as none, so that another may stand for it.
  private func isNothing(_ token: ValueToken) -> Bool {
    if token.isMissing { return true }
    guard reading.emptyIsNull, token.form == .string else { return false }
    let text = payload.padded[token.range]
    return (reading.trims ? Self.trimmed(text) : text).isEmpty
  }

  /// The lists of what the rest of the way leads to in each element of each row's list.
  mutating func projections(
    _ tokens: [ValueToken], along rest: ArraySlice<ValuePath.Step>, element: ValueType
  ) -> ListColumn {
    var parts: [Value] = []
    var ends: [Int] = []
    var validity = ValidityBuilder()
    for (row, token) in tokens.enumerated() {
      if token.form != .array, !token.isMissing { note(.notOfType(.list(element)), row, token) }
      for item in ordered(values.elements(of: token)) {
        let part = values.token(along: rest, inside: item)
        if let value = value(of: part, element, row: row) { parts.append(value) }
      }
      ends.append(parts.count)
      validity.append(token.form == .array)
    }
    return ListColumn(ends: ends, elements: .nested(element, parts), validity: validity.finish())
  }

  /// An element as a value; nil for one that is none.
  private mutating func value(of token: ValueToken, _ type: ValueType, row: Int) -> Value? {
    if token.isMissing { return nil }
    if token.form == .string, type.isTextual || reading.acceptsNumberOrText {
      guard let text = content(of: token, row: row) else { return nil }
      if let value = Self.value(text, type) { return value }
      note(.partNotOfType(type), row, token)
      return nil
    }
    let (value, mismatches) = values.value(of: token, as: type)
    note(mismatches, row)
    return value == .null ? nil : value
  }

  /// Elements in the order of a member: numbers by their size, then texts; equal ones stay.
  private func ordered(_ elements: [ValueToken]) -> [ValueToken] {
    if reading.order.isEmpty { return elements }
    let keys = elements.map { element in
      let token = values.token(at: reading.order[...], inside: element)
      return (number: Decimal(text: payload.padded[token.range]), text: values.text(of: token))
    }
    return elements.indices.sorted { first, second in
      switch (keys[first].number, keys[second].number) {
      case (let one?, let other?): return one != other ? one < other : first < second
      case (_?, nil): return true
      case (nil, _?): return false
      case (nil, nil):
        let texts = (keys[first].text ?? "", keys[second].text ?? "")
        return texts.0 != texts.1 ? texts.0 < texts.1 : first < second
      }
    }.map { elements[$0] }
  }
}
