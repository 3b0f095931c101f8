// SPDX-License-Identifier: MIT

import QuerySyntax
import Testing

@testable import QueryEngine

/// The parser's list of functions, by which it tells a method from a function.
@Suite struct FunctionVocabularyTests {
  @Test func namesEachFunctionOnce() {
    let names = ScalarFunction.all.map(\.name) + AggregateFunction.all.map(\.name)
    #expect(Vocabulary.functions == Set(names).sorted())
  }
}
