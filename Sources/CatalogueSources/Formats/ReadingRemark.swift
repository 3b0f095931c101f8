// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax

/// What of a payload is read otherwise than its name promises.
package enum ReadingRemark: Sendable, Equatable {
  case format(String, insteadOf: String)
  case compressed(by: String)
  case separator(UInt8)
  case nothingSeparated(by: UInt8)
  case singleQuotes
  case linesAbove(Int)
  case noNames
  case unnamedColumns(Int)
  case repeatedName(String)
  /// A column would be one of numbers, were there no marks between their thousands.
  case groupedDigits(column: String, example: String)

  /// The remark as a part of a footer.
  var words: String {
    switch self {
    case .format(let found, let promised): "\(found) instead of \(promised)"
    case .compressed(let method): "compressed by \(method)"
    case .separator(let byte): "cells are separated by \(Self.name(ofSeparator: byte))"
    case .nothingSeparated(let byte): "no cells are separated by \(Self.name(ofSeparator: byte))"
    case .singleQuotes: "texts stand in single quotes"
    case .linesAbove(let count):
      "\(count) \(count == 1 ? "line" : "lines") above the table left out"
    case .noNames: "no line of names"
    case .unnamedColumns(let count):
      count == 1 ? "1 column has no name" : "\(count) columns have no name"
    case .repeatedName(let name):
      "`\(name)` names several columns: the later ones have a number"
    case .groupedDigits(let column, let example):
      "`\(column)` is text, as \(example) has marks between thousands"
    }
  }

  private static func name(ofSeparator byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\t"): "tabs"
    case UInt8(ascii: ","): "commas"
    case UInt8(ascii: ";"): "semicolons"
    case UInt8(ascii: "|"): "vertical bars"
    case UInt8(ascii: " "): "spaces"
    default: "`\(Character(Unicode.Scalar(byte)))`"
    }
  }
}

/// The lists of a document that is the only record where nobody said which of them gives the rows.
struct OtherLists: Sendable, Equatable {
  let paths: [ItemsPath]
  /// How many there are besides these.
  let more: Int
  /// The one that stands within no other; nil where there are several.
  var only: ItemsPath?

  /// Their names in a sentence.
  var words: String {
    var names = paths.indices.map(words(ofPathAt:))
    if more > 0 { names.append("\(more) more") }
    guard names.count > 1, let last = names.last else { return "its list is \(names.joined())" }
    return "its lists are \(names.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// The path of a list as a query writes it. One that looks like one before it, being of other
  /// characters that mean the same, is told from it.
  private func words(ofPathAt index: Int) -> String {
    let words = paths[index].inQuotes
    let isTwin = paths[..<index].contains { $0.inQuotes == words }
    return isTwin ? "\(words) in other characters" : words
  }
}

extension ItemsPath {
  /// The path as a query writes it, in quotes.
  var inQuotes: String {
    (self == .root ? "[]" : text(naming: \.asName)).asQuotedCode
  }
}
