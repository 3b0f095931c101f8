import QueryEngine
import QuerySyntax
import ResultRendering

/// What the shell tells about the words of the language, from the tables that define them.
package enum Help {
  /// The help on a word, or on all of them.
  package static func text(for word: String) -> String {
    let wanted = word.lowercased()
    var texts = (Vocabulary.statements + Vocabulary.stages).filter { $0.word == wanted }.map(text)
    if let function = ScalarFunction(rawValue: wanted) {
      texts.append("\(function.form)\n  \(function.summary)\n")
    }
    if let function = AggregateFunction(rawValue: wanted) {
      texts.append("\(function.form)\n  \(function.summary)\n")
    }
    if !texts.isEmpty { return texts.joined(separator: "\n") }
    if word.isEmpty { return overview }
    let shown = Sanitiser.visible(word)
    return "There is no help on `\(shown)`. These are the words:\n\n" + overview
  }

  private static func text(_ entry: Vocabulary.Entry) -> String {
    "\(entry.form)\n  \(entry.summary)\n  example: \(entry.example)\n"
  }

  /// All words, one line each.
  package static var overview: String {
    let functions = ScalarFunction.allCases.map { ($0.form, $0.summary) }
    return """
      Statements
      \(lines(Vocabulary.statements.map { ($0.form, $0.summary) }))
      Stages, after `|`
      \(lines(Vocabulary.stages.map { ($0.form, $0.summary) }))
      Conditions
        = != < <= > >=   and or not   in (1, 2)   in 1..5   between 1 and 5
        contains   starts with   ends with   is null   is empty   any LIST > 100
        text that is typed folds case and accents; `exact "Text"` does not
      Functions
      \(lines(functions))
      Aggregates, in `summarize`
      \(lines(AggregateFunction.allCases.map { ($0.form, $0.summary) }))
      """ + "\n"
  }

  private static func lines(_ entries: [(form: String, summary: String)]) -> String {
    let width = entries.map(\.form.count).max() ?? 0
    return entries.map { entry in
      let space = String(repeating: " ", count: width - entry.form.count)
      return "  \(entry.form)\(space)  \(entry.summary)"
    }.joined(separator: "\n")
  }
}
