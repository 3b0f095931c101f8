// SPDX-License-Identifier: MIT

import Diagnostics
import QueryEngine
import QuerySyntax

/// A script of what ended well in a session: each query once, with those that go on from its rows
/// behind it, and with how many rows it gave.
struct SessionScript {
  /// A statement of the script, or several that belong together.
  fileprivate struct Piece {
    var text: String
    let entry: SessionLog.Entry
    /// Whether statements behind it may mean something else than before it.
    let changesMeaning: Bool
  }

  private var pieces: [Piece] = []
  /// What came of the script so far, from which `it` goes on.
  private var given: ResultOrigin?
  /// The source of statements that name none.
  private var source: String?
  /// The first piece behind the last one that may give another meaning to a text.
  private var firstAlike = 0

  /// The script of some entries of a log, with parameters in the place of some values, and the
  /// files that it does not write: they are there now, and nobody has said that they may be
  /// replaced.
  static func text(
    of entries: [SessionLog.Entry], with parameters: [SavingWish.Parameter]
  ) throws(SavingWish.Failure) -> (text: String, leftOut: [String]) {
    var script = SessionScript()
    for entry in entries where entry.status == .success && !entry.isOfPrompt { script.add(entry) }
    for parameter in parameters {
      var places = 0
      for index in script.pieces.indices {
        let (text, count) = parameter.put(in: script.pieces[index].text)
        script.pieces[index].text = text
        places += count
      }
      guard places > 0 else { throw .init(reason: parameter.isNowhere) }
    }
    let leftOut = script.pieces.compactMap { $0.text.onlyOnceSaved }
    let texts = parameters.map(\.declaration) + script.pieces.map(\.withExpectation)
    return (texts.map { $0 + "\n" }.joined(), leftOut)
  }

  private mutating func add(_ entry: SessionLog.Entry) {
    let alike = pieces[firstAlike...]
    let changesMeaning = entry.changesMeaning
    func piece(_ text: String) -> Piece {
      Piece(text: text, entry: entry, changesMeaning: changesMeaning)
    }
    guard let origin = entry.origin else {
      if changesMeaning {
        if pieces.last(where: \.changesMeaning)?.text == entry.text { return }
      } else if alike.contains(where: { $0.text == entry.text }) {
        return
      }
      return add(piece(entry.text))
    }
    // What gave the same rows before is not asked for again.
    if alike.contains(where: { $0.entry.origin == origin }) { return }
    defer { given = origin }
    if let base = origin.base {
      let isContinued = entry.text.first == "|"
      if isContinued, let last = pieces.last, last.entry.origin == base, last.text.canGoOn {
        pieces.removeLast()
        return add(piece("\(last.text)\n\(entry.text)"))
      } else if base == given {
        return add(piece((isContinued ? "from it " : "") + entry.text))
      }
    }
    // What it goes on from is written again where other rows have come since.
    add(piece(origin.text(reading: source)))
  }

  private mutating func add(_ piece: Piece) {
    pieces.append(piece)
    source = piece.entry.nextSource
    if piece.changesMeaning { firstAlike = pieces.count }
  }
}

extension SessionScript.Piece {
  /// The text with the stage that expects as many rows as there were, before one that writes.
  fileprivate var withExpectation: String {
    let text = text.onlyOnceSaved == nil ? text : text.withoutWriting
    let parsed = Parser.parse(ScriptText(name: "<session>", text))
    guard let rows = entry.rows, case .pipeline(let pipeline)? = parsed.tree.statements.last else {
      return text
    }
    let wanted =
      entry.isOfServer ? "rows >= \(min(rows, 1))" : "\(rows) \(rows == 1 ? "row" : "rows")"
    let bytes = Array(text.utf8)
    var end = pipeline.range.end
    // What ends in what it expects shows nothing.
    let shown = entry.columns.map(\.asName).joined(separator: ", ")
    if shown.isEmpty, case .expect? = pipeline.stages.last?.kind { return text }
    var expected = " | expect \(wanted)" + (shown.isEmpty ? "" : " | show \(shown)")
    if let last = pipeline.stages.last, last.kind.writes {
      end = last.range.start
      expected = "expect \(wanted) | "
    }
    let told =
      String(decoding: bytes[..<end], as: UTF8.self) + expected
      + String(decoding: bytes[end...], as: UTF8.self)
    let isRead = Parser.parse(ScriptText(name: "<session>", told)).diagnostics.isEmpty
    return isRead ? told : text
  }
}

extension String {
  /// The file that a script saves its last result in, if that may not be there.
  fileprivate var onlyOnceSaved: String? {
    let statements = Parser.parse(ScriptText(name: "<session>", self)).tree.statements
    guard case .pipeline(let pipeline)? = statements.last,
      case .save(let clause)? = pipeline.stages.last?.kind, !clause.replaces
    else { return nil }
    return clause.path.value
  }
}

extension SessionLog.Entry {
  private var statements: [Statement] {
    Parser.parse(ScriptText(name: "<session>", text)).tree.statements
  }

  /// Whether statements behind it may mean something else than before it.
  fileprivate var changesMeaning: Bool {
    statements.contains { statement in
      switch statement {
      case .use, .binding, .macro, .parameter, .include, .set: true
      default: false
      }
    }
  }

  /// Whether it sets only how the prompt looks and works, which is nothing to a script.
  fileprivate var isOfPrompt: Bool {
    statements.allSatisfy { statement in
      guard case .set(let clause) = statement else { return false }
      return Setting(rawValue: clause.name.lowercased())?.isOfPrompt ?? false
    }
  }
}

extension Stage.Kind {
  /// Whether nothing can stand behind it.
  var writes: Bool {
    switch self {
    case .to, .save: true
    default: false
    }
  }
}
