// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax
import TestSupport
import Testing

@Suite struct ParserTests {
  /// Scripts without a fault and their trees.
  static let corpus = Corpus(
    ##"""
    > from hotels
    = from hotels

    > from "a.json" in "A", 'B' | limit 2
    = from "a.json" in "A","B" | (limit 2)

    > from it | limit 1
    = from it | (limit 1)

    > USE Hotels; From hotels | FILTER stars >= 3 AND NAME CONTAINS 'x'
    = use Hotels ; from hotels | (filter (and (>= stars 3) (contains NAME "x")))

    > use "x.json"
    = use "x.json"

    > sources | limit 1
    = sources | (limit 1)

    > categories
    = categories

    > categories of "x.json" | limit 1
    = categories of "x.json" | (limit 1)

    > describe
    = describe

    > describe `a b`
    = describe `a b`

    > describe `a b` definition
    = describe `a b` definition

    > show 40611
    = show "40611"

    > show "a b" of hotels | show name
    = show "a b" of hotels | (show name)

    > show @2 of it
    = show @2 of it

    > | show a | limit 3
    = last | (show a) | (limit 3)

    > filter a = 1 | limit 3
    = current | (filter (= a 1)) | (limit 3)

    > from h | search "x y" | search "x" in name, `b c`
    = from h | (search "x y") | (search "x" in name `b c`)

    > from h | rename a as b, c as `d e` | drop a, b | distinct | distinct a, b
    = from h | (rename a>b c>`d e`) | (drop a b) | (distinct) | (distinct a b)

    > from h | extend a = 1, b == a
    = from h | (extend a=1 b=a)

    > from h | summarize count(), x = sum(a) / 2, avg(b) by c, d = e + 1
    = from h | (summarize count() x=(/ sum(a) 2) avg(b) by c d=(+ e 1))

    > from h | count | count by a, x = b + 1
    = from h | (count) | (count a x=(+ b 1))

    > from h | sample 3 | sample 1_0 seed 7 | sample $n seed $seed | filter sample = seed
    = from h | (sample 3) | (sample 10 seed 7) | (sample $n seed $seed) | (filter (= sample seed))

    > from h | top 5 by a | top 1_0 by a asc, b | skip 1_000 | limit 2
    = from h | (top 5 a) | (top 10 <a asc> b) | (skip 1000) | (limit 2)

    > from h | sort by count(suites) desc nulls first, -price asc nulls last, a nulls first, b
    = from h | (sort <count(suites) desc nulls-first> <(neg price) asc> <a nulls-first> b)

    > from h | filter -stars * 2 + 3 % 2 - 1 / 4 = 20% and a ?? 1 > 2
    = from h | (filter (and (= (- (+ (* (neg stars) 2) (% 3 2)) (/ 1 4)) 20%) (> (?? a 1) 2)))

    > from h | filter a + b * c - d = -e
    = from h | (filter (= (- (+ a (* b c)) d) (neg e)))

    > from h | filter a - b - c = (a - (b - c)) * 2
    = from h | (filter (= (- (- a b) c) (* (- a (- b c)) 2)))

    > from h | filter a ?? b ?? c = 1 + 2 ?? 3
    = from h | (filter (= (?? (?? a b) c) (?? (+ 1 2) 3)))

    > from h | filter - - a < b[0] and b[-1] <= c.d
    = from h | (filter (and (< (neg (neg a)) (at b 0)) (<= (at b (neg 1)) (. c d))))

    > from h | filter not a = 1 and b or c and not d
    = from h | (filter (or (and (not (= a 1)) b) (and c (not d))))

    > from h | filter (not (a or b)) and (c)
    = from h | (filter (and (not (or a b)) c))

    > from h | filter not not a
    = from h | (filter (not (not a)))

    > from h | filter a and b and c or d or e and f
    = from h | (filter (or (and a b c) d (and e f)))

    > from h | filter any x > 1 or all x = exact "a" and none a.b != 3
    = from h | (filter (or (any x > 1) (and (all x = exact:"a") (none (. a b) != 3))))

    > from h | top 1 by not none asc, none desc nulls first, none nulls last | sort by none asc = 3
    = from h | (top 1 <(not none) asc> <none desc nulls-first> none) | (sort <(none asc = 3)>)

    > from h | summarize x = not none by count | filter none by = 3 and none by.a != "by"
    = from h | (summarize x=(not none) by count) | (filter (and (none by = 3) (none (. by a) != "by")))

    > from h | summarize(avg(x)) | summarize(not none - (b)) | summarize(if a then b else c) by d
    = from h | (summarize avg(x)) | (summarize (not (- none b))) | (summarize (if a b c) by d)

    > from h | filter any -x > 1 or all [a, 2] = 1 and none 5 != asc
    = from h | (filter (or (any (neg x) > 1) (and (all [a 2] = 1) (none 5 != asc))))

    > from h | filter a not in (1,2) and b not contains "x" and c not starts with exact "y"
    = from h | (filter (and !(in a 1 2) !(contains b "x") !(starts with c exact:"y")))

    > from h | filter a in 1..b + 2 and b in () or c not in -1..1
    = from h | (filter (or (and (in a 1..(+ b 2)) (in b)) !(in c (neg 1)..1)))

    > from h | filter a contains b and c ends with "x" and d starts with e
    = from h | (filter (and (contains a b) (ends with c "x") (starts with d e)))

    > from h | filter a between 1 and 2 and b between c + 1 and -d or e
    = from h | (filter (or (and (between a 1 2) (between b (+ c 1) (neg d))) e))

    > from h | filter a is null and b is not null and c is empty and d is not empty
    = from h | (filter (and (null? a) !(null? b) (empty? c) !(empty? d)))

    > from h | filter a < 500 m and b > 2 KM or c = 20 USD and d = 3 DAYS
    = from h | (filter (or (and (< a 500_m) (> b 2_km)) (and (= c 20_USD) (= d 3_days))))

    > from h | filter a = £20 and b = €1_0.5 and c = $3 and d = -£2
    = from h | (filter (and (= a 20_£) (= b 10.5_€) (= c 3_$) (= d (neg 2_£))))

    > from h | filter a = 2024-01-31 and b < 2024-01-31T10:00 and c = 2024 - 1 - 31
    = from h | (filter (and (= a 2024-01-31) (< b 2024-01-31T10:00) (= c (- (- 2024 1) 31))))

    > from h | filter a = 3 AND b = 4 and 4 NOT IN (1 km, 2) | sort by 3 ASC, day desc
    = from h | (filter (and (= a 3) (= b 4) !(in 4 1_km 2))) | (sort <3 asc> <day desc>)

    > from h | filter x = 5 % 2 and y = 5% and z = 5 % | filter 5% = a
    = from h | (filter (and (= x (% 5 2)) (= y 5%) (= z 5%))) | (filter (= 5% a))

    > from h | group by a (sort by b | show all)
    = from h | (group a (sort b) (show-all))

    > from h | filter if a > 5% then b = 10% else 5% between 1% and 2%
    = from h | (filter (if (> a 5%) (= b 10%) (between 5% 1% 2%)))

    > from h | summarize a = max(b) + 5% by c
    = from h | (summarize a=(+ max(b) 5%) by c)

    > from h | filter a = 1 and b != 2.50 and c < 1_000 and d <= 0 and e > 0.5 and f >= null
    = from h | (filter (and (= a 1) (!= b 2.50) (< c 1000) (<= d 0) (> e 0.5) (>= f null)))

    > from h | filter a == true and b = FALSE and c = exact d
    = from h | (filter (and (= a true) (= b false) (= c exact:d)))

    > from h | filter [1, 2, "x", [true]] = a and [] = b
    = from h | (filter (and (= [1 2 "x" [true]] a) (= [] b)))

    > from h | filter round(a, 2) = coalesce(b, c, 1) or f() = g(h(1))[0]
    = from h | (filter (or (= round(a 2) coalesce(b c 1)) (= f() (at g(h(1)) 0))))

    > from h | filter "it's" = 'say "so"' and x = '\'' and y = ""
    = from h | (filter (and (= "it's" "say \"so\"") (= x "'") (= y "")))

    > from h |
    >  filter a =
    >  1 and
    >  b = (
    > 2
    > )
    >  | limit 3
    = from h | (filter (and (= a 1) (= b 2))) | (limit 3)

    > from h # c | limit 3
    >
    > # d
    > | limit 4 # e
    = from h | (limit 4)

    > #!/usr/bin/env cq
    > from h
    > ;;
    > from i;from j
    >
    = from h ; from i ; from j

    >
    >
    > from h
    >
    >
    > # x
    >   | limit 1
    > from i
    = from h | (limit 1) ; from i

    > from h | sort by a,
    >  b, # first
    >  c desc
    = from h | (sort a b <c desc>)

    > from h | filter f(a,
    >
    > b) or
    > not
    > x
    = from h | (filter (or f(a b) (not x)))

    > from h | filter limit = 1 and count = 2 and page = from | show limit, sort, by
    = from h | (filter (and (= limit 1) (= count 2) (= page from))) | (show limit sort by)

    > from h | filter starts_with = 1 and isx = notx
    = from h | (filter (and (= starts_with 1) (= isx notx)))

    > from h | filter `and` = 1 and é_1 = 漢字 and _x = `x.y`
    = from h | (filter (and (= and 1) (= é_1 漢字) (= _x `x.y`)))

    > from h | filter "a\"b\\c\/\n\u00e9\ud83d\udc4d" = 'z'
    = from h | (filter (= "a\"b\c/\né👍" "z"))

    > from h | show a, b = 1 + 2, `x y`, c.d.e
    = from h | (show a b=(+ 1 2) `x y` (. (. c d) e))

    > from h | show all | show | show `all`, count
    = from h | (show-all) | (show-all) | (show all count)
    """##)

  /// Every tree, no fault, nothing missing at the end, and all bytes again.
  @Test func readsTrees() {
    let differences = Self.corpus.differences { script in
      let source = ScriptText(name: "t", script)
      let parsed = Parser.parse(source)
      let isWhole = parsed.printed(from: source) == source.bytes && !parsed.isIncomplete
      let faults = parsed.report(of: source)
      return "= \(TreeText.script(parsed.tree))" + (isWhole ? "" : " incomplete") + faults
    }
    #expect(differences == [])
  }

  /// Windows line ends, and a byte order mark, change nothing.
  @Test func readsLineEndsOfWindows() {
    let differences = Self.corpus.differences { script in
      let windows = ScriptText(
        name: "t", "\u{FEFF}" + script.replacing("\n", with: "\r\n") + "\r\n")
      return "= \(TreeText.script(Parser.parse(windows).tree))"
    }
    #expect(differences == [])
  }

  @Test(arguments: [
    ("from h |", true), ("from h | filter a =", true), ("from h | filter (a", true),
    ("from h | filter a and", true), ("from h | filter f(a)\n| filter [1,", true),
    ("from h | show a,\n", true), ("from h | filter not # c", true), ("from h", false), ("", false),
    ("from h | sort by", false), ("from h | filter a)", false), ("from h | filter 20%", false),
    ("from h | filter \"(\"", false), ("# from h |", false),
  ])
  func knowsWhenMoreHasToCome(script: String, isIncomplete: Bool) {
    #expect(Parser.parse(ScriptText(name: "t", script)).isIncomplete == isIncomplete)
  }

  /// A prompt waits only for what can make a line whole.
  @Test(arguments: [
    ("from h |", true), ("from h | filter a =", true), ("from h | filter (a", true),
    ("from h | show a,", true), ("from h | filter a > 2 *", true), ("from h | filter a -", true),
    ("show *", false), ("from h | show *", false), ("from h | count *", false),
    ("describe *", false), ("*", false), ("from h | filter (a) + *", false),
    ("from h | filter *", false), ("show 1 *", false), ("from h | filter (a *", true),
    ("from h", false), ("", false),
  ])
  func waitsForWhatCanCome(script: String, waits: Bool) {
    #expect(Parser.awaitsMore(ScriptText(name: "t", script)) == waits)
  }

  @Test func placesStatementsAndStages() {
    let text = "use h ; from `a b` in \"c\" |  sort by a + (b)\n\n| limit 3 # x\nshow 3 of h"
    let source = ScriptText(name: "t", text)
    var places: [String] = []
    for statement in Parser.parse(source).tree.statements {
      places.append(source[statement.range])
      guard case .pipeline(let pipeline) = statement else { continue }
      for stage in pipeline.stages {
        places += [source[stage.keyword], source[stage.range]]
        if case .sort(let keys) = stage.kind { places += keys.map { source[$0.expression.range] } }
      }
    }
    #expect(
      places == [
        "use h", "from `a b` in \"c\" |  sort by a + (b)\n\n| limit 3", "sort by",
        "sort by a + (b)", "a + (b)", "limit", "limit 3", "show 3 of h",
      ])
  }

  @Test(arguments: [
    ("count(suites) + 1", "(+ count(suites) 1)", ""), ("a or b", "(or a b)", ""),
    ("a b", "a", "! CQ0105 `b` is not expected after the expression\n^ 2 b ~"),
    ("", "?", "! CQ0101 a value is missing here\n^ 0  ~"),
    ("1 +", "?", "! CQ0101 a value is missing after `1 +`\n^ 2 + ~ needs a value on the right"),
  ])
  func readsExpressions(text: String, tree: String, report: String) {
    let source = ScriptText(name: "t", text)
    let parsed = Parser.parseExpression(source)
    #expect([TreeText.expression(parsed.tree), parsed.report(of: source)] == [tree, report])
  }
}
