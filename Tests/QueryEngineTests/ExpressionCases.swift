// SPDX-License-Identifier: MIT

import TestSupport

extension ExpressionTests {
  /// Conditions over lists and records, and calculations.
  static let listsAndNumbers = Corpus(
    ##"""
    > from things | filter tags contains "SWEET" | show sku
    = sku
    9
    a b
    ~ 1 have no tags

    > from things | filter tags contains exact "Sweet" | show sku
    = sku
    9
    ~ 1 have no tags

    > from things | filter tags contains exact "SWEET" | show sku
    = sku
    ~ 1 have no tags

    > from things | filter any tags = exact "sweet" | show sku
    = sku
    a b
    ~ 1 have no tags

    > from things | filter any tags != "new" | show sku
    = sku
    9
    a b
    100
    ~ 1 have no tags

    > from things | filter all tags = "new" | show sku
    = sku
    10
    d367
    ~ 1 have no tags

    > from things | filter none tags = "new" | show sku
    = sku
    10
    a b
    100
    ~ 1 have no tags

    > from things | filter any tags > "o" | show sku
    = sku
    9
    a b
    100
    ~ 1 have no tags

    > from things | filter any tags = pair | count
    = count
    0
    ~ 1 have no tags

    > from hotels | filter all suites < 50 | show id
    = id
    80899
    13100
    85862
    13370

    > from hotels | filter none suites = 1 | show id
    = id
    13100
    22470
    85862
    13370

    > from hotels | filter any suites = stars | show id
    = id
    80899

    > from hotels | filter any (suites) > 100 and stars in (1, exact 0) | show id
    = id
    22470
    313499

    > from hotels | filter suites[1] = 2 or suites[rooms - 1] = 9 | show id
    = id
    80899
    13100

    > from things | filter place.city = "ROME" | show sku
    = sku
    10
    100
    ~ 1 have no place

    > from things | filter place.floor + 1 > 0 | show sku
    = sku
    9
    100
    d367
    ~ 1 have no place

    > from things | filter place is null | show sku
    = sku
    d366

    > from things | filter [1, 2][0] = 1 and [1] = [1.0] | count
    = count
    6

    > from hotels | limit 2 | extend a = stars / 0, b = stars % 0, c = 7 % stars | show a, b, c
    = a | b | c
    – | – | 1
    – | – | 1
    ~ 4 divide by zero

    > from hotels | extend a = 1 / 3, b = 20%, c = -stars, d = 1_000 | show a, b, c, d | limit 1
    = a | b | c | d
    0.333333 | 0.2 | -3 | 1000

    > from things | extend a = price ?? was_price ?? -1, b = coalesce(was_price, 5) | show a, b
    = a | b
    2.5 | 3
    2.5 | 5
    7 | 7
    0 | 0
    100000000000000000000 | 1000000000000000000000000000000
    0 | 0.01

    > from things | extend a = price + null, b = null ?? price | show a, b | limit 1
    = a | b
    – | 2.5

    > from things | show a = round(price), b = round(2.345, 2), c = abs(-price) | limit 2
    = a | b | c
    2 | 2.34 | 2.5
    2 | 2.34 | 2.5

    > from things | show d = len(title), e = len(tags), f = round(price, 1) | limit 3
    = d | e | f
    6 | 2 | 2.5
    4 | 0 | 2.5
    9 | – | 7

    > from things | show a = lower(title), b = upper(title), c = trim("  x y ") | limit 3
    = a | b | c
    éclair | ÉCLAIR | x y
    cafe | CAFE | x y
    zebra toy | ZEBRA TOY | x y

    > from things | show a = price > 1 and open, b = not open, d = any tags = "new" | limit 4
    = a | b | d
    true | false | true
    false | true | false
    false | true | false
    false | false | false

    > from things | filter price * 1000000000000000000000 > 1
    ! CQ0405 a result has more than 38 digits
    ^ price * 1000000000000000000000 ~ calculated here
    help: round a quotient before calculating on: `round(rooms / 3, 6) + 1`

    > from things | extend x = was_price * 100000000000000000000 | show x
    ! CQ0405 a result has more than 38 digits
    ^ was_price * 100000000000000000000 ~ calculated here
    help: round a quotient before calculating on: `round(rooms / 3, 6) + 1`

    > from hotels | filter rooms = 3 | show d = rooms * 90000000000000000000000000000000000000 ft
    ! CQ0405 a result has more than 38 digits
    ^ rooms * 90000000000000000000000000000000000000 ft ~ calculated here
    help: round a quotient before calculating on: `round(rooms / 3, 6) + 1`

    > from hotels | extend d = rooms * 10000000000000000000000000000000000000 ft
    > | summarize d = sum(d)
    ! CQ0405 a result has more than 38 digits
    ^ sum(d) ~ calculated here
    help: round a quotient before calculating on: `round(rooms / 3, 6) + 1`

    > from hotels | limit 1
    > | show d = if rooms > 0 then 99999999999999999999999999999999999999 m else 1 ft
    = d
    99999999999999999999999999999999999999 m
    """##)
}
