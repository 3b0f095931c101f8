// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Functions that take parts of texts, lists and dates, and those of the elements of lists.
@Suite struct PartFunctionTests {
  static let corpus = Corpus(
    ##"""
    > from hotels | limit 1 | show a = substring("Éclair", 0, 2), b = substring("Éclair", -3), c = substring("abc", 1, 99)
    = a | b | c
    Éc | air | bc

    > from hotels | limit 1 | show a = substring("abc", 5), b = substring("abc", -9, 2), c = substring("abc", 1, -1), d = substring("abc", null)
    = a | b | c | d
    '' | '' | '' | –

    > from hotels | limit 1 | show a = substring("abc", -9), b = substring("abc", -4, 2), c = substring("é", -2, 1), d = slice([1, 2], -3, 2), e = slice([1], -9, 3), f = substring("abc", -99999999999999999999, 99999999999999999999)
    = a | b | c | d | e | f
    abc | a | '' | 1 | '' | abc

    > from hotels | limit 1 | show a = substring("abc", 1, 9223372036854775807), b = substring("abc", -9223372036854775807, 9223372036854775807), c = slice([1, 2], 1, 9223372036854775807)
    = a | b | c
    bc | abc | 2

    > from hotels | limit 1 | show a = lower("ΟΔΥΣΣΕΥΣ ΑΣ'Α"), b = lower("Σ"), c = lower("ΑΣ. ΣΑΣ!"), d = lower("ΣÉ")
    = a | b | c | d
    οδυσσευς ασ'α | σ | ας. σας! | σé

    > from hotels | limit 1 | show a = substring("👨‍👩‍👧é", 1), b = substring("a", 99999999999999999999999999999999999999)
    = a | b
    é | ''

    > from hotels | limit 2 | show a = slice(suites, 1, 2), b = slice(suites, -1), c = slice(suites, 9), d = slice(null, 0)
    = a | b | c | d
    44 21 | 34 | '' | –
    2 3 | 4 | '' | –

    > from hotels | limit 2 | show a = reverse(suites), b = reverse("Éa"), c = sorted(suites), d = unique([3, 1, null, 3, null, 5])
    = a | b | c | d
    34 99 87 21 44 1 | aÉ | 1 21 34 44 87 99 | 3 1  5
    4 3 2 1 | aÉ | 1 2 3 4 | 3 1  5

    > from things | show tags = sorted(tags), last = last(tags), longest = max(tags) | limit 4
    = tags | last | longest
    new Sweet | Sweet | Sweet
    '' | – | –
    – | – | –
    sweet  | sweet | sweet

    > from hotels | limit 1 | show a = sum(suites), b = avg(suites), c = min(suites), d = max(suites), e = median(suites), f = percentile(suites, 25)
    = a | b | c | d | e | f
    286 | 47.666667 | 1 | 99 | 39 | 24.25

    > from hotels | limit 1 | show b = avg([1]), c = stddev([1, 3]), d = first([null, 2]), e = distinct_count([1, 1, 2])
    = b | c | d | e
    1 | 1.414214 | 2 | 2

    > from hotels | limit 1 | show a = sum([]), b = avg([null]), c = variance([null]), d = max([]), e = stddev([£1, £3])
    = a | b | c | d | e
    0 | – | – | – | £1.414214

    > from hotels | limit 1 | show a = variance([£1, £3]), b = sum(["a"]), c = percentile(suites), d = median([true])
    ! CQ0305 `variance` takes no list with elements of type Money in GBP
    ^ [£1, £3]
    help: variance: the square of the standard deviation; of numbers without a unit
    ! CQ0305 `sum` takes no list with elements of type Text
    ^ ["a"]
    help: sum: the sum of the numbers; 0 of nothing
    ! CQ0305 `percentile` is called as `percentile(NUMBER, PERCENT)`
    ^ percentile(suites) ~ given List<Int>
    help: the number below which PERCENT of them lie, or in a line between two
    ! CQ0305 `median` takes no list with elements of type Bool
    ^ [true]
    help: median: the number in the middle, or the mean of the two there

    > from hotels | limit 1 | show a = sum(rooms), b = percentile(suites, 101), c = percentile(suites, rooms), d = sum(split(name, " "))
    ! CQ0208 `sum` is an aggregate, and there is one row here
    ^ sum
    help: aggregates stand in `summarize`: `summarize sum(...) by ...`
    ! CQ0305 `percentile` takes a number from 0 to 100 that stands in the script
    ^ 101
    help: for example `percentile(distance, 90)`
    ! CQ0305 `percentile` takes a number from 0 to 100 that stands in the script
    ^ rooms
    help: for example `percentile(distance, 90)`
    ! CQ0305 `sum` takes no list with elements of type Text
    ^ split(name, " ")
    help: sum: the sum of the numbers; 0 of nothing

    > from hotels | limit 1 | show a = weekday(2024-01-31), b = weekday(0001-01-01), c = hour(2024-01-31T09:30:05), d = minute(2024-01-31T09:30:05), e = second(2024-01-31T09:30:05)
    = a | b | c | d | e
    3 | 1 | 9 | 30 | 5

    > from hotels | limit 1 | show a = start_of(2024-05-17T10:11:12, "year"), b = start_of(2024-05-17, "quarter"), c = start_of(2024-05-17, "month"), d = start_of(2024-05-17, "week"), e = start_of(2024-05-17T10:11:12, "day"), f = start_of("2024-05-17T10:11:12", "hour")
    = a | b | c | d | e | f
    2024-01-01 | 2024-04-01 | 2024-05-01 | 2024-05-13 | 2024-05-17 | 2024-05-17T10:00:00

    > from hotels | limit 1 | show a = start_of(2024-05-17, "moth"), b = start_of(2024-05-17, name)
    ! CQ0305 `start_of` knows no "moth"
    ^ "moth"
    one of: "year" "quarter" "month" "week" "day" "hour"
    = from hotels | limit 1 | show a = start_of(2024-05-17, "month"), b = start_of(2024-05-17, name)
    ! CQ0305 the last argument of `start_of` has to stand in the script
    ^ name
    one of: "year" "quarter" "month" "week" "day" "hour"

    > from hotels | limit 1 | show a = title("the o'neil-hotel ÉÄ"), b = title(""), c = title("ß ǆ")
    = a | b | c
    The O'neil-Hotel ÉÄ | '' | Ss ǅ
    """##)

  @Test func evaluates() {
    #expect(Self.corpus.differences { QueryRun().text($0) } == [])
  }
}
