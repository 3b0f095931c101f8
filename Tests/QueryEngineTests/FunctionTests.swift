// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Functions that take texts apart and put them together, and those that round.
@Suite struct FunctionTests {
  static let corpus = Corpus(
    ##"""
    > from hotels | limit 1 | show a = split("a,b,,c", ","), b = split("", ","), c = split("a", "")
    = a | b | c
    a b  c | '' | a

    > from hotels | limit 1 | show a = count(split("--a--", "--")), b = split("aXa", "x")
    = a | b
    3 | aXa

    > from hotels | limit 1 | show a = split("éa", "e"), b = split("aaa", "aa"), c = split("a", "aa")
    = a | b | c
    éa |  a | a

    > from things | show a = split(title, "a"), b = split(title, null), c = split(null, "a") | limit 4
    = a | b | c
    Écl ir | – | –
    c fe | – | –
    Zebr  toy | – | –
    – | – | –

    > from things | show a = join(tags, "+"), b = join(split(title, "e"), pair) | limit 4
    = a | b
    Sweet+new | Éclair
    '' | cafcafe
    – | Ztoybra toy
    sweet | –

    > from hotels | limit 2 | show a = join(suites, "/"), b = join([1.50, 2], ""), c = join(suites, null)
    = a | b | c
    1/44/21/87/99/34 | 1.52 | –
    1/2/3/4 | 1.52 | –

    > from things | show a = replace(title, "e", "E"), b = replace(title, "", "x") | limit 4
    = a | b
    Éclair | Éclair
    cafE | cafe
    ZEbra toy | Zebra toy
    – | –

    > from hotels | limit 1 | show a = replace("aaa", "aa", "b"), b = replace("abab", "ab", "abab")
    = a | b
    ba | abababab

    > from hotels | limit 1 | show a = replace("a", null, "b"), b = replace(null, "a", "b")
    = a | b
    – | –

    > from hotels | limit 1 | show a = floor(2.5), b = floor(-2.5), c = ceil(2.5), d = ceil(-2.5)
    = a | b | c | d
    2 | -3 | 3 | -2

    > from hotels | limit 1 | show a = floor(7), b = ceil(-7), c = floor(0.1), d = ceil(0.1), e = floor(null)
    = a | b | c | d | e
    7 | -7 | 0 | 1 | –

    > from hotels | limit 1 | show a = round(250, -2), b = round(350.0, -2), c = round(351, -2)
    = a | b | c
    200 | 400 | 400

    > from hotels | limit 1 | show a = round(-49.9, -2), b = round(5, -1), c = round(5, -9999999999)
    = a | b | c
    0 | 0 | 0

    > from hotels | limit 1 | show a = round(99999999999999999999999999999999999999, -1)
    ! CQ0405 a result has more than 38 digits
    ^ round(99999999999999999999999999999999999999, -1) ~ calculated here
    help: round a quotient before calculating on: `round(rooms / 3, 6) + 1`

    > from hotels | limit 1 | show a = split(name), b = join(name, ","), c = join([true], ",")
    ! CQ0305 `split` is called as `split(TEXT, SEPARATOR or /PATTERN/)`
    ^ split(name) ~ given Text
    help: the texts between the separators, in which case and accents count
    ! CQ0305 `join` is called as `join(LIST, SEPARATOR)`
    ^ join(name, ",") ~ given Text, Text
    help: the texts or numbers in one text, with the separator between them
    ! CQ0305 `join` is called as `join(LIST, SEPARATOR)`
    ^ join([true], ",") ~ given List<Bool>, Text
    help: the texts or numbers in one text, with the separator between them

    > from hotels | limit 1 | show a = replace(name, "a"), b = floor(name), c = ceil(1, 2)
    ! CQ0305 `replace` is called as `replace(TEXT, OLD or /PATTERN/, NEW)`
    ^ replace(name, "a") ~ given Text, Text
    help: the text with NEW for each OLD, in which case and accents count
    ! CQ0305 `floor` is called as `floor(NUMBER)`
    ^ floor(name) ~ given Text
    help: the largest whole number that is not larger
    ! CQ0305 `ceil` is called as `ceil(NUMBER)`
    ^ ceil(1, 2) ~ given Int, Int
    help: the smallest whole number that is not smaller
    """##)

  @Test func evaluates() {
    #expect(Self.corpus.differences { QueryRun().text($0) } == [])
  }

  /// One byte below 16 MiB, that many, and one more.
  @Test func keepsTextsWithinTheLimit() {
    let new = String(repeating: "a", count: 4096)
    let found = [4095, 4096, 4097].map { rest in
      let text = "\(new.dropLast())" + String(repeating: "y", count: rest)
      let call = "replace(\"\(text)\", \"a\", \"\(new)\")"
      return QueryRun().text("from hotels | limit 1 | show x = \(call) is empty")
        .replacing(call, with: "CALL")
    }
    let fault = "! CQ0407 a text has more than 16 MiB\n^ CALL ~ made here"
    #expect(found == ["= x\nfalse", "= x\nfalse", fault])
  }
}
