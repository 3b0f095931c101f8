// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

@testable import QueryEngine

/// Functions that make a value of one type of one of another.
@Suite struct CastTests {
  static let corpus = Corpus(
    ##"""
    > from hotels | limit 1 | show a = number("12.50"), b = number(" -1e2 "), c = number("+7"), d = number(7)
    = a | b | c | d
    12.5 | -100 | 7 | 7

    > from hotels | limit 1 | show a = number("12a"), b = number(""), c = number("+-1"), d = number("1,5")
    = a | b | c | d
    – | – | – | –

    > from hotels | limit 1 | show a = int("12"), b = int(12.5), c = int("12.0"), d = int("9223372036854775808")
    = a | b | c | d
    12 | – | 12 | –

    > from hotels | limit 1 | show a = text(1.50), b = text(2024-01-31), c = text(true), d = text(null), e = text("a")
    = a | b | c | d | e
    1.5 | 2024-01-31 | true | – | a

    > from hotels | limit 1 | show a = date("2024-01-31"), b = date("31.1.2024"), c = date(2024-01-31)
    = a | b | c
    2024-01-31 | – | 2024-01-31

    > from things | show a = number(extra), b = int(extra), c = date(extra), d = text(extra) | limit 4
    = a | b | c | d
    1.5 | – | – | 1.5
    – | – | – | x
    – | – | – | –
    – | – | – | true

    > from hotels | limit 1 | show a = number(true), b = int(2024-01-31), c = date(5), d = number()
    ! CQ0305 `number` takes a text or a number, not Bool
    ^ number(true)
    help: `number("12")` is 12; `text(…)` writes any value
    ! CQ0305 `int` takes a text or a number, not Date
    ^ int(2024-01-31)
    help: `int("12")` is 12; `text(…)` writes any value
    ! CQ0305 `date` takes a text or a date, not Int
    ^ date(5)
    help: a day is written as text: `date("2024-01-31")`
    ! CQ0305 `number` is called as `number(VALUE)`
    ^ number() ~ nothing is given
    help: the number that a text is, or a value of any type; null where it is none
    """##)

  @Test func evaluates() {
    #expect(Self.corpus.differences { QueryRun().text($0) } == [])
  }
}
