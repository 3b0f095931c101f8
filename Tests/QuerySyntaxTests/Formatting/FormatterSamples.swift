// SPDX-License-Identifier: MIT

extension FormatterTests {
  /// Words, marks and the spaces between them.
  static let wordSamples = [
    Sample("nothing", "\n \n", ""),
    Sample(
      "keywords", "FROM h | Filter NOT (a Is Null) | SORT BY b DESC | TO JSON",
      "from h | filter not (a is null) | sort by b desc | to json\n"),
    Sample(
      "names that are words elsewhere", "from h|rename By as ALL|show Count , Desc",
      "from h | rename By as ALL | show Count, Desc\n"),
    Sample(
      "marks", "from h|filter a==-b*( -1 )and c>=- -2 and d!=e-1/2 and f<g",
      "from h | filter a = -b * (-1) and c >= - -2 and d != e - 1 / 2 and f < g\n"),
    Sample(
      "calls, lists and members", "from h|extend a=f ( b ,c ) , d=[ 1,2 ] [ 0 ] . e ,f=[ ]",
      "from h | extend a = f(b, c), d = [1, 2][0].e, f = []\n"),
    Sample(
      "brackets after words", "from h|filter a in(1,2)and(b)or not(c)|group by a(limit 1)",
      "from h | filter a in (1, 2) and (b) or not (c) | group by a (limit 1)\n"),
    Sample(
      "percent and remainder", "from h | filter a > 20 % and b % 2 = 1 and c % d = 20%",
      "from h | filter a > 20% and b % 2 = 1 and c % d = 20%\n"),
    Sample(
      "ranges", "from h | filter a in 1 .. 5 and b in -1..-c",
      "from h | filter a in 1..5 and b in -1..-c\n"),
    Sample(
      "texts", #"from 'a' in 'it\'s', 'say "x"', "a\"b", '\u0041\\'"#,
      #"from "a" in "it's", 'say "x"', "a\"b", "\u0041\\""# + "\n"),
    Sample(
      "rows of a file",
      "from 'a' ITEMS . |join \"b\"items c [] . `d e`[] on f=b . g|union 'c' Items []",
      #"from "a" items . | join "b" items c[].`d e`[] on f = b.g | union "c" items []"# + "\n"),
    Sample(
      "backticks", "from `h` | show `a`, `b c`, `by`, `where`, `m`, `USD`, `null`, `é`",
      "from h | show a, `b c`, `by`, `where`, m, USD, `null`, é\n"),
    Sample(
      "units", "from h|filter a> 20 USD and b<5 KM or c>=£20 and d=2024-01-31 - 3 Days and e=1 TOP",
      "from h\n  | filter a > 20 USD and b < 5 km or\n"
        + "      c >= £20 and d = 2024-01-31 - 3 days and e = 1 TOP\n"),
    Sample(
      "numbers", "from h | filter a = 1_000 and b = 1.50",
      "from h | filter a = 1_000 and b = 1.50\n"),
    Sample(
      "semicolons", "use h;filter a = 1;; show 1 of h ;",
      "use h\nfilter a = 1\nshow 1 of h\n"),
    Sample(
      "what is not even read", "expect  error CQ0108 from(from  h|filter a = ^) # why \nuse  h",
      "expect  error CQ0108 from(from  h|filter a = ^)  # why\nuse h\n"),
    Sample("a leading pipe", " |limit 1 |show a", "| limit 1 | show a\n"),
    Sample("lines of other systems", "use h\r\n\r\nlimit 1\r\n", "use h\n\nlimit 1\n"),
    Sample(
      "the mark of byte order", "\u{FEFF}#!/usr/bin/env cq\nuse h",
      "#!/usr/bin/env cq\nuse h\n"),
    Sample(
      "assignments", "from h | summarize a == count() by b == c",
      "from h | summarize a = count() by b = c\n"),
  ]

  /// Where lines are broken.
  static let lineSamples = [
    Sample(
      "80 columns",
      "from h | filter name contains \"dream\" | sort by distance | show name, distances_",
      "from h | filter name contains \"dream\" | sort by distance | show name, distances_\n"),
    Sample(
      "81 columns",
      "from h | filter name contains \"dream\" | sort by distance | show name, distances__",
      """
      from h
        | filter name contains "dream"
        | sort by distance
        | show name, distances__

      """),
    Sample(
      "a long list",
      "from h | show alpha, beta, gamma, delta, epsilon, zeta, eta, theta, iota, kappa, lambda, mu",
      """
      from h
        | show alpha, beta, gamma, delta, epsilon, zeta, eta, theta, iota, kappa,
            lambda, mu

      """),
    Sample(
      "a long list of expressions",
      "from h | summarize hotels = count(), nearest = min(distance), "
        + "farthest = max(distance) by a, b",
      """
      from h
        | summarize hotels = count(),
            nearest = min(distance),
            farthest = max(distance) by a, b

      """),
    Sample(
      "a long condition",
      "from h | filter name contains \"dream\" and distance between "
        + "50 and 600 or stars >= 3 and not (a) "
        + "and suites contains 87 and rooms < 20",
      """
      from h
        | filter name contains "dream" and distance between 50 and 600 or
            stars >= 3 and not (a) and suites contains 87 and rooms < 20

      """),
    Sample(
      "a longer condition",
      "from h | filter name contains \"dream\" and distance between "
        + "50 and 600 and address contains \"x\""
        + " or stars = 1",
      """
      from h
        | filter name contains "dream" and
              distance between 50 and 600 and
              address contains "x" or
            stars = 1

      """),
    Sample(
      "a long set",
      "from h | filter not (id in (10001, 10002, 10003, 10004, 10005, "
        + "10006, 10007, 10008, 10009, 10010))",
      """
      from h
        | filter not (
            id in (
              10001, 10002, 10003, 10004, 10005, 10006, 10007, 10008, 10009, 10010
            )
          )

      """),
    Sample(
      "a long group",
      "from h | group by stars, name (filter rooms > 3 and distance < "
        + "600 | top 1 by rooms | show name)",
      """
      from h
        | group by stars, name (
            filter rooms > 3 and distance < 600
              | top 1 by rooms
              | show name
          )

      """),
    Sample(
      "arithmetic",
      "from h | extend total = coalesce(price, was_price, 0) * "
        + "quantity + shipping_and_handling - discount",
      """
      from h
        | extend total = coalesce(price, was_price, 0) * quantity +
            shipping_and_handling -
            discount

      """),
    Sample(
      "no line begins with the word of a statement",
      "from h | show alpha, beta, gamma, delta, epsilon, zeta, eta, "
        + "theta, iota, kappa, la, from, use",
      """
      from h
        | show alpha, beta, gamma, delta, epsilon, zeta, eta, theta, iota, kappa,
            la, from, use

      """),
    Sample(
      "what cannot be broken",
      "from h | filter name = \"a text that is longer than a line, "
        + "which nothing can change, alas, alas\"",
      """
      from h
        | filter name = "a text that is longer than a line, which nothing can change, alas, alas"

      """),
    Sample("empty lines", "\n\nuse h\n\n\n\nlimit 1\nlimit 2\n\n", "use h\n\nlimit 1\nlimit 2\n"),
  ]
}
