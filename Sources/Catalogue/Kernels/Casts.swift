// SPDX-License-Identifier: MIT

// Values as those of another type, null where they are none of it.
extension Column {
  /// The numbers that texts are written as, or that values of no certain type are.
  package func asNumbers(from type: ValueType?) -> NumberColumn {
    if case .number(let numbers) = self { return numbers }
    let texts = texts
    var builder = NumberColumnBuilder()
    for row in 0..<count {
      guard let bytes = texts?.bytes(at: row) else {
        builder.append(nil)
        continue
      }
      guard type == .any else {
        builder.append(Self.number(bytes))
        continue
      }
      switch JSONText.scalar(bytes) {
      case .number(let number): builder.append(number)
      case .text(let text): builder.append(Self.number(Array(text.utf8)[...]))
      default: builder.append(nil)
      }
    }
    return builder.finish()
  }

  /// A number as the language and JSON write it; space around it and a plus are no harm.
  private static func number(_ text: ArraySlice<UInt8>) -> Decimal? {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    var number = text.drop(while: isSpace)
    while let last = number.last, isSpace(last) { number.removeLast() }
    if number.first == UInt8(ascii: "+"), number.dropFirst().first != UInt8(ascii: "-") {
      number.removeFirst()
    }
    return Decimal(text: number)
  }
}

extension TextColumn {
  /// The texts of values of no certain type: of those that are texts themselves, else their JSON.
  package var plainTexts: TextColumn {
    var builder = TextColumnBuilder()
    for row in 0..<count {
      guard let json = bytes(at: row) else {
        builder.appendNull()
        continue
      }
      if case .text(let text) = JSONText.scalar(json) {
        builder.append(text)
      } else {
        builder.append(json)
      }
    }
    return builder.finish()
  }
}

extension NumberColumn {
  /// Those that are whole numbers, as fields of that type have them.
  package var whole: NumberColumn {
    var builder = NumberColumnBuilder()
    for row in 0..<count {
      let number = decimal(at: row)
      builder.append(number?.int == nil ? nil : number)
    }
    return builder.finish()
  }
}
