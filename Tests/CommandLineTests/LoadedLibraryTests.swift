// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite struct LoadedLibraryTests {
  /// Every library that the loader has to find makes every start slower, whatever is asked.
  @Test func noneIsLoadedAtTheStartThatFewQueriesNeed() throws {
    let run = try ProcessRun.run("/usr/bin/ldd", [TestSupport.productsDirectory + "/cq"])
    let names = run.outputText.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(names.contains { $0.contains("libc.so") })
    let late = ["libsimdjson", "libcurl", "libssl", "libicu", "libchafa", "libisal"]
    #expect(names.filter { name in late.contains { name.contains($0) } } == [])
  }
}
