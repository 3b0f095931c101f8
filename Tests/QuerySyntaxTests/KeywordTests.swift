// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import QuerySyntax

/// The words of the language stand in one table.
@Suite struct KeywordTests {
  /// Whoever adds a word counts it here, and finds the tests below that ask for its help.
  @Test func countsTheWords() {
    #expect(Keyword.allCases.count == 117)
    #expect(Keyword.reserved.count == 21)
    #expect(DefinitionWords.clauses.count == 20)
  }

  /// What the vocabulary explains are words of the table, in one spelling.
  @Test func theVocabularyIsOfTheTable() {
    let entries = Vocabulary.statements + Vocabulary.stages + Vocabulary.operators
    let words = entries.flatMap { [$0.word] + $0.others }.filter {
      $0.allSatisfy { $0.isLetter }
    }
    #expect(words.filter { Keyword(of: $0) == nil } == [])
    #expect(Vocabulary.stages.allSatisfy { Vocabulary.isStage($0.word) })
  }

  /// Words outside of definitions of sources say what they are for, where Tab offers them.
  @Test func everyWordSaysWhatItIsFor() {
    let ofDefinitions = Keyword.allCases.drop { $0 != .source }
    let others = Keyword.allCases.prefix(Keyword.allCases.count - ofDefinitions.count)
    #expect(others.filter(\.summary.isEmpty) == [])
  }

  /// The parser, the lexer and the formatter ask for words by their cases; those of other languages
  /// are texts.
  @Test func nobodyElseSpellsThem() throws {
    let root = "\(TestSupport.repositoryRoot)/Sources/QuerySyntax/"
    let pattern = #/(?:take\(|word(?:\(at: \d\))? [!=]= |case )"([a-z]+)"/#
    var found: [String] = []
    for folder in ["Lexing", "Parsing", "Formatting"] {
      for file in try FileManager.default.contentsOfDirectory(atPath: root + folder) {
        let text = try String(contentsOfFile: "\(root)\(folder)/\(file)", encoding: .utf8)
        let words = text.matches(of: pattern).map { String($0.output.1) }
        found += words.filter { Keyword(of: $0) != nil }.map { "\(file): \($0)" }
      }
    }
    #expect(found.filter { !$0.hasPrefix("OtherLanguage") } == [])
  }
}
