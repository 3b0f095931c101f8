// SPDX-License-Identifier: MIT

import TestSupport

extension PipelineTests {
  /// Counting, cutting, and statements that go on from a result or tell about the sources.
  static let moreStages = Corpus(
    ##"""
    > from hotels | summarize hotels = count(), near = min(distance), avg(rooms) by stars
    > | sort by stars desc
    = stars | hotels | near | avg_rooms
    4 | 1 | 554.4 | 3
    3 | 2 | 13.1 | 3.5
    2 | 2 | 13.1 | 2.5
    1 | 1 | 999.9 | 5
    0 | 1 | 716.06 | 8

    > from hotels | summarize count(), sum(rooms), avg(rooms), median(rooms), min(name), first(id)
    = count | sum_rooms | avg_rooms | median_rooms | min_name | first_id
    7 | 28 | 4 | 4 | Americana Inn | 40611

    > from hotels | sample 3 seed 7 | show id, name
    > from hotels | sample 3 seed 7 | filter rooms > 1 | show id
    > from hotels | sample 9 | count
    > from hotels | sample 0 | show id
    > let s = 7
    > from hotels | sort by name | sample 2 seed $s | show name
    > from hotels | group by stars (sample 1 seed 1) | show stars
    = id | name
    13100 | Best Western
    22470 | Days Inn
    85862 | Dream
    = id
    22470
    85862
    = count
    7
    = id
    = name
    Best Western
    Cassa Hôtel
    = stars
    3
    2
    1
    4
    0

    > from hotels | summarize stddev(rooms), variance(rooms)
    = stddev_rooms | variance_rooms
    2.581989 | 6.666667

    > from hotels | filter rooms in 3..5 | summarize stddev(rooms), variance(rooms)
    = stddev_rooms | variance_rooms
    1 | 1

    > from hotels | filter rooms = 8 | summarize stddev(rooms), variance(rooms)
    = stddev_rooms | variance_rooms
    – | –

    > from hotels | filter stars > 9 | summarize count(), sum(rooms), avg(rooms), min(distance)
    = count | sum_rooms | avg_rooms | min_distance
    0 | 0 | – | –

    > from things | summarize count(price), sum(price), distinct_count(category), list(sku), last(sku)
    = count_price | sum_price | distinct_count_category | list_sku | last_sku
    5 | 100000000000000000012 | 3 | 9 10 d366 a b 100 d367 | d367

    > from hotels | summarize r = max(rooms) - min(rooms) by big = distance > 100
    = big | r
    false | 5
    true | 5

    > let few = from hotels | rename stars as s | show rooms, s, name | limit 1
    > from hotels | limit 1 | show name, rooms | join few on rooms = few.rooms
    > from hotels | limit 1 | show name, id | union few
    > from hotels | limit 1 | show name | join few on rooms = few.rooms
    = name | rooms | few.rooms | s | few.name
    Belleclaire | 6 | 6 | 3 | Belleclaire
    = name | id | rooms | s
    Belleclaire | 40611 | 6 | –
    Belleclaire | 40611 | 6 | 3
    = name | few.rooms | s | few.name
    Belleclaire | 6 | 3 | Belleclaire

    > let few = from hotels | filter stars = 4 | summarize n = count() by stars
    > from hotels | filter stars > 2 | summarize n = count() by stars, rooms
    > | group by stars (union few)
    > from hotels | filter stars > 2 | summarize n = count() by stars, rooms
    > | group by stars, n (union few | drop stars | limit 2)
    = stars | rooms | n
    3 | 6 | 1
    3 | 1 | 1
    4 | – | 1
    4 | 3 | 1
    4 | – | 1
    = stars | rooms | n
    3 | 6 | 1
    3 | 1 | 1
    4 | 3 | 1
    4 | – | 1

    > from hotels | count
    = count
    7

    > from hotels | filter stars > 9 | count
    = count
    0

    > from hotels | filter stars > 9 | count by stars
    = stars | count

    > from things | count by category
    = category | count
    Food | 3
    Toys | 1
    – | 1
    toys | 1

    > from things | count by open, big = price > 2
    = open | big | count
    false | true | 2
    true | true | 1
    – | true | 1
    true | false | 1
    – | false | 1

    > from things | count by place.city
    = place.city | count
    – | 2
    Paris | 1
    rome | 1
    Rome | 1
    '' | 1

    > from hotels | count by image
    = image | count
    1.jpg | 1
    2.jpg | 1
    3.jpg | 1
    – | 1
    5.jpg | 1
    '' | 1
    7.jpg | 1
    ~ no detail of 22470

    > from hotels | top 2 by stars asc, distance desc | show id
    = id
    313499
    22470

    > from hotels | top 3 by distance | skip 1 | show id
    = id
    313499
    85862

    > from things | top 9 by was_price | show was_price
    = was_price
    1000000000000000000000000000000
    7
    3
    0.01
    0
    –

    > from hotels | skip 5 | show id
    = id
    313499
    13370

    > from hotels | skip 2 | limit 2 | show id
    = id
    13100
    22470

    > from hotels | skip 9 | show id
    = id

    > from hotels | limit 9 | limit 3 | limit 5 | show id
    = id
    40611
    80899
    13100

    > from things in "food", "TOYS" | show sku
    = sku
    9
    10
    d366
    100
    d367

    > show 4 of hotels
    = id | name | address | stars | distance | suites | image | lat | lon | rooms
    40611 | Belleclaire | 6 Main St | 3 | 100 | 1 44 21 87 99 34 | 1.jpg | 40611.5 | -73 | 6

    > show 22470 of hotels | show name, lat
    = name | lat
    Days Inn | –
    ~ no detail of 22470

    > show "d366" of things | show title, price
    = title | price
    Zebra toy | 7

    > show "a b" of things | show sku
    = sku
    a b

    > from hotels | limit 2
    > | show lat, rooms
    > | sort by lat desc
    = lat | rooms
    80899.5 | 4
    40611.5 | 6

    > from hotels | drop id | limit 1
    > | show lat
    = lat
    40611.5

    > from hotels | extend id = "x" | limit 1
    > | show lat, id
    = lat | id
    40611.5 | x

    > from hotels | limit 2
    > show @2 | show name
    = id | name | address | stars | distance | suites | rooms
    40611 | Belleclaire | 6 Main St | 3 | 100 | 1 44 21 87 99 34 | 6
    80899 | Americana Inn | 4 Main St | 2 | 56.25 | 1 2 3 4 | 4
    = name
    Americana Inn

    > from hotels | drop id | limit 2
    > show @2 | show name
    = name | address | stars | distance | suites | rooms
    Belleclaire | 6 Main St | 3 | 100 | 1 44 21 87 99 34 | 6
    Americana Inn | 4 Main St | 2 | 56.25 | 1 2 3 4 | 4
    = name
    Americana Inn

    > use hotels
    > from things | limit 1 | show sku
    > show 1337 | show name
    = sku
    9
    = name
    Cassa Hôtel

    > use hotels
    > limit 1 | show id
    > from it | count
    = id
    40611
    = count
    1

    > use "hotels.json"
    > limit 1 | show id
    = id
    40611

    > sources
    = source | what | rows | updated
    broken | all broken | – | sample
    hotels | all hotels | – | sample
    things | all things | – | sample

    > categories of things | filter items > 0 | show name
    = name
    Toys
    Drinks

    > describe hotels
    = field | type | filled | distinct | values | meaning
    id | Id | 7 of 7 | 7 | 40611 … | ''
    name | Text | 7 of 7 | 7 | Belleclaire … | ''
    address | Text | 7 of 7 | 6 | 1 Main St 2, 6 Main St 1, 4 Main St 1 … | ''
    stars | Decimal | 7 of 7 | 5 | 0 – 4 ▄▁▄▁█▁█▄ | 0 may mean not rated
    distance | Decimal | 7 of 7 | 6 | 13.1 – 999.9 █▁▁▁▂▂▁▂ | ''
    suites | List<Int> | 7 of 7 | 7 | 1 – 500 | ''
    image | Text | '' | – | in the detail record | ''
    lat | Decimal | '' | – | in the detail record | ''
    lon | Decimal | '' | – | in the detail record | ''
    rooms | Int | 7 of 7 | 6 | 1 – 8 █▁▄▄▄▄▁▄ | = count(suites)
    """##)
}
