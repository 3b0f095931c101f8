// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite struct ExpressionTests {
  /// Conditions over nulls, text, ids and values of no certain type.
  static let nullsAndText = Corpus(
    ##"""
    > from things | filter price = was_price | show sku
    = sku
    d366
    ~ 1 have no price
    ~ 1 have no was_price

    > from things | filter price != was_price | show sku
    = sku
    9
    10
    a b
    100
    d367
    ~ 1 have no price
    ~ 1 have no was_price

    > from things | filter null = null | count
    = count
    6

    > from things | filter was_price = null | show sku
    = sku
    10
    ~ 1 have no was_price

    > from things | filter was_price != null | count
    = count
    5
    ~ 1 have no was_price

    > from things | filter price is null or was_price is null | show sku
    = sku
    10
    a b

    > from things | filter price is not null and title is not empty | show sku
    = sku
    9
    10
    d366
    100

    > from things | filter tags is empty | show sku
    = sku
    10
    d366

    > from things | filter title is empty | show sku
    = sku
    a b
    d367

    > from things | filter price < was_price | show sku
    = sku
    9
    100
    d367
    ~ 1 have no price
    ~ 1 have no was_price

    > from things | filter not price < was_price | show sku
    = sku
    10
    d366
    a b
    ~ 1 have no price
    ~ 1 have no was_price

    > from things | filter price >= was_price | show sku
    = sku
    d366
    ~ 1 have no price
    ~ 1 have no was_price

    > from things | filter was_price > null or was_price <= null | count
    = count
    0
    ~ 1 have no was_price

    > from things | filter title contains null or null contains title | count
    = count
    0
    ~ 1 have no title

    > from things | filter title not contains "z" | show sku
    = sku
    9
    10
    a b
    100
    d367
    ~ 1 have no title

    > from things | filter title not in ("cafe", "zebra toy") | show sku
    = sku
    9
    a b
    d367
    ~ 1 have no title

    > from things | filter not open | show sku
    = sku
    10
    d366
    100
    d367
    ~ 2 have no open

    > from things | filter open = false | show sku
    = sku
    10
    100
    ~ 2 have no open

    > from things | filter open != true | show sku
    = sku
    10
    d366
    100
    d367
    ~ 2 have no open

    > from things | filter open | show sku
    = sku
    9
    a b
    ~ 2 have no open

    > from things | filter title = "cafe" | show sku
    = sku
    10
    100
    ~ 1 have no title

    > from things | filter title = exact "cafe" | show sku
    = sku
    10
    ~ 1 have no title

    > from things | filter title != "CAFE" | show sku
    = sku
    9
    d366
    a b
    d367
    ~ 1 have no title

    > from things | filter title in ("ECLAIR", "zebra TOY") | show sku
    = sku
    9
    d366
    ~ 1 have no title

    > from things | filter title contains "AFE" or title ends with "TOY" | show sku
    = sku
    10
    d366
    100
    ~ 1 have no title

    > from things | filter title contains exact "afe" | show sku
    = sku
    10
    ~ 1 have no title

    > from things | filter title starts with "e" | show sku
    = sku
    9
    ~ 1 have no title

    > from things | filter title starts with exact "É" | show sku
    = sku
    9
    ~ 1 have no title

    > from things | filter title = pair | show sku
    = sku
    10
    100
    d367
    ~ 1 have no title

    > from things | filter title contains pair | show sku
    = sku
    10
    d366
    100
    d367
    ~ 1 have no title

    > from things | filter "Le CAFÉ" contains title or "zebra TOY!" starts with title | show sku
    = sku
    10
    d366
    100
    d367
    ~ 1 have no title

    > from things | filter "cafe" contains exact title | show sku
    = sku
    10
    d367
    ~ 1 have no title

    > from things | filter title starts with pair | show sku
    = sku
    10
    100
    d367
    ~ 1 have no title

    > from things | filter title < "d" | show sku
    = sku
    10
    100
    d367
    ~ 1 have no title

    > from things | filter title between "c" and "f" | show sku
    = sku
    9
    10
    100
    ~ 1 have no title

    > from things | filter sku = 9 or sku = "D366" or sku = "a b" | show sku
    = sku
    9
    a b

    > from things | filter sku in (10, 100) | show sku
    = sku
    10
    100

    > from things | filter sku starts with "d" and sku ends with 7 | show sku
    = sku
    d367

    > from things | filter sku contains "D" | count
    = count
    0

    > from things | filter sku > 9 and sku < 200 | show sku
    = sku
    10
    100

    > from things | filter extra = 1.5 or extra = "X" or extra = true | show sku
    = sku
    9
    10
    a b
    ~ 2 have no number, text, true or false in extra

    > from things | filter extra > 1 | show sku
    = sku
    9
    d367
    ~ 4 have no number in extra

    > from things | filter extra contains "x" | show sku
    = sku
    10
    ~ 5 have no text in extra

    > from things | filter extra is null | show sku
    = sku
    d366

    > from things | extend e = extra ?? 0 | show sku, e
    = sku | e
    9 | 1.5
    10 | "x"
    d366 | 0
    a b | true
    100 | [1]
    d367 | 7
    """##)

  /// What is calculated only for the rows for which it decides anything.
  static let guarded = Corpus(
    ##"""
    > from hotels | show id, x = if stars = 0 then -1 else rooms / stars
    = id | x
    40611 | 2
    80899 | 2
    13100 | 0.333333
    22470 | 5
    85862 | 0.75
    313499 | -1
    13370 | 0.5

    > from hotels | show id, x = if stars > 9 then rooms / 0 else if stars = 3 then rooms else null
    = id | x
    40611 | 6
    80899 | –
    13100 | 1
    22470 | –
    85862 | –
    313499 | –
    13370 | –

    > from hotels | filter stars > 0 and rooms / stars > 1 | show id
    = id
    40611
    80899
    22470

    > from hotels | filter stars = 0 or not rooms / stars >= 1 | show id
    = id
    13100
    85862
    313499
    13370

    > from hotels | filter (stars = 0 or rooms / stars > 1) and (stars != 0 and 6 / stars = 3)
    > | show id
    = id
    80899

    > from things | show sku, x = price ?? 1 / 0, y = coalesce(price, was_price, 1 / 0)
    > | filter sku = 9
    = sku | x | y
    9 | 2.5 | 2.5
    ~ 1 divide by zero

    > from things | show sku, x = was_price ?? 2 / price
    = sku | x
    9 | 3
    10 | 0.8
    d366 | 7
    a b | 0
    100 | 1000000000000000000000000000000
    d367 | 0.01

    > from hotels | limit 1
    > | show x = if rooms > 100 then rooms * 99999999999999999999999999999999999999 else 1
    = x
    1

    > from hotels | filter rooms > 100 and rooms * 99999999999999999999999999999999999999 > 1
    = id | name | address | stars | distance | suites | rooms

    > from hotels | filter rooms > 0 or rooms * 99999999999999999999999999999999999999 > 1 | count
    = count
    7
    """##)

  /// A calculated value between others where no column can be computed before: of no rows, and of
  /// aggregates.
  static let calculated = Corpus(
    ##"""
    > let few = (1 + 1) between 0 and 3
    > from things | filter $few and (2 * 2) in (1, 4) | count
    = count
    6

    > from hotels | summarize x = (count() + 1) between 8 and 9, y = count() + 1 not in (7, 8)
    = x | y
    true | false
    """##)

  static let corpus = nullsAndText + listsAndNumbers + guarded + calculated

  @Test func evaluates() {
    #expect(Self.corpus.differences { QueryRun().text($0) } == [])
  }
}
