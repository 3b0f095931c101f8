// SPDX-License-Identifier: MIT

import Testing

@testable import Diagnostics

@Suite struct ExitStatusTests {
  static let folds: [(statuses: [Diagnostics.ExitStatus], all: Diagnostics.ExitStatus)] = [
    ([], .success), ([.success, .success], .success),
    ([.success, .failedExpectation, .success], .failedExpectation),
    ([.failedExpectation, .source, .script], .source),
    ([.success, .script, .failedExpectation, .source], .script),
  ]

  /// The first error decides, before anything that is only not as expected.
  @Test(arguments: folds) func ofSeveralFiles(
    statuses: [Diagnostics.ExitStatus], all: Diagnostics.ExitStatus
  ) {
    #expect(Diagnostics.ExitStatus(ofAll: statuses) == all)
  }
}
