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
    99.9
    13.1
    13.1

    > from hotels | extend part = share(rooms) * 28 | show rooms, part = round(part, 3) | limit 2
    = rooms | part
    6 | 6
    4 | 4

    > from hotels | group by stars (sort by rooms desc | extend k = row_number(), s = share(rooms) | limit 1) | show stars, k, s = round(s, 2)

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

    > from hotels | sort by rank(rooms) desc | limit 2 | show rooms
    = rooms
    8
    6

    > from hotels | filter stars > 90 | show n = row_number(), r = rank(stars), s = share(stars)

    > from hotels | summarize n = row_number()

    > from hotels | join hotels on row_number() = hotels.rooms

    > from hotels | show a = rank(stars, "down"), b = rank(suites), c = share(name), d = row_number(1), e = rank()
    """##)

  @Test func evaluates() {
    #expect(Self.corpus.differences { QueryRun().text($0) } == [])
  }
}
