// SPDX-License-Identifier: MIT

internal import CPCRE2
package import Catalogue

/// Why a pattern gives no text.
package enum PatternWorkFault: Error {
  case pattern(PatternFault)
  case textLimit
}

/// What stands in the place of what a pattern matches.
package struct PatternReplacement: Sendable {
  fileprivate enum Part: Sendable {
    case text([UInt8])
    case group(Int)
  }

  fileprivate let parts: [Part]

  /// A text in which `$1` stands for what the first group of a pattern matched, `$0` for the whole,
  /// and `$$` for a dollar; nil where it names a group that is not there.
  package init?(_ text: String, groups: Int) {
    var parts: [Part] = []
    var rest = Array(text.utf8)[...]
    while let mark = rest.firstIndex(of: UInt8(ascii: "$")) {
      parts.append(.text(Array(rest[..<mark])))
      rest = rest[(mark + 1)...]
      if rest.first == UInt8(ascii: "$") {
        parts.append(.text([UInt8(ascii: "$")]))
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard let group = Int(String(decoding: digits, as: UTF8.self)), group <= groups else {
        return nil
      }
      parts.append(.group(group))
      rest = rest.dropFirst(digits.count)
    }
    self.parts = parts + [.text(Array(rest))]
  }
}

// Functions that take texts apart where a pattern matches. Nulls stay null.
extension RegularExpression {
  /// How many groups in brackets it has.
  package var groupCount: Int { program.groupCount }

  /// What a group matched, 0 for the whole, where the pattern matches first; null where it did not.
  package func extract(
    group: Int, from column: TextColumn
  ) throws(PatternWorkFault) -> TextColumn {
    let workspace = MatchingWorkspace(groups: groupCount)
    var builder = TextColumnBuilder()
    for row in 0..<column.count {
      guard let text = column.bytes(at: row),
        let place = try next(in: text, from: 0, 0, workspace)?[group]
      else {
        builder.appendNull()
        continue
      }
      builder.append(text[offsets: place])
    }
    return builder.finish()
  }

  /// Each text with another in every place that the pattern matches.
  package func replacing(
    in column: TextColumn, with replacement: PatternReplacement
  ) throws(PatternWorkFault) -> TextColumn {
    let workspace = MatchingWorkspace(groups: groupCount)
    var texts = BoundedTexts(.standard)
    for row in 0..<column.count {
      guard let text = column.bytes(at: row) else {
        texts.appendNull()
        continue
      }
      var end = 0
      for match in try matches(in: text, workspace) {
        guard let whole = match[0] else { continue }
        try add(text[offsets: end..<whole.lowerBound], to: &texts)
        for part in replacement.parts {
          switch part {
          case .text(let written): try add(written[...], to: &texts)
          case .group(let group):
            if let place = match[group] { try add(text[offsets: place], to: &texts) }
          }
        }
        end = whole.upperBound
      }
      try add(text[offsets: end..<text.count], to: &texts)
      texts.append()
    }
    return texts.finish()
  }

  /// The parts of each text between the places that the pattern matches.
  package func split(_ column: TextColumn) throws(PatternWorkFault) -> ListColumn {
    let workspace = MatchingWorkspace()
    var elements = TextColumnBuilder()
    var (ends, validity, total) = ([Int](), ValidityBuilder(), 0)
    for row in 0..<column.count {
      let text = column.bytes(at: row)
      if let text {
        var end = 0
        for match in try matches(in: text, workspace) {
          // As in other tools, what matches nothing parts nothing.
          guard let whole = match[0], !whole.isEmpty else { continue }
          elements.append(text[offsets: end..<whole.lowerBound])
          end = whole.upperBound
          total += 1
        }
        elements.append(text[offsets: end..<text.count])
        total += 1
      }
      validity.append(text != nil)
      ends.append(total)
    }
    return ListColumn(ends: ends, elements: .text(elements.finish()), validity: validity.finish())
  }

  private func add(
    _ piece: ArraySlice<UInt8>, to texts: inout BoundedTexts
  ) throws(PatternWorkFault) {
    do { try texts.add(piece) } catch { throw .textLimit }
  }

  /// All matches, none of which overlap. Behind an empty one that place is tried for one that is
  /// not, then the next character, as Perl does.
  private func matches(
    in text: ArraySlice<UInt8>, _ workspace: borrowing MatchingWorkspace
  ) throws(PatternWorkFault) -> [[Range<Int>?]] {
    var found: [[Range<Int>?]] = []
    var (start, isRetry) = (0, false)
    while start <= text.count {
      let options = isRetry ? PCRE2_NOTEMPTY_ATSTART | PCRE2_ANCHORED : 0
      if let match = try next(in: text, from: start, options, workspace), let whole = match[0],
        whole.lowerBound >= start
      {
        found.append(match)
        (start, isRetry) = (whole.upperBound, whole.isEmpty)
      } else if isRetry {
        repeat {
          start += 1
        } while start < text.count && text[text.startIndex + start] & 0xC0 == 0x80
        isRetry = false
      } else {
        break
      }
    }
    return found
  }

  private func next(
    in text: ArraySlice<UInt8>, from start: Int, _ options: UInt32,
    _ workspace: borrowing MatchingWorkspace
  ) throws(PatternWorkFault) -> [Range<Int>?]? {
    do throws(PatternFault) {
      return try workspace.match(text, for: program, from: start, options: options)
    } catch {
      throw .pattern(error)
    }
  }
}

extension ArraySlice<UInt8> {
  /// The bytes at some offsets.
  fileprivate subscript(offsets range: Range<Int>) -> ArraySlice<UInt8> {
    self[startIndex + range.lowerBound..<startIndex + range.upperBound]
  }
}
