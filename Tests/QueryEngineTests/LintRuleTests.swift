// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax
import TestSupport
import Testing

@testable import QueryEngine

/// What each rule says of scripts, and of which it says nothing.
@Suite struct LintRuleTests {
  /// An entry without lines after its script is silent.
  static let corpus = Corpus(
    ##"""
    > use hotels
    > filter stars > 3
    > sort by name
    ! CQ0801 `sort by` begins again with all of hotels, not with the rows above
    ^ sort by
    - filter stars > 3 ~ these rows go unused
    help: write `| sort by` to go on from the rows above
    note: `# lint: allow fresh-start` silences this

    > from hotels | search "dream"
    > use hotels
    > count
    .

    > use hotels
    > filter stars > 3 | show name
    > sort by name
    .

    > use hotels
    > filter stars > 3
    > | sort by name
    .

    > from things | filter price > 1
    > use hotels
    > sort by name
    .

    > use hotels
    > filter stars > 3
    > sort by name # lint: allow fresh-start
    .

    > from hotels | limit 3 | show name | sort by rooms desc
    ! CQ0802 `limit 3` comes before `sort`, so it chooses what is sorted
    ^ limit 3
    - sort by
    help: for the first 3 of all write `sort by rooms desc | limit 3`
    note: `# lint: allow limit-before-sort` silences this

    > from hotels | page 2 size 2 | sort by rooms desc
    ! CQ0802 `page 2 size 2` comes before `sort`, so it chooses what is sorted
    ^ page 2 size 2
    - sort by
    help: to choose from all in order write `sort by rooms desc | page 2 size 2`
    note: `# lint: allow limit-before-sort` silences this

    > from hotels | skip 1 | limit 3 | sort by rooms
    ! CQ0802 `limit 3` comes before `sort`, so it chooses what is sorted
    ^ limit 3
    - sort by
    help: for the first 3 of all write `sort by rooms | limit 3`
    note: `# lint: allow limit-before-sort` silences this

    > from hotels | group by stars (limit 1 | sort by rooms)
    ! CQ0802 `limit 1` comes before `sort`, so it chooses what is sorted
    ^ limit 1
    - sort by
    help: for the first 1 of all write `sort by rooms | limit 1`
    note: `# lint: allow limit-before-sort` silences this

    > from hotels | sort by id | group by stars (limit 1 | sort by rooms)
    .

    > from hotels | top 3 by stars
    ! CQ0808 rows with equal `stars` are cut in the order of the server
    ^ top 3 by stars
    help: `top 3 by stars, id` decides between them
    note: `# lint: allow tied-limit` silences this

    > from hotels | top 3 by stars, id
    .

    > from hotels | filter stars between 3 and 1 or not (rooms in -1..-2)
    ! CQ0803 `stars between 3 and 1` has its bounds reversed, so it is the same for every row
    ^ stars between 3 and 1
    note: `# lint: allow constant-condition` silences this
    ! CQ0803 `(rooms in -1..-2)` has its bounds reversed, so it is the same for every row
    ^ (rooms in -1..-2)
    note: `# lint: allow constant-condition` silences this

    > from hotels | filter stars = Stars and rooms between 1 and 1
    ! CQ0803 `stars = Stars` compares a field with itself, so it is the same for every row
    ^ stars = Stars
    note: `# lint: allow constant-condition` silences this

    > from hotels | sort by id | limit 3 | sort by name
    .

    > from hotels | skip 1 | sort by rooms
    ! CQ0802 `skip 1` comes before `sort`, so it chooses what is sorted
    ^ skip 1
    - sort by
    help: to choose from all in order write `sort by rooms | skip 1`
    note: `# lint: allow limit-before-sort` silences this

    > from hotels | top 3 by rooms, id | sort by name
    .

    > let near = from hotels | sort by id
    > from near | limit 3 | sort by name
    .

    > from hotels | filter true | show name
    ! CQ0803 `true` reads no field, so it is the same for every row
    ^ true
    note: `# lint: allow constant-condition` silences this
    = from hotels | show name

    > from hotels | show name | filter true
    ! CQ0803 `true` reads no field, so it is the same for every row
    ^ true
    note: `# lint: allow constant-condition` silences this
    = from hotels | show name

    > from hotels | show name # why
    > | filter true
    ! CQ0803 `true` reads no field, so it is the same for every row
    ^ true
    note: `# lint: allow constant-condition` silences this

    > from hotels | group by stars (filter name = "a" or not (1 = 2))
    ! CQ0803 `not (1 = 2)` reads no field, so it is the same for every row
    ^ not (1 = 2)
    note: `# lint: allow constant-condition` silences this

    > def all() = | assert 1 < len("ab")
    > from hotels | apply all
    ! CQ0803 `1 < len("ab")` reads no field, so it is the same for every row
    ^ 1 < len("ab")
    note: `# lint: allow constant-condition` silences this

    > param min: Int = 3
    > def good(n) = stars > $n
    > from hotels | filter $min > 2 and good(2)
    .

    > from hotels | show name, stars | filter rooms > 1 | show id
    ! CQ0804 this `show` has no effect: a later one chooses anew
    ^ show name, stars
    - show id ~ the one that counts
    note: `# lint: allow repeated-show` silences this
    = from hotels | filter rooms > 1 | show id

    > from hotels | show all | show id
    ! CQ0804 this `show` has no effect: a later one chooses anew
    ^ show all
    - show id ~ the one that counts
    note: `# lint: allow repeated-show` silences this
    = from hotels | show id

    > from hotels | show name | distinct | show name
    .

    > from hotels | show name, x = rooms + 1 | show x
    .

    > from hotels | filter id > 5
    ! CQ0805 an id is a name, and this asks which one is larger
    ^ id > 5
    help: name the ids, as in `id in (9, 10)`, or compare the field that is meant
    note: `# lint: allow ordered-ids` silences this

    > from hotels | group by stars (filter not (id between 3 and 9))
    ! CQ0805 an id is a name, and this asks which one is larger
    ^ (id between 3 and 9)
    help: name the ids, as in `id in (9, 10)`, or compare the field that is meant
    note: `# lint: allow ordered-ids` silences this

    > from hotels | filter id = 5 or id != 6 or id in (7, 8) or rooms < 3
    .

    > related
    ! CQ0806 `related` without an id means the item last shown
    ^ related
    help: name the item: `related 8880044`
    note: `# lint: allow bare-relation` silences this

    > related 8880044
    .

    > let near = from hotels
    > from hotels
    ! CQ0807 the view `near` is never used
    ^ near
    note: `# lint: allow unused-name` silences this
    = from hotels

    > param min: Int = 3
    > from hotels
    ! CQ0807 the parameter `min` is never used
    ^ min
    note: `# lint: allow unused-name` silences this

    > def f(min) = rooms > $min
    > let min = 3
    > from hotels | filter f(2)
    ! CQ0807 the value `min` is never used
    ^ min
    note: `# lint: allow unused-name` silences this
    = def f(min) = rooms > $min
    = from hotels | filter f(2)

    > ## Those that are cheap.
    > def cheap(n) = | limit $n
    > from hotels
    ! CQ0807 the macro `cheap` is never used
    ^ cheap
    note: `# lint: allow unused-name` silences this

    > let n = 3
    > let n = 4
    > from hotels | top $n by rooms, id
    ! CQ0807 the value `n` is never used
    ^ n
    note: `# lint: allow unused-name` silences this
    = let n = 4
    = from hotels | top $n by rooms, id

    > let near = from hotels
    > let n = 3
    > let id = "40611"
    > def f(x) = $x + $n
    > def first(n) = | limit $n
    > from hotels | union Near | extend a = F(2) | apply First(2)
    > show $id of hotels
    .

    > let near = from hotels
    > param min: Int = 3
    .

    > from hotels | sort by stars desc | show name | limit 3
    ! CQ0808 rows with equal `stars` are cut in the order of the server
    ^ limit 3
    - sort by stars desc ~ leaves ties
    help: `sort by stars desc, id` decides between them
    note: `# lint: allow tied-limit` silences this

    > from hotels | count by stars | sort by count | page 1 size 2
    ! CQ0808 rows with equal `count` are cut in the order of the server
    ^ page 1 size 2
    - sort by count ~ leaves ties
    note: `# lint: allow tied-limit` silences this

    > from hotels | sort by stars, ID | limit 3
    .

    > from things | sort by sku | limit 3
    .

    > from hotels | count by stars | sort by stars | limit 3
    .

    > from hotels | sort by stars
    .

    > from hotels | filter name = "key=SECRET"
    ! CQ0809 this looks like a key, and a script is no place for one
    ^ ******
    help: put it into the environment, as CQ_KEY_SOURCE
    note: `# lint: allow literal-key` silences this

    > from hotels | sort by stars | limit 3 # lint: allow tied-limt, CQ0808
    ! CQ0810 there is no rule `tied-limt`
    ^ tied-limt ~ did you mean `tied-limit`?
    help: listRules
    note: `# lint: allow unknown-rule` silences this
    = from hotels | sort by stars | limit 3 # lint: allow tied-limit, CQ0808

    > # lint: allow tied-limit
    >
    > # The three best.
    > from hotels | sort by stars | limit 3
    > from hotels | sort by rooms | limit 3
    ! CQ0808 rows with equal `rooms` are cut in the order of the server
    ^ limit 3
    - sort by rooms ~ leaves ties
    help: `sort by rooms, id` decides between them
    note: `# lint: allow tied-limit` silences this

    > from hotels
    > | sort by stars # lint: allow tied-limit
    > | limit 3 # lint: allow tied-limit
    .
    """##)

  /// The word `SECRET` is what looks like a key in these scripts.
  private static func script(_ text: String) -> LintedScript {
    let source = ScriptText(name: "t", text)
    let tree = Parser.parse(source).tree
    let directory = Samples.directory()
    let bound = Binder.bind(tree, in: Binder.Context(), directory: directory)
    let secret = Array("SECRET".utf8)
    let places = source.bytes.indices.filter { source.bytes[$0...].starts(with: secret) }
    return LintedScript(
      source, tokens: Parser.parse(source).tokens, scripts: [tree], bound: bound.statements,
      secrets: places.map { ScriptRange($0, $0 + secret.count) }, directory: directory)
  }

  private static func text(_ script: String) -> String {
    let warnings = LintRule.warnings(Self.script(script))
    var lines = warnings.flatMap { warning -> [String] in
      guard let source = warning.source, warning.severity == .warning else { return ["no warning"] }
      let marks = warning.primary.map { [("^", $0)] } ?? []
      return ["! \(warning.code.rawValue) \(warning.message)"]
        + (marks + warning.secondary.map { ("-", $0) }).map { mark, label in
          "\(mark) \(source[label.range])" + (label.text.isEmpty ? "" : " ~ \(label.text)")
        }
        + warning.remarks.map { remark in
          "\(remark.kind): " + (remark.remedy.map { "\($0)" } ?? remark.text)
        }
    }
    let fixes = warnings.compactMap(\.automaticFix)
    if !fixes.isEmpty {
      let fixed = FixIt(fixes.flatMap(\.edits)).applied(to: ScriptText(name: "t", script))
      lines += fixed.split(separator: "\n").map { "= \($0)" }
    }
    return lines.isEmpty ? "." : lines.joined(separator: "\n")
  }

  @Test func findings() {
    #expect(Self.corpus.differences(Self.text) == [])
  }

  /// Every rule has an entry, and a fix leaves nothing to be found by that rule.
  @Test func everyRuleIsAsked() {
    let raised = Self.corpus.scripts.flatMap { LintRule.warnings(Self.script($0)) }
    #expect(LintRule.all.filter { rule in !raised.contains { $0.code == rule.code } }.isEmpty)
    for warning in raised {
      guard let fix = warning.automaticFix, let source = warning.source else { continue }
      let again = LintRule.warnings(Self.script(fix.applied(to: source)))
      #expect(!again.contains { $0.message == warning.message })
    }
  }
}
