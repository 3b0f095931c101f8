// SPDX-License-Identifier: MIT

import Diagnostics
import Testing

@testable import QuerySyntax

/// What others write is mended once, however often its script is read to try its fixes.
@Suite struct MendedTextsTests {
  @Test func mendsEachTextOnce() {
    let line = "select a from b\n"
    let texts = MendedTexts()
    for _ in 0..<3 {
      let source = ScriptText(name: "t", String(repeating: line, count: 5))
      let parsed = Parser.read(source, maximumFaults: 10, mendedTexts: texts)
      #expect(parsed.diagnostics.compactMap { $0.fix?.edits.first?.replacement }.count == 5)
    }
    #expect(texts.count == 1)
  }

  /// A text within which texts are mended is tried again no deeper than so.
  @Test func mendsTextsWithinTextsOnlySoDeep() {
    var texts: MendedTexts? = MendedTexts()
    var depth = 0
    while let inner = texts?.inner {
      texts = inner
      depth += 1
    }
    #expect(depth == 3)
    #expect(Parser.mended("from h | len 0", inside: texts ?? MendedTexts()) == nil)
  }
}
