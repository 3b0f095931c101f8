// SPDX-License-Identifier: MIT

import Diagnostics
import Foundation
import QuerySyntax
import TestSupport
import Testing

/// What holds for every text: formatting keeps its meaning and its comments, and settles.
@Suite struct FormatterPropertyTests {
  @Test func everyScriptOfTheRepository() {
    let scripts = RepositoryScripts.all
    let formatted = scripts.map { Formatted($0) }
    #expect(formatted.filter { $0.text != nil }.count > 450)
    for one in formatted { #expect(one.harm == []) }
  }

  /// The definitions and scripts that come with the product are in their canonical form.
  @Test func shippedScriptsAreFormatted() throws {
    let paths = ["hotels", "shopreme"].map { "Sources/CatalogueSources/Definitions/\($0).cq" }
    for path in paths + ["Scripts/hotels.cq"] {
      let text = try String(
        contentsOfFile: "\(TestSupport.repositoryRoot)/\(path)", encoding: .utf8)
      #expect(Formatted(text).string == text, "\(path)")
    }
  }

  @Test(arguments: 0..<UInt64(16)) func spaceDoesNotMatter(_ seed: UInt64) {
    var random = RandomScript(seed: seed)
    for _ in 0..<5 {
      let words = random.statement()
      let plain = Formatted(words.joined(separator: " "))
      let spaced = Formatted(random.text(of: words, comments: false))
      #expect(plain.text != nil, "\(words.joined(separator: " "))")
      #expect(spaced.string == plain.string)
      #expect(spaced.harm == [])
    }
  }

  @Test(arguments: 0..<UInt64(16)) func commentsStay(_ seed: UInt64) {
    var random = RandomScript(seed: seed &+ 1_000)
    for _ in 0..<5 {
      let words = random.statement()
      let text = random.text(of: words, comments: true)
      let formatted = Formatted("## first\n\(text) ## last\n\n\n# end")
      #expect(formatted.text != nil, "\(text)")
      #expect(formatted.harm == [])
    }
  }

  /// What is wrong inside `expect error ( … )` stays wrong in the same way, whatever it is.
  @Test(arguments: 0..<UInt64(16)) func expectedFaultsStay(_ seed: UInt64) {
    var random = RandomScript(seed: seed &+ 2_000)
    var formatted = 0
    for _ in 0..<40 {
      let words = random.spoiled(random.statement())
      let inside = random.text(of: words, comments: true)
      let one = Formatted("expect  error CQ0105 from ( \(inside)\n )  # so it is\nfrom  hotels")
      formatted += one.text == nil ? 0 : 1
      #expect(one.damage == [])
    }
    #expect(formatted > 8)
  }

  /// Every text of the repository, right or wrong, as what is expected to be wrong.
  @Test func textsOfTheRepositoryInsideAnExpectation() {
    let formatted = RepositoryScripts.all.filter { $0.count < 400 }.map {
      Formatted(Array("expect error CQ0201 from (".utf8) + $0 + Array("\n)\n".utf8))
    }
    #expect(formatted.filter { $0.text != nil }.count > 400)
    for one in formatted { #expect(one.damage == []) }
  }

  /// Any cut of a script either has a fault or formats without harm.
  @Test func cutScripts() {
    for script in RepositoryScripts.all where script.count < 200 {
      for end in stride(from: 0, to: script.count, by: 29) {
        #expect(Formatted(Array(script[..<end])).harm == [])
      }
    }
  }
}
