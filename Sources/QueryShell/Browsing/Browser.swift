// SPDX-License-Identifier: MIT

import Catalogue
import LineEditing
import QueryEngine
import QuerySyntax
import ResultRendering

/// What a person sees of a result while keys write the query further, without a terminal.
///
/// A key that writes gives the query that is to run; what comes of it is taken by ``show(_:)``.
struct Browser {
  /// What becomes of a key.
  enum Step: Equatable {
    case stay, suspend
    case work(Work)
    /// A text for the clipboard.
    case copy(String)
    /// The end, with the line for the prompt.
    case leave(String?)
  }

  /// What may take long.
  enum Work: Equatable {
    /// The rows of another query.
    case run(BrowserQuery)
    /// Another statement, which shows one item or those that it names.
    case ask(String)
    /// The next row that holds what is sought, from so many rows on.
    case find(by: Int)
    /// The rows that have the value of the present cell.
    case markSame
  }

  /// What is being typed, and what for.
  struct Typing {
    enum Purpose { case find, row, column, holding, limit, save }

    let purpose: Purpose
    var text = ""
  }

  private(set) var views: [BrowserView]
  /// Which of them is seen; those behind it were taken back.
  private(set) var position = 0
  let options: RenderOptions
  /// Those of the query.
  let colours: PaintColours
  let prompt: String
  var rows: Int
  var columns: Int
  var seat = BrowserView.Seat()
  var top = 0
  /// The first cell that is seen of lines that are no rows.
  var sideways = 0
  var window: TableWindow
  var typing: Typing?
  var sought = ""
  /// Told until the next key.
  var message = ""
  /// Lines that are seen over the table, until a key comes that does not scroll them.
  var overlay: [String]?

  /// No more values are held for what can be taken back.
  private static let mostCells = ResultHistory.maximumCells

  init(
    _ view: BrowserView, prompt: String, rows: Int, columns: Int, _ options: RenderOptions,
    _ colours: PaintColours
  ) {
    views = [view]
    self.colours = colours
    self.prompt = prompt
    self.rows = rows
    self.columns = columns
    self.options = options
    window = TableWindow([], options)
    begin()
  }

  var view: BrowserView { views[position] }

  var row: Int {
    get { seat.row }
    set { seat.row = newValue }
  }

  var place: Int {
    get { seat.place }
    set { seat.place = newValue }
  }

  /// The rows that are there already from which a query goes on the shortest way, and what is to be
  /// run over them.
  func base(of query: BrowserQuery) -> (rows: KeptResult, text: String) {
    let found = views.prefix(position + 1).filter { $0.table != nil }
      .compactMap { view in query.text(over: view.query).map { (view, $0) } }
      .max { $0.0.query.stages.count < $1.0.query.stages.count }
    guard let (view, text) = found else {
      let whole = query.text(over: BrowserQuery(head: query.head))
      return (self.view.head, whole ?? "from it")
    }
    return (view.result, text)
  }

  /// Shows what came of a query.
  mutating func show(_ view: BrowserView) {
    let labels = self.view.table?.columns.map(\.label) ?? []
    keepSeat()
    views = Array(views.prefix(position + 1)) + [view]
    position += 1
    while views.reduce(0, { $0 + $1.cells }) > Self.mostCells, position > 1 {
      views.remove(at: 1)
      position -= 1
    }
    let before = seat
    begin()
    guard let found = view.table?.columns.map(\.label) else { return }
    let column = labels.indices.contains(before.place) ? labels[before.place] : nil
    place = found.firstIndex { $0 == column } ?? max(0, min(before.place, found.count - 1))
    if found.starts(with: labels.prefix(before.frozen)) { seat.frozen = before.frozen }
  }

  mutating func tell(_ words: String) { message = words }

  /// The window has another size.
  mutating func resize(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
  }

  private mutating func keepSeat() {
    views[position].seat = seat
  }

  /// Begins with a view, or goes on with it.
  private mutating func begin() {
    seat = view.seat
    show(lines: nil)
    guard let table = view.table else { return }
    window = TableWindow(table.columns.map { ResultColumn($0.label, $0.type) }, options)
    for part in table.rows(0..<min(table.count, Self.measured)) { window.measure(part) }
  }

  /// Shows lines over the rows, or the rows again.
  mutating func show(lines: [String]?) {
    overlay = lines
    (top, sideways) = (0, 0)
  }

  /// So many rows tell at first how wide the columns are.
  private static let measured = 200

  /// The cell at which a key is pressed; nil where there is none.
  var cell: BrowserCell? { view.table?.cell(row: row, place: place) }

  mutating func take(_ key: Key) -> Step {
    message = ""
    if typing != nil { return type(key) }
    if case .control(0x1A) = key { return .suspend }
    if overlay != nil || view.table == nil, scrolls(key) { return .stay }
    if overlay != nil {
      show(lines: nil)
      if BrowserKey(key) != .abandon { return .stay }
    }
    guard let known = BrowserKey(key) else {
      move(key)
      return .stay
    }
    switch known {
    case .leave: return .leave(line.isEmpty ? nil : line)
    case .abandon: return .leave(nil)
    case .undo: goBack()
    case .redo: goForward()
    case .keys:
      let page = WrappedPage.of(BrowserKey.page(ascii: options.ascii), to: columns - 1)
      show(lines: page.split(separator: "\n").map(String.init))
    default: return view.table == nil ? ofPage(known) : write(known)
    }
    return .stay
  }

  /// The line for the prompt.
  var line: String { view.query.text }

  private mutating func goBack() {
    guard position > 0 else { return message = "nothing was written yet" }
    keepSeat()
    position -= 1
    begin()
  }

  private mutating func goForward() {
    guard position + 1 < views.count else { return message = "nothing was taken back" }
    keepSeat()
    position += 1
    begin()
  }

  /// What a key does that asks for the items that another one names.
  func asked(_ relation: BrowserKey, of item: String) -> Step {
    .work(.ask("\(relation == .related ? "related" : "accessories") \(Self.written(item))"))
  }

  private mutating func ofPage(_ key: BrowserKey) -> Step {
    switch key {
    case .related, .accessories:
      if let item = view.item { return asked(key, of: item) }
    default: break
    }
    message = "u goes back to the rows"
    return .stay
  }
}
