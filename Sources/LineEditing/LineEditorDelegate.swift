// SPDX-License-Identifier: MIT

/// What the reader of lines asks its owner. All closures are called on the thread that reads.
package struct LineEditorDelegate {
  /// The primary prompt, plain text; asked once for each statement.
  package var prompt: () -> String
  /// Stands before each further row, in ASCII whatever is given; asked once, when editing starts,
  /// since the rows of remembered statements are indented by its width.
  package var continuationPrompt: () -> String
  /// True when Enter should submit this text; false adds a row and goes on editing.
  package var isComplete: (String) -> Bool
  /// What can stand at `cursor`, a UTF-8 offset into `line`.
  package var completions: (_ line: String, _ cursor: Int) -> CompletionList
  /// The roles of the words of a text, in their order; asked with every key.
  package var highlights: (String) -> [Highlight] = { _ in [] }
  /// What is known of a text, with what follows it where that is wanted; asked when typing rests.
  package var reading: (_ text: String, _ wantsContinuation: Bool) -> LineReading = { _, _ in
    LineReading()
  }
  /// What is told at the right of a text, such as how many rows it has, once all else is shown; it
  /// is let go where the function that goes with it says that a key waits.
  package var preview: (_ text: String, _ isAwaited: @escaping () -> Bool) -> Preview = { _, _ in
    .nothing
  }
  /// Lets another program write a statement, and gives what it has made of it; nil where that came
  /// to nothing. The closure is nil where there is no such program.
  package var writeOutside: ((String) -> String?)?
  /// Writes what is to be known of the word at `cursor`, from column 0 to column 0; nil where there
  /// is nothing that could.
  package var showHelp: ((_ line: String, _ cursor: Int) -> Void)?
  /// Whether Ctrl-C ended the search for them, which is then forgotten.
  package var endedCompletions: () -> Bool
  /// What takes text for which a line has no room.
  package var wayOfLongText: String

  package init(
    prompt: @escaping () -> String, continuationPrompt: @escaping () -> String,
    isComplete: @escaping (String) -> Bool,
    completions: @escaping (_ line: String, _ cursor: Int) -> CompletionList,
    endedCompletions: @escaping () -> Bool, wayOfLongText: String
  ) {
    self.prompt = prompt
    self.continuationPrompt = continuationPrompt
    self.isComplete = isComplete
    self.completions = completions
    self.endedCompletions = endedCompletions
    self.wayOfLongText = wayOfLongText
  }
}

/// One candidate for the word at the cursor.
package struct Completion: Sendable, Equatable {
  /// Takes the place of the word, a following space or quote included.
  package var replacement: String
  /// Shown in the list.
  package var label: String
  /// One line of description, may be empty.
  package var note: String

  package init(replacement: String, label: String, note: String = "") {
    self.replacement = replacement
    self.label = label
    self.note = note
  }
}

/// The candidates for one place, best first.
package struct CompletionList: Sendable, Equatable {
  /// UTF-8 offset where the replaced word starts; it ends at the cursor.
  package var replaceFrom: Int
  package var items: [Completion]
  /// Whether they are what may have been meant by another word: a lone one is shown too, not put in
  /// its place.
  package var isGuess: Bool

  package init(replaceFrom: Int, items: [Completion], isGuess: Bool = false) {
    self.replaceFrom = replaceFrom
    self.items = items
    self.isGuess = isGuess
  }
}

/// What a person gave at the prompt.
package enum LineInput: Sendable, Equatable {
  /// A statement, which may have several rows; without the final newline.
  case line(String)
  /// Ctrl-C: what was typed is dropped.
  case interrupted
  /// Ctrl-D on an empty line, or the terminal is gone.
  case endOfInput
}

/// What is told of a line while it is written.
package enum Preview: Sendable, Equatable {
  case words(String)
  /// There is nothing to tell.
  case nothing
  /// Something else was wanted first.
  case interrupted
}
