// SPDX-License-Identifier: MIT

import Catalogue
import Testing

/// Money of which each row says the currency, here the rows of two views one below the other.
@Suite struct MoneyTests {
  private static let views = """
    let pounds = from hotels | filter stars > 2 | show id, cost = rooms * £20, tax = £2
    let euros = from hotels | filter stars = 2 | show id, cost = rooms * 20 EUR, tax = 2 EUR
    let crossed = from hotels | filter stars = 2 | show id, cost = rooms * 20 EUR, tax = 1 USD
    let all = from pounds | union euros
    let odd = from pounds | union crossed

    """

  @Test(arguments: [
    (
      "from all | show cost, cost.amount, code = cost.currency",
      """
      = cost | cost.amount | code
      £120.00 | 120 | GBP
      £20.00 | 20 | GBP
      £60.00 | 60 | GBP
      €80.00 | 80 | EUR
      €20.00 | 20 | EUR
      """
    ),
    (
      "from all | summarize sum(cost), min(cost), max(cost), avg(cost), median(cost) by "
        + "code = cost.currency",
      """
      = code | sum_cost | min_cost | max_cost | avg_cost | median_cost
      GBP | £200.00 | £20.00 | £120.00 | £66.666667 | £60.00
      EUR | €100.00 | €20.00 | €80.00 | €50.00 | €50.00
      """
    ),
    (
      "from all | summarize first(cost), last(cost), count(cost), distinct_count(cost), list(cost)",
      """
      = first_cost | last_cost | count_cost | distinct_count_cost | list_cost
      £120.00 | €20.00 | 5 | 5 | £120.00 £20.00 £60.00 €80.00 €20.00
      """
    ),
    (
      "from all | filter cost < 100 and cost + tax > tax * 2 and cost > tax | "
        + "show a = -cost * 2 + 1, b = cost / tax, c = round(cost / 7, 1), d = abs(tax - cost)",
      """
      = a | b | c | d
      -£39.00 | 10 | £2.90 | £18.00
      -£119.00 | 30 | £8.60 | £58.00
      -€159.00 | 40 | €11.40 | €78.00
      -€39.00 | 10 | €2.90 | €18.00
      """
    ),
    (
      "from all | filter cost.currency = \"GBP\" | filter cost between £20 and £60 | "
        + "show id, rest = £100 - cost, share = cost / £100",
      """
      = id | rest | share
      13100 | £80.00 | 0.2
      85862 | £40.00 | 0.6
      """
    ),
    (
      "from all | show best = if cost < 50 then cost else tax, fallback = null ?? cost | limit 2",
      """
      = best | fallback
      £2.00 | £120.00
      £20.00 | £20.00
      """
    ),
    (
      "from all | limit 0 | summarize sum(cost), count(cost)",
      """
      = sum_cost | count_cost
      – | 0
      """
    ),
  ])
  func calculatesInEachRowsCurrency(query: String, rows: String) {
    #expect(QueryRun().text(Self.views + query) == rows, "\(query)")
  }

  private static func mixed(
    _ message: String, _ text: String, _ currency: String, _ counts: String
  ) -> String {
    """
    ! CQ0403 \(message), another currency
    ^ \(text)
    note: `\(text)` so far: \(counts)
    help: cq never converts money. Take one currency first: \
    `filter \(text).currency = "\(currency)"`, or group by `\(text).currency`
    """
  }

  @Test(arguments: [
    (
      "from all | summarize sum(cost)",
      """
      ! CQ0403 `cost` is in several currencies: GBP in 3 rows, EUR in 2 (first: row 4, item `80899`)
      ^ cost
      note: not in GBP: 80899, 13370
      help: cq never converts money. Keep the currencies apart: `by cost.currency`, or take one \
      first: `filter cost.currency = "GBP"`
      """
    ),
    (
      "from all | filter cost < £100",
      mixed(
        "`80 EUR` of item `80899` meets `GBP`", "cost", "GBP",
        "GBP in 3 rows, EUR in 1")
    ),
    (
      "from all | extend rest = 5 EUR - cost",
      mixed(
        "`120 GBP` of item `40611` meets `EUR`", "cost", "EUR",
        "GBP in 2 rows; not in EUR: 40611, 13100")
    ),
    (
      "from odd | filter cost > tax",
      mixed(
        "`80 EUR` of item `80899` meets `1 USD`", "cost", "USD",
        "GBP in 3 rows, EUR in 1")
    ),
    (
      "from odd | extend sum = cost + tax | show sum",
      mixed(
        "`80 EUR` of item `80899` meets `1 USD`", "cost", "USD",
        "GBP in 3 rows, EUR in 1")
    ),
    (
      "from all | filter cost between £1 and £1000",
      mixed(
        "`80 EUR` of item `80899` meets `GBP`", "cost", "GBP",
        "GBP in 3 rows, EUR in 1")
    ),
    (
      "from all | show cost | union all | filter cost.amount > 20 | summarize sum(cost)",
      """
      ! CQ0403 `cost` is in several currencies: GBP in 4 rows, EUR in 2 (first: row 3, item `80899`)
      ^ cost
      note: not in GBP: 80899, 80899
      help: cq never converts money. Keep the currencies apart: `by cost.currency`, or take one \
      first: `filter cost.currency = "GBP"`
      """
    ),
    (
      "from all | sort by cost",
      """
      ! CQ0304 money in several currencies has no place in an order
      ^ cost ~ Money in several currencies
      help: sort by its `.currency`, then by its `.amount`
      """
    ),
    (
      "from all | extend x = cost ?? 0",
      """
      ! CQ0302 each row of `cost` has a currency of its own
      ^ 0 ~ a number without one
      - cost ~ Money in several currencies
      help: `cost.amount` is the bare number
      """
    ),
    (
      "from all | summarize costs = list(cost) | filter any costs > £1",
      """
      ! CQ0301 the elements are amounts of money, and this is money
      ^ £1 ~ Money in GBP
      - costs ~ List<Money in several currencies>
      """
    ),
  ])
  func neverMixesCurrencies(query: String, fault: String) {
    #expect(QueryRun().text(Self.views + query) == fault, "\(query)")
  }

  /// Wares with a currency for each price, and costs in one.
  private static func priced() -> QueryRun {
    let amount = { (text: String, code: String) -> Value in
      .record([.init("amount", Samples.number(text)), .init("currency", .text(code))])
    }
    let wares = MemorySource(
      Schema(
        source: "wares", fields: [Field("id", .id), Field("price", .money(.varying))], key: 0),
      [
        [.text("a"), amount("1.50", "GBP")], [.text("b"), .null], [.text("c"), amount("2", "EUR")],
      ], batchCount: 2)
    let costs = MemorySource(
      Schema(
        source: "costs",
        fields: [
          Field("id", .id),
          Field("cost", .money(Currency("GBP").map(Denomination.fixed) ?? .varying)),
        ],
        key: 0),
      [[.text("x"), .number(Decimal(2))]], batchCount: 2)
    return QueryRun(directory: MemoryDirectory(sources: [wares, costs]))
  }

  /// A source says the currency of each price; a fault names the item.
  @Test func namesTheItem() {
    let run = Self.priced()
    func met(_ name: String, _ text: String, _ counts: String) -> String {
      """
      ! CQ0403 `2 EUR` of item `c` meets `GBP`, another currency
      ^ \(text)
      \(counts)help: cq never converts money. Take one currency first: \
      `filter \(name).currency = "GBP"`, or group by `\(name).currency`
      """
    }
    let joined = "wares.price"
    let counts = { (text: String) in "note: `\(text)` so far: GBP in 1 row, EUR in 1\n" }
    for condition in ["cost = wares.price", "wares.price = cost"] {
      #expect(
        run.text("from costs | join wares on \(condition)")
          == met("(\(joined))", joined, counts(joined)), "\(condition)")
    }
    // A row may stand in many pairs, which are not counted.
    #expect(
      run.text("from costs | join wares on cost < wares.price")
        == met("(\(joined))", joined, ""))
    #expect(
      run.text("from wares | show price | filter price > £1")
        == met("price", "price", counts("price")))
    #expect(
      run.text("from wares | show price | summarize sum(price)") == """
        ! CQ0403 `price` is in several currencies: GBP in 1 row, EUR in 1 (first: row 3, item `c`)
        ^ price
        help: cq never converts money. Keep the currencies apart: `by price.currency`, or take \
        one first: `filter price.currency = "GBP"`
        """)
    #expect(
      run.text("from wares | filter price > 1 | show id, price") == """
        = id | price
        a | £1.50
        c | €2.00
        ~ 1 have no price
        """)
  }

  /// The rows of a union are named also where their ids are dropped and `it` goes on from them.
  @Test func goesOnFromNamedRows() {
    let dropped = """
      let p = from hotels | filter stars >= 3 | extend cost = rooms * £10 | drop id
      let e = from hotels | filter stars < 3 | extend cost = rooms * 20 EUR | drop id
      from p | union e | show cost | limit 4
      from it |
      """
    func last(_ stage: String) -> String {
      QueryRun().text("\(dropped) \(stage)").split(separator: "\n").dropFirst(5)
        .joined(separator: "\n")
    }
    #expect(
      last("summarize sum(cost)") == """
        ! CQ0403 `cost` is in several currencies: GBP in 3 rows, EUR in 1 (first: row 4, item `80899`)
        ^ cost
        help: cq never converts money. Keep the currencies apart: `by cost.currency`, or take one \
        first: `filter cost.currency = "GBP"`
        """)
    #expect(last("filter cost.currency = \"EUR\" | show cost") == "= cost\n€80.00")
    #expect(
      last("filter cost > £1")
        == Self.mixed(
          "`80 EUR` of item `80899` meets `GBP`", "cost", "GBP", "GBP in 3 rows, EUR in 1"))
  }

  /// Each aggregate of a joined table names the items of the source that its amounts are of.
  @Test func namesTheItemsOfEachSide() {
    let script = """
      let left = from hotels | filter stars = 4 | show id, k = 1, cost = rooms * £1
      let none = from hotels | filter stars > 9 | show id, k = 1, cost = rooms * 1 USD
      let both = from left | union none
      let pounds = from hotels | filter stars = 3 | show id, k = 1, cost = rooms * £10
      let euros = from hotels | filter stars = 2 | show id, k = 1, cost = rooms * 10 EUR
      let other = from pounds | union euros
      from both | join other on k = other.k | summarize a = sum(both.cost), b = sum(other.cost)
      """
    let items = QueryRun().text(
      script.split(separator: "\n")[3...4].joined(separator: "\n") + "\nfrom euros | limit 1")
    let id = items.split(separator: "\n")[1].prefix { $0 != " " }
    let message = QueryRun().text(script).split(separator: "\n").first
    #expect(message?.hasSuffix("item `\(id)`)") ?? false, "\(message ?? "") \(items)")
  }

  /// Two comparisons in what a `def` stands for count their rows apart.
  @Test func countsEachComparisonOfADefinition() {
    let run = QueryRun()
    let def = "def odd(x) = $x < £2 or $x > £1\nfrom all | filter odd(cost)"
    #expect(
      run.text(Self.views + def)
        == Self.mixed(
          "`80 EUR` of item `80899` meets `GBP`", "cost", "GBP", "GBP in 3 rows, EUR in 1"))
  }

  /// What is written in a `def` alone is not advised where it is called.
  @Test func advisesNothingThatCannotBeTyped() {
    let compared = "def dear() = cost < £2 or cost > £1\nfrom all | filter dear()"
    #expect(
      QueryRun().text(Self.views + compared) == """
        ! CQ0403 `80 EUR` of item `80899` meets `GBP`, another currency
        ^ dear()
        help: cq never converts money. Take one currency first: `.currency` tells it
        """)
    let total = "def total() = sum(cost)\nfrom all | limit 4 | summarize x = total()"
    #expect(
      QueryRun().text(Self.views + total) == """
        ! CQ0403 `total()` is in several currencies: GBP in 3 rows, EUR in 1 (first: row 4, item `80899`)
        ^ total()
        help: cq never converts money. Keep the currencies apart, or take one first: `.currency` \
        tells it
        """)
  }
}
