// SPDX-License-Identifier: MIT

import Diagnostics
import Glibc
import Synchronization

// A signal handler reaches nothing but what the process shares. A place is written by the thread
// alone that has claimed it, before it is marked as taken; the handler, which ends the process,
// only reads what is taken.
nonisolated(unsafe) private let places: UnsafeMutablePointer<FilePlace> = {
  let places = UnsafeMutablePointer<FilePlace>.allocate(capacity: count)
  for number in 0..<count {
    let name = UnsafeMutablePointer<CChar>.allocate(capacity: nameBytes)
    unsafe (places + number).initialize(to: FilePlace(folder: -1, name: name))
  }
  return unsafe places
}()
/// The places that a thread writes or has written, and those of them that the handler may read.
private let claimed = Atomic<UInt64>(0)
private let taken = Atomic<UInt64>(0)
private let isWatching = Atomic(false)
/// More files are hardly ever written at once; what is beyond is swept by who writes next.
private let count = 16
/// The longest name of a file, and its zero.
private let nameBytes = 256

@safe private struct FilePlace {
  var folder: Int32
  let name: UnsafeMutablePointer<CChar>
}

/// The files that are being written beside their targets: a signal that ends the process takes
/// them away.
enum UnfinishedFiles {
  private static let ending = [
    SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM,
    SIGPROF,
  ]

  /// Notes a file that is about to be made; nil when there is no room to.
  static func add(_ name: String, in folder: Int32) -> Int? {
    watch()
    let path = SystemText.path(name)
    guard path.count <= nameBytes, let free = claim() else { return nil }
    unsafe places[free].folder = folder
    unsafe strcpy(places[free].name, path)
    taken.bitwiseOr(1 << UInt64(free), ordering: .releasing)
    return free
  }

  /// A place that is no other thread's; nil when all are.
  private static func claim() -> Int? {
    (0..<count).first { place in
      let mark: UInt64 = 1 << UInt64(place)
      return claimed.bitwiseOr(mark, ordering: .acquiring).oldValue & mark == 0
    }
  }

  /// Forgets a file that is in its place or gone.
  static func remove(_ number: Int) {
    let others: UInt64 = ~(1 << UInt64(number))
    taken.bitwiseAnd(others, ordering: .acquiringAndReleasing)
    claimed.bitwiseAnd(others, ordering: .releasing)
  }

  /// Where a signal does what it does by itself; where it is ignored or taken, nothing ends.
  private static func watch() {
    guard !isWatching.exchange(true, ordering: .relaxed) else { return }
    for signal in ending {
      var action = sigaction()
      guard unsafe sigaction(signal, nil, &action) == 0,
        unsafe action.__sigaction_handler.sa_handler == nil
      else { continue }
      unsafe action.__sigaction_handler.sa_handler = { UnfinishedFiles.end($0) }
      unsafe sigaction(signal, &action, nil)
    }
  }

  /// Ends the process by a signal. Calls nothing but what a signal handler may.
  static func end(_ number: Int32) {
    let marks = taken.load(ordering: .acquiring)
    for place in 0..<count where marks & 1 << UInt64(place) != 0 {
      unsafe unlinkat(places[place].folder, places[place].name, 0)
    }
    signal(number, SIG_DFL)
    raise(number)
  }
}
