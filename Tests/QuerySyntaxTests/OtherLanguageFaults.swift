// SPDX-License-Identifier: MIT

import TestSupport

extension SyntaxMessageTests {
  /// Scripts with one fault: what other languages say in several words.
  static let foreignFaults = Corpus(
    ##"""
    > from hotels | filter name =~ "^Dre"
    ! CQ0102 `=~` can mean two things, and is no operator of cq
    ^ 26 =~ ~ KQL compares so, Perl and Ruby look for a pattern

    > from hotels | filter name =~ /dre/i
    ! CQ0102 `=~` is written `matches` in cq
    ^ 26 =~ ~
    = from hotels | filter name matches /dre/i

    > from hotels | filter name !~ /dre/ and stars > 2
    ! CQ0102 `!~` is written `not matches` in cq
    ^ 26 !~ ~
    = from hotels | filter name not matches /dre/ and stars > 2

    > from hotels | filter name ~= "dream"
    ! CQ0102 `~=` can mean two things, and is no operator of cq
    ^ 26 ~= ~ Lua means that they differ, others look for a pattern

    > from hotels | filter stars => 3
    ! CQ0102 `=>` is written `>=` in cq
    ^ 27 => ~
    = from hotels | filter stars >= 3

    > from hotels | filter stars =< 3
    ! CQ0102 `=<` is written `<=` in cq
    ^ 27 =< ~
    = from hotels | filter stars <= 3

    > from hotels | extend n = case when stars > 3 then "a" else "b" end
    ! CQ0102 `case` is written `if ... then ... else ...` in cq
    ^ 25 case ~ SQL says case
    = from hotels | extend n = if stars > 3 then "a" else "b"

    > from hotels | extend n = CASE stars WHEN 3 THEN "a" WHEN 4 THEN "b" END, m = 2
    ! CQ0102 `case` is written `if ... then ... else ...` in cq
    ^ 25 CASE ~ SQL says case
    = from hotels | extend n = if stars = 3 THEN "a" else if stars = 4 THEN "b" else null, m = 2

    > from hotels | extend n = case when stars > 3 then "a"
    ! CQ0101 `case` needs `end`
    ^ 53  ~

    > from hotels | left join reviews on id = reviews.hotel
    ! CQ0102 `left join` is written `join left` in cq
    ^ 14 left join ~ SQL says it so
    = from hotels | join left reviews on id = reviews.hotel

    > from hotels LEFT OUTER JOIN reviews on id = reviews.hotel
    ! CQ0102 `LEFT OUTER JOIN` is written `join left` in cq, and a `|` stands before it
    ^ 12 LEFT OUTER JOIN ~ SQL says it so
    = from hotels | join left reviews on id = reviews.hotel

    > from hotels | inner join reviews on id = reviews.hotel
    ! CQ0102 `inner join` is written `join` in cq
    ^ 14 inner join ~ SQL says it so
    = from hotels | join reviews on id = reviews.hotel

    > from hotels | right join reviews on id = reviews.hotel
    ! CQ0102 `right join` has no counterpart in cq
    ^ 14 right join ~ SQL joins so

    > from hotels | filter stars + 1 not between 1 and 2 and rooms > 1
    ! CQ0102 `not between` is written `not (... between ... and ...)` in cq
    ^ 31 not between ~ SQL says it so
    = from hotels | filter not (stars + 1 between 1 and 2) and rooms > 1

    > from hotels | show rooms * 2 as n, name
    ! CQ0102 `rooms * 2 as n` is written `n = rooms * 2` in cq
    ^ 19 rooms * 2 as n ~ SQL writes the name last
    = from hotels | show n = rooms * 2, name

    > from hotels | summarize count() as n, avg(rooms) by stars
    ! CQ0102 `count() as n` is written `n = count()` in cq
    ^ 24 count() as n ~ SQL writes the name last
    = from hotels | summarize n = count(), avg(rooms) by stars

    > from hotels | count by stars as s
    ! CQ0102 `stars as s` is written `s = stars` in cq
    ^ 23 stars as s ~ SQL writes the name last
    = from hotels | count by s = stars

    > select name, rooms as free from hotels
    ! CQ0102 a query begins with its source in cq
    ^ 0 select ~ SQL begins so
    = from hotels | show name, free = rooms

    > SELECT * FROM hotels
    ! CQ0102 a query begins with its source in cq
    ^ 0 SELECT ~ SQL begins so
    = from hotels

    > select stars, count(*) from hotels group by stars
    ! CQ0102 a query begins with its source in cq
    ^ 0 select ~ SQL begins so
    = from hotels | summarize count() by stars

    > from hotels | limit 5 offset 10
    ! CQ0102 `limit` with `offset` is written `skip 10 | limit 5` in cq
    ^ 14 limit 5 offset 10 ~ SQL skips first
    = from hotels | skip 10 | limit 5

    > from hotels limit 5 offset 10
    ! CQ0102 `limit` with `offset` is written `skip 10 | limit 5` in cq, and a `|` stands before it
    ^ 12 limit 5 offset 10 ~ SQL skips first
    = from hotels | skip 10 | limit 5

    > from hotels | select *
    ! CQ0102 `select` is called `show all` in cq
    ^ 14 select * ~ SQL and PRQL say select
    = from hotels | show all

    > from hotels | show *
    ! CQ0102 `*` is written `all` in cq
    ^ 19 * ~
    = from hotels | show all

    > from hotels || limit 3
    ! CQ0102 `||` is written `|` in cq
    ^ 12 || ~
    = from hotels | limit 3

    > from hotels | rename name to title
    ! CQ0102 `to` is written `as` in cq
    ^ 26 to ~
    = from hotels | rename name as title

    > from hotels | count stars
    ! CQ0102 `count` is written `count by` in cq
    ^ 14 count ~

    > from hotels | page
    ! CQ0101 `page` needs the number of a page
    ^ 18  ~

    > from hotels | sample
    ! CQ0101 `sample` needs a number of rows
    ^ 20  ~

    > from hotels | sample 2 seed
    ! CQ0101 `seed` needs a number
    ^ 27  ~

    > from hotels | sample 2 seed 1.5
    ! CQ0101 `seed` needs a whole number
    ^ 28 1.5 ~

    > from hotels | to "CSV"
    ! CQ0105 a format stands without quotes: `to csv`
    ^ 17 "CSV" ~
    = from hotels | to csv

    > from hotels | save "a.txt" as "csv" replace
    ! CQ0105 a format stands without quotes: `as csv`
    ^ 30 "csv" ~
    = from hotels | save "a.txt" as csv replace

    > from hotels | to "a.csv"
    ! CQ0105 `to` names a format; `save "a.csv"` writes a file
    ^ 14 to "a.csv" ~
    = from hotels | save "a.csv"

    > from hotels | group by reviews.k (limit 1)
    ! CQ0105 `group by` takes one name, and `reviews.k` is two
    ^ 23 reviews.k ~

    > from hotels | rename reviews.k as z
    ! CQ0105 `rename` takes one name, and `reviews.k` is two
    ^ 21 reviews.k ~

    > from hotels | group by stars (
    ! CQ0106 this bracket is never closed
    ^ 29 ( ~ opened here

    > from hotels | show n = f"{
    ! CQ0103 this text is never closed
    ^ 23 f" ~ opened here; the line ends first

    > from hotels | show n = f"{"
    ! CQ0106 this brace is never closed
    ^ 25 { ~ opened here

    > expect error CQ0103 from (from hotels | filter name = "x)
    ! CQ0106 this bracket is never closed, so CQ0103 cannot be expected here
    ^ 25 ( ~ opened here

    > expect error CQ0106 from (from hotels | filter (stars > 1)
    ! CQ0106 this bracket is never closed, so CQ0106 cannot be expected here
    ^ 25 ( ~ opened here

    > expect error CQ0201 from (from hotels | sort by x
    ! CQ0106 this bracket is never closed
    ^ 25 ( ~ opened here
    """##)
}
