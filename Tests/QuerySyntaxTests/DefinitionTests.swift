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
      detail "https://x/{id}.json"
      picture "https://x/{image}" crop 1_0
      items Results.`Lite Items`[].products[][]
      field id Id key else name, `image url`
      field name, title Text trim empty null "what it is \\"called\\""
      field price Decimal from Price.Amount number or text
      field suites List<list<Int>> from a split ":" in detail
      field kind Text in group category
      field rooms Int = count(
        suites)
      field all Int = count(suites) * 2 "twice"
    }
    source `b c` {
    }
    """

  /// What a definition is said to be does not hang on space, but on lines of its own.
  @Test func readsDocumentationWhateverItsSpace() {
    let texts = [
      "\u{FEFF}## a b\nsource h {}", "  ##  a \t\r\n\t## b\r\n  source h {}",
      "## a\n\nsource h {}", "## a\nsource g {} source h {}",
    ]
    let summaries = texts.map {
      Parser.parseDefinitions(SourceText(name: "t", $0)).tree.last?.summary
    }
    #expect(summaries == ["a b", "a b", "", ""])
  }

  @Test func readsEveryClause() {
    let source = SourceText(name: "t", Self.whole)
    let parsed = Parser.parseDefinitions(source)
    #expect(parsed.report(of: source) == "")
    #expect(parsed.printed(from: source) == source.bytes)
    #expect(
      parsed.tree.map(DefinitionText.lines) == [
        [
          "hotels: Hotels near a centre: stars, rooms.", "rooms",
          "https://x/list.json https://x/{id}.json https://x/{image}", "crop 10",
          "Results Lite Items [] products [] []", "id Id list key else name,image url",
          "name,title Text list trim empty-null - what it is \"called\"",
          "price Decimal list number-or-text from Price,Amount",
          "suites List<List<Int>> detail from a split :", "kind Text group category",
          "rooms Int list count(suites)", "all Int list (* count(suites) 2) - twice",
        ],
        ["b c: ", "no noun", "- - -", "crop -1", ""],
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
    ! CQ0110 `List` wants `<TYPE>`
    ^ 25 Int ~

    > source x {
    >  field a List<Int
    > }
    ! CQ0110 `List<` wants `>`
    ^ 28   ~

    > source x {
    >  field a Int fro b
    > }
    ! CQ0110 `fro` says nothing about a field
    ^ 24 fro ~ did you mean `from`?

    > source x {
    >  field a Text in x
    > }
    ! CQ0110 `in` is followed by `detail` or `group`
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
    ! CQ0110 `number` wants `or text`
    ^ 34   ~

    > source x {
    >  field a Text key else
    > }
    ! CQ0101 a field's name is missing after `else`
    ^ 33   ~

    > source x {
    >  field a Text from
    > }
    ! CQ0101 a field's name is missing after `from`
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

    > source {
    > }
    ! CQ0101 `source` needs a field's name, not `{`
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
      let source = SourceText(name: "t", script)
      return Parser.parseDefinitions(source).report(of: source)
    }
    #expect(differences == [])
  }

  /// Clauses may share a line, and a fault in one leaves the others.
  @Test func goesOnAfterAFault() {
    let text = "source a { list \"l\"; detil \"d\"; field b Int }; source c { list 3 } source d { }"
    let source = SourceText(name: "t", text)
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
