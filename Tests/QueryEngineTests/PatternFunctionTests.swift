// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Functions that are given a regular expression.
@Suite struct PatternFunctionTests {
  static let corpus = Corpus(
    ##"""
    > from hotels | limit 1 | show a = extract("a bé", /\w+/), b = extract("a bé", /(\w+) (\w+)/), c = extract("a bé", /(\w+) (\w+)/, 2), d = extract("a bé", /(\w+) (\w+)/, 0)
    = a | b | c | d
    a | a | bé | a bé

    > from hotels | limit 1 | show a = extract("Hotel", /h../), b = extract("Hotel", /h../i), c = extract("Hotel", /(x)?Hotel/), d = extract(null, /a/)
    = a | b | c | d
    – | Hot | – | –

    > from hotels | limit 1 | show a = replace("a1b22", /\d+/, "#"), b = replace("ab", /(.)(.)/, "$2$1$0$$"), c = replace("é", /x*/, "-")
    = a | b | c
    a#b# | baab$ | -é-

    > from hotels | limit 1 | show a = split("a, b;c", /[,;] */), b = split("abc", /x*/), c = split("", /,/)
    = a | b | c
    a b c | abc | ''

    > from hotels | limit 1 | show a = extract(name, /(a/), b = extract(name, /(a)/, 2), c = replace(name, /a/, "$1"), d = replace(name, /a/, name)
    ! CQ0111 the pattern cannot be read: missing closing parenthesis
    ^ /
    help: `\` before a character such as `(` or `*` means the character itself
    ! CQ0305 the pattern has no such group
    ^ 2
    help: 0 is all that it matches, 1 to 1 what stands in brackets
    ! CQ0305 this cannot take the place of what a pattern matches
    ^ "$1"
    help: a text that stands in the script, with `$0` for what it matches and `$$` for a dollar
    ! CQ0305 this cannot take the place of what a pattern matches
    ^ name
    help: a text that stands in the script, with `$0` for what it matches and `$$` for a dollar

    > from hotels | limit 1 | show a = upper(name, /a/), b = extract(name, "a"), c = extract(rooms, /a/), d = extract(name, /a/, 0, 1)
    ! CQ0305 a regular expression is no value here
    ^ /a/
    help: it stands after `matches`, or as in `extract(name, /\w+/)`, `replace(name, /a+/, "a")` and `split(name, / +/)`
    ! CQ0305 `extract` is called as `extract(TEXT, /PATTERN/ [, GROUP])`
    ^ extract(name, "a") ~ given Text, Text
    help: what the pattern, or its first group in brackets, matches first; null for no match
    ! CQ0305 `extract` is called as `extract(TEXT, /PATTERN/ [, GROUP])`
    ^ extract(rooms, /a/) ~ given Int, Text
    help: what the pattern, or its first group in brackets, matches first; null for no match
    ! CQ0305 `extract` is called as `extract(TEXT, /PATTERN/ [, GROUP])`
    ^ extract(name, /a/, 0, 1) ~ given Text, Text, Int, Int
    help: what the pattern, or its first group in brackets, matches first; null for no match

    > from hotels | show a = split(name, /a
    ! CQ0106 this bracket is never closed
    ^ ( ~ opened here
    help: add a closing `)`
    ! CQ0103 this pattern is never closed
    ^ / ~ opened here; the line ends first
    help: write `/` where it ends; a slash inside is written `\/`

    > from hotels | limit 1 | show a = extract("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a|aa)+$/)
    ! CQ0408 the pattern takes too long on `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!`
    ^ extract("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a|aa)+$/) ~ given up
    help: a repeat within a repeat, such as `(a+)+`, can be taken in too many ways
    """##)

  @Test func evaluates() {
    #expect(Self.corpus.differences { QueryRun().text($0) } == [])
  }
}
