// SPDX-License-Identifier: MIT

import Testing

@testable import Catalogue

/// Functions whose values have no end of digits. What they give is by Python's `decimal` with 60
/// digits, rounded half to even to 38 of them and 38 places.
@Suite struct RealFunctionTests {
  private static func text(_ value: () throws(RealFault) -> Decimal) -> String {
    do throws(RealFault) { return "\(try value())" } catch { return "\(error)" }
  }

  private static func number(_ text: String) -> Decimal { Decimal(text) ?? .zero }

  @Test(arguments: [
    ("0", "1"), ("1", "2.7182818284590452353602874713526624978"),
    ("-1", "0.36787944117144232159552377016146086745"),
    ("-50", "0.00000000000000000000019287498479639178"), ("-100", "0"),
    ("87", "60760302250568721495223289381302760753"), ("88", "overflow"),
    ("99999999999999999999999999999999999999", "overflow"),
    ("-99999999999999999999999999999999999999", "0"),
  ]) func exponentials(_ number: String, _ value: String) {
    #expect(Self.text { () throws(RealFault) in try Self.number(number).exponential() } == value)
  }

  @Test(arguments: [
    ("1", "0"), ("2", "0.69314718055994530941723212145817656808"),
    ("10", "2.3025850929940456840179914546843642076"),
    ("0.00000000000000000000000000000000000001", "-87.498233533773735992683675278005839889"),
    ("99999999999999999999999999999999999999", "87.498233533773735992683675278005839889"),
    ("0", "undefined"), ("-1", "undefined"),
  ]) func logarithms(_ number: String, _ value: String) {
    #expect(Self.text { () throws(RealFault) in try Self.number(number).logarithm() } == value)
  }

  @Test(arguments: [
    ("1000", "10", "3"), ("8", "2", "3"), ("2", "8", "0.33333333333333333333333333333333333333"),
    ("5", "1", "undefined"), ("5", "0", "undefined"), ("0", "10", "undefined"),
  ]) func logarithmsToABase(_ number: String, _ base: String, _ value: String) {
    let found = Self.text { () throws(RealFault) in
      try Self.number(number).logarithm(base: Self.number(base))
    }
    #expect(found == value)
  }

  @Test(arguments: [
    ("2", "0.5", "1.4142135623730950488016887242096980786"), ("2.5", "2", "6.25"),
    ("1.1", "38", "37.404343444773513889164757053633818567"), ("10", "-3", "0.001"),
    ("-8", "3", "-512"), ("-8", "2", "64"), ("-8", "0.5", "undefined"), ("0", "0", "1"),
    ("0", "2", "0"), ("0", "-1", "undefined"),
    ("10", "37", "10000000000000000000000000000000000000"),
    ("10", "38", "overflow"), ("-1", "99999999999999999999999999999999999999", "-1"),
    (
      "1.0000000000000000000000000000000000001", "10000000000000000000000000000000000000",
      "2.7182818284590452353602874713526624976"
    ),
    ("0.5", "99999999999999999999999999999999999999", "0"),
  ]) func powers(_ number: String, _ exponent: String, _ value: String) {
    let found = Self.text { () throws(RealFault) in
      try Self.number(number).raised(to: Self.number(exponent))
    }
    #expect(found == value)
  }

  /// To the last digit: also of numbers next to a square, and of the largest and smallest.
  @Test(arguments: [
    ("2", "1.4142135623730950488016887242096980786"),
    ("99999999999999999999999999999999999999", "9999999999999999999.9999999999999999999"),
    ("0.00000000000000000000000000000000000001", "0.0000000000000000001"),
    ("0.00000000000000000000000000000000000002", "0.00000000000000000014142135623730950488"),
    ("15241578750190521", "123456789"), ("3", "1.7320508075688772935274463415058723669"),
  ]) func squareRoots(_ number: String, _ value: String) {
    #expect(Self.number(number).squareRoot.map { "\($0)" } == value)
  }
}
