// SPDX-License-Identifier: MIT

import Diagnostics

/// Reads lessons from Markdown: the one place that knows how they are written.
struct LessonParser {
  private(set) var lessons: [Lesson] = []
  private(set) var files: [String: [UInt8]] = [:]
  private(set) var faults: [LessonFault] = []

  private let page: Transcript
  /// Whether quotations and what stands before a title are text, as in a page that is no lesson.
  private let isLenient: Bool
  private var title: String?
  private var parts: [LessonPart] = []
  /// The heading of a step and what was told since.
  private var step: String?
  private var paragraphs: [String] = []
  private var paragraph: [String] = []
  private var exercise: Exercise?
  private var question: Question?
  /// The mark that a line without one of its own goes on from.
  private var mark: (word: MarkWord, text: String, line: Int)?
  private var ids: Set<String> = []
  /// The examples so far: the page is one session.
  private var examples: [ScriptText] = []
  /// The lines, from 1, that are marks, or go on from one.
  private(set) var markLines: Set<Int> = []

  /// What is asked before something is shown.
  private struct Question {
    let text: String
    let line: Int
    var script: ScriptText?
    var scriptLine: Int?
    var mayFail = false
    var earlier: [ScriptText] = []
    var answer: String?
  }

  /// The words behind `>`, of which each begins a line.
  enum MarkWord: String, CaseIterable {
    case hint, misconception, predict, reveal, note, piece
  }

  /// Whether a page has lessons: an exercise, something to reveal, or a prediction.
  static func hasLessons(_ page: Transcript) -> Bool {
    page.fences.contains { $0.kind == "cq" && isOfLesson($0.words) }
      || page.plainLines.contains { $0.text.hasPrefix("> predict:") }
  }

  /// Whether the words behind ```` ```cq ```` are those of a lesson.
  static func isOfLesson(_ words: String) -> Bool {
    guard let first = words.split(separator: " ").first else { return false }
    return first == "reveal" || first.contains("=")
  }

  init(_ page: Transcript, isLenient: Bool = false) {
    self.page = page
    self.isLenient = isLenient
    read()
  }

  private mutating func read() {
    var rest = page.fences[...]
    for line in page.plainLines {
      while let fence = rest.first, fence.opening < line.index {
        take(fence)
        rest.removeFirst()
      }
      take(line.text, at: line.index + 1)
    }
    for fence in rest { take(fence) }
    endLesson()
    if lessons.isEmpty, faults.isEmpty, !isLenient {
      fail(1, "the page has no lesson", "a line `# Title` begins one")
    }
  }

  private mutating func fail(_ line: Int, _ reason: String, _ help: String) {
    faults.append(LessonFault(line: line, reason: reason, help: help))
  }

  private mutating func take(_ text: String, at line: Int) {
    if text.hasPrefix("> ") || text == ">" {
      takeMark(String(text.dropFirst(2)), at: line)
    } else if text.hasPrefix("# ") {
      endLesson()
      title = String(text.dropFirst(2)).trimmed
    } else if text.hasPrefix("##"), let space = text.firstIndex(where: { $0 != "#" }),
      text[space] == " "
    {
      endStep()
      step = text[space...].trimmed
    } else if text.allSatisfy(\.isWhitespace) {
      endMark()
      endParagraph()
    } else {
      endMark()
      paragraph.append(text)
    }
  }

  private mutating func takeMark(_ text: String, at line: Int) {
    if !isLenient || !(paragraph.first?.hasPrefix("> ") ?? false) { endParagraph() }
    let word = text.prefix { $0 != ":" }
    let isMark = word.count < text.count && !word.isEmpty
    let first = word.prefix { $0 != " " }
    guard isMark, first.allSatisfy({ $0.isLetter && $0.isLowercase }) else {
      guard let open = mark else {
        if isLenient { return quote(text) }
        fail(line, "`> \(text)` follows no word of lessons", Self.markHelp)
        return
      }
      mark = (open.word, open.text + " " + text.trimmed, open.line)
      if !isLenient || open.word == .note { markLines.insert(line) }
      return
    }
    endMark()
    guard let known = MarkWord(rawValue: String(first)) else {
      if isLenient { return quote(text) }
      let near = Suggestion.question(for: String(first), among: MarkWord.allCases.map(\.rawValue))
      fail(
        line, "`> \(first):` is no word of lessons" + (near.map { "; \($0)" } ?? ""), Self.markHelp)
      return
    }
    let isCoded = known == .misconception && word != first
    if word != first, !isCoded {
      fail(line, "`> \(word):` has a word too many", "`> \(first): …`")
      return
    }
    let code = isCoded ? word.dropFirst(first.count).trimmed + ":" : ":"
    let rest = text.dropFirst(word.count + 1).trimmed
    mark = (known, known == .misconception ? code + rest : rest, line)
    if !isLenient || known == .note { markLines.insert(line) }
  }

  /// A line of a quotation, which is text.
  private mutating func quote(_ text: String) {
    paragraph.append(paragraph.isEmpty ? "> " + text : text)
  }

  private static let markHelp =
    "one of " + MarkWord.allCases.map { "`> \($0.rawValue): …`" }.joined(separator: ", ")
    + "; a quotation has a space before its `>`"

  private mutating func endMark() {
    guard let (word, text, line) = mark else { return }
    mark = nil
    if text.isEmpty { return fail(line, "`> \(word.rawValue):` says nothing", "write it behind") }
    switch word {
    case .note:
      endStory()
      parts.append(.note(text))
    case .predict:
      endStory()
      endQuestion()
      question = Question(text: text, line: line)
    case .reveal:
      if question == nil {
        return fail(line, "`> reveal:` follows no question", "`> predict: QUESTION` asks it")
      }
      question?.answer = text
      endQuestion()
    case .hint, .misconception, .piece: takeDetail(word, text, line)
    }
  }

  /// What belongs to the exercise before it.
  private mutating func takeDetail(_ word: MarkWord, _ text: String, _ line: Int) {
    guard exercise != nil else {
      return fail(
        line, "`> \(word.rawValue):` follows no exercise", "a block ```cq exercise=ID stands above")
    }
    switch word {
    case .hint: exercise?.hints.append(text)
    case .piece:
      if exercise?.kind != .arrange {
        return fail(line, "`> piece:` is for `kind=arrange`", "add it to the words of the block")
      }
      exercise?.pieces.append(Piece(text: text, line: line))
    default:
      let code = text.prefix { $0 != ":" }
      let rest = text.dropFirst(code.count + 1)
      guard let place = rest.firstRange(of: " -- look at: ") else {
        return fail(
          line, "a misconception does not say where to look",
          "`> misconception: QUERY -- look at: PLACE`")
      }
      exercise?.misconceptions.append(
        Misconception(
          code: code.isEmpty ? nil : String(code), query: rest[..<place.lowerBound].trimmed,
          advice: rest[place.upperBound...].trimmed, line: line))
    }
  }

  private mutating func take(_ fence: Transcript.Fence) {
    endMark()
    endParagraph()
    let line = fence.opening + 1
    if let name = Self.fileName(fence.words), fence.kind != "cq" {
      if files[name] != nil {
        return fail(line, "there are two files `\(name)`", "give one another name")
      }
      files[name] = Array(fence.text.utf8)
      return
    }
    guard fence.kind == "cq" else {
      if fence.kind == "error", paragraphs.isEmpty { expectFault() }
      if !["output", "error"].contains(fence.kind) {
        paragraphs.append(LessonText.code(fence.text))
      }
      return
    }
    if fence.words.isEmpty {
      if question?.script != nil { endQuestion() }
      endStory()
      let script = fence.script(of: page.name)
      parts.append(.example(LessonExample(script: script, earlier: examples)))
      examples.append(script)
    } else if fence.words == "reveal" {
      takeReveal(fence.script(of: page.name), line)
    } else if Self.isOfLesson(fence.words) {
      takeExercise(fence, line)
    }
  }

  static func fileName(_ words: String) -> String? {
    words.hasPrefix("file=") && !words.contains(" ") ? String(words.dropFirst(5)) : nil
  }

  /// The script before is expected to fail.
  private mutating func expectFault() {
    if question?.script != nil {
      question?.mayFail = true
    } else if case .example(var example)? = parts.last {
      example.mayFail = true
      parts[parts.count - 1] = .example(example)
    }
  }

  private mutating func takeReveal(_ script: ScriptText, _ line: Int) {
    guard question != nil, question?.script == nil else {
      return fail(line, "`cq reveal` follows no question", "`> predict: QUESTION` asks it")
    }
    question?.script = script
    question?.scriptLine = line
    question?.earlier = examples
  }

  private mutating func takeExercise(_ fence: Transcript.Fence, _ line: Int) {
    endQuestion()
    endExercise()
    guard let words = ExerciseWords(fence.words, line, &faults) else { return }
    if !ids.insert(words.id).inserted {
      fail(line, "there are two exercises `\(words.id)`", "give one another name")
    }
    if step == nil {
      fail(line, "the exercise `\(words.id)` has no heading", "a line `## TITLE` stands above")
    }
    if paragraphs.isEmpty {
      fail(line, "the exercise `\(words.id)` asks for nothing", "say above the block what it wants")
    }
    let block = fence.script(of: page.name)
    exercise = words.exercise(step ?? "", task: paragraphs, block: block, line)
    exercise?.earlier = examples
    if exercise?.kind == .gap, (LessonGaps.count(in: fence.text) ?? 0) == 0 {
      fail(line, "the exercise `\(words.id)` has no gap", "write `[[` and `]]` around one")
    }
    (step, paragraphs) = (nil, [])
  }

  private mutating func endParagraph() {
    if !paragraph.isEmpty { paragraphs.append(LessonText.joined(paragraph)) }
    paragraph = []
  }

  /// What has been told belongs to no exercise.
  private mutating func endStory() {
    endExercise()
    parts += step.map { [LessonPart.heading($0)] } ?? []
    parts += paragraphs.map(LessonPart.text)
    (step, paragraphs) = (nil, [])
  }

  private mutating func endQuestion() {
    guard let asked = question else { return }
    question = nil
    if asked.script == nil, asked.answer == nil {
      return fail(
        asked.line, "a question has no answer", "a block ```cq reveal, `> reveal: …`, or both")
    }
    parts.append(
      .prediction(
        Prediction(
          question: asked.text, script: asked.script, answer: asked.answer ?? "", line: asked.line,
          scriptLine: asked.scriptLine, mayFail: asked.mayFail, earlier: asked.earlier)))
  }

  private mutating func endExercise() {
    guard let done = exercise else { return }
    exercise = nil
    if done.hints.isEmpty {
      fail(done.line, "the exercise `\(done.id)` has no hint", "`> hint: …` below its block")
    }
    parts.append(.exercise(done))
  }

  private mutating func endStep() {
    endMark()
    endParagraph()
    endQuestion()
    endExercise()
    if step != nil || !paragraphs.isEmpty { endStory() }
  }

  private mutating func endLesson() {
    endStep()
    if let title = title ?? (isLenient && !parts.isEmpty ? "" : nil) {
      lessons.append(Lesson(title: title, parts: parts))
    }
    if title == nil, !isLenient,
      parts.contains(where: { if case .text = $0 { false } else { true } })
    {
      fail(1, "something stands in no lesson", "a line `# Title` begins one")
    }
    (title, parts) = (nil, [])
  }
}
