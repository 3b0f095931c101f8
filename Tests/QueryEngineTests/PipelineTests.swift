// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite struct PipelineTests {
  /// What is known of the hotels, question by question.
  static let facts = Corpus(
    ##"""
    > from hotels
    = id | name | address | stars | distance | suites | rooms
    40611 | Belleclaire | 6 Main St | 3 | 100 | 1 44 21 87 99 34 | 6
    80899 | Americana Inn | 4 Main St | 2 | 56.25 | 1 2 3 4 | 4
    13100 | Best Western | 1 Main St | 3 | 13.1 | 9 | 1
    22470 | Days Inn | 5 Main St | 1 | 999.9 | 5 6 7 8 200 | 5
    85862 | Dream | 3 Main St | 4 | 554.4 | 10 11 12 | 3
    313499 | DREAM Downtown | 8 Main St | 0 | 716.06 | 87 1 2 3 4 5 6 500 | 8
    13370 | Cassa Hôtel | 1 Main St | 2 | 13.1 | 7 | 1

    > from hotels | sort by distance | show name, distance
    = name | distance
    Best Western | 13.1
    Cassa Hôtel | 13.1
    Americana Inn | 56.25
    Belleclaire | 100
    Dream | 554.4
    DREAM Downtown | 716.06
    Days Inn | 999.9

    > from hotels | sort by rooms desc | show id, rooms
    = id | rooms
    313499 | 8
    40611 | 6
    22470 | 5
    80899 | 4
    85862 | 3
    13100 | 1
    13370 | 1

    > from hotels | filter stars >= 3 | sort by rooms desc | show name, distance, rooms
    = name | distance | rooms
    Belleclaire | 100 | 6
    Dream | 554.4 | 3
    Best Western | 13.1 | 1

    > from hotels | show name | sort by distance
    = name
    Best Western
    Cassa Hôtel
    Americana Inn
    Belleclaire
    Dream
    DREAM Downtown
    Days Inn

    > from hotels | top 5 by rooms | show name
    = name
    DREAM Downtown
    Belleclaire
    Days Inn
    Americana Inn
    Dream

    > use hotels
    > filter name starts with "dream" | show id
    = id
    85862
    313499

    > from hotels | filter distance between 50 and 600 and not (name contains "dream") | show id
    = id
    40611
    80899

    > from hotels | filter suites contains 87 | show id
    = id
    40611
    313499

    > from hotels | filter any suites > 100 | show id
    = id
    22470
    313499

    > from hotels | count by stars
    = stars | count
    3 | 2
    2 | 2
    1 | 1
    4 | 1
    0 | 1

    > from hotels | extend per_star = rooms / stars | sort by per_star desc | show name, per_star
    = name | per_star
    Days Inn | 5
    Belleclaire | 2
    Americana Inn | 2
    Dream | 0.75
    Cassa Hôtel | 0.5
    Best Western | 0.333333
    DREAM Downtown | –
    ~ 1 divide by zero

    > from things | extend saving = strikePrice - price | filter saving > 0 | show title, price, saving
    = title | price | saving
    Éclair | 2.5 | 0.5
    CAFÉ | 100000000000000000000 | 999999999900000000000000000000
    '' | 0 | 0.01
    ~ 1 have no strikePrice
    ~ 1 have no price
    """##)

  /// Every stage, alone and with others.
  static let firstStages = Corpus(
    ##"""
    > from things | search "cafe food" | show sku
    = sku
    10

    > from things | search "É" in title | show sku
    = sku
    9
    10
    d366
    100

    > from things | search "cafe" in pair, title | show sku
    = sku
    10
    100

    > from things | search "" | count
    = count
    6

    > from hotels | search "inn main 5" | show id
    = id
    22470

    > from hotels | sort by stars desc, distance | show stars, distance
    = stars | distance
    4 | 554.4
    3 | 13.1
    3 | 100
    2 | 13.1
    2 | 56.25
    1 | 999.9
    0 | 716.06

    > from things | sort by title | show title
    = title
    ''
    cafe
    CAFÉ
    Éclair
    Zebra toy
    –

    > from things | sort by title desc nulls first | show title
    = title
    –
    Zebra toy
    Éclair
    CAFÉ
    cafe
    ''

    > from things | sort by was_price nulls first | show was_price
    = was_price
    –
    0
    0.01
    3
    7
    1000000000000000000000000000000

    > from things | sort by price * 2 desc, sku desc | show sku, price
    = sku | price
    100 | 100000000000000000000
    d366 | 7
    10 | 2.5
    9 | 2.5
    d367 | 0
    a b | –

    > from things | sort by sku | show sku
    = sku
    9
    10
    100
    a b
    d366
    d367

    > from things | sort by sku desc | show code
    = code
    d367
    d366
    a b
    100
    10
    9

    > from things | sort by open, title | show open, title
    = open | title
    false | cafe
    false | CAFÉ
    true | Éclair
    true | –
    – | ''
    – | Zebra toy

    > from things | sort by count(tags) desc | show sku, n = len(tags)
    = sku | n
    9 | 2
    a b | 2
    100 | 1
    d367 | 1
    10 | 0
    d366 | –

    > from hotels | sort by image | limit 3 | show image
    = image
    ''
    1.jpg
    2.jpg
    ~ no detail of 22470

    > from hotels | show stars, far = distance > 100, name | limit 2
    = stars | far | name
    3 | false | Belleclaire
    2 | false | Americana Inn

    > from things | show sku, title, SalePrice, strikeprice | limit 1
    = sku | title | salePrice | strikePrice
    9 | Éclair | 2.5 | 3

    > from things | show place.city, place.floor, t = tags[0], `Price (INR)` | limit 2
    = place.city | place.floor | t | Price (INR)
    Paris | 1 | Sweet | 10
    rome | – | – | 20

    > from hotels | show name | show all | drop address, suites, distance | limit 1
    = id | name | stars | rooms
    40611 | Belleclaire | 3 | 6

    > from hotels | extend a = stars + 1, b = a * 2, stars = 0 | show a, b, stars, rooms | limit 2
    = a | b | stars | rooms
    4 | 8 | 0 | 6
    3 | 6 | 0 | 4

    > from hotels | extend rooms = rooms + 0.5 | limit 1
    = id | name | address | stars | distance | suites | rooms
    40611 | Belleclaire | 6 Main St | 3 | 100 | 1 44 21 87 99 34 | 6.5

    > from hotels | extend x = null, y = x + 1, z = "t" | show x, y, z | limit 1
    = x | y | z
    – | – | t

    > from hotels | rename name as title, rooms as name | show title, name | limit 1
    = title | name
    Belleclaire | 6

    > from hotels | rename street as road | show road | sort by road desc | limit 1
    = road
    8 Main St

    > from hotels | rename lat as latitude | filter latitude < 20000 | show latitude
    = latitude
    13100.5
    13370.5
    ~ 1 have no latitude
    ~ no detail of 22470

    > from hotels | drop street | show | limit 1
    = id | name | stars | distance | suites | rooms
    40611 | Belleclaire | 3 | 100 | 1 44 21 87 99 34 | 6

    > from things | distinct category
    = category
    Food
    Toys
    –
    toys

    > from things | distinct price, title
    = price | title
    2.5 | Éclair
    2.5 | cafe
    7 | Zebra toy
    – | –
    100000000000000000000 | CAFÉ
    0 | ''

    > from things | show open | distinct
    = open
    true
    false
    –

    > from hotels | distinct stars | sort by stars | skip 1 | limit 2
    = stars
    1
    2
    """##)

  static let stages = firstStages + moreStages

  @Test func answersTheKnownQuestions() {
    #expect(Self.facts.differences { QueryRun().text($0) } == [])
  }

  @Test func runsEveryStage() {
    #expect(Self.stages.differences { QueryRun().text($0) } == [])
  }

  /// Without the planner's rules the rows are the same, in the same order.
  @Test func runsWithoutOptimising() {
    let all = [Self.facts, Self.stages, ExpressionTests.corpus]
    let differences = all.flatMap { corpus in
      corpus.differences { QueryRun(optimising: false).text($0) }
    }
    #expect(differences == [])
  }
}
