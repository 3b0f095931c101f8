// SPDX-License-Identifier: MIT

import Diagnostics
import QueryEngine
import QuerySyntax
import TestSupport
import Testing

/// The algorithms that are chosen, as `cq debug plan` shows them.
@Suite struct PlanAlgorithmTests {
  @Test func algorithms() {
    let differences = Self.plans.differences { script in
      let source = ScriptText(name: "t", script)
      let bound = Binder.bind(
        Parser.parse(source).tree, in: Binder.Context(), directory: Samples.directory())
      return PlanText.planned(bound.statements).joined().trimmed
    }
    #expect(differences == [])
  }

  static let plans = Corpus(
    ##"""
    > from hotels | sort by stars | limit 3 | show name
    1 scan hotels, here: name stars
    2 top 3 by stars [top-k; holds the best rows]
    3 show name

    > from hotels | summarize avg(rooms) by stars | sort by stars
    1 scan hotels, here: stars suites
    2 extend rooms = count(suites) [on every processor]
    3 summarize avg_rooms = avg(rooms) by stars [hash; holds the groups; on every processor]
    4 sort by stars [stable sort; holds all rows]
    5 show stars, avg_rooms

    > from hotels | filter stars > 2 | count
    1 scan hotels, here: stars
    2 filter stars > 2 [on every processor]
    3 summarize count = count() [on every processor]
    4 show count

    > set workers = 7; from hotels | search "inn" | filter stars > 2 | top 2 by stars | filter rooms > 3 | show name
    set workers = 7
    1 scan hotels, here: id name address stars suites
    2 extend rooms = count(suites) [on 7 workers]
    3 search contains "inn" in id, name, address [on 7 workers]
    4 filter stars > 2 [on 7 workers]
    5 top 2 by stars desc [top-k; holds the best rows]
    6 filter rooms > 3
    7 show name

    > set workers = 1; from hotels | filter stars > 2 | count by stars
    set workers = 1
    1 scan hotels, here: stars
    2 filter stars > 2
    3 summarize count = count() by stars [hash; holds the groups]
    4 sort by count desc [stable sort; holds all rows]
    5 show stars, count

    > from hotels | filter stars > 1 | summarize distinct_count(name) by stars
    1 scan hotels, here: name stars
    2 filter stars > 1 [on every processor]
    3 summarize distinct_count_name = distinct_count(name) by stars [hash; holds the groups and the values]
    4 show stars, distinct_count_name

    > from hotels | summarize median(stars), count()
    1 scan hotels, here: stars
    2 summarize median_stars = median(stars), count = count() [holds the values]
    3 show median_stars, count

    > from hotels | summarize list(name) by stars
    1 scan hotels, here: name stars
    2 summarize list_name = list(name) by stars [hash; holds the groups and the values]
    3 show stars, list_name

    > from hotels | sample 3 seed 7 | show name
    1 scan hotels, here: name
    2 sample 3 seed 7 [reservoir; holds the chosen rows]
    3 show name

    > from hotels | distinct stars
    1 scan hotels, here: stars
    2 distinct stars [hash; holds the keys]
    3 show stars

    > from hotels | group by stars (sort by distance | limit 1) | show name, lat
    1 scan hotels, here: id name stars distance
    2 group by stars (top 1 by distance) [hash; holds all rows]
    3 details of hotels: lat [a request for each item; holds the records]
    4 show name, lat

    > from hotels | join things on name = things.title | show name
    1 scan hotels, here: name
    2 join (scan things, here: title) on name = title [hash join; holds the other rows]
    3 show name

    > from hotels | join hotels on stars < hotels.rooms | limit 2 | show name
    1 scan hotels, here: name stars
    2 join (scan hotels, here: suites#2 | extend rooms#2 = count(suites#2)) on stars < rooms#2, compares every pair [holds the other rows]
    3 limit 2
    4 show name

    > from hotels | union hotels | show name
    1 scan hotels, here: name
    2 union (scan hotels, here: name#2): name#3 [holds the other rows]
    3 show name = name#3
    """##)
}
