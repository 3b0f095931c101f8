// SPDX-License-Identifier: MIT

import Arrow
import Catalogue

/// Where the bytes of an Arrow file are.
enum ArrowInput: Sendable {
  /// In a file of which parts are read when they are wanted.
  case file(OpenedFile)
  /// All of them at hand, as what came through a pipe.
  case held(Payload)

  var name: String {
    switch self {
    case .file(let file): file.path
    case .held(let payload): payload.name
    }
  }

  /// In bytes.
  var size: Int {
    switch self {
    case .file(let file): file.size
    case .held(let payload): payload.count
    }
  }

  var watch: ReadingWatch {
    switch self {
    case .file(let file): file.watch
    case .held(let payload): payload.watch
    }
  }

  /// A part of what is there.
  func bytes(_ range: Range<Int>) throws(ArrowFault) -> ArrowBytes {
    switch self {
    case .file(let file):
      do {
        let part = try file.part(range)
        return ArrowBytes(part.padded, 0..<part.count)
      } catch {
        throw .source(error)
      }
    case .held(let payload):
      return ArrowBytes(payload.padded, range)
    }
  }

  /// The same by itself.
  func copy(_ range: Range<Int>) throws(ArrowFault) -> [UInt8] { Array(try bytes(range).slice) }

  /// Throws where a file is not what it was.
  func checkUnchanged() throws(SourceFault) {
    if case .file(let file) = self { try file.checkUnchanged() }
  }
}
