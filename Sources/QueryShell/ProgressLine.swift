// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Glibc
import ResultRendering
import Synchronization

/// One line on a terminal that tells how something long goes on, and is gone when it is over.
///
/// It begins to show only after a moment, so that what is quick does not flicker, and writes at
/// most some times a second.
package final class ProgressLine: Sendable {
  /// How long something lasts before it is told, in nanoseconds.
  static let delay: UInt64 = 150_000_000
  /// The shortest time between two changes of the line, in nanoseconds.
  static let interval: UInt64 = 100_000_000

  private struct State {
    var began: UInt64?
    var shown: UInt64?
    var isSilent = false
  }

  private let state = Mutex(State())
  private let width: Int
  private let clock: @Sendable () -> UInt64
  private let write: @Sendable (String) -> Void
  /// The line of a work of which this tells a part; nil for a work of its own.
  private let whole: ProgressLine?

  /// `clock` gives nanoseconds from any start; `write` reaches the terminal at once, and is that
  /// of the errors where none is given.
  init(
    width: Int, clock: @escaping @Sendable () -> UInt64,
    write: @escaping @Sendable (String) -> Void = writeAtOnce
  ) {
    self.width = width
    self.clock = clock
    self.write = write
    whole = nil
  }

  /// The line of a part of a work: it is over with the work, not with the part.
  init(partOf whole: ProgressLine) {
    self.whole = whole
    (width, clock, write) = (whole.width, whole.clock, whole.write)
  }

  /// Tells how far the reading of files is; a signal ends that where signals are watched.
  static func watch(telling line: ProgressLine?) -> ReadingWatch {
    ReadingWatch(
      noting: NotedFiles(), isCancelled: { Interruption.isRequested },
      tell: { line?.show($0.words) })
  }

  /// Says how it stands; the text may hold anything.
  func show(_ text: @autoclosure () -> String) {
    if let whole { return whole.show(text()) }
    let isDue = state.withLock { state in
      if state.isSilent { return false }
      // The clock is read inside, so that the times follow each other whoever comes first.
      let now = clock()
      let began = state.began ?? now
      state.began = began
      let isOften = state.shown.map { Self.time(from: $0, to: now) < Self.interval } ?? false
      guard Self.time(from: began, to: now) >= Self.delay, !isOften else { return false }
      state.shown = now
      return true
    }
    guard isDue else { return }
    let line = DisplayWidth.truncated(Sanitiser.visible(text()), to: max(width - 1, 1))
    write("\r\(line)\u{1B}[K")
  }

  /// Takes the line away, if it was shown, and begins anew.
  func end() {
    guard whole == nil else { return }
    let wasShown = state.withLock { state in
      defer { (state.began, state.shown) = (nil, nil) }
      return state.shown != nil
    }
    if wasShown { write("\r\u{1B}[K") }
  }

  /// Does something of which nothing is told, since somebody else draws where that would stand.
  func silently<Answer>(_ work: () -> Answer) -> Answer {
    state.withLock { $0.isSilent = true }
    defer { state.withLock { $0.isSilent = false } }
    return work()
  }

  /// Progress is worth no waiting and no care: what cannot be written is left out.
  @Sendable private static func writeAtOnce(_ text: String) {
    _ = unsafe Array(text.utf8).withUnsafeBytes { bytes in
      unsafe Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }

  /// The nanoseconds between two times; none where the clock was set back.
  private static func time(from start: UInt64, to end: UInt64) -> UInt64 {
    end > start ? end - start : 0
  }
}
