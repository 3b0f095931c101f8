// SPDX-License-Identifier: MIT

/// Past statements, and the file that keeps them from session to session.
package final class EditHistory {
  /// Statements, oldest first; with `***` in the place of secrets.
  package private(set) var entries: [String] = []
  /// Why nothing is kept on disk, if so; set once, and never for a history without a path.
  package private(set) var notice: String?

  /// How many entries there have ever been, those beyond the limit included.
  private(set) var recorded = 0

  private let limit: Int
  private let redact: (String) -> String

  /// How many entries are kept unless another number is asked for.
  package static let maximumEntries = 10_000
  private var file: HistoryFile?
  /// Lines of the file as far as this session knows; others may have added more.
  private var linesInFile = 0

  /// A longer statement is not one that somebody wants back.
  private static let longestStatement = 64 << 10

  /// Opens a history. It never fails: one that cannot be kept is turned off and `notice` says why.
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
    guard let path, !path.isEmpty else { return }
    let file = HistoryFile(path: path)
    self.file = file
    file.makeFolder()
    load(file)
  }

  /// Records a whole statement; call it before the statement runs, so that a crash keeps it.
  ///
  /// Not recorded: a blank one, one that starts with a space, one equal to the last entry.
  package func append(_ statement: String) {
    guard !statement.hasPrefix(" "), statement.utf8.count <= Self.longestStatement else { return }
    let entry = SecretMask.mask(redact(statement))
    guard entry != entries.last, entry.contains(where: { !$0.isWhitespace }) else { return }
    entries.append(entry)
    recorded += 1
    if entries.count > limit { entries.removeFirst(entries.count - limit) }
    write(entry)
  }

  private func load(_ file: HistoryFile) {
    do throws(HistoryFile.Failure) {
      // Touching it first makes the file and shows whether it can be written.
      let writable = Result { () throws(HistoryFile.Failure) in try file.checkWritable() }
      let content = try file.read()
      entries = content.statements.suffix(limit)
      recorded = entries.count
      linesInFile = content.lines
      try writable.get()
      if linesInFile > limit { shorten(file) }
    } catch {
      turnOff(error)
    }
  }

  private func write(_ entry: String) {
    guard let file else { return }
    do throws(HistoryFile.Failure) {
      try file.append(entry)
      linesInFile += 1
      // Not at each entry beyond the limit: the whole file is written anew.
      if linesInFile > limit + limit / 10 + 8 { shorten(file) }
    } catch {
      turnOff(error)
    }
  }

  private func shorten(_ file: HistoryFile) {
    // A folder that takes no new file still takes entries; the next session tries again.
    linesInFile = (try? file.compact(limit: limit))?.count ?? 0
  }

  private func turnOff(_ failure: HistoryFile.Failure) {
    file = nil
    notice = "history is off: \(PlainText.cleanLine(failure.reason))"
  }
}
