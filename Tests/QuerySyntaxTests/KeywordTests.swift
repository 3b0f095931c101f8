// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import QuerySyntax

/// The words of the language stand in one table.
@Suite struct KeywordTests {
  /// Whoever adds a word counts it here, and finds the tests below that ask for its help.
  @Test func countsTheWords() {
    #expect(Keyword.allCases.count == 131)
    #expect(Keyword.reserved.count == 21)
    #expect(DefinitionWords.clauses.count == 21)
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

  /// The parser, the lexer, the formatter and completion ask for words by their cases, also for one
  /// of several; those of other languages are texts, and so are units.
  @Test func nobodyElseSpellsThem() throws {
    let root = "\(TestSupport.repositoryRoot)/Sources/"
    let folders = ["Lexing", "Parsing", "Formatting"].map { "QuerySyntax/\($0)" }
    let single = #/(?:take\(|[!=]= |case )"([a-z]+)"/#
    let several = #/\[\s*((?:"[^"\n]*"[\s,]*)+)\]/#
    let other = #/^(?:OtherLanguage|FaultyStatement|CommonGround|DefinedWords)/#
    var found: [String] = []
    for folder in folders + ["QueryShell/Completion"] {
      for file in try FileManager.default.contentsOfDirectory(atPath: root + folder)
      where file.firstMatch(of: other) == nil {
        let text = try String(contentsOfFile: "\(root)\(folder)/\(file)", encoding: .utf8)
        let words =
          text.matches(of: single).map { String($0.output.1) }
          + text.matches(of: several).flatMap { $0.output.1.matches(of: #/"([a-z]+)"/#) }
          .map { String($0.output.1) }
        found += words.filter { Keyword(of: $0) != nil }.map { "\(file): \($0)" }
      }
    }
    #expect(found == ["ClauseParser.swift: second"])
  }

  /// The grammar has these words, and others where it says which formats, units and types
  /// there are.
  @Test func theGrammarHasTheSame() throws {
    let grammar = try String(
      contentsOfFile: "\(TestSupport.repositoryRoot)/Grammar/cq.ebnf", encoding: .utf8)
    let rules = grammar.replacing(#/\(\*.*?\*\)/#.dotMatchesNewlines(), with: "")
    let written = Set(rules.matches(of: #/"([A-Za-z]{2,})"/#).map { $0.output.1.lowercased() })
    let known = Vocabulary.formats + Parser.units + DefinitionWords.units.flatMap(\.words)
    let keywords = Set(Keyword.allCases.map(\.rawValue).filter { $0.count > 1 })
    #expect(keywords.subtracting(written) == ["it"])
    #expect(
      written.subtracting(keywords).subtracting(known).sorted()
        == ["gb", "gib", "kb", "kib", "length", "mb", "mib", "money", "record", "tb", "tib"])
  }
}
