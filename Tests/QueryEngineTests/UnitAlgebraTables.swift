// SPDX-License-Identifier: MIT

/// What operators make of types: rows are left sides, columns right sides. A number is the code of
/// the fault without `CQ0`.
enum UnitAlgebraTables {
  static let all: [(String, String)] = [
    (
      "+",
      """
      +     n     gbp   eur   money km    date  time  text  some  3     £3    3mi   3days
      n     int   303   303   mon   303   301   303   304   304   int   303   303   303
      gbp   303   GBP   302   302   301   301   301   304   304   GBP   GBP   301   301
      eur   303   302   EUR   302   301   301   301   304   304   EUR   302   301   301
      money mon   302   302   mon   301   301   301   304   304   mon   302   301   301
      km    303   301   301   301   km    301   301   304   304   km    301   km    301
      date  301   301   301   301   301   301   dat   304   304   301   301   301   dat
      time  303   301   301   301   301   dat   dur   304   304   301   301   301   dur
      text  304   304   304   304   304   304   304   304   304   304   304   304   304
      some  304   304   304   304   304   304   304   304   304   304   304   304   304
      3     int   GBP   EUR   mon   km    301   301   304   304   int   GBP   mi    301
      £3    303   GBP   302   302   301   301   301   304   304   GBP   GBP   301   301
      3mi   303   301   301   301   mi    301   301   304   304   mi    301   mi    301
      3days 303   301   301   301   301   dat   dur   304   304   301   301   301   dur
      """
    ),
    (
      "-",
      """
      -     n     gbp   eur   money km    date  time  text  some  3     £3    3mi   3days
      n     int   303   303   mon   303   301   303   304   304   int   303   303   303
      gbp   303   GBP   302   302   301   301   301   304   304   GBP   GBP   301   301
      eur   303   302   EUR   302   301   301   301   304   304   EUR   302   301   301
      money mon   302   302   mon   301   301   301   304   304   mon   302   301   301
      km    303   301   301   301   km    301   301   304   304   km    301   km    301
      date  301   301   301   301   301   dur   dat   304   304   301   301   301   dat
      time  303   301   301   301   301   301   dur   304   304   301   301   301   dur
      text  304   304   304   304   304   304   304   304   304   304   304   304   304
      some  304   304   304   304   304   304   304   304   304   304   304   304   304
      3     int   GBP   EUR   mon   km    301   301   304   304   int   GBP   mi    301
      £3    303   GBP   302   302   301   301   301   304   304   GBP   GBP   301   301
      3mi   303   301   301   301   mi    301   301   304   304   mi    301   mi    301
      3days 303   301   301   301   301   301   dur   304   304   301   301   301   dur
      """
    ),
    (
      "*",
      """
      *     n     gbp   eur   money km    date  time  text  some  3     £3    3mi   3days
      n     int   GBP   EUR   mon   km    301   dur   304   304   int   GBP   mi    dur
      gbp   GBP   301   301   301   301   301   301   304   304   GBP   301   301   301
      eur   EUR   301   301   301   301   301   301   304   304   EUR   301   301   301
      money mon   301   301   301   301   301   301   304   304   mon   301   301   301
      km    km    301   301   301   301   301   301   304   304   km    301   301   301
      date  301   301   301   301   301   301   301   304   304   301   301   301   301
      time  dur   301   301   301   301   301   301   304   304   dur   301   301   301
      text  304   304   304   304   304   304   304   304   304   304   304   304   304
      some  304   304   304   304   304   304   304   304   304   304   304   304   304
      3     int   GBP   EUR   mon   km    301   dur   304   304   int   GBP   mi    dur
      £3    GBP   301   301   301   301   301   301   304   304   GBP   301   301   301
      3mi   mi    301   301   301   301   301   301   304   304   mi    301   301   301
      3days dur   301   301   301   301   301   301   304   304   dur   301   301   301
      """
    ),
    (
      "/",
      """
      /     n     gbp   eur   money km    date  time  text  some  3     £3    3mi   3days
      n     dec   301   301   301   301   301   301   304   304   dec   301   301   301
      gbp   GBP   dec   302   302   301   301   301   304   304   GBP   dec   301   301
      eur   EUR   302   dec   302   301   301   301   304   304   EUR   302   301   301
      money mon   302   302   dec   301   301   301   304   304   mon   302   301   301
      km    km    301   301   301   dec   301   301   304   304   km    301   dec   301
      date  301   301   301   301   301   301   301   304   304   301   301   301   301
      time  dur   301   301   301   301   301   dec   304   304   dur   301   301   dec
      text  304   304   304   304   304   304   304   304   304   304   304   304   304
      some  304   304   304   304   304   304   304   304   304   304   304   304   304
      3     dec   301   301   301   301   301   301   304   304   dec   301   301   301
      £3    GBP   dec   302   302   301   301   301   304   304   GBP   dec   301   301
      3mi   mi    301   301   301   dec   301   301   304   304   mi    301   dec   301
      3days dur   301   301   301   301   301   dec   304   304   dur   301   301   dec
      """
    ),
    (
      "%",
      """
      %     n     gbp   eur   money km    date  time  text  some  3     £3    3mi   3days
      n     int   303   303   mon   303   301   303   304   304   int   303   303   303
      gbp   303   GBP   302   302   301   301   301   304   304   GBP   GBP   301   301
      eur   303   302   EUR   302   301   301   301   304   304   EUR   302   301   301
      money mon   302   302   mon   301   301   301   304   304   mon   302   301   301
      km    303   301   301   301   km    301   301   304   304   km    301   km    301
      date  301   301   301   301   301   301   301   304   304   301   301   301   301
      time  303   301   301   301   301   301   dur   304   304   301   301   301   dur
      text  304   304   304   304   304   304   304   304   304   304   304   304   304
      some  304   304   304   304   304   304   304   304   304   304   304   304   304
      3     int   GBP   EUR   mon   km    301   301   304   304   int   GBP   mi    301
      £3    303   GBP   302   302   301   301   301   304   304   GBP   GBP   301   301
      3mi   303   301   301   301   mi    301   301   304   304   mi    301   mi    301
      3days 303   301   301   301   301   301   dur   304   304   301   301   301   dur
      """
    ),
    (
      "<",
      """
      <     n     gbp   eur   money km    date  time  text  some  3     £3    3mi   3days
      n     boo   303   303   boo   303   301   303   301   boo   boo   303   303   303
      gbp   303   boo   302   302   301   301   301   301   303   boo   boo   301   301
      eur   303   302   boo   302   301   301   301   301   303   boo   302   301   301
      money boo   302   302   boo   301   301   301   301   boo   boo   302   301   301
      km    303   301   301   301   boo   301   301   301   303   boo   301   boo   301
      date  301   301   301   301   301   boo   301   boo   boo   301   301   301   301
      time  303   301   301   301   301   301   boo   301   303   301   301   301   boo
      text  301   301   301   301   301   boo   301   boo   boo   301   301   301   301
      some  boo   303   303   boo   303   boo   303   boo   boo   boo   303   303   303
      3     boo   boo   boo   boo   boo   301   301   301   boo   boo   boo   boo   301
      £3    303   boo   302   302   301   301   301   301   303   boo   boo   301   301
      3mi   303   301   301   301   boo   301   301   301   303   boo   301   boo   301
      3days 303   301   301   301   301   301   boo   301   303   301   301   301   boo
      """
    ),
    (
      "??",
      """
      ??    n     gbp   eur   money km    date  time  text  some  3     £3    3mi   3days
      n     int   303   303   mon   303   301   303   301   any   int   303   303   303
      gbp   303   GBP   302   302   301   301   301   301   303   GBP   GBP   301   301
      eur   303   302   EUR   302   301   301   301   301   303   EUR   302   301   301
      money mon   302   302   mon   301   301   301   301   any   mon   302   301   301
      km    303   301   301   301   km    301   301   301   303   km    301   km    301
      date  301   301   301   301   301   dat   301   tex   any   301   301   301   301
      time  303   301   301   301   301   301   dur   301   303   301   301   301   dur
      text  301   301   301   301   301   tex   301   tex   any   301   301   301   301
      some  any   303   303   any   303   any   303   any   any   any   303   303   303
      3     int   GBP   EUR   mon   km    301   301   301   any   int   GBP   mi    301
      £3    303   GBP   302   302   301   301   301   301   303   GBP   GBP   301   301
      3mi   303   301   301   301   mi    301   301   301   303   mi    301   mi    301
      3days 303   301   301   301   301   301   dur   301   303   301   301   301   dur
      """
    ),
  ]
}
