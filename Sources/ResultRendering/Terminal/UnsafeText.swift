// SPDX-License-Identifier: MIT

internal import Catalogue

/// Finds in text from strangers what must not reach a terminal as it is.
///
/// That is all that moves the cursor, turns text around, or is not seen: control characters, bidi
/// controls, whatever is ignorable by default, tags, line and paragraph separators, scalars that
/// are unassigned, for private use or no characters, and bytes that are no UTF-8. Joiners and
/// variation selectors pass where they make an emoji; of the marks on one base eight pass.
struct UnsafeText {
  /// One piece of a text.
  enum Piece {
    /// Bytes that may be shown as they are, printable ASCII only.
    case plain(Range<Int>)
    /// A scalar outside of ASCII that may be shown, and where its bytes are.
    case shown(Range<Int>)
    case unsafe(Unicode.Scalar)
    case invalid(UInt8)
  }

  static let maximumMarks = 8

  /// Marks and joined emoji on the present base; full where there is no base to stand on.
  private var marks = UnsafeText.maximumMarks
  /// The last scalar that was shown, for the joiners and selectors that need one.
  private var previous: Unicode.Scalar = " "

  private init() {}

  /// Whether a text is printable ASCII throughout, as most are.
  static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where bytes[index] &- 0x20 >= 0x5F { return false }
    return true
  }

  /// Calls `body` with the pieces of a text in their order.
  @inline(__always)
  static func forEachPiece(of bytes: Span<UInt8>, _ body: (Piece) -> Void) {
    var state = UnsafeText()
    var offset = 0
    while offset < bytes.count {
      let start = offset
      while offset < bytes.count, bytes[offset] &- 0x20 < 0x5F { offset += 1 }
      if offset > start {
        state.marks = 0
        state.previous = Unicode.Scalar(bytes[offset - 1])
        body(.plain(start..<offset))
        continue
      }
      let (scalar, length) = UTF8Reading.scalar(in: bytes, at: offset)
      offset += length
      if let scalar {
        let next = state.isConnector(scalar) ? followingScalar(in: bytes, at: offset) : nil
        body(state.passes(scalar, before: next) ? .shown(start..<offset) : .unsafe(scalar))
      } else {
        state.marks = maximumMarks
        body(.invalid(bytes[start]))
      }
    }
  }

  private static func followingScalar(in bytes: Span<UInt8>, at offset: Int) -> Unicode.Scalar? {
    offset < bytes.count ? UTF8Reading.scalar(in: bytes, at: offset).scalar : nil
  }

  private func isConnector(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x200D || scalar.value == 0xFE0E || scalar.value == 0xFE0F
  }

  /// Whether a scalar may be shown after those before it; keeps account of the base and its marks.
  private mutating func passes(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    if Self.isOrdinary(scalar.value) {
      startBase()
      previous = scalar
      return true
    }
    let passes = isConnector(scalar) ? connects(scalar, to: next) : isShown(scalar)
    if passes { previous = scalar } else { marks = Self.maximumMarks }
    return passes
  }

  /// Letters and punctuation of the commonest blocks, all assigned, visible and no marks.
  private static func isOrdinary(_ value: UInt32) -> Bool {
    switch value {
    case 0xA0...0xAC, 0xAE...0x2FF, 0x400...0x482, 0x2010...0x2027, 0x2030...0x205E,
      0x3041...0x3096, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
      true
    default: false
    }
  }

  private mutating func connects(_ scalar: Unicode.Scalar, to next: Unicode.Scalar?) -> Bool {
    guard marks < Self.maximumMarks else { return false }
    marks += 1
    if scalar.value != 0x200D {
      let isKeycap = previous.isASCII && next?.value == 0x20E3
      return previous.properties.isEmoji && (!previous.isASCII || isKeycap)
    }
    guard let next, !next.isASCII else { return false }
    let follows = previous.value == 0xFE0F || (previous.properties.isEmoji && !previous.isASCII)
    return follows && next.properties.isEmoji
  }

  private mutating func isShown(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
      return false
    case .nonspacingMark, .enclosingMark:
      if properties.isDefaultIgnorableCodePoint || marks >= Self.maximumMarks { return false }
      marks += 1
      return true
    default:
      // Of the format characters only the signs of Arabic numbers and the like are seen.
      if properties.isDefaultIgnorableCodePoint || Self.annotationAnchors.contains(scalar.value) {
        return false
      }
    }
    startBase()
    return true
  }

  /// The anchors of interlinear annotations: not seen, though not ignorable by default.
  private static let annotationAnchors: ClosedRange<UInt32> = 0xFFF9...0xFFFB

  /// An emoji that is joined to the one before stands on the same base.
  private mutating func startBase() {
    if previous.value != 0x200D { marks = 0 }
  }
}
