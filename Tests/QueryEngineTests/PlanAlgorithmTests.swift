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
      return Binder.bind(
        Parser.parse(source).tree, in: Binder.Context(), directory: Samples.directory()
      ).statements.map { PlanText.planned($0) }.joined().trimmed
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
    2 extend rooms = count(suites)
    3 summarize avg_rooms = avg(rooms) by stars [hash; holds the groups]
    4 sort by stars [stable sort; holds all rows]
    5 show stars, avg_rooms

    > from hotels | filter stars > 2 | count
    1 scan hotels, here: stars
    2 filter stars > 2
    3 summarize count = count()
    4 show count

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
    2 group by stars (sort by distance | limit 1) [hash; holds all rows]
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
