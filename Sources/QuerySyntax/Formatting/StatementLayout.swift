// SPDX-License-Identifier: MIT

/// Lays out one statement: on one line if that is short enough, else broken at its pipes, its
/// lists and its conditions, from the outside to the inside.
struct StatementLayout {
  /// A line is no longer, unless one word is.
  static let lineWidth = 80

  private let words: [FormattedWord]
  /// Where each word begins when all stand on one line.
  private let columns: [Int]
  /// How many of the words before each index have comments.
  private let commented: [Int]
  private var output: [UInt8] = []
  private var column = 0
  private var isLineStart = true
  /// Whether a comment ends the line.
  private var isLineFull = false
  /// Comments for lines of their own, which come before the next line.
  private var waiting: [WordComment] = []

  static func text(_ words: [FormattedWord]) -> [UInt8] {
    var layout = StatementLayout(words)
    layout.pipeline(words.indices, indent: 0)
    return layout.output
  }

  /// The words on one line, which is broken only by comments between them.
  static func line(_ words: ArraySlice<FormattedWord>) -> [UInt8] {
    var layout = StatementLayout(Array(words))
    layout.write(layout.words.indices, continuation: 4)
    return layout.output
  }

  private init(_ words: [FormattedWord]) {
    self.words = words
    var columns: [Int] = []
    var commented = [0]
    var column = 0
    for word in words {
      column += word.isTight || columns.isEmpty ? 0 : 1
      columns.append(column)
      column += word.width
      commented.append(commented[commented.count - 1] + (word.comments.isEmpty ? 0 : 1))
    }
    self.columns = columns
    self.commented = commented
  }
}

// Measuring.
extension StatementLayout {
  private func width(_ range: Range<Int>) -> Int {
    guard let last = range.last else { return 0 }
    return columns[last] + words[last].width - columns[range.lowerBound]
  }

  /// Whether a comment stands between the words.
  private func hasComment(_ range: Range<Int>) -> Bool {
    range.count > 1 && commented[range.upperBound - 1] > commented[range.lowerBound]
  }

  private func fits(_ range: Range<Int>) -> Bool {
    guard let first = range.first else { return true }
    if isLineFull || hasComment(range) { return false }
    let space = isLineStart || words[first].isTight ? 0 : 1
    return column + space + width(range) <= Self.lineWidth
  }

  /// The indices in a range that are in no bracket of it; of brackets only the opening ones.
  private func outermost(_ range: Range<Int>) -> [Int] {
    var indices: [Int] = []
    var index = range.lowerBound
    while index < range.upperBound {
      indices.append(index)
      if case .opening(let partner, _) = words[index].role { index = partner }
      index += 1
    }
    return indices
  }
}

// Writing.
extension StatementLayout {
  private mutating func startLine(indent: Int, comments: Int? = nil) {
    for comment in waiting {
      output += [.lineFeed] + [UInt8](repeating: .space, count: comments ?? indent) + comment.text
    }
    waiting = []
    output += [.lineFeed] + [UInt8](repeating: .space, count: indent)
    column = indent
    isLineStart = true
    isLineFull = false
  }

  private mutating func write(_ index: Int) {
    let word = words[index]
    if !isLineStart, !word.isTight {
      output.append(.space)
      column += 1
    }
    output += word.text
    column += word.width
    isLineStart = false
    for comment in word.comments {
      if comment.isTrailing {
        output += [.space, .space] + comment.text
      } else {
        waiting.append(comment)
      }
      isLineFull = true
    }
  }

  /// Writes words one after another; only comments break the line.
  private mutating func write(_ range: Range<Int>, continuation: Int) {
    for index in range {
      if isLineFull { startLine(indent: continuation) }
      write(index)
    }
  }
}

// Breaking.
extension StatementLayout {
  /// Each stage on its own line, two columns to the right of the first, unless all fit in one.
  private mutating func pipeline(_ range: Range<Int>, indent: Int, breaks: Bool = false) {
    if !breaks, fits(range) { return write(range, continuation: indent + 4) }
    let pipes = outermost(range).filter { words[$0].role == .pipe }
    let ends = pipes.dropFirst(pipes.first == range.lowerBound ? 1 : 0) + [range.upperBound]
    var start = range.lowerBound
    for end in ends {
      if start > range.lowerBound { startLine(indent: indent + 2) }
      let isPiped = words[start].role == .pipe
      let isFirst = start == range.lowerBound
      if isPiped { write(start) }
      run(
        (isPiped ? start + 1 : start)..<end,
        indent: indent + (isFirst ? 0 : 2) + (isPiped ? 2 : 0),
        continuation: indent + (isFirst ? 4 : 6))
      start = end
    }
  }

  /// Words without a pipe. A bracket that is broken closes at `indent`, other lines than the first
  /// begin at `continuation`.
  private mutating func run(_ range: Range<Int>, indent: Int, continuation: Int) {
    if range.count < 2 || fits(range) { return write(range, continuation: continuation) }
    let cuts = self.cuts(in: range)
    let holdsStages = outermost(range).contains { self.holdsStages($0) }
    guard !cuts.isEmpty, !holdsStages else {
      return brackets(in: range, indent: indent, continuation: continuation)
    }
    let pieces = zip([range.lowerBound] + cuts, cuts + [range.upperBound]).map { $0..<$1 }
    let fills = words[cuts[0] - 1].role == .comma && pieces.allSatisfy(isSimple)
    for piece in pieces {
      let isFirst = piece.lowerBound == range.lowerBound
      if !isFirst, !fills || !fits(piece) { startLine(indent: continuation) }
      run(piece, indent: isFirst ? indent : continuation, continuation: continuation + 2)
    }
  }

  /// Whether several such elements of a list may share a line.
  private func isSimple(_ range: Range<Int>) -> Bool {
    range.count <= 6 && !hasComment(range)
      && range.allSatisfy {
        if case .opening = words[$0].role { return false }
        return words[$0].text != [UInt8(ascii: "=")]
      }
  }

  /// Where the loosest operator breaks the words: the indices after it.
  private func cuts(in range: Range<Int>) -> [Int] {
    var loosest = FormattedWord.Looseness.none
    var cuts: [Int] = []
    var cutsBeforeBy: [Int] = []
    for index in outermost(range) where index + 1 < range.upperBound {
      let role = words[index].role
      if role == .by, loosest == .comma { cutsBeforeBy = cuts }
      guard let looseness = role.looseness, looseness >= loosest,
        !words[index + 1].beginsStatement
      else { continue }
      if looseness > loosest { cuts = [] }
      loosest = looseness
      cuts.append(index + 1)
    }
    // What stands behind `by` belongs to it, not to the list before.
    return loosest == .comma && !cutsBeforeBy.isEmpty ? cutsBeforeBy : cuts
  }

  /// Opens brackets, those with comments and then the widest first, until all lines fit.
  private mutating func brackets(in range: Range<Int>, indent: Int, continuation: Int) {
    let closable = outermost(range).compactMap(bracket)
    var opened = closable.filter { hasComment($0.lowerBound..<$0.upperBound + 1) }
    var rest = closable.filter { !hasComment($0.lowerBound..<$0.upperBound + 1) }
    rest.sort { (width($0), $1.lowerBound) < (width($1), $0.lowerBound) }
    while !fits(range, opening: opened, indent: indent), let widest = rest.popLast() {
      opened.append(widest)
      opened.sort { $0.lowerBound < $1.lowerBound }
    }
    var start = range.lowerBound
    for bracket in opened {
      write(start..<bracket.lowerBound + 1, continuation: continuation)
      startLine(indent: indent + 2)
      content(of: bracket, indent: indent + 2)
      startLine(indent: indent, comments: indent + 2)
      start = bracket.upperBound
    }
    write(start..<range.upperBound, continuation: continuation)
  }

  /// From an opening bracket to its partner, unless nothing stands between them.
  private func bracket(at index: Int) -> Range<Int>? {
    guard case .opening(let partner, _) = words[index].role, partner > index + 1 else { return nil }
    return index..<partner
  }

  /// Whether the word opens a bracket in which stages stand.
  private func holdsStages(_ index: Int) -> Bool {
    if case .opening(_, holdsStages: true) = words[index].role { return true }
    return false
  }

  private mutating func content(of bracket: Range<Int>, indent: Int) {
    let content = bracket.dropFirst()
    if holdsStages(bracket.lowerBound) {
      pipeline(content, indent: indent, breaks: true)
    } else {
      run(content, indent: indent, continuation: indent)
    }
  }

  /// Whether the lines between the opened brackets fit.
  private func fits(_ range: Range<Int>, opening opened: [Range<Int>], indent: Int) -> Bool {
    guard let first = opened.first, let last = opened.last else { return fits(range) }
    let between = zip(opened, opened.dropFirst()).allSatisfy {
      indent + width($0.upperBound..<$1.lowerBound + 1) <= Self.lineWidth
    }
    return fits(range.lowerBound..<first.lowerBound + 1) && between
      && indent + width(last.upperBound..<range.upperBound) <= Self.lineWidth
  }
}

extension FormattedWord {
  /// How loosely an operator binds: the loosest is broken first.
  fileprivate enum Looseness: Comparable {
    case none, multiplicative, additive, coalesce, and, or, comma
  }
}

extension FormattedWord.Role {
  /// Whether an operand or an element follows.
  var isOperator: Bool { looseness != nil }

  fileprivate var looseness: FormattedWord.Looseness? {
    switch self {
    case .comma: .comma
    case .or: .or
    case .and: .and
    case .coalesce: .coalesce
    case .additive: .additive
    case .multiplicative: .multiplicative
    case .other, .pipe, .by, .opening, .closing: nil
    }
  }
}
