// SPDX-License-Identifier: MIT

import TestSupport

extension BindingMessageTests {
  /// Scripts with faults of units, currencies and dates.
  static let unitFaults = Corpus(
    ##"""
    > from hotels | filter distance < 500 m
    ! CQ0303 hotels does not say what unit `distance` is in
    ^ m ~ a unit, but the feed gives bare numbers
    help: `distance < 500`, or declare it in the source definition: `field distance Length in m`

    > from hotels | filter 5 km >= distance
    ! CQ0303 hotels does not say what unit `distance` is in
    ^ km ~ a unit, but the feed gives bare numbers
    help: `5 >= distance`, or declare it in the source definition: `field distance Length in km`

    > from hotels | filter distance in (£5)
    ! CQ0303 hotels does not say what currency `distance` is in
    ^ £ ~ a currency, but the feed gives bare numbers
    help: `distance in (5)`, or declare it in the source definition: `field distance Money in GBP`

    > from hotels | filter distance * 2 < -500 m
    ! CQ0303 nothing says what unit `distance * 2` is in
    ^ m ~ a unit, and the other side has none
    help: `distance * 2 < -500`, or say it: `distance * 2 * 1 m`

    > from hotels | filter rooms < -£20
    ! CQ0303 nothing says what currency `rooms` is in
    ^ £ ~ a currency, and the other side has none
    help: `rooms < -20`, or say it: `rooms * 1 GBP`

    > from hotels | extend d = 3 km | filter distance < d
    ! CQ0303 hotels does not say what unit `distance` is in
    ^ d ~ Length in km
    - distance ~ Decimal
    help: declare it in the source definition: `field distance Length in km`

    > from hotels | filter any suites = 3 mi
    ! CQ0303 hotels does not say what unit `suites` is in
    ^ mi ~ a unit, but the feed gives bare numbers
    help: `suites = 3`, or declare it in the source definition: `field suites List<Length in mi>`

    > from hotels | filter distance < 3 days
    ! CQ0303 hotels does not say what unit `distance` is in
    ^ days ~ a unit, but the feed gives bare numbers
    help: `distance < 3`, or say it: `distance * 1 day`

    > from things | filter extra < 3 km
    ! CQ0303 things does not say what unit `extra` is in
    ^ km ~ a unit, but the feed gives bare numbers
    help: `extra < 3`, or declare it in the source definition: `field extra Length in km`

    > from things | filter title contains 3 km or code = £3
    ! CQ0301 `contains` looks for text, and this is a length
    ^ 3 km ~ Length in km
    ! CQ0301 an id cannot be compared with money
    ^ £3 ~ Money in GBP
    - code ~ Id

    > from things | filter title > "2024-01-31" and open = 2024-01-31
    ! CQ0301 true or false cannot be compared with a date
    ^ 2024-01-31 ~ Date
    - open ~ Bool

    > from hotels | filter 2024-01-31 > "2024-01"
    ! CQ0301 a date cannot be compared with text
    ^ "2024-01" ~ Text
    - 2024-01-31 ~ Date
    help: a date is a whole day, such as `2024-01-01`; `start_of(…, "month") = 2024-01-01` and `… starts with "2024-01"` are true of all days in it

    > from hotels | filter 2024-01-31 > "soon"
    ! CQ0301 a date cannot be compared with text
    ^ "soon" ~ Text
    - 2024-01-31 ~ Date
    help: a date is written `2024-01-31`

    > from hotels | extend a = £1 + €1
    ! CQ0302 pounds and euros do not mix
    ^ €1 ~ EUR
    - £1 ~ GBP
    help: cq never converts money. A rate of your own does: `PRICE / 1 EUR * 0.80 GBP`

    > from hotels | extend a = 20 GPB
    ! CQ0112 there is no currency `GPB`
    ^ GPB ~ did you mean `GBP`?
    help: a currency is a code of ISO 4217; other units: m km mi ft yd days hours
    = from hotels | extend a = 20 GBP

    > from hotels | extend a = 20 miles
    ! CQ0102 `miles` is written `mi` in cq
    ^ miles
    = from hotels | extend a = 20 mi

    > from hotels | extend a = 2024-02-30
    ! CQ0113 `2024-02-30` is no day
    ^ 2024-02-30 ~ that month has 29 days
    help: a date is `2024-01-31` or `2024-01-31T10:00:00`, from year 1 to 9999

    > from hotels | extend a = $3
    ! CQ0302 `$` is the dollar of the source, and hotels has none
    ^ $
    help: name the currency: `3 USD`

    > from hotels | extend u = 5 USD, c = 5 CAD | filter u < $3
    ! CQ0302 `$` is the dollar of the source, and hotels has several: USD, CAD
    ^ $
    help: name the currency: `3 USD`

    > from hotels | extend a = 2024-01-31 + 30
    ! CQ0301 a number cannot be added to a date
    ^ 30 ~ Int
    - 2024-01-31 ~ Date
    help: say days or hours: `30 days`

    > from hotels | extend a = 30 days - rooms
    ! CQ0303 nothing says what unit `rooms` is in
    ^ days ~ a unit, and the other side has none
    help: `30 - rooms`, or say it: `rooms * 1 day`

    > from hotels | extend a = 2024-01-31 - rooms
    ! CQ0301 a number cannot be subtracted from a date
    ^ rooms ~ Int
    - 2024-01-31 ~ Date
    help: say what it counts: `NUMBER * 1 day`

    > from hotels | extend a = 3 km * 3 km
    ! CQ0301 a length cannot be multiplied by a length
    ^ 3 km ~ Length in km
    - 3 km ~ Length in km

    > from hotels | extend a = 1 / 3 km
    ! CQ0301 a number cannot be divided by a length
    ^ 3 km ~ Length in km
    - 1 ~ Int

    > from hotels | extend a = -2024-01-31
    ! CQ0304 `-` needs numbers, and this is a date
    ^ 2024-01-31 ~ Date

    > from hotels | filter £3
    ! CQ0304 a condition is true or false, and this is money
    ^ £3 ~ Money in GBP
    help: compare it, for example `£3 > 0`

    > from hotels | extend a = round(3 days)
    ! CQ0305 `round` is called as `round(NUMBER [, PLACES])`
    ^ round(3 days) ~ given Duration
    help: rounded half to even, to a whole number or to PLACES; -1 means tens

    > from hotels | extend a = coalesce(£3, 4 km)
    ! CQ0301 money cannot stand beside a length
    ^ 4 km ~ Length in km
    - £3 ~ Money in GBP

    > from hotels | extend a = [£3, 4]
    ! CQ0301 the elements of a list are of one type
    ^ 4 ~ Int
    help: the first element is money

    > from hotels | extend a = year(3)
    ! CQ0305 `year` is called as `year(DATE)`
    ^ year(3) ~ given Int
    help: the year of the date

    > from things | extend a = year(extra)
    ! CQ0305 `year` is called as `year(DATE)`
    ^ year(extra) ~ given Any
    help: the year of the date

    > from hotels | extend a = today(3)
    ! CQ0305 `today` is called as `today()`
    ^ today(3) ~ given Int
    help: the day on which the script runs

    > from hotels | extend d = 2024-01-31 | summarize sum(d)
    ! CQ0305 `sum` is called as `sum(NUMBER)`
    ^ sum(d) ~ given Date
    help: the sum of the numbers; 0 of nothing

    > from hotels | extend a = (£3).cents
    ! CQ0304 only records have members, and `(£3)` is money
    ^ cents
    - (£3) ~ Money in GBP

    > from hotels | extend a = 99999999999999999999999999999999999999 mi
    ! CQ0109 in metres this has more than 38 digits
    ^ 99999999999999999999999999999999999999 mi

    > from hotels | extend a = if rooms > 3 then £3 else 4 km
    ! CQ0301 money cannot stand beside a length
    ^ 4 km ~ Length in km
    - £3 ~ Money in GBP
    """##)
}
