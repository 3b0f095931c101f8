import Catalogue
import ResultRendering
import Synchronization

/// One line on a terminal that tells how something long goes on, and is gone when it is over.
///
/// It begins to show only after a moment, so that what is quick does not flicker, and writes at
/// most some times a second.
final class ProgressLine: Sendable {
  /// How long something lasts before it is told, in nanoseconds.
  static let delay: UInt64 = 150_000_000
  /// The shortest time between two changes of the line, in nanoseconds.
  static let interval: UInt64 = 100_000_000

  private struct State {
    var began: UInt64?
    var shown: UInt64?
  }

  private let state = Mutex(State())
  private let width: Int
  private let clock: @Sendable () -> UInt64
  private let write: @Sendable (String) -> Void

  /// `clock` gives nanoseconds from any start; `write` reaches the terminal at once.
  init(
    width: Int, clock: @escaping @Sendable () -> UInt64, write: @escaping @Sendable (String) -> Void
  ) {
    self.width = width
    self.clock = clock
    self.write = write
  }

  /// Says how it stands; the text may hold anything.
  func show(_ text: String) {
    let now = clock()
    let isDue = state.withLock { state in
      let began = state.began ?? now
      state.began = began
      guard now - began >= Self.delay, now - (state.shown ?? 0) >= Self.interval else {
        return false
      }
      state.shown = now
      return true
    }
    guard isDue else { return }
    let line = DisplayWidth.truncated(Sanitiser.visible(text), to: max(width - 1, 1))
    write("\r\(line)\u{1B}[K")
  }

  /// Takes the line away, if it was shown, and begins anew.
  func end() {
    let wasShown = state.withLock { state in
      defer { state = State() }
      return state.shown != nil
    }
    if wasShown { write("\r\u{1B}[K") }
  }

  /// An amount of bytes as people say it: in its largest unit, with one decimal below ten.
  static func size(_ bytes: Int) -> String {
    let units = ["B", "kB", "MB", "GB"]
    var amount = bytes
    var tenths = 0
    var unit = 0
    while amount >= 1_000, unit < units.count - 1 {
      tenths = amount % 1_000 / 100
      amount /= 1_000
      unit += 1
    }
    return amount < 10 && unit > 0
      ? "\(amount).\(tenths) \(units[unit])" : "\(amount) \(units[unit])"
  }
}
