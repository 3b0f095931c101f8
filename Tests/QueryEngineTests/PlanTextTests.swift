// SPDX-License-Identifier: MIT

import Diagnostics
import QueryEngine
import QuerySyntax
import TestSupport
import Testing

/// Plans as texts, so that a change of the planner is a difference that can be read.
@Suite struct PlanTextTests {
  private static func statements(_ script: String) -> [BoundStatement] {
    let source = ScriptText(name: "t", script)
    return Binder.bind(
      Parser.parse(source).tree, in: Binder.Context(), directory: Samples.directory()
    ).statements
  }

  @Test func bound() {
    let differences = Self.boundPlans.differences { script in
      Self.statements(script).map { PlanText.bound($0) }.joined().trimmed
    }
    #expect(differences == [])
  }

  private static func text(_ expression: String) -> String {
    let lines = statements("from things | extend x = \(expression)")
      .map { PlanText.bound($0) }.joined().split(separator: "\n")
    return lines.first { $0.contains("extend x = ") }.map { String($0.dropFirst(13)) } ?? ""
  }

  @Test func expressions() { #expect(Self.expressionTexts.differences(Self.text) == []) }

  /// What is printed is the language, but for what no script can write: a value made another type.
  @Test func printedExpressionsCanBeRead() {
    let printed = Self.expressionTexts.scripts.map(Self.text)
      .filter { !$0.contains(" as ") }
    #expect(printed.count > 30)
    #expect(printed.map(Self.text) == printed)
  }

  /// For each query its plan without rules, then with them.
  @Test func rules() {
    let differences = Self.rewrites.differences { script in
      Self.statements(script).flatMap { statement -> [String] in
        guard case .query(let plan) = statement.action else { return [] }
        return [false, true].map { optimising in
          let physical = Planner.plan(plan, keepingScope: false, optimising: optimising)
          return PlanText.text(physical, of: plan)
        }
      }.joined(separator: "->\n").trimmed
    }
    #expect(differences == [])
  }

  static let boundPlans = Corpus(
    ##"""
    > from hotels | filter stars in (0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16) | count
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 filter stars in (17 values)
    4 summarize count = count()
    5 show count Int

    > from hotels | drop suites, address
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 show id Id, name Text, stars Decimal, distance Decimal, rooms Int

    > from hotels | filter rooms > 3 and name contains "Dréam" | show hotel = name, lat
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 filter rooms > 3 and name contains "dream"
    4 extend hotel = name
    5 details of hotels: lat
    6 show hotel Text, lat Decimal

    > use hotels in "x"
    use hotels in "x"

    > use things in "Food"
    use things in "Food"

    > use hotels
    > show 40611 | show name, lat | to json
    use hotels
    1 item "40611" of hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 details of hotels: image lat lon
    4 show name Text, lat Decimal
    5 to json

    > from hotels | summarize n = count(), avg(rooms), x = max(rooms) - 1 by stars
    > | sort by n desc, stars nulls first
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 summarize n = count(), avg_rooms = avg(rooms), max_rooms = max(rooms) by stars
    4 extend x = max_rooms - 1
    5 sort by n desc, stars nulls first
    6 show stars Decimal, n Int, avg_rooms Decimal, x Int

    > from hotels | extend stars = stars + 1 | extend stars = stars * 2 | count by stars
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 extend stars#2 = stars + 1
    4 extend stars#3 = stars#2 * 2
    5 summarize count = count() by stars#3
    6 sort by count desc
    7 show stars = stars#3 Decimal, count Int

    > from hotels | group by stars (top 1 by rooms | show name)
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 group by stars (top 1 by rooms desc)
    4 show name Text

    > from hotels | expand suites | distinct suites, name | skip 2 | page 2 size 3
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 expand suites into suites#2
    4 distinct suites#2, name
    5 skip 2
    6 skip 3
    7 limit 3
    8 show suites = suites#2 Int, name Text

    > from hotels | sample 3 | sample 2 seed 7 | filter stars > 2
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 sample 3
    4 sample 2 seed 7
    5 filter stars > 2
    6 show id Id, name Text, address Text, stars Decimal, distance Decimal, suites List<Int>, rooms Int

    > from hotels | search "main st" in name | assert stars in 0..5, "out of range"
    > | expect rows > 2
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 search contains "main" and contains "st" in name
    4 assert stars >= 0 and stars <= 5, "out of range"
    5 expect rows > 2

    > from hotels | expect columns name, id
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 fail: columns id, name, address, stars, distance, suites, rooms, not name, id

    > sources
    1 sources: source what rows updated
    2 show source Text, what Text, rows Int, updated Text

    > categories of things | filter items > 2
    1 categories of things: id name parent items picture
    2 filter items > 2
    3 show id Id, name Text, parent Id, items Int, picture Text

    > describe hotels definition
    definition hotels

    > describe hotels
    1 describe hotels: field type filled distinct values meaning
    2 show field Text, type Text, filled Text, distinct Int, values Text, meaning Text

    > from "hotels.json" | sort by distance | limit 1
    > | show name
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 sort by distance
    4 limit 1
    5 show name Text
    """##)

  static let expressionTexts = Corpus(
    ##"""
    > price > 2 and open or not open
    price > 2 and open or not open

    > (price + 1) * 2 - (3 - price)
    (price + 1) * 2 - (3 - price)

    > not (open and open)
    not (open and open)

    > (price ?? 0) + 1 > 2
    (price ?? 0) + 1 > 2

    > price ?? was_price ?? 0
    price ?? was_price ?? 0

    > title starts with "É"
    title starts with "e"

    > title = exact "É"
    title = exact "É"

    > title != "é"
    not title = "e"

    > title contains pair
    title contains pair

    > code = 9
    code = "9"

    > price between 1 and 2
    price >= 1 and price <= 2

    > title in ("a", exact "B")
    title = "a" or title = exact "B"

    > any tags = "new"
    any tags = "new"

    > none tags != "new"
    none tags != "new"

    > all tags < "b"
    all tags < "b"

    > extra > 1
    extra as Int > 1

    > place.city is null
    place.city is null

    > title is not empty
    not title is empty

    > -price
    -price

    > - - price
    -(-price)

    > 1 - -price
    1 - -price

    > -(price + 1)
    -(price + 1)

    > count(tags) + len(title)
    count(tags) + len(title)

    > round(price, 1)
    round(price, 1)

    > tags[0]
    tags[0]

    > if open then price else -1
    if open then price else -1

    > (if open then 1 else 2) + 1
    (if open then 1 else 2) + 1

    > null is null
    null is null

    > code < 10
    code < "10"

    > -1 - -2
    -1 - -2

    > price - (1 - 2)
    price - (1 - 2)

    > (price - 1) - 2
    price - 1 - 2

    > price / (2 * 3)
    price / (2 * 3)

    > not price > 2
    not price > 2

    > open = true
    open = true

    > `Price (INR)` + 1
    `Price (INR)` + 1

    > (price > 2) = open
    (price > 2) = open
    """##)

  static let rewrites = Corpus(
    ##"""
    > from hotels | sort by name | limit 2
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 sort by name
    4 limit 2
    5 show id, name, address, stars, distance, suites, rooms
    ->
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 top 2 by name
    4 show id, name, address, stars, distance, suites, rooms

    > from hotels | extend x = rooms * 2 | limit 2 | show name, x
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites), x = rooms * 2
    3 limit 2
    4 show name, x
    ->
    1 scan hotels, here: name suites
    2 limit 2
    3 extend rooms = count(suites), x = rooms * 2
    4 show name, x

    > from hotels | show name, lat | skip 1 | limit 2
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 details of hotels: lat
    4 skip 1
    5 limit 2
    6 show name, lat
    ->
    1 scan hotels, here: id name
    2 skip 1
    3 limit 2
    4 details of hotels: lat
    5 show name, lat

    > from hotels | sort by rooms | skip 1 | limit 2 | show name
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 sort by rooms
    4 skip 1
    5 limit 2
    6 show name
    ->
    1 scan hotels, here: name suites
    2 extend rooms = count(suites)
    3 sort by rooms
    4 skip 1
    5 limit 2
    6 show name

    > from hotels | group by stars (sort by distance desc | limit 3) | show name
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 group by stars (sort by distance desc | limit 3)
    4 show name
    ->
    1 scan hotels, here: name stars distance
    2 group by stars (top 3 by distance desc)
    3 show name

    > from hotels | group by stars (sort by name | extend x = lat, y = rooms | limit 1 | extend z = y) | show name, x
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 group by stars (sort by name | details of hotels: lat | extend x = lat | extend y = rooms | limit 1 | extend z = y)
    4 show name, x
    ->
    1 scan hotels, here: id name stars
    2 group by stars (top 1 by name | details of hotels: lat | extend x = lat)
    3 show name, x

    > from hotels | group by stars (summarize n = count(), m = max(rooms)) | show n
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 group by stars (summarize n = count(), m = max(rooms)) adding stars
    4 show n
    ->
    1 scan hotels, here: stars
    2 group by stars (summarize n = count())
    3 show n

    > let few = from hotels | sort by name | limit 2; from hotels | group by stars (group by name (sort by id | limit 1 | join few on id = few.id)) | show name
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 group by stars (group by name (sort by id | limit 1 | join (scan hotels, here: id#2 name#2 address#2 stars#2 distance#2 suites#2 | extend rooms#2 = count(suites#2) | sort by name#2 | limit 2) on id = id#2))
    4 show name
    ->
    1 scan hotels, here: id name stars
    2 group by stars (group by name (top 1 by id | join (scan hotels, here: id#2 name#2 | top 2 by name#2) on id = id#2))
    3 show name

    > from hotels | extend a = 1, b = stars | filter b > 1 | show name
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites), a = 1, b = stars
    3 filter b > 1
    4 show name
    ->
    1 scan hotels, here: name stars
    2 extend b = stars
    3 filter b > 1
    4 show name

    > from hotels | summarize n = count(), m = max(rooms) by stars | show n
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 summarize n = count(), m = max(rooms) by stars
    4 show n
    ->
    1 scan hotels, here: stars
    2 summarize n = count() by stars
    3 show n

    > from hotels | filter lat > 3 | count
    1 scan hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 details of hotels: lat
    4 filter lat > 3
    5 summarize count = count()
    6 show count
    ->
    1 scan hotels, here: id
    2 details of hotels: lat
    3 filter lat > 3
    4 summarize count = count()
    5 show count

    > show 40611 of hotels | show name
    1 item "40611" of hotels, here: id name address stars distance suites
    2 extend rooms = count(suites)
    3 details of hotels: image lat lon
    4 show name
    ->
    1 item "40611" of hotels, here: id name
    2 show name
    """##)
}

extension String {
  /// Without the last line break.
  var trimmed: String { hasSuffix("\n") ? String(dropLast()) : self }
}
