// SPDX-License-Identifier: MIT

import TestSupport

extension SyntaxMessageTests {
  /// Scripts with one fault: brackets, texts, numbers, and what other languages say.
  static let otherFaults = Corpus(
    ##"""
    > from hotels | filter (stars = 3
    ! CQ0106 this bracket is never closed
    ^ 21 ( ~ opened here

    > from hotels | filter stars in (1, 2 | show name
    ! CQ0106 this bracket is never closed
    ^ 30 ( ~ opened here

    > from hotels | filter suites[0 = 3
    ! CQ0106 this bracket is never closed
    ^ 27 [ ~ opened here

    > from hotels | filter f(1 2)
    ! CQ0106 `2` is not expected here; an operator, `and`, `or`, `,` or `)` is
    ^ 25 2 ~

    > from hotels | expect same "a.json"
    ! CQ0101 `as` stands between `same` and the file
    ^ 21 same ~
    = from hotels | expect same as "a.json"

    > from hotels | filter (a = 1]
    ! CQ0106 `]` is not expected here; an operator, `and`, `or` or `)` is
    ^ 27 ] ~

    > from hotels | filter and
    ! CQ0105 `and` is a word of the language and no value
    ^ 21 and ~

    > from hotels | filter exact = 3
    ! CQ0105 `exact` is a word of the language and no value
    ^ 21 exact ~

    > from hotels | filter starts with "a"
    ! CQ0105 `starts` is a word of the language and no value
    ^ 21 starts ~

    > from hotels | filter name = "a\qb"
    ! CQ0108 `\q` is no escape
    ^ 30 \q ~

    > from hotels | filter name = "\u12"
    ! CQ0108 `\u` is no escape
    ^ 29 \u ~

    > from hotels | filter name = '\ud800'
    ! CQ0108 `\u` is no escape
    ^ 29 \u ~

    > show @0
    ! CQ0109 `@0` is no row: rows are counted from @1
    ^ 5 @0 ~

    > from hotels | show 40611
    ! CQ0105 `show 40611` begins a statement and is no stage
    ^ 19 40611 ~

    > from hotels | show name, f(stars)
    ! CQ0105 a computed column needs a name
    ^ 25 f(stars) ~

    > use hotels; | show name
    ! CQ0105 `|` continues a pipeline, and this statement is none
    ^ 12 | ~

    > from hotels ;; | show name
    ! CQ0105 `|` continues a pipeline, and this statement is none
    ^ 15 | ~

    > from hotels | group by stars (limit 1 | to csv)
    ! CQ0105 `to` writes the whole result, not one group
    ^ 40 to csv ~

    > from hotels | show f(stars).a
    ! CQ0105 a computed column needs a name
    ^ 19 f(stars).a ~

    > from hotels | filter name = "dream
    ! CQ0103 this text is never closed
    ^ 28 " ~ opened here; the line ends first

    > from hotels | filter name = 'a\'
    ! CQ0103 this text is never closed
    ^ 28 ' ~ opened here; the line ends first

    > from hotels | filter name = "a\
    ! CQ0103 this text is never closed
    ^ 28 " ~ opened here; the line ends first

    > from hotels | filter `name = 3
    ! CQ0103 this name is never closed
    ^ 21 ` ~ opened here; the line ends first

    > from hotels | filter id = 00.5
    ! CQ0109 `00.5` is no number
    ^ 26 00.5 ~ did you mean 0.5?

    > from hotels | filter id = 0_1
    ! CQ0109 `0_1` is no number
    ^ 26 0_1 ~ did you mean 1?

    > from hotels | filter id = 007
    ! CQ0109 `007` is no number
    ^ 26 007 ~ did you mean 7?

    > from hotels | filter id = 1O
    ! CQ0109 `1O` is no number
    ^ 26 1O ~ did you mean 10?
    = from hotels | filter id = 10

    > from hotels | filter id = 3x
    ! CQ0109 `3x` is no number
    ^ 26 3x ~ a number ends before letters

    > .sources
    ! CQ0105 `.sources` is no statement: commands with a dot belong to the prompt
    ^ 0 .sources ~

    > .watch 5 from hotels | limit 1
    ! CQ0105 `.watch` is no statement: commands with a dot belong to the prompt
    ^ 0 .watch ~

    > from hotels | drop stars and rooms
    ! CQ0105 names stand with a comma between them, not with `and`
    ^ 25 and ~
    = from hotels | drop stars, rooms

    > from hotels | group by stars and rooms (limit 1)
    ! CQ0105 names stand with a comma between them, not with `and`
    ^ 29 and ~
    = from hotels | group by stars, rooms (limit 1)

    > from hotels | sort by name asc desc
    ! CQ0105 a key has one direction, and `desc` is a second one
    ^ 31 desc ~

    > from hotels | limit 3 and 4
    ! CQ0105 `and` is not expected after `limit 3`
    ^ 22 and ~

    > from hotels | filter stars > 1,000
    ! CQ0109 a number is written without commas
    ^ 29 1,000 ~

    > from hotels | filter stars > 1,000,500.5 and rooms > 1
    ! CQ0109 a number is written without commas: `1000500.5`
    ^ 29 1,000,500.5 ~ `1_000` is read too
    = from hotels | filter stars > 1000500.5 and rooms > 1

    > from hotels | limit 1,000
    ! CQ0109 a number is written without commas: `1000`
    ^ 20 1,000 ~ `1_000` is read too
    = from hotels | limit 1000

    > from hotels | sort -k stars
    ! CQ0102 `sort` takes no options; the order is `sort by stars`
    ^ 14 sort -k stars ~ shells say sort -k

    > from hotels | filter rooms // 2 > 3
    ! CQ0102 a comment begins with `#` in cq, not with `//`
    ^ 27 // ~

    > from hotels | filter rooms -- 2 > 3
    ! CQ0102 a comment begins with `#` in cq, not with `--`
    ^ 27 -- ~

    > from hotels | except name
    ! CQ0105 there is no stage called `except`
    ^ 14 except ~ did you mean `expect`?

    > from hotels | filter name || "y" = "ay"
    ! CQ0102 texts are put together in `f"..."` in cq
    ^ 26 || ~ SQL joins so

    > from hotels | show n = "a" || name || "y", name
    ! CQ0102 texts are put together in `f"..."` in cq
    ^ 27 || ~ SQL joins so

    > from hotels ^ 3
    ! CQ0108 `^` means nothing here
    ^ 12 ^ ~

    > from hotels | filter stars − 1 = 2
    ! CQ0108 this looks like `-` but is another character
    ^ 27 − ~ U+2212
    = from hotels | filter stars - 1 = 2

    > from hotels | filter stars ≥ 2
    ! CQ0108 this looks like `>=` but is another character
    ^ 27 ≥ ~ U+2265
    = from hotels | filter stars >= 2

    > from hotels | filter ☃ = 2
    ! CQ0108 `☃` means nothing here
    ^ 21 ☃ ~ U+2603

    > from hotels | limit 5, 10
    ! CQ0102 `limit` takes one number in cq
    ^ 14 limit 5, 10 ~ SQL takes two
    = from hotels | skip 5 | limit 10

    > from hotels | extend n = count( * )
    ! CQ0102 rows are counted by a stage of its own in cq
    ^ 30 ( * ) ~ SQL writes a star

    > from hotels | extend n = count(*)
    ! CQ0102 rows are counted by a stage of its own in cq
    ^ 30 (*) ~ SQL writes a star

    > from hotels | filter none by contains "a"
    ! CQ0101 `none` needs a comparison of the list's elements
    ^ 29 contains ~

    > from hotels |> limit 5
    ! CQ0102 `|>` is written `|` in cq
    ^ 12 |> ~

    > from hotels; | limit 5
    ! CQ0102 `;` ends the statement, but a `|` follows
    ^ 11 ; ~
    = from hotels | limit 5

    > from hotels | filter .stars > 3
    ! CQ0102 a field is written `stars` in cq, without the dot
    ^ 21 .stars ~ jq and Miller write the dot or a $
    = from hotels | filter stars > 3

    > from hotels | filter stars is missing
    ! CQ0102 `missing` is written `null` in cq
    ^ 30 missing ~
    = from hotels | filter stars is null

    > from hotels -- comment
    ! CQ0102 a comment begins with `#` in cq, not with `--`
    ^ 12 -- ~
    = from hotels # comment

    > from hotels // comment
    ! CQ0102 a comment begins with `#` in cq, not with `//`
    ^ 12 // ~
    = from hotels # comment

    > from hotels /* c */
    ! CQ0102 a comment begins with `#` in cq, not with `/*`
    ^ 12 /* ~ this comment goes on to `*/`

    > from hotels | sort name
    ! CQ0102 `sort` is written `sort by` in cq
    ^ 14 sort ~
    = from hotels | sort by name

    > from hotels | order name
    ! CQ0102 `order` is called `sort by` in cq
    ^ 14 order ~ SQL and KQL say order by
    = from hotels | sort by name

    > from hotels | sort by -stars
    ! CQ0102 `-stars` is written `stars desc` in cq
    ^ 22 -stars ~ PRQL and MongoDB write a minus
    = from hotels | sort by stars desc

    > from hotels | sort by {-stars, name}
    ! CQ0102 this is written `sort by stars desc, name` in cq
    ^ 14 sort by {-stars, name} ~ others put a list into brackets
    = from hotels | sort by stars desc, name

    > from hotels where stars > 3
    ! CQ0102 `where` is called `filter` in cq, and a `|` stands before it
    ^ 12 where ~ SQL, KQL and nushell say where
    = from hotels | filter stars > 3

    > from hotels | filter !stars = 3
    ! CQ0102 `!` is written `not` in cq
    ^ 21 ! ~

    > from hotels | filter stars = 3 && rooms = 2
    ! CQ0102 `&&` is written `and` in cq
    ^ 31 && ~
    = from hotels | filter stars = 3 and rooms = 2

    > from hotels | filter stars = 3 || rooms = 2
    ! CQ0102 `||` is written `or` in cq
    ^ 31 || ~
    = from hotels | filter stars = 3 or rooms = 2

    > "abc
    ! CQ0103 this text is never closed
    ^ 0 " ~ opened here; the line ends first

    > from hotels | filter $ = 2
    ! CQ0108 `$` means nothing here
    ^ 21 $ ~
    """##)
}
