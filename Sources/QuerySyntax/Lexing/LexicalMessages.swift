// SPDX-License-Identifier: MIT

import Diagnostics

extension Diagnostic {
  static func scriptTooLong(_ source: ScriptText) -> Diagnostic {
    Diagnostic(
      .scriptLimit,
      "the script has \(source.bytes.count) bytes; the limit is \(Lexer.maximumBytes)",
      remarks: [.help("cut it into several scripts")], in: source)
  }

  /// Nothing else is said of a script that is no text in UTF-8.
  static func noUTF8(_ range: ScriptRange, _ source: ScriptText) -> Diagnostic {
    let message =
      ScriptText.isUTF16(source.bytes)
      ? "the text is UTF-16, and not UTF-8" : "this byte is no UTF-8"
    return Diagnostic(
      .strayCharacter, message, at: Label(range), remarks: [.help("save the text as UTF-8")],
      in: source)
  }

  static func tooManyTokens(_ range: ScriptRange, _ source: ScriptText) -> Diagnostic {
    Diagnostic(
      .scriptLimit, "the script has more than \(Lexer.maximumTokens) words and marks",
      at: Label(range, "the limit is reached here"),
      remarks: [.help("cut it into several scripts")], in: source)
  }

  static func unclosedText(
    _ range: ScriptRange, quote: String, _ source: ScriptText
  ) -> Diagnostic {
    let (what, help) =
      switch quote {
      case "`": ("name", "write a backtick where it ends")
      case "/": ("pattern", "write `/` where it ends; a slash inside is written `\\/`")
      default: ("text", "write `\(quote)` where it ends; `\"` and `'` both quote text")
      }
    return Diagnostic(
      .unclosedText, "this \(what) is never closed",
      at: Label(range, "opened here; the line ends first"), remarks: [.help(help)], in: source)
  }

  static func malformedNumber(_ range: ScriptRange, _ source: ScriptText) -> Diagnostic {
    let text = source[range]
    let mended = text.map { $0 == "O" || $0 == "o" ? "0" : ($0 == "l" ? "1" : $0) }
    let trimmed = String(mended).drop { $0 == "0" || $0 == "_" }
    let candidate = trimmed.isEmpty || trimmed.first == "." ? "0\(trimmed)" : String(trimmed)
    let isNumber = candidate.allSatisfy { ("0"..."9").contains($0) || $0 == "." || $0 == "_" }
    if let written = WrittenNumber(text) { return .writtenNumber(written, text, range, source) }
    // An id keeps its zeros.
    let isPadded = trimmed.count < text.count
    let help =
      isPadded
      ? "an id with zeros before it stands in quotes: \"\(text)\""
      : "a text stands in quotes; a name that begins with a digit stands in backticks: "
        + "`` `\(text)` ``"
    return Diagnostic(
      .malformedNumber, "`\(text)` is no number",
      at: isNumber
        ? Label(range, question: "did you mean \(candidate)?")
        : Label(range, "a number ends before letters"),
      remarks: isNumber && !isPadded ? [] : [.help(help)],
      fix: isNumber && !isPadded ? .replace(range, with: candidate) : nil, in: source)
  }

  /// `1e3`, and `1k`, which others also take for 1024.
  private static func writtenNumber(
    _ number: WrittenNumber, _ text: String, _ range: ScriptRange, _ source: ScriptText
  ) -> Diagnostic {
    Diagnostic(
      .malformedNumber, "`\(text)` is no number", at: Label(range, "`\(number.digits)`"),
      fix: .replace(range, with: number.digits, number.isExact ? .certain : .suggested),
      in: source)
  }

  static func zonedDate(_ range: ScriptRange, _ source: ScriptText) -> Diagnostic {
    Diagnostic(
      .impossibleDate, "a date has no time zone", at: Label(range),
      remarks: [.help("a date is `2024-01-31` or `2024-01-31T10:00:00`, from year 1 to 9999")],
      in: source)
  }

  static func foreignComment(
    _ range: ScriptRange, block: Bool, _ source: ScriptText
  ) -> Diagnostic {
    if let option = foreignOption(range, source) { return option }
    let mark = source[range]
    // `--limit` is an option of a command more often than a comment without a space.
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let isOption =
      mark == "--" && source.bytes[range.end...].first.map { letters.contains($0 | 0x20) } ?? false
    let help =
      mark == "//"
      ? "write `#` before the comment; a whole quotient is `floor(A / B)`"
      : isOption
        ? "options belong to the command line; what a query does is said by stages, as in "
          + "`limit 3`, `to json`"
        : "write `#` at the start of each line of the comment"
    return Diagnostic(
      .foreignWord, "a comment begins with `#` in cq, not with `\(mark)`",
      at: Label(range, block ? "this comment goes on to `*/`" : ""),
      remarks: [.help(help)],
      fix: block || isOption ? nil : .replace(range, with: "#"), in: source)
  }

  /// `--to json`, an option of the command line in the place of a stage; nil for other comments. A
  /// comment may begin with the word of another stage.
  private static func foreignOption(_ mark: ScriptRange, _ source: ScriptText) -> Diagnostic? {
    let line = ScriptRange(mark.start, source.line(around: mark.start).range.end)
    guard let option = source[line].firstMatch(of: /^--([A-Za-z]+)[ \t=]+([^ \t].*)$/)?.output,
      Vocabulary.isStage(option.1.lowercased())
    else { return nil }
    let operand = option.2.reversed().drop { " \t\r".contains($0) }.reversed()
    let stage = "| \(option.1.lowercased()) \(String(operand))"
    let isFormat =
      option.1.lowercased() == Keyword.to.rawValue
      && Vocabulary.formats.contains(String(operand).lowercased())
    return Diagnostic(
      .foreignWord, "in a query this is a stage: `\(stage)`",
      at: Label(line, "an option of the command line"),
      remarks: isFormat ? [] : [.help("a comment begins with `#`")],
      fix: .replace(line, with: stage, isFormat ? .certain : .suggested), in: source)
  }

  /// What stands before a comparison may be a field.
  static func typographicQuotes(
    _ range: ScriptRange, _ inner: ScriptRange, _ source: ScriptText
  ) -> Diagnostic {
    let next = source.bytes[range.end...].first { $0 != UInt8(ascii: " ") }
    let isCompared = next.map { "=<>!".utf8.contains($0) } ?? false
    let text = source[inner]
    let mended =
      text.contains("\"") ? (text.contains("'") ? text.inQuotes : "'\(text)'") : "\"\(text)\""
    return Diagnostic(
      .strayCharacter, "a text stands in straight quotes: `\(mended)`",
      at: Label(range, "these are typographic ones"),
      fix: .replace(range, with: mended, isCompared ? .suggested : .certain), in: source)
  }

  /// Marks that editors and web pages put in the place of plain ones.
  private static let typographic: [Unicode.Scalar: String] = [
    "\u{201C}": "\"", "\u{201D}": "\"", "\u{201E}": "\"", "\u{2018}": "'", "\u{2019}": "'",
    "\u{2212}": "-", "\u{2013}": "-", "\u{2014}": "-", "\u{00A0}": " ", "\u{2264}": "<=",
    "\u{2265}": ">=", "\u{2260}": "!=", "\u{00D7}": "*",
  ]

  static func strayCharacter(
    _ scalar: Unicode.Scalar, _ range: ScriptRange, _ source: ScriptText
  ) -> Diagnostic {
    if let plain = typographic[scalar] {
      return Diagnostic(
        .strayCharacter, "this looks like `\(plain)` but is another character",
        at: Label(range, "U+\(hexadecimal(scalar))"), fix: .replace(range, with: plain),
        in: source)
    }
    if Lexer.currencySigns.contains(scalar) {
      let sign = source[range]
      let value = scalar == "$" ? "; a value is `$name`" : ""
      return Diagnostic(
        .strayCharacter, "`\(sign)` means nothing here", at: Label(range),
        remarks: [.help("an amount follows at once: `\(sign)20`\(value)")], in: source)
    }
    return Diagnostic(
      .strayCharacter, "`\(source[range])` means nothing here",
      at: Label(range, scalar.isASCII ? "" : "U+\(hexadecimal(scalar))"),
      remarks: [.help("text stands in quotes, a name with other characters in backticks")],
      in: source)
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// A number with an exponent, or with a letter for thousands.
private struct WrittenNumber {
  let digits: String
  /// Whether the letters can mean nothing else.
  let isExact: Bool

  init?(_ text: String) {
    guard
      let found = text.firstMatch(of: /^([1-9]\d{0,8})(?:\.(\d{1,9}))?(?:[eE](\d{1,2})|([kKM]))$/)
    else { return nil }
    let power = found.output.3.flatMap { Int($0) } ?? (found.output.4 == "M" ? 6 : 3)
    let decimals = String(found.output.2 ?? "")
    guard power < 20, decimals.count <= power else { return nil }
    digits =
      found.output.1 + decimals + String(repeating: "0", count: power - decimals.count)
    isExact = found.output.3 != nil
  }
}

/// The quotes that editors and web pages put in the place of straight ones.
enum TypographicQuotes {
  private static let double: Set<Unicode.Scalar> = [
    "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\u{00AB}", "\u{00BB}", "\u{2033}",
    "\u{300C}", "\u{300D}", "\u{300E}", "\u{300F}", "\u{FF02}", "\u{301D}", "\u{301E}",
  ]
  private static let single: Set<Unicode.Scalar> = [
    "\u{2018}", "\u{2019}", "\u{201A}", "\u{201B}", "\u{2032}", "\u{00B4}",
    "\u{2039}", "\u{203A}", "\u{FF07}",
  ]

  /// What stands in a text between quotes of which one is no straight one; nil for other texts.
  static func inner(of text: ScriptRange, in source: ScriptText) -> ScriptRange? {
    let scalars = source[text].unicodeScalars
    guard scalars.count > 1, let first = scalars.first, let last = scalars.last,
      !(first.isASCII && last.isASCII), closings(first).contains(where: { $0.contains(last) })
    else { return nil }
    return ScriptRange(text.start + first.utf8.count, text.end - last.utf8.count)
  }

  /// Whether a quote may also stand inside of a word.
  static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "'" || single.contains(scalar)
  }

  /// The quotes that may end a text that one begins, those that are looked for first before others;
  /// none for what is no quote.
  static func closings(_ opening: Unicode.Scalar) -> [Set<Unicode.Scalar>] {
    if double.contains(opening) { return [double, ["\""]] }
    if single.contains(opening) { return [single, ["'"]] }
    return opening == "\"" ? [double] : (opening == "'" ? [single] : [])
  }
}

extension ScriptText {
  /// Whether bytes begin as UTF-16 does: with its mark, or with two letters beside zeros.
  static func isUTF16(_ bytes: [UInt8]) -> Bool {
    let start = Array(bytes.prefix(4))
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return true }
    let zeros = start.map { $0 == 0 }
    return zeros == [true, false, true, false] || zeros == [false, true, false, true]
  }
}
