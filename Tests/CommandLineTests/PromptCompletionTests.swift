// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Tab: what can follow, and the list of it.
@Suite struct PromptCompletionTests {
  /// What is typed, Tab included, and what it becomes; a mark typed at the end tells the cursor.
  static let lines: [(keys: String, line: String)] = [
    ("fro\t", "from #"),
    ("from hot\t| ", "from hotels | #"),
    ("from ho\t", "from hotels #"),
    // What is a guess is shown and not put there.
    ("from htels\t", "from htels#"),
    ("FRO\tHOT\t", "from hotels #"),
    ("from hotels | so\t", "from hotels | sort by #"),
    ("from hotels | sort by dist\t", "from hotels | sort by distance#"),
    ("from hotels | sort by rooms de\t", "from hotels | sort by rooms desc #"),
    ("from hotels | extend n1 = 2 | show n1\t", "from hotels | extend n1 = 2 | show n1#"),
    ("from hotels | filter stars\t is nu\t", "from hotels | filter stars is null #"),
    ("from hotels | filter name starts w\t", "from hotels | filter name starts with #"),
    ("from hotels | filter name sta\t", "from hotels | filter name starts with #"),
    ("from hotels | show name | filter addr\t", "from hotels | show name | filter address#"),
    ("categ\to\tshop\t", "categories of shopreme #"),
    ("from hotels | limit \t", "from hotels | limit #"),
    ("zzz\t", "zzz#"),
    ("from hotels | filter name = \"mid\t", "from hotels | filter name = \"Midtown Lodging\"#"),
    ("include \"sc\tin\t", "include \"scripts/inner.cq\"#"),
    ("from \"a.json\" | show lis\tp\t", "from \"a.json\" | show `list price`#"),
    ("from \"a.json\" | show lis\tc\t", "from \"a.json\" | show `list cost`#"),
    ("from \"a.json\" | show `list price`, pl\t", "from \"a.json\" | show `list price`, plain#"),
  ]

  @Test(arguments: lines) func line(_ keys: String, _ line: String) throws {
    let list = #"[{"list price": 1, "list cost": 2, "plain": 3}]"#
    let workspace = try Workspace(["a.json": list])
    try FileManager.default.createDirectory(
      atPath: workspace.path + "/scripts", withIntermediateDirectories: false)
    try workspace.write("", to: "scripts/inner.cq")
    let prompt = try Prompt(workspace)
    prompt.send(keys + "#")
    try prompt.wait { $0.line == "cq*> " + line }
  }

  @Test func sources() throws {
    let prompt = try Prompt(Workspace(Prompt.unpainted))
    prompt.send("from \t\t")
    try prompt.waitForScreen(
      """
      cq 0.1.0 · `help` explains, Tab completes, Ctrl-D leaves
      cq*> from
        bestbuy   Electronics with reviews
        chloe     Chloé: dresses, skirts, bags, sneakers
        hotels    Manhattan hotels: stars, distance from the centre, free rooms
        products  A mocked list of products
        shopreme  Groceries with was-prices
      cq*> from
      """)
    // The list stands above the line, which goes on being edited.
    prompt.send("hotels | limit 1 | show id\r")
    try prompt.wait { $0.contains("1  40611") && $0.line == "cq*>" }
  }

  @Test func stages() throws {
    let prompt = try Prompt(Workspace(Prompt.unpainted), rows: 40)
    prompt.send("from hotels | \t\t")
    try prompt.waitForScreen(
      """
      cq 0.1.0 · `help` explains, Tab completes, Ctrl-D leaves
      cq*> from hotels |
        filter       keep the rows for which it holds
        search       keep the rows whose text has every word
        sort         order the rows; ties keep their order
        show         what is seen; hidden fields stay usable
        extend       add computed fields
        rename       give fields other names
        drop         remove fields
        distinct     keep one of equal rows
        count        count the rows, or those of each group
        summarize    one row, or one for each group
        group        run stages for each group
        expand       one row for each element of a list
        top          the N rows with the largest key
        limit        keep the first N rows
        skip         leave out the first N rows
        page         the N-th page of the rows, 10 to a page
        sample       N of the rows by chance, in their order
        assert       fail unless it holds for every row
        expect       fail unless the result is so
        join         add what matches of another source
        union        add the rows of another source
        related      the items that each item is related to
        accessories  the accessories of each item
        follow       the items that each item names
        apply        the stages of a `def`
        save         write the result into a file
        to           write the result in a format
      cq*> from hotels |
      """)
  }

  @Test func fields() throws {
    let prompt = try Prompt(Workspace(Prompt.unpainted), rows: 40)
    prompt.send("from shopreme | drop \t\t")
    try prompt.waitForScreen(
      """
      cq 0.1.0 · `help` explains, Tab completes, Ctrl-D leaves
      cq*> from shopreme | drop
        id           Id, such as "5E0C7A9A-3B7E-4C0B-9D5D-…" of the sample
        name         Text, such as "Apfel Elstar aus Österre…" of the sample
        category     Text, such as "Frische Früchte" of the sample
        price        Money, such as 2.49 of the sample
        was_price    Money, such as 2.99 of the sample
        image        Text, such as "https://shopreme.com/job…" of the sample
        description  Text, such as "Klasse I Frisch, süß und…" of the sample
      cq*> from shopreme | drop
      """)
  }

  @Test func fieldsOfTheLastResult() throws {
    let prompt = try Prompt(Workspace())
    try prompt.enter("from hotels | extend nights = rooms | limit 1 | show id")
    prompt.send("| sort by ni\t")
    try prompt.waitForLine("cq*> | sort by nights")
    prompt.send("\u{3}")
    try prompt.waitForLine("cq*>")
    try prompt.enter("use shopreme", next: "shopreme*>")
    prompt.send("sort by was\t")
    try prompt.waitForLine("shopreme*> sort by was_price")
  }

  /// A list too tall for the screen says what it leaves out.
  @Test func smallScreen() throws {
    let prompt = try Prompt(Workspace(Prompt.unpainted), rows: 8, columns: 40)
    prompt.send("from hotels | \t\t")
    try prompt.wait { $0.contains("... and 22 more") && $0.line == "cq*> from hotels |" }
    #expect(prompt.terminal.screen.allSatisfy { $0.count <= 40 })
  }

  /// Names from data are shown with what would drive the terminal made visible, and inserted
  /// without it.
  @Test(arguments: ["set overlay = off\n", "set hints = off\n"])
  func hostileNames(settings: String) throws {
    let workspace = try Workspace([
      ".config/cq/config": settings + "set preview = off\n",
      "a.json": #"[{"zed\u001b[31m\u009b\u202e\nx": 1, "zoo\u001b]0;t\u0007": 2}]"#,
    ])
    let prompt = try Prompt(workspace)
    prompt.send("from \"a.json\" | show z\t\t" + (settings.contains("overlay") ? "\t" : ""))
    try prompt.wait {
      $0.contains(#"  zoo\u{1B}]0;t"#) && $0.line.hasPrefix("cq*> from \"a.json\" | show")
    }
    #expect(prompt.terminal.snapshot.contains(#"  zed\u{1B}[31m"#))
    prompt.send("\u{3}")
    try prompt.waitForLine("cq*>")
    try prompt.enter("from \"a.json\"")
    try prompt.enter("use \"a.json\"", next: "a.json*>")
    _ = try prompt.leave()
    #expect(TerminalBytes(prompt.terminal.output).unsafeScalars(atPrompt: true).isEmpty)
  }
}
