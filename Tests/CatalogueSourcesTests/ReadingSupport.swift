// SPDX-License-Identifier: MIT

import CatalogueSources
import Foundation
import Synchronization
import TestSupport
import Workers

extension ReadingWatch {
  /// Of files that are read by windows of so many bytes, however short they are; read whole without
  /// a size.
  static func windows(of size: Int?, threads: Int = 2) -> ReadingWatch {
    var watch = ReadingWatch.unwatched
    watch.workers.set(to: threads)
    watch.windows.leastFile = size == nil ? .max : 0
    watch.windows.fewMembers = 0
    watch.windows.leastProposed = 0
    watch.windows.window = size ?? 1
    return watch
  }

  /// One that counts how often it is asked, and ends the reading after so many times.
  static func counting(_ asks: Asks = Asks(), most: Int = .max) -> ReadingWatch {
    ReadingWatch(noting: NotedFiles(), isCancelled: { asks.next() > most })
  }
}

/// How often somebody was asked.
final class Asks: Sendable {
  private let known = Mutex(0)

  var count: Int { known.withLock(\.self) }

  func next() -> Int {
    known.withLock { count in
      count += 1
      return count
    }
  }
}

/// Writes a file into a folder of its own; gives its path.
func temporaryFile(_ name: String, _ bytes: [UInt8]) throws -> String {
  let path = try "\(TestSupport.temporaryDirectory())/\(name)"
  try Data(bytes).write(to: URL(fileURLWithPath: path))
  return path
}
