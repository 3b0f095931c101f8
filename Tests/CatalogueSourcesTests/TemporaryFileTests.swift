// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import CatalogueSources

/// Files for what is put aside tell what the system says of them, and what it does not say.
@Suite struct TemporaryFileTests {
  @Test(arguments: [
    (5, ENOSPC, nil), (-1, EINTR, nil), (-1, ENOSPC, ENOSPC as Int32?), (-1, EIO, EIO as Int32?),
    (0, 0, EIO as Int32?), (0, EINTR, EIO as Int32?), (0, ENOENT, EIO as Int32?),
  ])
  func whatWasWrittenSaysWhatIsWrong(count: Int, said: Int32, fault: Int32?) {
    #expect(TemporaryFile.fault(count, said) == fault)
  }

  @Test func aFaultIsToldInWords() {
    #expect(
      TemporaryFile.Fault(folder: "/tmp", number: EIO).reason
        == "the disk reports an error, or takes and gives no more")
    #expect(TemporaryFile.Fault(folder: "/tmp", number: ENOSPC).reason == "there is no room left")
  }

  @Test func whatIsWrittenIsRead() throws {
    let file = try TemporaryFile(in: nil)
    try file.write([1, 2, 3, 4, 5][1...], at: 3)
    #expect(try file.bytes(4..<7) == [3, 4, 5])
    #expect(throws: TemporaryFile.Fault.self) { try file.bytes(4..<8) }
  }
}
