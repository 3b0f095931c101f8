// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Functions that are given a regular expression.
@Suite struct PatternFunctionTests {
  static let corpus = Corpus(
    ##"""
    > from hotels | limit 1 | show a = extract(name, /\w+/), b = extract(name, /(\w+) (\w+)/), c = extract(name, /(\w+) (\w+)/, 2), d = extract(name, /(\w+) (\w+)/, 0)
    = a | b | c | d
    Belleclaire | Belleclaire | Hotel | Belleclaire Hotel

    > from hotels | limit 1 | show a = extract(name, /h../), b = extract(name, /h../i), c = extract(name, /(x)?Hotel/), d = extract(null, /a/)
    = a | b | c | d
    – | Hot | – | –

    > from hotels | limit 1 | show a = replace("a1b22", /\d+/, "#"), b = replace("ab", /(.)(.)/, "$2$1$0$$"), c = replace("é", /x*/, "-")
    = a | b | c
    a#b# | baab$ | -é-

    > from hotels | limit 1 | show a = split("a, b;c", /[,;] */), b = split("abc", /x*/), c = split("", /,/)
    = a | b | c
    a b c | abc | ''

    > from hotels | limit 1 | show a = extract(name, /(a/), b = extract(name, /(a)/, 2), c = replace(name, /a/, "$1"), d = replace(name, /a/, name)

    > from hotels | limit 1 | show a = upper(name, /a/), b = extract(name, "a"), c = extract(rooms, /a/), d = extract(name, /a/, 0, 1)

    > from hotels | show a = split(name, /a

    > from hotels | limit 1 | show a = extract("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a|aa)+$/)
    """##)

  @Test func evaluates() {
    #expect(Self.corpus.differences { QueryRun().text($0) } == [])
  }
}
