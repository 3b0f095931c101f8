// SPDX-License-Identifier: MIT

import Catalogue

/// One reading of the text of a long file, part by part.
enum TextReading {
  /// Parts may be read in any order, on several threads.
  case stored(any StoredFile)
  /// One part comes after another.
  case unpacked(UnpackedText)

  /// A part of the text, as far as that goes; nil where what is there is damaged.
  func part(_ range: Range<Int>) throws(SourceFault) -> Payload? {
    switch self {
    case .stored(let file): try file.part(range)
    case .unpacked(let text): try text.part(range)
    }
  }

  /// A part whose place is known.
  func window(_ range: Range<Int>) throws(SourceFault) -> WindowText {
    if case .stored = self { return .stored }
    return try part(range).map(WindowText.taken) ?? .unclear
  }

  /// Whether there is a byte at an offset, or nobody can tell since what is there is damaged.
  func goes(beyond offset: Int) throws(SourceFault) -> Bool {
    switch self {
    case .stored(let file): try file.goes(beyond: offset)
    case .unpacked(let text): try text.goes(beyond: offset)
    }
  }

  /// How much of the file has been read when its text has been up to an offset.
  func progress(at offset: Int) -> Int {
    switch self {
    case .stored: offset
    case .unpacked(let text): text.taken
    }
  }
}
