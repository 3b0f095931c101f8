// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax
import TestSupport
import Testing

@Suite struct SyntaxMessageTests {
  /// Scripts with one fault, something missing or out of place: its message, where it is, and the
  /// script that its fix makes.
  static let missingParts = Corpus(
    ##"""
    > from hotels | filter stars >=
    ! CQ0101 a value is missing after `filter stars >=`
    ^ 27 >= ~ needs a value on the right

    > from hotels | filter stars + 1 >= # comment
    ! CQ0101 a value is missing after `filter stars + 1 >=`
    ^ 31 >= ~ needs a value on the right

    > from hotels | filter stars > 3
    > let x = 2 *
    ! CQ0101 a value is missing after `let x = 2 *`
    ^ 41 * ~ needs a value on the right

    > from hotels | summarize count()
    > let x = count(*)
    ! CQ0102 rows are counted by a stage of its own in cq
    ^ 45 (*) ~ SQL writes a star

    > from hotels | filter stars in
    ! CQ0101 `in` needs a set of values
    ^ 29  ~

    > from hotels | filter stars between
    ! CQ0101 `between` needs two bounds with `and` between them
    ^ 34  ~

    > from hotels | filter stars between 1 and
    ! CQ0101 a value is missing after `filter stars between 1 and`
    ^ 37 and ~ needs a value on the right

    > from hotels | filter stars between 1 or 3
    ! CQ0101 `between 1` needs `and` and a value
    ^ 37 or ~

    > from hotels | filter name contains
    ! CQ0101 a value is missing after `filter name contains`
    ^ 26 contains ~ needs a value on the right

    > from hotels | filter
    ! CQ0101 a condition is missing after `filter`
    ^ 20  ~

    > from hotels | filter = 3
    ! CQ0101 a condition is expected here, not `=`
    ^ 21 = ~

    > from hotels | filter stars = = 3
    ! CQ0101 a value is expected here, not `=`
    ^ 29 = ~

    > from hotels | filter ()
    ! CQ0101 a value is missing here
    ^ 22 ) ~

    > from hotels | filter f(,)
    ! CQ0101 a value is expected here, not `,`
    ^ 23 , ~

    > from hotels | filter 1 +
    ! CQ0101 a value is missing after `filter 1 +`
    ^ 23 + ~ needs a value on the right

    > from hotels | extend x =
    ! CQ0101 a value is missing here
    ^ 24  ~

    > from hotels | extend x
    ! CQ0101 `extend x` needs `=` and a value
    ^ 22  ~

    > from hotels | extend 5 = 3
    ! CQ0101 `extend` needs a field's name, not `5`
    ^ 21 5 ~

    > from hotels | rename name
    ! CQ0101 `rename name` needs `as` and the new name
    ^ 25  ~

    > from hotels | rename name as
    ! CQ0101 a field's name is missing after `as`
    ^ 28  ~

    > from hotels | sort by
    ! CQ0101 a key is missing after `sort by`
    ^ 21  ~

    > from hotels | sort by name nulls
    ! CQ0101 `nulls` needs `first` or `last`
    ^ 32  ~

    > from hotels | top 5
    ! CQ0101 `top 5` needs `by` and a key
    ^ 19  ~

    > from hotels | top by rooms
    ! CQ0101 `top` needs a number of rows
    ^ 18 by ~

    > from hotels | limit
    ! CQ0101 `limit` needs a number of rows
    ^ 19  ~

    > from hotels | limit 2.5
    ! CQ0101 `limit` needs a whole number of rows
    ^ 20 2.5 ~

    > from hotels | limit -5
    ! CQ0101 `limit` needs a number of rows
    ^ 20 - ~

    > from hotels | skip 99999999999999999999
    ! CQ0101 this number is too large for `skip`
    ^ 19 99999999999999999999 ~

    > from hotels | search stars
    ! CQ0105 a text stands in quotes: `"stars"`
    ^ 21 stars ~
    = from hotels | search "stars"

    > from hotels | filter stars is 3
    ! CQ0102 `is` is written `=` in cq
    ^ 27 is ~
    = from hotels | filter stars = 3

    > from hotels | filter stars in 3
    ! CQ0105 the values of a set stand in brackets: `in (3)`
    ^ 30 3 ~
    = from hotels | filter stars in (3)

    > from hotels | filter any suites
    ! CQ0101 `any` needs a comparison of the list's elements
    ^ 31  ~

    > from hotels | count by
    ! CQ0101 a field's name is missing after `count by`
    ^ 22  ~

    > from hotels | show name,
    ! CQ0101 a field's name is missing after `show`
    ^ 24  ~

    > from hotels | filter a.1
    ! CQ0101 `a.` needs a field's name, not `1`
    ^ 23 1 ~

    > from hotels |
    ! CQ0101 a stage is missing after `|`
    ^ 13  ~

    > from hotels | group by stars ()
    ! CQ0101 a stage is missing after `(`
    ^ 30 ) ~

    > from hotels | | limit 3
    ! CQ0101 a stage is missing after `|`
    ^ 13   ~

    > from hotels | 5
    ! CQ0101 a stage begins with a word, not with `5`
    ^ 14 5 ~

    > from
    ! CQ0101 a source is missing after `from`
    ^ 4  ~

    > use 5
    ! CQ0101 a source is missing after `use`
    ^ 4 5 ~

    > from hotels in
    ! CQ0101 `in` needs a category in quotes
    ^ 14  ~

    > from hotels | filter 50 < distance < 600
    ! CQ0104 comparisons do not chain
    ^ 35 < ~ the second one
    = from hotels | filter distance > 50 and distance < 600

    > from hotels | filter not 50 <= distance = 600
    ! CQ0104 comparisons do not chain
    ^ 40 = ~ the second one
    = from hotels | filter not (distance >= 50 and distance = 600)

    > from hotels | filter 50 < distance <
    ! CQ0104 comparisons do not chain
    ^ 35 < ~ the second one

    > from hotels | filter stars 3
    ! CQ0105 `3` is not expected after `filter stars`
    ^ 27 3 ~

    > from hotels | filter stars = 3)
    ! CQ0105 `)` is not expected after `filter stars = 3`
    ^ 30 ) ~

    > from hotels distinct
    ! CQ0105 a `|` is missing before `distinct`
    ^ 12 distinct ~
    = from hotels | distinct

    > from hotels | limit 3 4
    ! CQ0105 `4` is not expected after `limit 3`
    ^ 22 4 ~

    > from hotels | filter stars = 3 sort by name
    ! CQ0105 a `|` is missing before `sort`
    ^ 31 sort ~
    = from hotels | filter stars = 3 | sort by name

    > from hotels | filter stars = 3 adn rooms = 2
    ! CQ0105 `adn` is no word of the language
    ^ 31 adn ~ did you mean `and`?
    = from hotels | filter stars = 3 and rooms = 2

    > from hotels | sort by name dsec
    ! CQ0105 `dsec` is no word of the language
    ^ 27 dsec ~ did you mean `desc`?
    = from hotels | sort by name desc

    > use hotels | limit 3
    ! CQ0105 `|` continues a pipeline, and this statement is none
    ^ 11 | ~

    > shwo name
    ! CQ0105 no statement begins with `shwo`
    ^ 0 shwo ~ did you mean `show`?
    = show name

    > fitler stars > 3
    ! CQ0105 no statement begins with `fitler`
    ^ 0 fitler ~ did you mean `filter`?
    = filter stars > 3

    > xyzzy 5
    ! CQ0105 no statement begins with `xyzzy`
    ^ 0 xyzzy ~

    > )
    ! CQ0105 no statement begins with `)`
    ^ 0 ) ~

    > from hotels | fitler stars > 3
    ! CQ0105 there is no stage called `fitler`
    ^ 14 fitler ~ did you mean `filter`?
    = from hotels | filter stars > 3

    > from hotels | xyzzy
    ! CQ0105 there is no stage called `xyzzy`
    ^ 14 xyzzy ~

    > from hotels | nearest(3)
    ! CQ0105 there is no stage called `nearest`
    ^ 14 nearest ~
    """##)

  static let faults = missingParts + otherFaults + foreignFaults

  @Test func saysOneThingOfEachFault() {
    let differences = Self.faults.differences { script in
      let source = ScriptText(name: "t", script)
      return Parser.parse(source).report(of: source)
    }
    #expect(differences == [])
  }

  /// A fix leaves nothing to be said.
  @Test func mends() {
    var left: [String] = []
    var count = 0
    for script in Self.faults.scripts {
      let source = ScriptText(name: "t", script)
      guard let fix = Parser.parse(source).diagnostics.first?.automaticFix else { continue }
      count += 1
      let mended = ScriptText(name: "t", fix.applied(to: source))
      let report = Parser.parse(mended).report(of: mended)
      if !report.isEmpty { left.append("\(script)\n\(report)") }
    }
    #expect(left == [])
    #expect(count > 20)
  }

  /// Several faults, each reported once, in the order of their places; the rest is read.
  static let several = Corpus(
    ##"""
    > from h | wher a | filter b = | lmit 3 | sort name | limit 1
    = from h | (?) | (?) | (?) | (sort name) | (limit 1)
    ! there is no stage called `wher`
    ! a value is missing after `filter b =`
    ! there is no stage called `lmit`
    ! `sort` is written `sort by` in cq

    > from h | filter a = | limit 2
    > from h | filter (b | show c
    > form h | limit 1
    > from i
    = from h | (?) | (limit 2) ; from h | (?) | (show c) ; ? ; from i
    ! a value is missing after `filter a =`
    ! this bracket is never closed
    ! no statement begins with `form`

    > from h | filter a <> 1 && b =~ "\q" | take 5 | order by c descending
    = from h | (filter (and (!= a 1) ?)) | (limit 5) | (sort <c desc>)
    ! `<>` is written `!=` in cq
    ! `&&` is written `and` in cq
    ! `=~` can mean two things, and is no operator of cq
    ! `\q` is no escape
    ! `take` is called `limit` in cq
    ! `order` is called `sort` in cq
    ! `descending` is written `desc` in cq

    > use | limit 3
    > describe 5; from h
    = ? ; ? ; from h
    ! a source is missing after `use`
    ! a source is missing after `describe`

    > from h | show name, | limit 3 4 | skip 2
    = from h | (?) | (?) | (skip 2)
    ! a field's name is missing after `show`
    ! `4` is not expected after `limit 3`

    > from h ^ | lmit 1 | filter “x” = a
    = from h | (?) | (filter (= "x" a))
    ! `^` means nothing here
    ! there is no stage called `lmit`
    ! a text stands in straight quotes: `"x"`

    > from h | filter f(a, (b, c | limit 1
    = from h | (?) | (limit 1)
    ! `,` is not expected here; an operator, `and`, `or` or `)` is

    > FROM h WHERE a > 1 ORDER BY b DESC LIMIT 5
    = from h | (filter (> a 1)) | (sort <b desc>) | (limit 5)
    ! `WHERE` is called `filter` in cq, and a `|` stands before it
    ! `ORDER` is called `sort` in cq, and a `|` stands before it
    ! a `|` is missing before `LIMIT`

    > from h | group by a (limt 1
    = from h | (?)
    ! there is no stage called `limt`

    > from h limit 1 | wher a
    = from h | (limit 1) | (?)
    ! a `|` is missing before `limit`
    ! there is no stage called `wher`
    """##)

  @Test func saysEverythingInOrder() {
    let differences = Self.several.differences { script in
      let parsed = Parser.parse(ScriptText(name: "t", script))
      let messages = parsed.diagnostics.map { "! \($0.message)" }
      return (["= \(TreeText.script(parsed.tree))"] + messages).joined(separator: "\n")
    }
    #expect(differences == [])
  }
}
