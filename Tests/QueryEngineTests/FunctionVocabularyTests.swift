// SPDX-License-Identifier: MIT

import QuerySyntax
import Testing

@testable import QueryEngine

/// The names of functions, by which the parser tells a method from a function.
@Suite struct FunctionVocabularyTests {
  @Test func eachNameHasARow() {
    let words =
      ScalarFunction.all.map(\.word) + AggregateFunction.all.map(\.word)
      + RowFunction.all.map(\.word)
    #expect(Set(words) == Set(FunctionName.allCases))
  }

  @Test func namesStandInOrder() {
    #expect(FunctionName.all == FunctionName.all.sorted())
  }
}
