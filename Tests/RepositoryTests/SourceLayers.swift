// SPDX-License-Identifier: MIT

/// The text of a Swift file taken apart into code, comments and the insides of literals.
///
/// Each layer has the lines and columns of the file with the other two blanked: a place in a layer
/// is a place in the file. Strings of all forms, interpolation and nested comments are known;
/// regular expression literals are not, and this repository does not use them.
struct SourceLayers: Sendable {
  private(set) var code: [String]
  private(set) var comments: [String]
  private(set) var literals: [String]

  init(_ text: String) {
    var scanner = LayerScanner(text)
    scanner.run()
    code = Self.lines(scanner.code)
    comments = Self.lines(scanner.comments)
    literals = Self.lines(scanner.literals)
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Walks over the bytes of a file once and copies each to the layer that it belongs to.
private struct LayerScanner {
  /// What the scanner is inside of; the stack of these is never empty and starts with code.
  enum Context {
    /// Code, with the number of parentheses open since an interpolation began.
    case code(parentheses: Int)
    case literal(hashes: Int, isMultiline: Bool)
    case lineComment
    case blockComment(depth: Int)
  }

  /// The only bytes at which something can begin or end; all others are copied without a look.
  private static let signsInCode = Array("/\"#()".utf8)
  private static let signsInLiterals = Array("\"\\\n".utf8)

  private let bytes: [UInt8]
  private var position = 0
  private var stack: [Context] = [.code(parentheses: 0)]
  private(set) var code: [UInt8]
  private(set) var comments: [UInt8]
  private(set) var literals: [UInt8]

  init(_ text: String) {
    bytes = Array(text.utf8)
    code = bytes.map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") }
    comments = code
    literals = code
  }

  mutating func run() {
    while position < bytes.count, let context = stack.last {
      switch context {
      case .code(let parentheses): scanCode(parentheses)
      case .literal(let hashes, let isMultiline): scanLiteral(hashes, isMultiline)
      case .lineComment: scanLineComment()
      case .blockComment(let depth): scanBlockComment(depth)
      }
    }
  }

  private mutating func scanCode(_ parentheses: Int) {
    if !Self.signsInCode.contains(bytes[position]) {
      take(1, into: \.code)
    } else if starts("//") {
      stack.append(.lineComment)
    } else if starts("/*") {
      stack.append(.blockComment(depth: 0))
    } else if let opening = literalOpening() {
      take(opening.length, into: \.code)
      stack.append(.literal(hashes: opening.hashes, isMultiline: opening.isMultiline))
    } else {
      countParenthesis(parentheses)
      take(1, into: \.code)
    }
  }

  /// Keeps count inside an interpolation, and leaves it at the parenthesis that closes it.
  private mutating func countParenthesis(_ parentheses: Int) {
    guard stack.count > 1 else { return }
    if starts("(") {
      stack[stack.count - 1] = .code(parentheses: parentheses + 1)
    } else if starts(")"), parentheses == 1 {
      stack.removeLast()
    } else if starts(")") {
      stack[stack.count - 1] = .code(parentheses: parentheses - 1)
    }
  }

  private mutating func scanLiteral(_ hashes: Int, _ isMultiline: Bool) {
    guard Self.signsInLiterals.contains(bytes[position]) else { return take(1, into: \.literals) }
    let pounds = String(repeating: "#", count: hashes)
    let closing = (isMultiline ? "\"\"\"" : "\"") + pounds
    if starts(closing) || (!isMultiline && starts("\n")) {
      stack.removeLast()
      take(starts("\n") ? 1 : closing.utf8.count, into: \.code)
    } else if starts("\\" + pounds + "(") {
      take(1 + hashes, into: \.code)
      stack.append(.code(parentheses: 0))
    } else if starts("\\" + pounds) {
      take(min(2 + hashes, bytes.count - position), into: \.literals)
    } else {
      take(1, into: \.literals)
    }
  }

  private mutating func scanLineComment() {
    if starts("\n") {
      stack.removeLast()
    } else {
      take(1, into: \.comments)
    }
  }

  private mutating func scanBlockComment(_ depth: Int) {
    if starts("/*") {
      stack[stack.count - 1] = .blockComment(depth: depth + 1)
      take(2, into: \.comments)
    } else if starts("*/") {
      take(2, into: \.comments)
      stack.removeLast()
      if depth > 1 {
        stack.append(.blockComment(depth: depth - 1))
      }
    } else {
      take(1, into: \.comments)
    }
  }

  private func literalOpening() -> (length: Int, hashes: Int, isMultiline: Bool)? {
    var end = position
    while end < bytes.count, bytes[end] == UInt8(ascii: "#") {
      end += 1
    }
    let hashes = end - position
    guard starts("\"", at: end) else { return nil }
    let isMultiline = starts("\"\"\"", at: end)
    return (hashes + (isMultiline ? 3 : 1), hashes, isMultiline)
  }

  private func starts(_ prefix: String, at offset: Int? = nil) -> Bool {
    bytes[(offset ?? position)...].starts(with: prefix.utf8)
  }

  private mutating func take(_ count: Int, into layer: WritableKeyPath<Self, [UInt8]>) {
    for index in position..<(position + count) {
      self[keyPath: layer][index] = bytes[index]
    }
    position += count
  }
}
