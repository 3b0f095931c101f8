// SPDX-License-Identifier: MIT

import TestSupport

extension BindingMessageTests {
  /// Scripts with faults of types, and of items and sources that are not there.
  static let typeFaults = Corpus(
    ##"""
    > from hotels | summarize count() by stars | sort by distance
    ! CQ0204 `distance` is gone after `summarize`
    ^ distance
    - summarize ~ only `stars` and `count` remain from here on
    help: keep it with an aggregate, e.g. `summarize count(), first(distance)`

    > from hotels | summarize x = rooms
    ! CQ0305 `summarize` makes one row of many, and this is no aggregate
    ^ rooms
    aggregates: count sum avg min max median percentile stddev variance first last list distinct_count

    > from hotels | summarize sum(name)
    ! CQ0305 `sum` is called as `sum(NUMBER)`
    ^ sum(name) ~ given Text
    help: the sum of the numbers; 0 of nothing

    > from hotels | summarize avg(rooms), avg(rooms)
    ! CQ0205 there are two columns called `avg_rooms`
    ^ avg(rooms)
    - avg(rooms) ~ the first one
    help: give one another name: `other = avg(rooms)`

    > from hotels | summarize stars = count() by stars
    ! CQ0205 there are two columns called `stars`
    ^ stars
    - stars ~ the first one
    help: give one another name: `other = ...`

    > from hotels | filter stars = "3"
    ! CQ0301 a number cannot be compared with text
    ^ "3" ~ Text
    - stars ~ Decimal
    help: write a number without quotes: `3`
    = from hotels | filter stars = 3

    > from hotels | filter stars >= "three"
    ! CQ0301 a number cannot be compared with text
    ^ "three" ~ Text
    - stars ~ Decimal
    help: write a number without quotes: `3`

    > from hotels | filter stars = "many"
    ! CQ0301 a number cannot be compared with text
    ^ "many" ~ Text
    - stars ~ Decimal
    help: write a number without quotes: `3`

    > from hotels | filter name = 3
    ! CQ0301 text cannot be compared with a number
    ^ 3 ~ Int
    - name ~ Text
    help: write text in quotes: `"3"`

    > from hotels | filter name = stars
    ! CQ0301 text cannot be compared with a number
    ^ stars ~ Decimal
    - name ~ Text

    > from hotels | filter stars = true
    ! CQ0301 a number cannot be compared with true or false
    ^ true ~ Bool
    - stars ~ Decimal

    > from hotels | filter suites = 3
    ! CQ0301 a list cannot be compared with a number
    ^ 3 ~ Int
    - suites ~ List<Int>
    help: ask its elements: `contains VALUE`, `any LIST > VALUE`, `count(LIST)`

    > from hotels | filter name in ("a", 3)
    ! CQ0301 text cannot be compared with a number
    ^ 3 ~ Int
    - name ~ Text
    help: write text in quotes: `"3"`

    > from hotels | filter stars between "1" and 3
    ! CQ0301 a number cannot be compared with text
    ^ "1" ~ Text
    - stars ~ Decimal
    help: write a number without quotes: `1`
    = from hotels | filter stars between 1 and 3

    > from hotels | extend x = name ?? 1
    ! CQ0301 text cannot stand in for a number
    ^ 1 ~ Int
    - name ~ Text
    help: write text in quotes: `"1"`

    > from hotels | filter suites > [1]
    ! CQ0304 a list is never smaller or larger than another value
    ^ suites ~ List<Int>
    help: compare `count(LIST)`

    > from things | filter open < true
    ! CQ0304 true or false is never smaller or larger than another value
    ^ open ~ Bool
    help: compare with `=` or `!=`

    > from things | filter open between true and false
    ! CQ0304 true or false is never smaller or larger than another value
    ^ open ~ Bool
    help: compare with `=` or `!=`

    > from things | filter any [true, false] < open
    ! CQ0304 true or false is never smaller or larger than another value
    ^ [true, false] ~ List<Bool>
    help: compare with `=` or `!=`

    > from things | filter any null < true
    ! CQ0304 true or false is never smaller or larger than another value
    ^ true ~ Bool
    help: compare with `=` or `!=`

    > from things | filter place > place
    ! CQ0304 a record is never smaller or larger than another value
    ^ place ~ Record
    help: compare with `=` or `!=`

    > from hotels | sort by suites
    ! CQ0304 a list has no place in an order
    ^ suites ~ List<Int>
    help: sort by `count(LIST)` or `LIST[0]`

    > from things | top 1 by place
    ! CQ0304 a record has no place in an order
    ^ place ~ Record
    help: sort by a member

    > from hotels | filter stars
    ! CQ0304 a condition is true or false, and this is a number
    ^ stars ~ Decimal
    help: compare it, for example `stars > 0`

    > from hotels | filter name
    ! CQ0304 a condition is true or false, and this is text
    ^ name ~ Text
    help: compare it, for example `name = "..."`

    > from hotels | filter suites
    ! CQ0304 a condition is true or false, and this is a list
    ^ suites ~ List<Int>
    help: compare it, for example `suites is not empty`

    > from hotels | filter stars > 1 and name
    ! CQ0304 a condition is true or false, and this is text
    ^ name ~ Text
    help: compare it, for example `name = "..."`

    > from hotels | filter not rooms
    ! CQ0304 a condition is true or false, and this is a number
    ^ rooms ~ Int
    help: compare it, for example `rooms > 0`

    > from hotels | extend x = name + 1
    ! CQ0304 `+` adds numbers; texts are put together in `f"..."`
    ^ name + 1

    > from hotels | extend x = name + " {x}, " + address + 'a "b"'
    ! CQ0304 `+` adds numbers; texts are put together in `f"..."`
    ^ name + " {x}, " + address + 'a "b"'

    > from hotels | extend x = concat(name, " {x}, ", 'a "b"')
    ! CQ0102 `concat(name, " {x}, ", 'a "b"')` is written `f"{name} {{x}}, a \"b\""` in cq
    ^ concat(name, " {x}, ", 'a "b"')
    = from hotels | extend x = f"{name} {{x}}, a \"b\""

    > from hotels | extend x = "a" + replace(name, "b", "c")
    ! CQ0304 `+` adds numbers; texts are put together in `f"..."`
    ^ "a" + replace(name, "b", "c")
    help: for example `f"{name}: {rooms}"`

    > from hotels | extend x = 2024-01-31 + "x"
    ! CQ0304 `+` needs numbers, and this is text
    ^ "x" ~ Text

    > from hotels | save ""
    ! CQ0101 `save` needs a file's name between the quotes
    ^ ""
    help: for example `save "hotels.csv"`

    > from hotels | save "http://me:secret@x.example/a/z.csv?k=1"
    ! CQ0105 `save` writes files, and http://***@x.example/a/z.csv?k=1 is an address
    ^ "http://me:secret@x.example/a/z.csv?k=1"
    help: name a file: `save "z.csv"`; no server is sent anything

    > from hotels | save "https://x.example/" as csv
    ! CQ0105 `save` writes files, and https://x.example/ is an address
    ^ "https://x.example/"
    help: name a file: `save "rows.csv"`; no server is sent anything

    > from hotels | save "/dev/stdout"
    ! CQ0105 `save` writes files, and `/dev/stdout` is none
    ^ "/dev/stdout"
    help: without it a result goes to standard output; `to csv` chooses the form

    > from hotels | save "-" as json replace
    ! CQ0105 `save` writes files, and `-` is none
    ^ "-"
    help: without it a result goes to standard output; `to csv` chooses the form
    = from hotels | to json

    > from hotels | extend x = length(name)
    ! CQ0102 `length` is called `len` in cq
    ^ length
    = from hotels | extend x = len(name)

    > from hotels | summarize Average(rooms)
    ! CQ0102 `Average` is called `avg` in cq
    ^ Average
    = from hotels | summarize avg(rooms)

    > from hotels | extend x = suites * 2
    ! CQ0304 `*` needs numbers, and this is a list
    ^ suites ~ List<Int>
    help: `count(LIST)` is the number of its elements

    > from hotels | extend x = -name
    ! CQ0304 `-` needs numbers, and this is text
    ^ name ~ Text
    help: declare(Diagnostics.Declaration.numbers)

    > from hotels | extend x = name + 1 day
    ! CQ0304 `+` needs dates or durations, and this is text
    ^ name ~ Text
    help: declare(Diagnostics.Declaration.dates)

    > let x = it
    ! CQ0207 the last result changes, so no view can begin with it
    ^ it
    help: `save` keeps a result in a file, from which a view can read

    > from hotels | filter stars contains 3
    ! CQ0304 `contains` looks into text, and this is a number
    ^ stars ~ Decimal
    help: compare numbers with `=`, `<`, `between`

    > from things | filter open starts with "t"
    ! CQ0304 `starts with` looks into text, and this is true or false
    ^ open ~ Bool

    > from hotels | filter name contains 3
    ! CQ0301 `contains` looks for text, and this is a number
    ^ 3 ~ Int
    help: write text in quotes: `"3"`
    = from hotels | filter name contains "3"

    > from hotels | filter name starts with stars
    ! CQ0301 `starts with` looks for text, and this is a number
    ^ stars ~ Decimal

    > from hotels | search "x" in stars
    ! CQ0304 `search` looks into text, and `stars` is a number
    ^ stars ~ Decimal
    help: `filter` compares other fields

    > from hotels | filter any stars > 1
    ! CQ0304 `any` needs a list, and this is a number
    ^ stars ~ Decimal

    > from hotels | filter stars[0] = 1
    ! CQ0304 `[ ]` needs a list, and this is a number
    ^ stars ~ Decimal

    > from hotels | filter suites contains "x"
    ! CQ0301 the elements are numbers, and this is text
    ^ "x" ~ Text
    - suites ~ List<Int>

    > from things | filter tags contains 3
    ! CQ0301 the elements are texts, and this is a number
    ^ 3 ~ Int
    - tags ~ List<Text>

    > from hotels | filter all suites = "x"
    ! CQ0301 the elements are numbers, and this is text
    ^ "x" ~ Text
    - suites ~ List<Int>

    > from hotels | filter suites["x"] = 1
    ! CQ0304 a position in a list is a whole number, and this is text
    ^ "x" ~ Text
    help: the first element is `[0]`

    > from hotels | filter suites[0.5] = 1
    ! CQ0304 a position in a list is a whole number, and this is a number
    ^ 0.5 ~ Decimal
    help: the first element is `[0]`

    > let n = 99999999999999999999
    > from hotels | limit $n
    ! CQ0304 `$n` is too large here
    ^ $n
    help: the largest is 9223372036854775807

    > let n = 1.5
    > from hotels | limit $n
    ! CQ0304 `$n` has to be a whole number of rows here
    ^ $n

    > from hotels | filter name.x = 1
    ! CQ0304 only records have members, and `name` is text
    ^ x
    - name ~ Text

    > from hotels | filter [stars] = [1]
    ! CQ0304 a list that is written holds numbers, texts, true and false only
    ^ stars

    > from hotels | filter [1, "x"] = [1]
    ! CQ0301 the elements of a list are of one type
    ^ "x" ~ Text
    help: the first element is a number

    > from hotels | extend x = len(stars)
    ! CQ0305 `len` is called as `len(TEXT or LIST)`
    ^ len(stars) ~ given Decimal
    help: how many characters or elements it has

    > from hotels | extend x = count()
    ! CQ0305 `count` is called as `count(LIST)`
    ^ count() ~ nothing is given
    help: how many elements the list has

    > from hotels | extend x = round(1, 2, 3)
    ! CQ0305 `round` is called as `round(NUMBER [, PLACES])`
    ^ round(1, 2, 3) ~ given Int, Int, Int
    help: rounded half to even, to a whole number or to PLACES; -1 means tens

    > from hotels | extend x = coalesce(name, 1)
    ! CQ0305 `coalesce` is called as `coalesce(VALUE, VALUE, ...)`
    ^ coalesce(name, 1) ~ given Text, Int
    help: the first value that is not null

    > from hotels | filter stars = 123456789012345678901234567890123456789
    ! CQ0109 a number has at most 38 digits
    ^ 123456789012345678901234567890123456789

    > from hotels | filter distnace > 1 and nmae = "x" | sort by stras
    ! CQ0201 hotels has no field `distnace`
    ^ distnace ~ did you mean `distance`?
    fields: id name address stars distance suites image lat lon rooms
    = from hotels | filter distance > 1 and nmae = "x" | sort by stras
    ! CQ0201 hotels has no field `nmae`
    ^ nmae ~ did you mean `name`?
    fields: id name address stars distance suites image lat lon rooms
    = from hotels | filter distnace > 1 and name = "x" | sort by stras
    ! CQ0201 hotels has no field `stras`
    ^ stras ~ did you mean `stars`?
    fields: id name address stars distance suites image lat lon rooms
    = from hotels | filter distnace > 1 and nmae = "x" | sort by stars

    > from hotels | filter xyzzy > "x" + 1
    ! CQ0201 hotels has no field `xyzzy`
    ^ xyzzy
    fields: id name address stars distance suites image lat lon rooms
    ! CQ0304 `+` adds numbers; texts are put together in `f"..."`
    ^ "x" + 1

    > show 999 of hotels
    ! CQ0502 hotels has no item `999`
    ^ 999
    help: `from hotels` lists the items; a unique beginning of an id will do

    > show 13 of hotels
    ! CQ0502 several items of hotels begin with `13`
    ^ 13
    ids: 13100, 13370

    > from hotels | limit 1
    > show @2
    = id | name | address | stars | distance | suites | rooms
    40611 | Belleclaire | 6 Main St | 3 | 100 | 1 44 21 87 99 34 | 6
    ! CQ0502 the last result has no row 2: it has 1
    ^ @2

    > from broken | limit 1
    ! CQ0501 broken did not answer (timed out)
    ^ from broken | limit 1 ~ http://x
    help: readInstead(source: "broken")

    > describe "a.json" items rooms definition
    ! CQ0209 nobody has defined a.json as a source
    ^ "a.json"
    help: `describe` alone ends with a definition of what is found in a file

    > describe hotel definition
    ! CQ0202 there is no source called `hotel`
    ^ hotel ~ did you mean `hotels`?  Others: broken, things (`sources` lists them)
    = describe hotels definition

    > describe hotel
    ! CQ0202 there is no source called `hotel`
    ^ hotel ~ did you mean `hotels`?  Others: broken, things (`sources` lists them)
    = describe hotels

    > categories of thing
    ! CQ0202 there is no source called `thing`
    ^ thing ~ did you mean `things`?  Others: broken, hotels (`sources` lists them)
    = categories of things

    > show 40611 of hotel
    ! CQ0202 there is no source called `hotel`
    ^ hotel ~ did you mean `hotels`?  Others: broken, things (`sources` lists them)
    = show 40611 of hotels
    """##)
}
