// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax

// Functions that make values of one type of those of another.
extension ScalarFunction {
  static let casts = [
    ScalarFunction(
      word: .number, form: "number(VALUE)",
      summary: "the number that a text is, or a value of any type; null where it is none",
      example: "show n = number(\"12.50\")",
      result: one({ $0.isTextual || $0.isNumber || $0 == .any }, gives: .decimal),
      way: .typed { type in
        FunctionKernel { columns throws(FunctionFault) in
          .number(columns[0].asNumbers(from: type))
        }.partial
      }),
    ScalarFunction(
      word: .int, form: "int(VALUE)",
      summary: "the whole number that a text is, or a value of any type; null where it is none",
      example: "show n = int(\"12\")",
      result: one({ $0.isTextual || $0.isNumber || $0 == .any }, gives: .int),
      way: .typed { type in
        FunctionKernel { columns throws(FunctionFault) in
          .number(columns[0].asNumbers(from: type).whole)
        }.partial
      }),
    ScalarFunction(
      word: .text, form: "text(VALUE)", summary: "the value as it is written in CSV",
      example: "show t = text(rooms)", result: { $0.count == 1 ? .text : nil }, way: .spelling),
    ScalarFunction(
      word: .date, form: "date(VALUE)",
      summary: "the date that a text is, or a value of any type; null where it is none",
      example: "show d = date(\"2024-01-31\")",
      result: one({ $0.isTextual || $0 == .date || $0 == .any }, gives: .date),
      way: .typed { type in
        FunctionKernel { columns throws(FunctionFault) in
          switch type {
          case .date: columns[0]
          case .any: columns[0].converted(to: .date)
          default: columns[0].dates
          }
        }.partial
      }),
  ]
}
