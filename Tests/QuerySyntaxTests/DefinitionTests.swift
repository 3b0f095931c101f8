// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax
import TestSupport
import Testing

@Suite struct DefinitionTests {
  private static let whole = """
    # A comment that is none of the documentation.

    ## Hotels near a centre:
    ##   stars, rooms.
    source hotels {
      noun "rooms"
      list "https://x/list.json"   # the address
      detail "https://x/{id}.json" at Reply.`the item`
      picture "https://x/{image}" crop 1_0 only fresh
      size "8" 45 x 60
      size "9" 9_0 x 120
      shots "f", 'F' else kinds
      items Results.`Lite Items`[].products[][] or [] or [][].a
      pages of 1_00 total a.b next c
      category "Bags" as "bgs" picture "https://x/bags.jpg"
      category "Hats"
      status Header.Code 2_00
      status state "ok"
      fault error.message
      key CQ_KEY_X in header "X-Key"
      rate 5 a second
      keep 7 days
      search "&q={words}"
      filter price = < >= "&p{operator}{value}"
      sort price "&sort=p.{direction}"
      sort suites "&sort=s" stable
      relation more from `the ids`[].id
      relation more "https://x/{id}/more" from results[last].sku
      field id Id key else name, `image url`
      field name, title Text trim empty null html "what it is \\"called\\""
      field price Decimal from Price.Amount number or text
      field suites List<list<Int>> from a split ":" in detail
      field kind Text in group category
      field shelf Text in request
      field sizes List<Text> from S[].Text else T[first].a[] sort by No.x
      field text Text from D[Key.k = "Title"].Value else first[first] else D[last = "x"]
      field rooms Int = count(
        suites)
      field all Int = count(suites) * 2 "twice"
    }
    source `b c` {
      key CQ_KEY_BC as apiKey
      keep 1 second
      pages of 2
    }
    """

  /// What a definition is said to be does not hang on space, but on lines of its own.
  @Test func readsDocumentationWhateverItsSpace() {
    let texts = [
      "\u{FEFF}## a b\nsource h {}", "  ##  a \t\r\n\t## b\r\n  source h {}",
      "## a\n\nsource h {}", "## a\nsource g {} source h {}",
    ]
    let summaries = texts.map {
      Parser.parseDefinitions(ScriptText(name: "t", $0)).tree.last?.summary
    }
    #expect(summaries == ["a b", "a b", "", ""])
  }

  @Test func readsEveryClause() {
    let source = ScriptText(name: "t", Self.whole)
    let parsed = Parser.parseDefinitions(source)
    #expect(parsed.report(of: source) == "")
    #expect(parsed.printed(from: source) == source.bytes)
    #expect(
      parsed.tree.map { DefinitionText.lines($0).joined(separator: "\n") } == [
        """
        hotels: Hotels near a centre: stars, rooms.
        noun rooms
        list https://x/list.json
        detail https://x/{id}.json at Reply the item
        items Results Lite Items [] products [] []
        items []
        items [] [] a
        pages 100 a,b c
        category Bags as bgs https://x/bags.jpg
        category Hats as - -
        relation more - the ids [] id
        relation more https://x/{id}/more results [last] sku
        status Header,Code 200
        status state ok
        fault error,message
        key CQ_KEY_X header("X-Key")
        rate 5
        keep 604800
        search &q={words}
        filter price = < >= &p{operator}{value}
        sort price &sort=p.{direction}
        sort suites &sort=s stable
        picture https://x/{image} crop 10 only fresh
        size 8 45 60
        size 9 90 120
        shots f F else kinds
        id Id list key else name,image url
        name,title Text list trim html empty-null - what it is "called"
        price Decimal list number-or-text from Price Amount
        suites List<List<Int>> detail from a split :
        kind Text group category
        shelf Text request
        sizes List<Text> list from S [] Text from T [first] a [] by No,x
        text Text list from D [Key.k=Title] Value from first [first] from D [last=x]
        rooms Int list count(suites)
        all Int list (* count(suites) 2) - twice
        """,
        "b c: \npages 2 - -\nkey CQ_KEY_BC parameter(\"apiKey\")\nkeep 1",
      ])
  }

  /// Definitions with one fault each.
  static let faults = Corpus(
    ##"""
    > source x {
    >  list
    > }
    ! CQ0110 `list` needs a text in quotes
    ^ 16   ~

    > source x {
    >  list "a" b
    > }
    ! CQ0110 `b` does not belong to `list`
    ^ 21 b ~

    > source x {
    >  listt "a"
    > }
    ! CQ0110 there is no clause called `listt`
    ^ 12 listt ~ did you mean `list`?

    > source x {
    >  picture "x" crop y
    > }
    ! CQ0110 `crop` needs a whole number of pixels
    ^ 29 y ~

    > source x {
    >  picture "x" only new
    > }
    ! CQ0110 `only` wants `fresh`
    ^ 29 new ~

    > source x {
    >  items a[3]
    > }
    ! CQ0110 `[` wants `]` at once: `[]` means every element
    ^ 20 3 ~

    > source x {
    >  items
    > }
    ! CQ0101 a field's name is missing after `items`
    ^ 17   ~

    > source x {
    >  field
    > }
    ! CQ0101 a field's name is missing after `field`
    ^ 17   ~

    > source x {
    >  field a
    > }
    ! CQ0110 a type such as `Int` or `List<Text>` is missing
    ^ 19   ~

    > source x {
    >  field a List Int
    > }
    ! CQ0110 `List` wants `<` and a type
    ^ 25 Int ~

    > source x {
    >  field a List<Int
    > }
    ! CQ0110 `List<` wants `>`
    ^ 28   ~

    > source x {
    >  field a Record
    > }
    ! CQ0110 `Record` wants `<`
    ^ 26   ~

    > source x {
    >  field a Record<>
    > }
    ! CQ0110 `Record<` needs the name of a member
    ^ 26 <> ~

    > source x {
    >  field a Record<City
    > }
    ! CQ0110 a type such as `Int` or `List<Text>` is missing
    ^ 31   ~

    > source x {
    >  field a Record<City Text
    > }
    ! CQ0110 `Record<` wants `>`
    ^ 36   ~

    > source x {
    >  filter a is "n"
    > }
    ! CQ0110 `is` wants `null`
    ^ 24 "n" ~

    > source x {
    >  filter a starts "n"
    > }
    ! CQ0110 `starts` wants `with`
    ^ 28 "n" ~

    > source x {
    >  field a Int fro b
    > }
    ! CQ0110 `fro` says nothing about a field
    ^ 24 fro ~ did you mean `from`?

    > source x {
    >  field a Text in x
    > }
    ! CQ0110 `in` is followed by `detail`, `group` or `request`
    ^ 28 x ~

    > source x {
    >  field a Text split 3
    > }
    ! CQ0110 `split` needs a text in quotes
    ^ 31 3 ~

    > source x {
    >  field a Text empty
    > }
    ! CQ0110 `empty` wants `null`
    ^ 30   ~

    > source x {
    >  field a Text number or
    > }
    ! CQ0110 `number` wants `text`, as in `number or text`
    ^ 34   ~

    > source x {
    >  field a Text key else
    > }
    ! CQ0101 a field's name is missing after `else`
    ^ 33   ~

    > source x {
    >  field a Text from
    > }
    ! CQ0101 the name of a member is missing after `from`
    ^ 29   ~

    > source x {
    >  field a Int =
    > }
    ! CQ0101 a value is missing here
    ^ 25   ~

    > source x {
    >  field a Int = 1 +
    > }
    ! CQ0101 a value is missing after `field a Int = 1 +`
    ^ 28 + ~ needs a value on the right

    > source x {
    >  field a Int = (1
    > }
    ! CQ0106 this bracket is never closed
    ^ 26 ( ~ opened here

    > source x {
    >  field a Int = 1 trim
    > }
    ! CQ0110 `trim` does not belong to `field`
    ^ 28 trim ~

    > source x {
    >  field a Int "m" x
    > }
    ! CQ0110 `x` does not belong to `field`
    ^ 28 x ~

    > source x {
    >  list "a
    > }
    ! CQ0103 this text is never closed
    ^ 17 " ~ opened here; the line ends first

    > source x {
    >  detail "a" at
    > }
    ! CQ0101 the name of a member is missing after `at`
    ^ 25   ~

    > source x {
    >  size 8 45 x 60
    > }
    ! CQ0110 `size` needs a text in quotes
    ^ 17 8 ~

    > source x {
    >  size "8" 45 by 60
    > }
    ! CQ0110 `size` needs `x`, as in `45 x 60`
    ^ 24 by ~

    > source x {
    >  shots
    > }
    ! CQ0110 `shots` needs a text in quotes
    ^ 17   ~

    > source x {
    >  pages 50
    > }
    ! CQ0110 `pages` wants `of` and how many items a page has
    ^ 18 50 ~

    > source x {
    >  category Bags
    > }
    ! CQ0110 `category` needs a text in quotes
    ^ 21 Bags ~

    > source x {
    >  status Code = 200
    > }
    ! CQ0110 `status` needs the value that means success
    ^ 24 = ~

    > source x {
    >  key CQ_KEY_X
    > }
    ! CQ0110 `key` wants `as` or `in`, such as `as PARAMETER` or `in header "NAME"`
    ^ 24   ~

    > source x {
    >  rate 5 per second
    > }
    ! CQ0110 `rate` needs `a`, as in `5 a second`
    ^ 19 per ~

    > source x {
    >  keep 5 weeks
    > }
    ! CQ0110 `keep` needs a unit of time, as in `15 minutes` or `7 days`
    ^ 19 weeks ~

    > source x {
    >  keep 999999999999999999 days
    > }
    ! CQ0110 `keep` needs a time, such as `15 minutes` or `7 days`
    ^ 36 days ~

    > source x {
    >  filter price "p={value}"
    > }
    ! CQ0110 `filter` needs the operators that the server knows, `contains`, `in`, `starts with` or `is`
    ^ 25 "p={value}" ~

    > source x {
    >  sort price
    > }
    ! CQ0110 `price` needs `asc`, `desc` or a text in quotes
    ^ 22   ~

    > source x {
    >  relation more "a"
    > }
    ! CQ0110 `relation` wants `from` and the way to the ids
    ^ 29   ~

    > source x {
    >  field a Text from b[c]
    > }
    ! CQ0110 `[` wants `]`, `first]`, `last]` or `NAME = "TEXT"]`
    ^ 33 ] ~

    > source x {
    >  field a Text from b[c = 1]
    > }
    ! CQ0110 `=` needs a text in quotes
    ^ 36 1 ~

    > source x {
    >  field a Text sort
    > }
    ! CQ0110 `sort` wants `by`
    ^ 29   ~

    > source {
    > }
    ! CQ0101 `source` needs a name, not `{`
    ^ 7 { ~

    > source x
    >
    ! CQ0110 a `{` is missing
    ^ 8   ~

    > source x {
    >  list "a"
    ! CQ0110 a `}` is missing
    ^ 20  ~

    > sorce x {
    > }
    ! CQ0110 a definition begins with `source NAME {`, not with `sorce`
    ^ 0 sorce ~
    """##)

  @Test func saysOneThingOfEachFault() {
    let differences = Self.faults.differences { script in
      let source = ScriptText(name: "t", script)
      return Parser.parseDefinitions(source).report(of: source)
    }
    #expect(differences == [])
  }

  /// Clauses may share a line, and a fault in one leaves the others.
  @Test func goesOnAfterAFault() {
    let text = "source a { list \"l\"; detil \"d\"; field b Int }; source c { list 3 } source d { }"
    let source = ScriptText(name: "t", text)
    let parsed = Parser.parseDefinitions(source)
    #expect(parsed.tree.map(\.name.text) == ["a", "c", "d"])
    #expect(parsed.tree.first.map(DefinitionText.lines)?.last == "b Int list")
    #expect(
      parsed.diagnostics.map(\.message) == [
        "there is no clause called `detil`",
        "a definition begins with `source NAME {`, not with `;`",
        "`list` needs a text in quotes",
      ])
  }
}
