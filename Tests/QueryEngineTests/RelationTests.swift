// SPDX-License-Identifier: MIT

import Diagnostics
import TestSupport
import Testing

/// The items that items name.
@Suite struct RelationTests {
  private static let directory = MemoryDirectory(
    sources: [Samples.hotels(server: .naming()), Samples.things()])

  @Test func followsRelations() {
    for optimising in [true, false] {
      let run = QueryRun(directory: Self.directory, optimising: optimising)
      #expect(Self.relations.differences { run.text($0) } == [])
    }
  }

  /// One call for each item that is followed, and only for the fields that are used.
  @Test func asksForWhatIsUsed() {
    let hotels = Samples.hotels(server: .naming())
    let run = QueryRun(directory: MemoryDirectory(sources: [hotels]))
    _ = run.text("related 40611 of hotels | filter stars > 2 | drop address, suites | show name")
    _ = run.text("from hotels | limit 2 | related | limit 4 | show id | distinct")
    #expect(
      hotels.requests.relations == [
        "related of 40611: id,name,stars,distance,suites", "related of 40611: id",
        "related of 80899: id",
      ])
  }

  /// Where a list is too long to be read for one item, its own record tells of it.
  @Test func asksForASingleItem() {
    var server = MemoryServer.naming()
    server.findsItems = true
    let hotels = Samples.hotels(server: server)
    let run = QueryRun(directory: MemoryDirectory(sources: [hotels]))
    #expect(
      run.text("show 80899 of hotels | show name, rooms") == "= name | rooms\nAmericana Inn | 4")
    #expect(hotels.requests.scans == [])
    #expect(run.text("show 808 of hotels | show name") == "= name\nAmericana Inn")
    #expect(hotels.requests.scans.count == 1)
    #expect(hotels.requests.items == ["80899", "808"])
    // Of a list that is read whole no item is asked for by itself.
    let whole = Samples.hotels(server: .naming())
    let other = QueryRun(directory: MemoryDirectory(sources: [whole]))
    #expect(other.text("show 80899 of hotels | show name") == "= name\nAmericana Inn")
    #expect(whole.requests.items == [])
    #expect(whole.requests.scans.count == 1)
  }

  static let relations = Corpus(
    ##"""
    > related 40611 of hotels | show id, name
    = id | name
    13100 | Best Western
    85862 | Dream
    80899 | Americana Inn
    ~ related: 3 of 5 -8880001 -8880002

    > use hotels
    > related 40611 | filter rooms > 1 | sort by distance | show name, distance, rooms, lat
    = name | distance | rooms | lat
    Americana Inn | 56.25 | 4 | 80899.5
    Dream | 554.4 | 3 | 85862.5
    ~ related: 3 of 5 -8880001 -8880002

    > from hotels | limit 2 | show id
    > related @2 | show id
    = id
    40611
    80899
    = id
    13370
    ~ related: 1 of 1

    > param anchor: Id = "80899"
    > related $anchor of hotels | count
    = count
    1
    ~ related: 1 of 1

    > show 40611 of hotels | show name
    > follow nearby | show id
    > related | count
    = name
    Belleclaire
    = id
    13370
    ~ nearBy: 1 of 1
    = count
    3
    ~ related: 3 of 5 -8880001 -8880002

    > show 80899 of hotels | show name
    > from things | limit 1 | show sku
    > related | show id
    = name
    Americana Inn
    = sku
    9
    = id
    13370
    ~ related: 1 of 1

    > accessories 40611 of hotels | show id
    = id
    ~ accessories: 0 of 0

    > related 406 of hotels | show id | limit 1
    = id
    13100
    ~ related: 3 of 5 -8880001 -8880002

    > related 999 of hotels
    ! CQ0502 hotels has no item `999`
    ^ 999
    help: `from hotels` lists the items; a unique beginning of an id will do

    > related 13 of hotels
    ! CQ0502 several items of hotels begin with `13`
    ^ 13
    ids: 13100, 13370

    > related 40611 of things
    ! CQ0209 things declares no relation `related`
    ^ related
    help: no item of things names others; `join` puts items together by their fields

    > follow nearbye 40611 of hotels
    ! CQ0209 hotels declares no relation `nearbye`
    ^ nearbye ~ did you mean `nearBy`?
    relations: related accessories nearBy
    = follow nearBy 40611 of hotels

    > from hotels | follow alike
    ! CQ0209 hotels declares no relation `alike`
    ^ alike
    relations: related accessories nearBy

    > related
    ! CQ0207 no item has been shown yet
    ^ related
    help: show one, or name it: `related 8880044 of bestbuy`

    > from hotels | count | related
    ! CQ0209 these rows are no items whose relation `related` could be followed
    ^ related
    help: follow it before stages that make other rows of them

    > from hotels | filter stars > 1 | related | show of, id, name
    = of | id | name
    40611 | 13100 | Best Western
    40611 | 85862 | Dream
    40611 | 80899 | Americana Inn
    80899 | 13370 | Cassa Hôtel
    85862 | 40611 | Belleclaire
    ~ related: 5 of 8 -8880001 -8880002 -8880003

    > from hotels | limit 2
    > from it | follow nearBy | show id, rooms, lat, of
    = id | name | address | stars | distance | suites | rooms
    40611 | Belleclaire | 6 Main St | 3 | 100 | 1 44 21 87 99 34 | 6
    80899 | Americana Inn | 4 Main St | 2 | 56.25 | 1 2 3 4 | 4
    = id | rooms | lat | of
    13370 | 1 | 13370.5 | 40611
    ~ nearBy: 1 of 1

    > from hotels | extend x = 1 | related | show x
    ! CQ0204 `x` is gone after `related`
    ^ x
    - related ~ only `id`, `name`, `address`, `stars`, `distance`, `suites`, `image`, `lat`, `lon`, `rooms` and `of` remain from here on
    help: put the stage that needs it before `related`

    > show 22470 of hotels | show name, lat
    = name | lat
    Days Inn | –
    ~ no detail of 22470

    > show 40161 of hotels
    ! CQ0502 hotels has no item `40161`
    ^ 40161 ~ did you mean `40611`?
    help: `from hotels` lists the items; a unique beginning of an id will do
    """##)
}
