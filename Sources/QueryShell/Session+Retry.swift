import Diagnostics
import QueryEngine

/// A script that was run, and what it went on from.
struct Attempt {
  private let source: SourceText
  private let context: Binder.Context
  private let last: KeptResult?
  private let shownItem: String?

  init(of source: SourceText, in session: Session) {
    self.source = source
    context = session.context
    last = session.last
    shownItem = session.shownItem
  }

  /// Runs it as if it had not been run before.
  func repeated(in session: Session) -> ExitStatus {
    session.context = context
    session.last = last
    session.shownItem = shownItem
    return session.run(source)
  }
}

// `.retry`.
extension Session {
  /// Runs the last script again, and asks servers whatever is kept.
  func retry() {
    guard let attempt else {
      return note("there is no statement before this one to run again")
    }
    let again = { attempt.repeated(in: self) }
    if (network?.asking(again) ?? again()) == .interrupted { note("interrupted") }
  }
}
