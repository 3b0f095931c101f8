// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax

// Functions of numbers.
extension ScalarFunction {
  static let overNumbers = [
    ScalarFunction(
      word: .round, form: "round(NUMBER [, PLACES])",
      summary: "rounded half to even, to a whole number or to PLACES; -1 means tens",
      example: "show near = round(distance, -1)",
      result: { (1...2).contains($0.count) ? rounded($0, .decimal) : nil },
      way: .rounding(.ofNumbers(rounded))),
    ScalarFunction(
      word: .abs, form: "abs(NUMBER)", summary: "the number without its sign",
      example: "sort by abs(stars - 3)",
      result: { $0.count == 1 && fits($0[0], \.isSummable) ? $0[0] ?? .int : nil },
      way: .kernel(.ofNumber { $0 < .zero ? -$0 : $0 })),
    ScalarFunction(
      word: .floor, form: "floor(NUMBER)",
      summary: "the largest whole number that is not larger",
      example: "show near = floor(distance)",
      result: { $0.count == 1 ? rounded($0, .int) : nil }, way: .rounding(.ofNumber(\.floor))),
    ScalarFunction(
      word: .ceil, form: "ceil(NUMBER)",
      summary: "the smallest whole number that is not smaller",
      example: "show near = ceil(distance)",
      result: { $0.count == 1 ? rounded($0, .int) : nil }, way: .rounding(.ofNumber(\.ceiling))),
    ScalarFunction(
      word: .sqrt, form: "sqrt(NUMBER)",
      summary: "the square root, to 38 digits; null below zero",
      example: "show side = sqrt(rooms)", result: reals(1...1),
      way: .kernel(.ofNumber(\.squareRoot).partial)),
    ScalarFunction(
      word: .power, form: "power(NUMBER, EXPONENT)",
      summary: "the number to a power, to 38 digits",
      example: "show square = power(rooms, 2)", result: reals(2...2),
      way: .kernel(
        .ofReals { (base, exponent) throws(RealFault) in try base.raised(to: exponent ?? .zero) })),
    ScalarFunction(
      word: .exp, form: "exp(NUMBER)", summary: "e to the power of the number, to 38 digits",
      example: "show grown = round(exp(rooms), 2)", result: reals(1...1),
      way: .kernel(.ofReals { (number, _) throws(RealFault) in try number.exponential() })),
    ScalarFunction(
      word: .ln, form: "ln(NUMBER)",
      summary: "the natural logarithm, to 38 digits; null at zero and below",
      example: "show size = round(ln(distance), 2)", result: reals(1...1),
      way: .kernel(.ofReals { (number, _) throws(RealFault) in try number.logarithm() })),
    ScalarFunction(
      word: .log, form: "log(NUMBER [, BASE])",
      summary: "the logarithm to a base, or to base 10; null at zero and below",
      example: "show digits = floor(log(distance)) + 1", result: reals(1...2),
      way: .kernel(
        .ofReals { (number, base) throws(RealFault) in
          try number.logarithm(base: base ?? Decimal(10))
        })),
  ]
}
