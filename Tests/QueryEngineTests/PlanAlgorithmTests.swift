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
    2 top 3 by stars [top-k; holds the best rows; sequential]
    3 show name

    > from hotels | summarize avg(rooms) by stars | sort by stars
    1 scan hotels, here: stars suites
    2 extend rooms = count(suites) [on every processor]
    3 summarize avg_rooms = avg(rooms) by stars [hash; holds the groups; on every processor]
    4 sort by stars [stable sort; holds all rows; sequential]
    5 show stars, avg_rooms

    > from hotels | filter stars > 2 | count
    1 scan hotels, here: stars
    2 filter stars > 2
    3 summarize count = count()
    4 show count

    > set workers = 7; from hotels | search "inn" | filter stars > 2 | top 2 by stars | filter rooms > 3 | show name
    set workers = 7
    1 scan hotels, here: id name address stars suites
    2 extend rooms = count(suites) [on 7 workers]
    3 search contains "inn" in id, name, address [on 7 workers]
    4 filter stars > 2 [on 7 workers]
    5 top 2 by stars desc [top-k; holds the best rows; sequential]
    6 filter rooms > 3
    7 show name

    > set workers = 1; from hotels | filter stars > 2 | count by stars
    set workers = 1
    1 scan hotels, here: stars
    2 filter stars > 2
    3 summarize count = count() by stars [hash; holds the groups]
    4 sort by count desc [stable sort; holds all rows; sequential]
    5 show stars, count

    > from hotels | filter stars > 1 | summarize distinct_count(name) by stars
    1 scan hotels, here: name stars
    2 filter stars > 1
    3 summarize distinct_count_name = distinct_count(name) by stars [hash; holds the groups and the values]
    4 show stars, distinct_count_name

    > from hotels | summarize median(stars), count()
    1 scan hotels, here: stars
    2 summarize median_stars = median(stars), count = count() [holds the values; on every processor]
    3 show median_stars, count

    > from hotels | summarize list(name) by stars
    1 scan hotels, here: name stars
    2 summarize list_name = list(name) by stars [hash; holds the groups and the values]
    3 show stars, list_name

    > from hotels | sample 3 seed 7 | show name
    1 scan hotels, here: name
    2 sample 3 seed 7 [reservoir; holds the chosen rows; sequential]
    3 show name

    > from hotels | distinct stars
    1 scan hotels, here: stars
    2 distinct stars [hash; holds the keys; sequential]
    3 show stars

    > from hotels | group by stars (sort by distance | limit 1) | show name, lat
    1 scan hotels, here: id name stars distance
    2 group by stars [hash; holds all rows; sequential]
      2.1 top 1 by distance [top-k; holds the best rows; sequential]
    3 details of hotels: lat [a request for each item; holds the records; sequential]
    4 show name, lat

    > from hotels | join things on name = things.title | show name
    1 scan hotels, here: name
    2 join on name = title [hash join; holds the other rows; sequential]
      2.1 scan things, here: title
    3 show name

    > from hotels | join hotels on stars < hotels.rooms | limit 2 | show name
    1 scan hotels, here: name stars
    2 join on stars < rooms#2 [nested loop; holds the other rows; sequential]
      2.1 scan hotels, here: suites#2
      2.2 extend rooms#2 = count(suites#2) [on every processor]
    3 limit 2 [sequential]
    4 show name

    > set workers = 3; let few = from hotels | filter stars > 1 | top 2 by distance | summarize n = max(rooms) by id; from hotels | join left few on id = few.id and n > 2 | show name, n
    set workers = 3
    known: few
    1 scan hotels, here: id name
    2 join left on id = id#2 and n > 2 [hash join; holds the other rows; sequential]
      2.1 scan hotels, here: id#2 stars#2 distance#2 suites#2
      2.2 extend rooms#2 = count(suites#2) [on 3 workers]
      2.3 filter stars#2 > 1 [on 3 workers]
      2.4 top 2 by distance#2 desc [top-k; holds the best rows; sequential]
      2.5 summarize n = max(rooms#2) by id#2 [hash; holds the groups]
    3 show name, n

    > from hotels | union hotels | show name
    1 scan hotels, here: name
    2 union: name#3 [holds the other rows; sequential]
      2.1 scan hotels, here: name#2
    3 show name = name#3

    > let few = from hotels | filter rooms > 2 | union hotels | show id; from hotels | group by stars (group by name (join few on id = few.id | top 1 by rooms)) | show name
    known: few
    1 scan hotels, here: id name stars suites
    2 extend rooms = count(suites) [on every processor]
    3 group by stars [hash; holds all rows; sequential]
      3.1 group by name [hash; holds all rows; sequential]
        3.1.1 join on id = `few.id` [hash join; holds the other rows; sequential]
          3.1.1.1 scan hotels, here: id#2 suites#2
          3.1.1.2 extend rooms#2 = count(suites#2) [on every processor]
          3.1.1.3 filter rooms#2 > 2 [on every processor]
          3.1.1.4 union: `few.id` [holds the other rows; sequential]
            3.1.1.4.1 scan hotels, here: id#3
        3.1.2 top 1 by rooms desc [top-k; holds the best rows; sequential]
    4 show name

    > from hotels | expand suites | filter suites > 2 | assert stars > 0 | count by suites
    1 scan hotels, here: id stars suites
    2 expand suites into suites#2 [on every processor]
    3 filter suites#2 > 2 [on every processor]
    4 assert stars > 0 [on every processor]
    5 summarize count = count() by suites#2 [hash; holds the groups; on every processor]
    6 sort by count desc [stable sort; holds all rows; sequential]
    7 show suites = suites#2, count

    > from hotels | filter stars > 1 | expand suites | filter suites > 2 | expect rows > 1 | skip 1 | show suites
    1 scan hotels, here: id name stars suites
    2 filter stars > 1
    3 expand suites into suites#2
    4 filter suites#2 > 2
    5 expect rows > 1 [sequential]
    6 skip 1 [sequential]
    7 show suites = suites#2

    > from hotels | expect live | expect columns id | show name
    1 scan hotels, here: name
    2 expect live [sequential]
    3 fail: columns id, name, address, stars, distance, suites, rooms, not id [sequential]
    4 show name
    """##)
}
