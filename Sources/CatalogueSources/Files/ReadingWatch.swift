// SPDX-License-Identifier: MIT

package import Workers

/// How far the reading of a file is.
package struct ReadingProgress: Sendable, Equatable {
  package enum Work: Sendable {
    /// Bytes come from the disk or through a pipe.
    case reading
    /// The bytes are searched for records.
    case searching
    /// The records are searched for fields.
    case typing
  }

  /// What the file is called.
  package let name: String
  package let work: Work
  /// How many bytes, or of `typing` records, are done.
  package let done: Int
  /// Of how many; nil where nobody knows.
  package let total: Int?

  package init(name: String, work: Work, done: Int, of total: Int?) {
    self.name = name
    self.work = work
    self.done = done
    self.total = total
  }
}

/// Who waits for a file to be read: is told how far that is, may end it, and says on how many
/// threads it is read, in which windows, and how much it may grow.
package struct ReadingWatch: Sendable {
  package let workers = WorkerCount()
  package var growth = GrowthLimit()
  package var windows = WindowSizes()
  /// What was read of files.
  package let columns = ColumnCache()
  package var pipes = PipeStore()
  /// What stands in the place of the files of the disk; nil where these are read.
  package var shelf: (any FileShelf)?
  /// The files that were opened by their names.
  package let files: NotedFiles
  package var isCancelled: @Sendable () -> Bool
  package var tell: @Sendable (ReadingProgress) -> Void

  /// One that notes the files that it watches where others ask for them.
  package init(
    noting files: NotedFiles, isCancelled: @escaping @Sendable () -> Bool = { false },
    tell: @escaping @Sendable (ReadingProgress) -> Void = { _ in }
  ) {
    self.files = files
    self.isCancelled = isCancelled
    self.tell = tell
  }

  /// One that only notes the files: they are short, and are read to their end.
  package var quiet: ReadingWatch {
    var watch = ReadingWatch(noting: files)
    watch.shelf = shelf
    return watch
  }

  /// One of what nobody waits for, and of which nobody asks whether it was read: what is no file,
  /// or is none that a user names.
  package static var unwatched: ReadingWatch { ReadingWatch(noting: NotedFiles()) }
}
