// SPDX-License-Identifier: MIT

extension Rule {
  /// Input must never be able to stop the program: what can trap has a form that cannot.
  static let traps = Rule("nothing traps on input", eachOf: .swiftSources) { file in
    let banned = trappingForms.flatMap { form in
      file.tokens.indices(of: form.tokens).map { index in
        file.finding("\(form.tokens.joined()): \(form.instead)", line: file.tokens[index].line)
      }
    }
    let conversions = file.floatConversions.map {
      file.finding("Int of a Double traps out of range; use Int(exactly:)", line: $0)
    }
    return banned + conversions
  }

  private static let trappingForms: [(tokens: [String], instead: String)] = [
    (["try", "!"], "handle the error"),
    (["as", "!"], "use as? and guard"),
    (["fatalError", "("], "use preconditionFailure for a bug, a thrown error for all else"),
    (["uniqueKeysWithValues"], "traps on a repeated key; use uniquingKeysWith:"),
  ]

  /// Whoever reads a file has to say who watches, or by name that nobody does: files of which
  /// nobody hears are written over.
  static let watches = Rule("no default for who watches files", eachOf: .swiftSources) { file in
    let form = try Regex(#": (ReadingWatch|NotedFiles) ="#)
    return RepositoryFile.numbered(file.layers.code).flatMap { line in
      line.text.matches(of: form).compactMap { $0.output[1].substring }.map {
        file.finding("a \($0) that may be left out", line: line.number)
      }
    }
  }

  /// What turns a check of the compiler off has to say why that is safe.
  static let reasons = Rule("unchecked concurrency has a reason", eachOf: .swiftSources) { file in
    let forms = [["@", "unchecked"], ["nonisolated", "(", "unsafe", ")"]]
    return forms.flatMap { form in
      file.tokens.indices(of: form).compactMap { index in
        let line = file.tokens[index].line
        guard !file.hasComment(onLine: line - 1) else { return nil }
        return file.finding(
          "\(form.joined()) without a comment on the line before that says why it is safe",
          line: line)
      }
    }
  }
}

extension RepositoryFile {
  fileprivate func hasComment(onLine line: Int) -> Bool {
    layers.comments.indices.contains(line - 1)
      && !layers.comments[line - 1].allSatisfy { $0 == " " }
  }

  /// The lines with a conversion of a floating-point number to an integer, as far as text shows it.
  fileprivate var floatConversions: [Int] {
    tokens.indices.compactMap { index in
      guard Self.integerTypes.contains(tokens[index].text), tokens.text(at: index + 1) == "(" else {
        return nil
      }
      let argument = tokens.inside(openingAt: index + 1)
      let isLabelled = tokens.text(at: argument.startIndex + 1) == ":"
      guard !isLabelled, argument.indices.contains(where: isFloatingPoint) else { return nil }
      return tokens[index].line
    }
  }

  /// Whether the token can only stand in a floating-point expression.
  private func isFloatingPoint(at index: Int) -> Bool {
    let word = tokens[index].text
    if Self.floatWords.contains(word) {
      return true
    }
    guard let first = word.first, first.isNumber, !word.hasPrefix("0x") else { return false }
    let isFraction =
      tokens.text(at: index + 1) == "." && tokens.text(at: index + 2).first?.isNumber == true
      && tokens.text(at: index - 1) != "."
    return isFraction || word.contains("e")
  }

  private static let integerTypes: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "Int128",
    "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
  ]

  private static let floatWords: Set<String> = [
    "Double", "Float", "Float32", "Float64", "ceil", "exp", "floor", "log", "log10", "log2", "pow",
    "round", "rounded", "sqrt", "squareRoot",
  ]
}
