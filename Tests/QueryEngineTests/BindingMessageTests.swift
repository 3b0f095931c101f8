// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax
import TestSupport
import Testing

@testable import QueryEngine

@Suite struct BindingMessageTests {
  /// Scripts with faults of names and sources.
  static let nameFaults = Corpus(
    ##"""
    > from hotels | sort by distnace desc
    ! CQ0201 hotels has no field `distnace`
    ^ distnace ~ did you mean `distance`?
    fields: id name address stars distance suites image lat lon rooms
    = from hotels | sort by distance desc

    > from hotels | filter xyzzy = 1
    ! CQ0201 hotels has no field `xyzzy`
    ^ xyzzy
    fields: id name address stars distance suites image lat lon rooms

    > from things | filter place.cty = "x"
    ! CQ0201 `place` has no member `cty`
    ^ cty ~ did you mean `city`?
    members: city floor
    = from things | filter place.city = "x"

    > from things | filter place.xyzzy = "x"
    ! CQ0201 `place` has no member `xyzzy`
    ^ xyzzy
    members: city floor

    > from things | filter `Price (IN)` = 1
    ! CQ0201 things has no field `Price (IN)`
    ^ `Price (IN)` ~ did you mean `Price (INR)`?
    fields: code title price was_price open tags place extra category `Price (INR)` pair
    = from things | filter `Price (INR)` = 1

    > from hotels | count by stars | sort by distance
    ! CQ0204 `distance` is gone after `count`
    ^ distance
    - count ~ only `stars` and `count` remain from here on
    help: keep it with an aggregate, e.g. `summarize count(), first(distance)`

    > from hotels | distinct name, id | filter rooms > 1
    ! CQ0204 `rooms` is gone after `distinct`
    ^ rooms
    - distinct ~ only `name` and `id` remain from here on
    help: put the stage that needs it before `distinct`

    > from hotels | drop name, suites, image, lat, lon | show NAME
    ! CQ0204 `NAME` is gone after `drop`
    ^ NAME
    - drop ~ only `id`, `address`, `stars`, `distance` and `rooms` remain from here on
    help: put the stage that needs it before `drop`

    > from hotels | show rooms | distinct | drop rooms | show rooms
    ! CQ0204 `rooms` is gone after `drop`
    ^ rooms
    - drop ~ nothing remains from here on
    help: put the stage that needs it before `drop`

    > from hotel
    ! CQ0202 there is no source called `hotel`
    ^ hotel ~ did you mean `hotels`?  Others: broken, things (`sources` lists them)
    = from hotels

    > from xyzzy
    ! CQ0202 there is no source called `xyzzy`
    ^ xyzzy ~ sources: broken, hotels, things (a file is written in quotes: "xyzzy.json")

    > from things in "Fod"
    ! CQ0203 no category of things is called "Fod"
    ^ "Fod" ~ did you mean "Food"?  Others: Toys, Drinks
    = from things in "Food"

    > from things in "xyzzy"
    ! CQ0203 no category of things is called "xyzzy"
    ^ "xyzzy" ~ categories: Food, Toys, Drinks

    > from hotels in "x"
    ! CQ0203 hotels has no categories
    ^ "x"
    help: `in` chooses categories; `filter` keeps rows by their fields

    > from "x.json"
    ! CQ0503 x.json cannot be opened: no such file
    ^ "x.json"
    help: a path is relative to the folder in which cq was started

    > use "x.json"
    ! CQ0503 x.json cannot be opened: no such file
    ^ "x.json"
    help: a path is relative to the folder in which cq was started

    > use it
    ! CQ0207 `it` is a result and no source
    ^ it
    help: a pipeline can go on from it: `from it | ...`

    > describe it definition
    ! CQ0207 `it` is a result and no source
    ^ it
    help: a pipeline can go on from it: `from it | ...`

    > let a = from hotels
    > describe a definition
    ! CQ0209 `a` is a view, which `from`, `join` and `union` read
    ^ a
    help: begin with it: `from a | ...`

    > describe it
    ! CQ0207 there is no last result to go on from
    ^ it
    help: begin with `from`, for example `from hotels`

    > filter stars > 1
    ! CQ0206 there is no current source
    ^ filter
    help: name one: `from hotels | ...`, or make one current: `use hotels`

    > from hotels
    > sort by name
    ! CQ0206 there is no current source, and no `|` goes on with the line before
    ^ sort by
    help: begin the line with `|` to go on with the pipeline before it

    > describe
    ! CQ0206 there is no current source
    ^ describe
    help: name one: `from hotels | ...`, or make one current: `use hotels`

    > categories
    ! CQ0206 there is no current source
    ^ categories
    help: name one: `from hotels | ...`, or make one current: `use hotels`

    > show 5
    ! CQ0206 there is no current source
    ^ show 5
    help: name one: `from hotels | ...`, or make one current: `use hotels`

    > | limit 3
    ! CQ0207 there is no last result to go on from
    ^ |
    help: begin with `from`, for example `from hotels`

    > from it | limit 1
    ! CQ0207 there is no last result to go on from
    ^ it
    help: begin with `from`, for example `from hotels`

    > sources
    > show @1 of hotels
    ! CQ0207 the last result has no rows that are items
    ^ @1
    help: name the item by its id: `show 40611 of hotels`

    > show 1 of xyzzy
    ! CQ0202 there is no source called `xyzzy`
    ^ xyzzy ~ sources: broken, hotels, things (a file is written in quotes: "xyzzy.json")

    > from hotels | show name, NAME
    ! CQ0205 there are two columns called `name`
    ^ NAME
    - name ~ the first one
    help: give one another name: `other = NAME`

    > from hotels | show name, x = 1, x = 2
    ! CQ0205 there are two columns called `x`
    ^ x
    - x ~ the first one
    help: give one another name: `other = ...`

    > from hotels | count by Count = stars
    ! CQ0205 there are two columns called `count`
    ^ count
    - Count ~ the first one
    help: give one another name: `other = ...`

    > from hotels | extend a = 1, a = 2
    ! CQ0205 there are two columns called `a`
    ^ a
    - a ~ the first one
    help: give one another name: `other = ...`

    > from hotels | count by stars, stars
    ! CQ0205 there are two columns called `stars`
    ^ stars
    - stars ~ the first one
    help: give one another name: `other = stars`

    > from hotels | extend count = 1 | count by count
    ! CQ0205 there are two columns called `count`
    ^ count
    - count ~ the first one
    help: give one another name: `other = count`

    > from hotels | distinct stars, stars
    ! CQ0205 there are two columns called `stars`
    ^ stars
    - stars ~ the first one
    help: give one another name: `other = stars`

    > from hotels | rename name as stars
    ! CQ0205 there is a field called `stars` already
    ^ stars
    help: `drop stars` first, or choose another name

    > from hotels | rename name as x, stars as x
    ! CQ0205 there is a field called `x` already
    ^ x
    help: `drop x` first, or choose another name

    > from hotels | extend x = lenn(name)
    ! CQ0208 there is no function called `lenn`
    ^ lenn ~ did you mean `len`?
    functions: abs ceil coalesce count date day exp extract fill floor hour int join len ln log lower minute month number power previous rank replace reverse round row_number second share slice sorted split sqrt start_of substring text title today trim unique upper weekday year
    = from hotels | extend x = len(name)

    > from hotels | summarize summ(rooms)
    ! CQ0208 there is no function called `summ`
    ^ summ ~ did you mean `sum`?
    functions: abs avg ceil coalesce count date day distinct_count exp extract fill first floor hour int join last len list ln log lower max median min minute month number percentile power previous rank replace reverse round row_number second share slice sorted split sqrt start_of stddev substring sum text title today trim unique upper variance weekday year
    = from hotels | summarize sum(rooms)

    > from hotels | summarize count(*)
    ! CQ0102 `count(*)` is written `count()` in cq
    ^ (*) ~ SQL writes a star
    = from hotels | summarize count()

    > from hotels | summarize avg(stars, rooms)
    ! CQ0305 `avg` is called as `avg(NUMBER)`
    ^ avg(stars, rooms) ~ given Decimal, Int
    help: their exact sum divided by how many there are

    > sources | filter zzz = 1
    ! CQ0201 this table has no field `zzz`
    ^ zzz
    fields: source what rows updated

    > from hotels | extend x = xyzzy(name)
    ! CQ0208 there is no function called `xyzzy`
    ^ xyzzy
    functions: abs ceil coalesce count date day exp extract fill floor hour int join len ln log lower minute month number power previous rank replace reverse round row_number second share slice sorted split sqrt start_of substring text title today trim unique upper weekday year
    """##)

  static let faults = nameFaults + typeFaults + unitFaults

  @Test func saysWhatIsWrong() {
    #expect(Self.faults.differences { QueryRun().text($0) } == [])
  }

  /// What may be meant by a column that stands twice is the list without it, however the list is
  /// laid out; a column with a name wants another.
  @Test(arguments: [
    ("show name,\n  name", "show name", "name"),
    ("show name, xyzzy, name", "show name, xyzzy", "name"),
    ("show name, x = 1, x\t= 2", nil, "..."),
    ("show name = 1, # a, b\n  name", "show name = 1", "name"),
    ("summarize sum(rooms) by stars, stars", "summarize sum(rooms) by stars", "stars"),
    ("summarize sum(rooms),sum(rooms)", "summarize sum(rooms)", "sum(rooms)"),
  ])
  func offersTheListWithoutARepeatedColumn(stage: String, mended: String?, value: String) {
    let source = ScriptText(name: "t", "from hotels | \(stage)")
    let bound = Binder.bind(
      Parser.parse(source).tree, in: Binder.Context(), directory: QueryRun().directory)
    let fault = bound.diagnostics.first { $0.code == .duplicateColumn }
    #expect(fault?.remarks == [.help("give one another name: `other = \(value)`")])
    #expect(fault?.suggestion?.applied(to: source) == mended.map { "from hotels | \($0)" })
  }

  /// What follows a stage that could not be read may well name something from it.
  @Test func trustsNamesAfterAnUnreadableStage() {
    let reports = ["shwo id | filter nmae = 1", "limit 1 | filter nmae = 1"].map {
      QueryRun().text("from hotels | \($0)").split(separator: "\n").first
    }
    #expect(
      reports == [
        "! CQ0105 there is no stage called `shwo`", "! CQ0201 hotels has no field `nmae`",
      ])
    let script = "from hotels | extnd b = 1 | sort by b\nfrom hotels | sort by c"
    let faults = QueryRun().text(script).split(separator: "\n").filter { $0.hasPrefix("!") }
    #expect(faults.count == 2)
  }

  /// The fixes of a script, all made at once, leave nothing to be said.
  @Test func mends() {
    var left: [String] = []
    var count = 0
    for script in Self.faults.scripts {
      let fixes = QueryRun().fixes(of: script)
      guard let mended = fixes else { continue }
      count += 1
      let report = QueryRun().text(mended)
      if report.hasPrefix("!") { left.append("\(mended)\n\(report)") }
    }
    #expect(left == [])
    #expect(count > 15)
  }
}
