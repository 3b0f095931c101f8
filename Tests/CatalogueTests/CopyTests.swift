// SPDX-License-Identifier: MIT

import Catalogue
import Testing

/// What is said of where rows come from when they come from several places.
@Suite struct CopyTests {
  typealias Origin = Provenance.Origin

  static let pairs: [(Origin, Origin, Origin)] = [
    (.live, .live, .live), (.file, .live, .live), (.nothing, .file, .file),
    (.live, .kept(age: 5, reason: nil), .kept(age: 5, reason: nil)),
    (.kept(age: 5, reason: nil), .kept(age: 7, reason: nil), .kept(age: 7, reason: nil)),
    (
      .kept(age: 9, reason: nil), .kept(age: 7, reason: "offline"),
      .kept(age: 7, reason: "offline")
    ),
    (.kept(age: 9, reason: "a"), .kept(age: 9, reason: "b"), .kept(age: 9, reason: "a")),
    (.kept(age: 9, reason: nil), .kept(age: nil, reason: nil), .kept(age: nil, reason: nil)),
    (.kept(age: 9, reason: "a"), .sample(reason: nil), .sample(reason: nil)),
  ]

  /// In either order, and as reports of pages are added up.
  @Test(arguments: pairs) func theMostDoubtfulIsTold(first: Origin, second: Origin, told: Origin) {
    #expect(first.merged(with: second) == told)
    if told != first { #expect(second.merged(with: first) == told) }
    var report = ScanReport(copy: first)
    report.add(ScanReport(copy: second), of: "page 2")
    #expect(report.copy == told)
  }
}
