// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import Testing

/// What the loader of definitions refuses, and what it makes of addresses.
@Suite struct DefinitionLoadingTests {
  /// Definitions that parse and say what cannot be.
  static let faults: [(String, String)] = [
    (
      "list \"l\"\nfield a Text from b[].c",
      "`a`: `[]` leads to several values, so its type is a `List<TYPE>`"
    ),
    (
      "list \"l\"\nfield a List<Text> from b[].c[]",
      "`a`: `[]` may stand once on the way to a value"
    ),
    (
      "list \"l\"\nfield a List<Text> from b[] else c",
      "`a`: `else` wants `[]` on every way or on none"
    ),
    ("list \"l\"\nfield a List<Text> from b sort by c", "`a`: `sort by` wants a way with `[]`"),
    (
      "list \"l\"\npicture \"p{size}\"\nsize \"1\" 1 x 1\nshots \"f\" else a\nfield a Text",
      "`a`: pictures are listed in a `List<Text> in detail`; "
        + "`a`: it lists sizes and shots, and the picture has no holes for both"
    ),
    ("list \"l{page}\"", "this address says `{page}`, and there is no `pages`"),
    ("list \"l\"\npages of 5", "the address of the list has no `{page}`, which `pages` needs"),
    (
      "list \"l{page}\"\npages of 5 next c",
      "the address of the list has no `{cursor}`, which `next` needs"
    ),
    ("list \"l{offset}\"", "this address says `{offset}`, and there is no `pages`"),
    ("list \"l{page}\"\npages of 0", "a page has from 1 to 10000 items"),
    ("list \"l{page}\"\npages of 9_223_372_036_854_775_807", "a page has from 1 to 10000 items"),
    ("list \"l{page}\"\npages of 5 from 2", "the first page is 0 or 1"),
    (
      "list \"l{offset}\"\npages of 5 from 0",
      "the address of the list has no `{page}`, which `from` needs"
    ),
    (
      "list \"l\"\npages of 5 next c as \"&c={cursor}\"",
      "the address of the list has no `{cursor}`, which `as` needs"
    ),
    ("list \"l{cursor}\"\npages of 5 next c as \"&c=\"", "this address has no `{cursor}`"),
    (
      "list \"l{cursor}\"\npages of 5 next in header \"LINK\"",
      "this address says `{cursor}`, and `Link` tells the address of the next page"
    ),
    (
      "list \"l{page}\"\npages of 5 total in header \"X Total\"",
      "`X Total` is no name of a field of a header"
    ),
    ("list \"l\"\nheader \"\" \"x\"", "`` is no name of a field of a header"),
    ("list \"l\"\nheader \"Cookie\" \"x\"", "`Cookie` is secret, and a definition is not"),
    ("list \"l\"\nheader \"If-Match\" \"x\"", "cq itself says `If-Match`"),
    (
      "list \"l\"\nheader \"X\" \"a\\nb\"",
      "a field of a header holds ASCII letters and signs only"
    ),
    (
      "list \"l\"\nkey CQ_KEY_S in header \"A\" as \"Bearer\"",
      "this text has neither `{key}` nor `{base64}`"
    ),
    (
      "list \"l\"\nkey CQ_KEY_S in header \"A\" as \"Bearer é {key}\"",
      "a field of a header holds ASCII letters and signs only"
    ),
    (
      "list \"l\"\nkey CQ_KEY_S in header \"A\" as \"Bearer\\n{key}\"",
      "a field of a header holds ASCII letters and signs only"
    ),
    ("list \"l\"\nkey CQ_KEY_S in header \"Host\"", "cq itself says `Host`"),
    ("list \"l\"\nkey CQ_KEY_S in header \"A B\"", "`A B` is no name of a field of a header"),
    ("list \"l\"\nkey CQ_KEY_S in header \"Authorization\" as \"Bearer {key}\"", ""),
    (
      "list \"l{sort}\"\nfield a Int\nsort a asc \"x\"\nsort a \"y\" stable",
      "`a`: a clause before says how a server sorts by it `asc`"
    ),
    (
      "list \"l{sort}\"\nfield a Int\nsort a desc \"x\"\nsort a desc \"y\"",
      "`a`: a clause before says how a server sorts by it `desc`"
    ),
    ("list \"l{sort}\"\nfield a Int\nsort a asc \"x\"\nsort a desc \"y\" stable", ""),
    (
      "list \"l{filter}\"\nfield a Int\nfilter a = < \"{value}\"\nfilter a > = \"&{value}\"",
      "`a`: a clause before says how a server is asked for `=`"
    ),
    (
      "list \"l\"\ndetail \"{id}\" at a[].b",
      "this address leads to one record, and `[]` to several"
    ),
    ("list \"l{sort}\"\nsort by \"x\"", "this address has no `{keys}`"),
    (
      "list \"l\"\nsort by \"{keys}\"",
      "the address of the list has no `{sort}`, which `sort` needs"
    ),
    ("list \"l{category}\"", "this address says `{category}`, and there is no `category`"),
    (
      "list \"l\"\ncategory \"a\"",
      "the address of the list has no `{category}`, which `category` needs"
    ),
    (
      "list \"l\"\nfield a Text in request",
      "`a`: `in request` wants a clause `category` for each category"
    ),
    ("list \"l{x}\"", "nothing can be put into `{x}` here"),
    ("list \"l{\"", "this address has a brace without its partner, or a hole without a name"),
    (
      "list \"l\"\ndetail \"https://{id}.example/x\"",
      "this address has `{id}` in the name of the server, which data may not say"
    ),
    ("list \"l\"\ndetail \"{ide}\"", "nothing can be put into `{ide}` here"),
    (
      "list \"l\"\nsearch \"&q={word}\"",
      "the address of the list has no `{search}`, which `search` needs"
    ),
    ("list \"l{search}\"\nsearch \"&q=x\"", "this address has neither `{word}` nor `{words}`"),
    ("list \"l{filter}\"\nfilter a = \"{value}\"", "there is no field `a`"),
    ("list \"l{filter}\"\nfield a Int\nfilter a = \"x\"", "this address has no `{value}`"),
    (
      "list \"l{filter}\"\nfield a Int\nfilter a in \"{value}\"",
      "nothing can be put into `{value}` here"
    ),
    ("list \"l{filter}\"\nfield a Int\nfilter a in \"x\"", "this address has no `{values}`"),
    (
      "list \"l{filter}\"\nfield a Text\nfilter a is null \"{value}\"",
      "nothing can be put into `{value}` here"
    ),
    (
      "list \"l{filter}\"\nfield a Text\nfilter a = \"{value:3}\"",
      "this address takes a part of `{value}`, which is another value"
    ),
    (
      "list \"l{filter}\"\nfield a Int\nfilter a = \"{day}\"",
      "nothing can be put into `{day}` here"
    ),
    (
      "list \"l{filter}\"\nfield a Date\nfilter a = \"{time}\"", "this address has no `{value}`"
    ),
    (
      "list \"l{filter}\"\nfield a Text in detail\nfilter a = \"{value}\"",
      "`a`: a server is asked for fields of its list only"
    ),
    (
      "list \"l{filter}\"\nfield a Int\nfilter a contains \"{value}\"",
      "`a`: `contains` is asked of a server for texts"
    ),
    (
      "list \"l{filter}\"\nfield a Id\nfilter a starts with \"{value}\"",
      "`a`: `starts with` is asked of a server for texts"
    ),
    (
      "list \"l{filter}\"\nfield a Int\nfilter a = \"{value}\" folded",
      "`a`: `folded` is said of texts"
    ),
    (
      "list \"l{filter}\"\nfield a Text html\nfilter a contains \"{value}\"",
      "`a`: its server has HTML, and finds other texts in it"
    ),
    (
      "list \"l{filter}\"\nfield a Text trim\nfilter a in \"{values}\"",
      "`a`: its texts are others than those that its server has"
    ),
    (
      "list \"l{filter}\"\nfield a Text empty null\nfilter a is null \"x\"",
      "`a`: more is null here than its server has without a value"
    ),
    ("list \"l\"\nfield a Record<b Int, c Txt>", "`a` has a type that does not exist"),
    (
      "list \"l\"\nfield a List<Record<b Int, b Text>>",
      "`a`: its record has two members called `b`"
    ),
    ("list \"l\"\nfield a Record<b Length>", "`a` is a length without a unit"),
    (
      "list \"l{filter}\"\nfield a Int\nfilter a != \"{value}\"",
      "`a`: `!=` also holds for items without a value, so no server asks it"
    ),
    (
      "list \"l{filter}\"\nfield a Text\nfilter a = <= \"{value}\"",
      "`a`: only `=` is asked of a server for fields of its type"
    ),
    (
      "list \"l{sort}\"\nfield a Text\nsort a \"x\"",
      "`a`: no server orders fields of its type as `cq` does"
    ),
    (
      "list \"l\"\nfield a Int\nsort a \"x\"",
      "the address of the list has no `{sort}`, which `sort` needs"
    ),
    ("list \"l\"\nkey HOME as k", "`HOME` is no variable that this definition may read"),
    (
      "list \"l\"\nkey BESTBUY_API_KEY as k",
      "`BESTBUY_API_KEY` is no variable that this definition may read"
    ),
    (
      "list \"l\"\nrelation r from a[].b",
      "`r`: has no address, and items have no `detail` of their own"
    ),
    ("list \"l\"\npicture \"{img}\"", "nothing can be put into `{img}` here"),
    ("list \"l\"\npicture \"{size}\"", "this address says `{size}`, and there is no `size`"),
    ("list \"l\"\npicture \"{shot}\"", "this address says `{shot}`, and there is no `shots`"),
    ("list \"l\"\nfield a Int = b + 1", "there is no field `b`"),
    ("list \"l\"\nfield a Int = a", "`a` is computed from itself"),
    (
      "list \"l\"\nfield d Int = c\nfield c Int = a\nfield a Int = -b\n"
        + "field b Int = if n > 0 then 1 else c\nfield n Int",
      "`c` is computed from itself"
    ),
  ]

  /// A derived field comes after all that it is computed from, wherever these stand; a name means
  /// what it means in a query, so that `price` is the member and not the field `Price`.
  @Test func ordersDerivedFields() throws {
    let text = """
      source s {
      list "l"
      field a Int = b
      field b Int = c + d
      field n Int
      field c Int = n
      field d Int = c
      field Price Int = price * 2
      field cost Int from price
      }
      """
    let loaded = DefinitionLoader.load(ScriptText(name: "s.cq", text))
    let schema = try #require(loaded.definitions.first?.schema)
    #expect(loaded.diagnostics == [])
    #expect(schema.derived.map { schema.fields[$0].name } == ["c", "d", "b", "a", "Price"])
  }

  /// A chain that is as long as a definition may be, in the worst order, is no matter of the stack.
  @Test func takesAsManyFieldsAsTheLimitSays() throws {
    let limit = RecordStatus.fieldLimit
    func load(fields count: Int) -> (count: Int?, faults: [String]) {
      let fields = (1..<count).map { "field f\($0) Int = f\($0 + 1)\n" }.joined()
      let text = "source s {\nlist \"l\"\n\(fields)field f\(count) Int\n}\n"
      let loaded = DefinitionLoader.load(ScriptText(name: "s.cq", text))
      return (loaded.definitions.first?.schema.derived.count, loaded.diagnostics.map(\.message))
    }
    #expect(load(fields: limit) == (limit - 1, []))
    let tooMany = load(fields: limit + 1)
    #expect(tooMany.count == nil)
    #expect(tooMany.faults == ["a definition has at most 4096 fields"])
  }

  @Test func refusesDefinitions() {
    let found = Self.faults.map { clauses, _ in
      DefinitionLoader.load(ScriptText(name: "s.cq", "source s {\n\(clauses)\n}\n")).diagnostics
        .map(\.message).joined(separator: "; ")
    }
    #expect(found == Self.faults.map(\.1))
  }

  /// One rule for the variable of a key: where it is looked for, and what a definition may name.
  @Test func keyOfANameWithABlank() {
    let text = "source `my shop` {\nlist \"l\"\nkey CQ_KEY_MY_SHOP as k\n}\n"
    let loaded = DefinitionLoader.load(ScriptText(name: "s.cq", text))
    #expect(loaded.diagnostics.map(\.message) == [])
    #expect(
      loaded.definitions.map(\.service.terms.key)
        == [KeyDemand(variable: KeyRing.variableName(of: "my shop"), carrier: .parameter("k"))])
  }

  @Test func fillsAddresses() throws {
    let picture = try #require(AddressTemplate("https://x/{code:2}/{code}_{size}.jpg"))
    let values = ["code": "48/2 ä", "size": "8"]
    #expect(picture.filled { values[$0] } == "https://x/48/48%2F2%20%C3%A4_8.jpg")
    #expect(picture.filled { $0 == "size" ? "8" : nil } == nil)
    #expect(AddressTemplate("{image}")?.filled { _ in "https://y/z" } == "https://y/z")
    #expect(
      ["{}", "a}", "{a:0}", "{a:b}", "{a{b}"].map { AddressTemplate($0)?.text } == [
        nil, nil, nil, nil, nil,
      ])
  }
}
