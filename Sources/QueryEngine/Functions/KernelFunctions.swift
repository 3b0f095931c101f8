// SPDX-License-Identifier: MIT

import Catalogue

// What kernels of the table compute that takes more than a line.
extension ScalarFunction {
  /// Numbers, rounded to the places of a second column or to whole ones.
  static func rounded(_ columns: [NumberColumn]) throws(FunctionFault) -> NumberColumn {
    let numbers = columns[0]
    guard columns.count > 1 else { return numbers.mapped { $0.rounded(places: 0) } }
    var builder = NumberColumnBuilder()
    for row in 0..<numbers.count {
      guard let value = numbers.decimal(at: row), let digits = columns[1].decimal(at: row)?.int
      else {
        builder.append(nil)
        continue
      }
      guard let rounded = value.rounded(toPowerOfTen: digits == .min ? .max : -digits) else {
        throw .overflow
      }
      builder.append(rounded)
    }
    return builder.finish()
  }

  static func joined(
    _ list: ListColumn, _ separators: TextColumn
  ) throws(FunctionFault) -> Column {
    do { return .text(try list.joined(by: separators)) } catch { throw .textLimit }
  }

  /// The first text with the third for each second.
  static func replaced(_ texts: [TextColumn]) throws(FunctionFault) -> Column {
    do { return .text(try texts[0].replacing(texts[1], with: texts[2])) } catch {
      throw .textLimit
    }
  }
}

extension NumberColumn {
  func mapped(_ transform: (Decimal) -> Decimal?) -> NumberColumn {
    var builder = NumberColumnBuilder()
    for row in 0..<count { builder.append(decimal(at: row).flatMap(transform)) }
    return builder.finish()
  }
}

extension TextColumn {
  func mapped(_ transform: (String) -> String) -> TextColumn {
    var builder = TextColumnBuilder()
    for row in 0..<count { builder.append(string(at: row).map(transform)) }
    return builder.finish()
  }

  /// How many characters, as a person counts them, each text has.
  var characterCounts: NumberColumn {
    var builder = NumberColumnBuilder()
    for row in 0..<count { builder.append(string(at: row).map { Decimal($0.count) }) }
    return builder.finish()
  }
}

extension Character {
  /// As the first letter of a word, which of some letters is no upper case: `Ss` of `ß`.
  fileprivate var titlecased: String {
    guard let first = unicodeScalars.first else { return "" }
    var text = first.properties.titlecaseMapping
    text.unicodeScalars.append(contentsOf: unicodeScalars.dropFirst())
    return text
  }
}

extension String {
  /// With a capital where a word begins; the other letters stay as they are.
  var capitalizedWords: String {
    var isInWord = false
    return reduce(into: "") { text, character in
      text += isInWord ? String(character) : character.titlecased
      isInWord = character.isLetter || character.isNumber || character == "'" || character == "’"
    }
  }

  /// In lower case, where a sigma that ends a word is `ς`, as elsewhere.
  var inLowerCase: String {
    guard utf8.contains(0xCE), unicodeScalars.contains("Σ") else { return lowercased() }
    let scalars = Array(unicodeScalars)
    return scalars.indices.reduce(into: "") { text, place in
      let ends = scalars[place] == "Σ" && scalars.endsWord(at: place)
      text += ends ? "ς" : scalars[place].properties.lowercaseMapping
    }
  }

  var withoutOuterSpace: String {
    let start = drop { $0.isWhitespace }
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}

extension [Unicode.Scalar] {
  /// Whether a letter stands before a place and none behind it; marks between letters are passed
  /// over, as the standard says of a final sigma.
  fileprivate func endsWord(at place: Int) -> Bool {
    let (before, after) = (self[..<place].reversed(), self[(place + 1)...])
    let isLetter = { (scalar: Unicode.Scalar?) in scalar?.properties.isCased ?? false }
    return isLetter(before.first { !$0.properties.isCaseIgnorable })
      && !isLetter(after.first { !$0.properties.isCaseIgnorable })
  }
}
