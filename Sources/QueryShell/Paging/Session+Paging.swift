// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import LineEditing
import QueryEngine
import ResultRendering

/// How results and pages are shown that are larger than the window.
enum PagerWish: Sendable, Equatable {
  /// By the program that `PAGER` names, else by our own.
  case automatic
  case off
  case command(String)

  init(_ word: String) {
    switch word {
    case "auto": self = .automatic
    case "off": self = .off
    default: self = .command(word)
    }
  }
}

/// What a window shows of pages; only a prompt has one.
struct PagingWindow: Sendable {
  /// The program that `PAGER` names.
  let command: String?
  let rows: @Sendable () -> Int
  let columns: @Sendable () -> Int
}

/// A page that is written as a whole.
struct HeldPage {
  var bytes: [UInt8] = []
  /// How many lines stay at the top.
  var head = 0
  /// Where the lines begin that stay below what is left behind.
  var footer: Int?
  /// Whether a pager shows it also where it is only wider than the window.
  var isWide = false
}

/// What is written of one result: held until it is known whether it fits into the window, or
/// written as it comes.
final class ShownPage {
  /// A page of more bytes goes past the pager.
  private static let mostBytes = 16 << 20

  private let session: Session
  private var held: HeldPage?

  /// Holds what is written where it is wanted and there is a pager.
  init(_ session: Session, holding page: HeldPage?) {
    self.session = session
    held = session.pages ? page : nil
    session.shownPage = self
  }

  func write(_ bytes: [UInt8]) {
    guard held != nil else { return session.output.write(bytes) }
    held?.bytes += bytes
    guard let page = held, page.bytes.count > Self.mostBytes else { return }
    held = nil
    session.output.write(page.bytes)
  }

  /// What comes now stands below the rows.
  func beginFooter() {
    let start = held?.bytes.count
    held?.footer = start
  }

  /// Shows what is held.
  func end() {
    guard let page = held else { return }
    held = nil
    if !page.bytes.isEmpty { session.show(page) }
  }
}

extension SessionSettings {
  /// The page that the rows of a pipeline are; nil where they are no lines of text.
  func page(of query: BoundQuery) -> HeldPage? {
    guard isInteractive, query.presentation.isShown, !drawsPictures(of: query),
      !format(of: query).isBinary
    else { return nil }
    return HeldPage(head: format(of: query) == .table ? 2 : 0, isWide: !options.fitsCells)
  }
}

// Showing what is larger than the window.
extension Session {
  /// Whether a page is shown by a pager where it does not fit.
  var pages: Bool { window != nil && settings.isInteractive && settings.pager != .off }

  /// Writes a page, by a pager where it does not fit into the window.
  func show(_ page: HeldPage) {
    defer { output.flush() }
    guard pages, let window else { return output.write(page.bytes) }
    let text = String(decoding: page.bytes, as: UTF8.self)
    let footer = page.footer.map { start in
      page.bytes[start...].count { $0 == UInt8(ascii: "\n") }
    }
    let paged = PagedText(text, head: page.head, footer: footer ?? 0)
    let (rows, columns) = (window.rows(), window.columns())
    let isWider = page.isWide && paged.isWider(than: columns)
    if paged.fits(rows: rows, columns: columns), !isWider { return output.write(page.bytes) }
    if let command = pagerCommand(window) {
      output.flush()
      switch ExternalPager(command: command).show(page.bytes) {
      case .status(0): return
      case .status(let status):
        return note("the pager `\(command)` ended with status \(status)\(way)")
      case .signal(let signal):
        return note("the pager `\(command)` was ended by signal \(signal)\(way)")
      case .notFound: break
      }
      showBuiltIn(page, paged, window)
      output.flush()
      // Before it nobody would see it.
      return note("`\(command)` cannot be run, so the pager that is built in was used")
    }
    showBuiltIn(page, paged, window)
  }

  private var way: String { "; with `set pager = off` pages are shown without one" }

  private func showBuiltIn(_ page: HeldPage, _ paged: PagedText, _ window: PagingWindow) {
    guard browse(paged, window) else { return output.write(page.bytes) }
    output.write(paged.rest(columns: window.columns()))
  }

  /// What is wrong with a pager that a script chooses: what a person runs starts no program.
  func pagerFault(
    _ setting: Setting, _ value: Value, _ range: ScriptRange, in source: ScriptText
  ) -> Diagnostic? {
    guard setting == .pager, case .text(let word) = value, case .command = PagerWish(word),
      !TypedCommand.hasTyped(source)
    else { return nil }
    return Diagnostic(
      .badOptionValue, "a script chooses no program that is run", at: .init(range),
      remarks: [.help("type it at the prompt, or write it into the file of settings")], in: source)
  }

  private func pagerCommand(_ window: PagingWindow) -> String? {
    switch settings.pager {
    case .automatic: window.command
    case .off: nil
    case .command(let command): command
    }
  }

  /// Shows a text in our own pager until it is left; false where there is no terminal.
  private func browse(_ text: PagedText, _ window: PagingWindow) -> Bool {
    guard let screen = FullScreen() else { return false }
    output.flush()
    var pager = Pager(
      text, rows: window.rows(), columns: window.columns(),
      style: TextStyle(isOn: settings.options.colour), ascii: settings.options.ascii)
    screen.enter()
    defer { screen.leave() }
    while true {
      screen.show(pager.frame)
      switch screen.next() {
      case .end: return true
      case .signal: pager.resize(rows: window.rows(), columns: window.columns())
      case .key(let key):
        switch pager.take(key) {
        case .stay: break
        case .leave: return true
        case .suspend: screen.suspend()
        }
      }
    }
  }
}
