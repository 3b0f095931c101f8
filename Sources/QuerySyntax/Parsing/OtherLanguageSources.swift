// SPDX-License-Identifier: MIT

import Diagnostics

// Names that other languages give to a source for the rest of a query.
extension Parser {
  /// `from hotels as h` and `join shopreme s on ...`: one fault, whose fix takes the name away,
  /// here and before each field. Without `as` a word is one only where fields stand behind it.
  mutating func sourceAlias(of source: SourceName, isJoined: Bool) -> Stop? {
    let hasWord = isAt(.as)
    let alias = cursor.peek(hasWord ? 1 : 0)
    let next = cursor.peek(hasWord ? 2 : 1)
    let words = ["on", "using"]
    guard alias.kind == .name, !Vocabulary.reserved.contains(text(alias).lowercased()),
      !words.contains(text(alias).lowercased()),
      isJoined
        ? next.kind == .name && words.contains(text(next).lowercased())
        : isStageEnd(next) || isForeignPipe(next) || Vocabulary.isStage(text(next).lowercased())
    else { return nil }
    var prefix = ""
    if isJoined {
      guard let qualifier = source.qualifier else { return nil }
      prefix = "\(qualifier.asName)."
    }
    let place = cursor.index + (hasWord ? 1 : 0)
    let uses = uses(ofAlias: text(alias), behind: place)
    guard hasWord || !uses.isEmpty else { return nil }
    let end = cursor.previous.range.end
    let gap = ScriptRange(end, alias.range.end)
    cursor.move(to: place + 1)
    report(
      .sourceAlias(
        ScriptRange(hasWord ? cursor.tokens[place - 1].range.start : alias.range.start, gap.end),
        prefix, fix: FixIt([FixIt.Edit(gap, "")] + uses.map { FixIt.Edit($0, prefix) })))
    return Stop()
  }

  /// Where a name and a dot stand before a field in the rest of the statement.
  func uses(ofAlias alias: String, behind place: Int) -> [ScriptRange] {
    let ends: [Token.Kind] = [.newline, .semicolon, .end]
    let rest = cursor.tokens[(place + 1)...].prefix { !ends.contains($0.kind) }
    return rest.indices.compactMap { index in
      let (name, dot) = (rest[index], cursor.tokens[min(index + 1, cursor.tokens.count - 1)])
      guard name.kind == .name, dot.kind == .dot, dot.range.start == name.range.end,
        text(name).lowercased() == alias.lowercased(), cursor.tokens[index - 1].kind != .dot
      else { return nil }
      return name.range.union(dot.range)
    }
  }

  /// Whether a token is another language's mark between stages.
  func isForeignPipe(_ token: Token) -> Bool {
    token.kind == .foreign && OtherLanguageWords.pipes.contains(text(token))
  }

  /// Whether a token is what the lexer took for another language's comment.
  func isForeignComment(_ token: Token) -> Bool {
    token.kind == .invalid && text(token).hasPrefix("--")
  }
}

extension SourceName {
  /// What stands before its fields where it is joined: of a file its name without folder and
  /// ending.
  fileprivate var qualifier: String? {
    switch kind {
    case .name(let name): name
    case .address(let path):
      path.split(separator: "/").last?.split(separator: ".").first.map { String($0) }
    case .lastResult: nil
    }
  }
}

extension Diagnostic {
  /// `prefix` is what stands before fields of the source instead.
  fileprivate static func sourceAlias(
    _ range: ScriptRange, _ prefix: String, fix: FixIt
  ) -> Diagnostic {
    let instead = prefix.isEmpty ? "without one" : "behind `\(prefix)`"
    return Diagnostic(
      .foreignWord, "a source has no second name in cq: its fields stand \(instead)",
      at: Label(range, "SQL names it so"), fix: fix)
  }
}
