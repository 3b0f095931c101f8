// SPDX-License-Identifier: MIT

/// Past statements, and the file that keeps them from session to session.
package final class EditHistory {
  /// Statements, oldest first; with `***` in the place of secrets.
  package private(set) var entries: [String] = []
  /// What is to be told of the file, once: why nothing is kept in it, or that it is again. Never
  /// anything of a history without a path.
  package private(set) var notice: String?

  private let limit: Int
  /// Those that came to nothing the last time.
  package private(set) var failed: Set<String> = []
  /// Whether steps back pass over those.
  package var skipsFailed = false
  private let redact: (String) -> String

  /// How many entries are kept unless another number is asked for.
  package static let maximumEntries = 10_000
  private let file: HistoryFile?
  /// Entries that are not in the file yet, since it could not be written.
  private var unwritten: [String] = []
  private var hasStopped = false
  /// Lines of the file as far as this session knows; others may have added more.
  private var linesInFile = 0
  /// Those that say how a statement ended, besides.
  private var outcomesInFile = 0

  /// A statement ends before so many others are entered.
  private static let mostUnended = 8

  /// A longer statement is not one that somebody wants back.
  private static let longestStatement = 64 << 10

  /// Opens a history. It never fails: one that cannot be kept is off until it can, and `notice`
  /// says why.
  ///
  /// - Parameters:
  ///   - path: the file, made with its folders where it lacks; `nil` keeps entries in memory only.
  ///   - limit: the number of entries kept.
  ///   - redact: takes what is known to be a secret out of a statement; what looks like one goes
  ///     anyway.
  package init(
    path: String?, limit: Int = EditHistory.maximumEntries,
    redact: @escaping (String) -> String = { $0 }
  ) {
    self.limit = max(1, limit)
    self.redact = redact
    file = path.flatMap { $0.isEmpty ? nil : HistoryFile(path: $0) }
    guard let file else { return }
    load(file, besides: file.makeFolder())
  }

  /// Gives the notice, which is told then.
  package func takeNotice() -> String? {
    defer { notice = nil }
    return notice
  }

  /// Records a whole statement; call it before the statement runs, so that a crash keeps it.
  ///
  /// Not recorded: a blank one, one that starts with a space, one equal to the last entry.
  package func append(_ statement: String) {
    guard !statement.hasPrefix(" "), statement.utf8.count <= Self.longestStatement else { return }
    let entry = SecretMask.mask(redact(statement))
    guard entry != entries.last, entry.contains(where: { !$0.isWhitespace }) else { return }
    entries.append(entry)
    if entries.count > limit { entries.removeFirst(entries.count - limit) }
    write(entry)
  }

  /// Says how a statement ended that was recorded, which later sessions know too.
  package func note(_ statement: String, hasFailed: Bool) {
    let entry = SecretMask.mask(redact(statement))
    guard entries.suffix(Self.mostUnended).contains(entry) else { return }
    let isNew = hasFailed ? failed.insert(entry).inserted : failed.remove(entry) != nil
    // Most end well, of which nothing has to be said.
    guard isNew, let file, !hasStopped else { return }
    // Who cannot be told is told with the next statement that the file has stopped.
    let line = HistoryEncoding.line(forOutcome: hasFailed, of: entry)
    do throws(HistoryFile.Failure) {
      try file.append(line, waiting: false)
      outcomesInFile += 1
      shortenWhereLong(file)
    } catch {}
  }

  /// The statements that steps back lead to.
  var recalled: [String] { skipsFailed ? entries.filter { !failed.contains($0) } : entries }

  /// The newest entry that begins so and goes on, but for those that came to nothing and those
  /// that a secret was taken out of.
  package func newest(beginningWith text: String) -> String? {
    entries.last { entry in
      entry.utf8.count > text.utf8.count && entry.hasPrefix(text) && !failed.contains(entry)
        && !entry.contains("***")
    }
  }

  /// Where a folder could not be made, that is why there is no file.
  private func load(_ file: HistoryFile, besides folder: HistoryFile.Failure?) {
    do throws(HistoryFile.Failure) {
      // Touching it first makes the file and shows whether it can be written.
      let writable = Result { () throws(HistoryFile.Failure) in try file.checkWritable() }
      let content = try file.read()
      entries = content.statements.suffix(limit)
      failed = content.failed
      (linesInFile, outcomesInFile) = (content.lines, content.outcomes)
      try writable.get()
      if max(linesInFile, outcomesInFile) > limit { shorten(file) }
    } catch {
      hasStopped = true
      notice = "history is off: \(PlainText.cleanLine((folder ?? error).reason))"
    }
  }

  /// Writes what is not in the file yet, however often that has failed before.
  private func write(_ entry: String) {
    guard let file else { return }
    unwritten.append(entry)
    if unwritten.count > limit { unwritten.removeFirst(unwritten.count - limit) }
    do throws(HistoryFile.Failure) {
      try file.append(
        unwritten.flatMap { HistoryEncoding.line(for: $0) }, waiting: !hasStopped)
      linesInFile += unwritten.count
      unwritten = []
      if hasStopped { notice = "history is kept again, with what was entered meanwhile" }
      hasStopped = false
      shortenWhereLong(file)
    } catch {
      guard !hasStopped else { return }
      hasStopped = true
      let reason = PlainText.cleanLine(error.reason)
      notice = "history has stopped: \(reason); it goes on once that works again"
    }
  }

  /// Not at each line beyond the limit: the whole file is written anew.
  private func shortenWhereLong(_ file: HistoryFile) {
    if max(linesInFile, outcomesInFile) > limit + limit / 10 + 8 { shorten(file) }
  }

  private func shorten(_ file: HistoryFile) {
    // A folder that takes no new file still takes entries; the next session tries again.
    let left = try? file.compact(limit: limit)
    (linesInFile, outcomesInFile) = (left?.entries ?? 0, left?.outcomes ?? 0)
  }
}
