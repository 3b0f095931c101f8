// SPDX-License-Identifier: MIT

import LibraryExample
import Testing

@Suite struct LibraryExampleTests {
  @Test func asksFromSwift() throws {
    let expected = ["Best Western President Hotel at Times Square", "Belleclaire Hotel", "Dream"]
    #expect(try hotels(withAtLeast: 3) == expected)
  }
}
