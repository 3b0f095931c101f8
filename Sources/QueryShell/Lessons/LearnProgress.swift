// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Glibc
import LineEditing

/// What somebody has done in a course: events, one a line of a file that its owner alone reads.
final class LearnProgress {
  enum Event: String {
    /// An answer was judged.
    case attempt = "try"
    case hint, solution, skip
    /// A question was answered before the result was seen.
    case prediction
    /// What was done before counts no longer.
    case reset
  }

  struct Entry {
    let event: Event
    /// The exercise or the question; `*` for all.
    let id: String
    var verdict = ""
    var code = ""
    /// By what the exercise is told from others of its name; empty where that was not kept.
    var task = ""
  }

  private(set) var entries: [Entry] = []
  /// Nil where nothing is kept.
  let path: String?
  /// Why it is not kept though it should be; nil where it is, or should not be.
  private(set) var loss: String?
  /// Whether there is a file that cannot be read.
  private(set) var isUnread = false
  private let time: () -> Int
  /// By their names: pages of one name share a file, and not what was done.
  private let tasks: [String: String]

  /// Reads what is kept at a path of a course; without one, nothing is.
  init(
    path: String?, of course: Course, time: @escaping () -> Int = TerminalEnvironment.seconds
  ) {
    self.path = path
    self.time = time
    tasks = course.tasks
    guard let path else { return }
    isUnread = unsafe access(path, F_OK) == 0 && access(path, R_OK) != 0
    entries = Self.entries(at: path)
  }

  /// The entries that count for an exercise or a question.
  func entries(of id: String) -> [Entry] {
    let own = entries.filter { [id, "*"].contains($0.id) && isOwn($0) }
    let start = own.lastIndex { $0.event == .reset }
    return own[(start.map { $0 + 1 } ?? 0)...].filter { $0.id == id }
  }

  private func isOwn(_ entry: Entry) -> Bool {
    entry.task.isEmpty || entry.task == tasks[entry.id]
  }

  /// Begins all anew.
  func reset() {
    for id in tasks.keys.sorted() { add(Entry(event: .reset, id: id)) }
  }

  func isSolved(_ id: String) -> Bool {
    entries(of: id).contains { $0.event == .attempt && $0.verdict == Verdict.Kind.right.rawValue }
  }

  func isSkipped(_ id: String) -> Bool { entries(of: id).contains { $0.event == .skip } }

  func count(_ event: Event, of id: String) -> Int { entries(of: id).count { $0.event == event } }

  func add(_ given: Entry, answer: String = "") {
    var entry = given
    entry.task = tasks[entry.id] ?? ""
    entries.append(entry)
    guard let path else { return }
    let members = [
      ("time", Value.number(Decimal(time()))), ("event", .text(entry.event.rawValue)),
      ("exercise", .text(entry.id)), ("verdict", .text(entry.verdict)),
      ("code", .text(entry.code)), ("answer", .text(answer)), ("task", .text(entry.task)),
    ]
    let line = JSONText.string(.record(members.map { Value.Member($0.0, $0.1) })) + "\n"
    do throws(HistoryFile.Failure) { try Self.append(Array(line.utf8), to: path) } catch {
      loss = error.reason
    }
  }

  private static func append(_ line: [UInt8], to path: String) throws(HistoryFile.Failure) {
    let file = try opened(path)
    defer { file.close() }
    if !file.write(line) { throw HistoryFile.Failure(reason: file.failure("cannot write")) }
  }

  private static func opened(_ path: String) throws(HistoryFile.Failure) -> OpenedFile {
    let folder = HistoryFile(path: path).makeFolder()
    do throws(HistoryFile.Failure) {
      return try OpenedFile(path: path, flags: O_WRONLY | O_APPEND | O_CREAT)
    } catch {
      throw folder ?? error
    }
  }

  /// Sees whether something can be kept, before anything is lost.
  func probe() {
    guard let path else { return }
    if isUnread { return loss = "cannot read \(path)" }
    do throws(HistoryFile.Failure) { try Self.opened(path).close() } catch { loss = error.reason }
  }

  /// What a file holds; a line that is none of these says nothing.
  private static func entries(at path: String) -> [Entry] {
    guard let payload = try? Payload.read(path: path, limit: .max, watch: .unwatched),
      !payload.bytes.isEmpty, let file = try? FileSource(payload, copy: .file, strict: false)
    else { return [] }
    let names = ["event", "exercise", "verdict", "code"]
    var fields = names.compactMap { file.schema.index(of: $0) }
    guard fields.count == names.count else { return [] }
    // Files of before do not have it.
    if let task = file.schema.index(of: "task") { fields.append(task) }
    guard let cursor = try? file.scan(fields: fields) else { return [] }
    var entries: [Entry] = []
    while let batch = try? cursor.next() {
      let columns = batch.columns
      for row in 0..<batch.count {
        let texts = columns.map { column in
          if case .text(let text) = column.value(at: row) { text } else { "" }
        }
        guard let event = Event(rawValue: texts[0]) else { continue }
        let task = texts.count > names.count ? texts[names.count] : ""
        entries.append(
          Entry(event: event, id: texts[1], verdict: texts[2], code: texts[3], task: task))
      }
    }
    return entries
  }
}

extension Course {
  /// What each exercise and each question is told by from others of its name: its query, which is
  /// the same in every language and wherever the page lies.
  fileprivate var tasks: [String: String] {
    let asked = questions.map { ($0.id, $0.prediction.script?.text ?? $0.prediction.question) }
    let texts = exercises.map { ($0.id, $0.solution) } + asked
    return Dictionary(texts.map { ($0, Self.mark(of: $1)) }) { first, _ in first }
  }

  /// It stands in people's files, so its form stays.
  private static func mark(of text: String) -> String {
    var sum = Checksum()
    sum.add(text.utf8)
    return String(sum.value, radix: 16)
  }
}
