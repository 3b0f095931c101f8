// SPDX-License-Identifier: MIT

import Diagnostics

/// Which fixes of a script are no more than likely, because more of a statement may be another
/// language's than the words that are mended.
///
/// A word that is spelled otherwise here is certain wherever it stands. Where the stages are
/// another language's, so may be what is written alike in both: the whole statement is then judged
/// as it is with every fix made, and its fixes are certain only where all that it says is
/// `CommonGround`.
struct DoubtfulFixes {
  private let source: ScriptText
  private let statements: [Statement]
  private let tokens: [Token]
  private let known: FaultyStatement.Known

  init(_ parsed: Parsed<Script>, of source: ScriptText, sources: [String], mendedTexts: MendedTexts)
  {
    self.source = source
    statements = parsed.tree.statements
    tokens = parsed.tokens
    let given = zip(tokens, tokens.dropFirst()).filter {
      $0.kind == .name && ["=", "<-", ":="].contains(source[$1.range])
    }
    let functions = DefinedWords(tokens, in: source).functions
    known = FaultyStatement.Known(
      sources: sources + Set(given.map { source[$0.0.range] }),
      ground: CommonGround(beside: functions), mendedTexts: mendedTexts)
  }

  /// The faults of the script, with fixes that are offered where they are no more than likely, and
  /// the statements in which all fixes are.
  func judged(_ faults: [Diagnostic]) -> (faults: [Diagnostic], doubtful: [ScriptRange]) {
    let parts = self.parts(faults)
    var judged = faults
    var doubtful: [ScriptRange] = []
    for (index, part) in parts.enumerated() where part.hasFaults {
      let goesOn = index > 0 && part.goesOn(from: parts[index - 1])
      let isGoneOnFrom = index + 1 < parts.count && parts[index + 1].goesOn(from: part)
      guard goesOn || isGoneOnFrom || part.isDoubtful else { continue }
      doubtful.append(part.range)
      for place in part.places { judged[place] = faults[place].with(faults[place].fix?.suggested) }
    }
    return (judged, doubtful)
  }

  /// The statements, each with the faults and tokens up to the next one.
  private func parts(_ faults: [Diagnostic]) -> [FaultyStatement] {
    let order = faults.indices.filter { faults[$0].primary != nil }
      .sorted { faults[$0].start < faults[$1].start }
    var (fault, token) = (0, 0)
    return statements.indices.map { index in
      let isLast = index + 1 == statements.count
      let end = isLast ? source.bytes.count + 1 : statements[index + 1].range.start
      let (firstFault, firstToken) = (fault, token)
      while fault < order.count, faults[order[fault]].start < end { fault += 1 }
      while token < tokens.count, tokens[token].range.start < end { token += 1 }
      let places = order[firstFault..<fault]
      return FaultyStatement(
        source: source, statement: statements[index], end: min(end, source.bytes.count),
        places: places.filter { faults[$0].automaticFix != nil },
        faults: places.map { faults[$0] }, tokens: tokens[firstToken..<token], known: known)
    }
  }
}

extension Diagnostic {
  /// Where it is; a fault without a place is before all.
  fileprivate var start: Int { primary?.range.start ?? -1 }
}
