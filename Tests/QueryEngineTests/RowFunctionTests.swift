// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Functions whose value for a row depends on other rows.
@Suite struct RowFunctionTests {
  static let corpus = Corpus(
    ##"""
    > from hotels | show n = row_number(), stars, up = rank(stars), down = rank(stars, "desc")
    = n | stars | up | down
    1 | 3 | 5 | 2
    2 | 2 | 3 | 4
    3 | 3 | 5 | 2
    4 | 1 | 2 | 6
    5 | 4 | 7 | 1
    6 | 0 | 1 | 7
    7 | 2 | 3 | 4

    > from hotels | filter rank(distance) <= 3 | show distance
    = distance
    56.25
    13.1
    13.1

    > from hotels | extend part = share(rooms) * 28 | show rooms, part = round(part, 3) | limit 2
    = rooms | part
    6 | 6
    4 | 4

    > from hotels | group by stars (sort by rooms desc | extend k = row_number(), s = share(rooms) | limit 1) | show stars, k, s = round(s, 2)
    = stars | k | s
    3 | 1 | 0.86
    2 | 1 | 0.8
    1 | 1 | 1
    4 | 1 | 1
    0 | 1 | 1

    > from hotels | extend s = if stars = 0 then null else stars | show s, f = fill(s), p = previous(s)
    = s | f | p
    3 | 3 | –
    2 | 2 | 3
    3 | 3 | 2
    1 | 1 | 3
    4 | 4 | 1
    – | 4 | 4
    2 | 2 | –

    > from hotels | show s = share(stars - stars) | limit 1
    = s
    –

    > from hotels | show s = share(if stars = 0 then 10.5 else 0.12345678901234567890123456789012345678) | skip 4
    = s
    0.010983
    0.934102
    0.010983

    > from hotels | sort by rank(rooms) desc | limit 2 | show rooms
    = rooms
    8
    6

    > from hotels | filter stars > 90 | show n = row_number(), r = rank(stars), s = share(stars)
    = n | r | s

    > from hotels | summarize n = row_number()
    ! CQ0305 `row_number` looks at the rows of a table, and here is none
    ^ row_number()
    help: compute it before: `extend place = row_number()`

    > from hotels | join hotels on row_number() = hotels.rooms
    ! CQ0305 `row_number` looks at the rows of a table, and here is none
    ^ row_number()
    help: compute it before: `extend place = row_number()`

    > from hotels | show a = rank(stars, "down"), b = rank(suites), c = share(name), d = row_number(1), e = rank()
    ! CQ0305 `rank` orders by "asc" or "desc"
    ^ "down"
    help: for example `rank(distance, "desc")`
    ! CQ0305 `rank` is called as `rank(VALUE [, "desc"])`
    ^ rank(suites) ~ given List<Int>
    help: the place of the row in the order of the value, from 1; equal values share one
    ! CQ0305 `share` is called as `share(NUMBER)`
    ^ share(name) ~ given Text
    help: the part that it is of the sum of all rows, to 20 places
    ! CQ0305 `row_number` is called as `row_number()`
    ^ row_number(1) ~ given Int
    help: the number of the row, from 1
    ! CQ0305 `rank` is called as `rank(VALUE [, "desc"])`
    ^ rank() ~ nothing is given
    help: the place of the row in the order of the value, from 1; equal values share one
    """##)

  @Test func evaluates() {
    #expect(Self.corpus.differences { QueryRun().text($0) } == [])
  }
}
