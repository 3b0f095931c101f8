import Synchronization
import Testing

@testable import QueryShell

@Suite struct ProgressLineTests {
  /// A line whose clock is set by hand, and what it has written.
  private final class Stage: Sendable {
    let now = Mutex<UInt64>(0)
    let written = Mutex("")

    func line(width: Int = 80) -> ProgressLine {
      ProgressLine(
        width: width, clock: { self.now.withLock { $0 } },
        write: { text in self.written.withLock { $0 += text } })
    }

    func pass(milliseconds: UInt64) { now.withLock { $0 += milliseconds * 1_000_000 } }
    var text: String { written.withLock { $0 } }
  }

  @Test func whatIsQuickShowsNothing() {
    let stage = Stage()
    let line = stage.line()
    line.show("hotels: 1 kB")
    stage.pass(milliseconds: 149)
    line.show("hotels: 2 kB")
    line.end()
    #expect(stage.text == "")
  }

  @Test func showsAtMostSomeTimesASecondAndGoesAway() {
    let stage = Stage()
    let line = stage.line()
    line.show("0")
    for moment in 1...4 {
      stage.pass(milliseconds: moment == 1 ? 150 : 60)
      line.show("\(moment)")
    }
    line.end()
    line.end()
    #expect(stage.text == "\r1\u{1B}[K\r3\u{1B}[K\r\u{1B}[K")
  }

  @Test func whatComesNextWaitsAnew() {
    let stage = Stage()
    let line = stage.line()
    line.show("a")
    stage.pass(milliseconds: 200)
    line.show("a")
    line.end()
    line.show("b")
    #expect(stage.text == "\ra\u{1B}[K\r\u{1B}[K")
  }

  @Test func aClockThatIsSetBackDoesNoHarm() {
    let stage = Stage()
    stage.pass(milliseconds: 1_000)
    let line = stage.line()
    line.show("a")
    stage.now.withLock { $0 = 5 }
    line.show("b")
    stage.pass(milliseconds: 2_000)
    line.show("c")
    stage.now.withLock { $0 = 7 }
    line.show("d")
    #expect(stage.text == "\rc\u{1B}[K")
  }

  @Test func fitsTheLineAndShowsWhatWouldAct() {
    let stage = Stage()
    let line = stage.line(width: 14)
    line.show("")
    stage.pass(milliseconds: 150)
    line.show("\u{1B}[31mhotels: 12 kB")
    #expect(stage.text == "\r\\u{1B}[31mho…\u{1B}[K")
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (9_949, "9.9 kB"), (9_999, "10 kB"),
    (10_500, "10 kB"), (999_949, "999 kB"), (999_950, "1.0 MB"), (1_234_567, "1.2 MB"),
    (64_000_000, "64 MB"), (2_500_000_000, "2.5 GB"), (Int.max, "9223372036.9 GB"),
  ])
  func sizesAreSaidInTheirLargestUnit(bytes: Int, text: String) {
    #expect(ByteCount.words(bytes) == text)
  }
}
