// SPDX-License-Identifier: MIT

import Catalogue
package import CatalogueSources
package import LineEditing
package import QueryEngine
import QuerySyntax
package import ResultRendering

/// How a session reads and shows.
@dynamicMemberLookup
package struct SessionSettings: Sendable {
  /// What the command line has decided, and what a `set` has made of it since.
  package var run: RunOptions
  /// Who waits for files to be read.
  var watch: ReadingWatch
  package var format: OutputFormat
  package var options: RenderOptions
  package var errorStyle: DiagnosticStyle
  package var errorColour: Bool
  /// Whether messages keep to ASCII.
  let errorsAreASCII: Bool
  /// Whether the cells of a line are those that a `set` has chosen.
  var hasOwnWidth = false
  /// Whether a person types each statement and sees each result.
  package var isInteractive = false
  /// Whether results are kept for scripts to come, as at the prompt.
  package var keepsResults = false
  package var pictures = PictureSettings()
  /// How the keys of the prompt work; nil where the user's settings of libedit say so.
  package var keys: KeyStyle?
  /// How the line of the prompt is shown.
  package var appearance = Appearance()
  /// What shows pages that are larger than the window.
  var pager = PagerWish.automatic
  /// The form in which the last result is shown again, whatever it asks for; nil for its own.
  var formAgain: OutputFormat?
  /// How many items are read of a list that a server gives page by page.
  var fetchLimit = ListCursor.usualRecords
  /// On how many threads long lists are read; nil for as many as there are processors.
  var workers: Int?
  /// How many items' own records a statement asks a server for.
  var fetchItems = FetchSession.usualItems
  /// How many bytes the rows may take that a statement holds; nil for the usual share.
  var memory: Int?
  /// How many bytes of rows a statement puts aside on disk.
  var spillBytes = SpillFile.usualLimit
  /// How many bytes of readings of lists are kept.
  var readingBytes = KeptReading.usualBytes
  /// Whether columns of files stay that were read.
  var keepsColumns = true
  /// Whose order of text is meant.
  var locale = TextLocale.root
  /// How ↑ goes through what was entered before.
  var skipsFailed = false
  /// What is told at the prompt besides results.
  var told = ToldBeside()
  /// What the command line or the environment decides, over the file of a person's settings, each
  /// with the option or the variable.
  package var given: [Setting: String] = [:]
  /// Where each setting was made that has been since the start.
  var origins: [Setting: String] = [:]

  /// How many rows of a result are shown on a terminal.
  static let maximumRows = 1_000

  /// What becomes of one result: what its pipeline asks for, else the session's format.
  func format(of query: BoundQuery) -> OutputFormat {
    let asked = query.presentation.format.map { asked in
      guard let known = OutputFormat.named(asked.name) else {
        preconditionFailure("the language has a format that nothing writes: \(asked.name)")
      }
      return known
    }
    let format = formAgain ?? asked ?? format
    let isCard = query.relation.isCard || (asked == nil && query.relation.isOfCategories && canDraw)
    return isCard && format == .table ? .card : format
  }

  /// Whether a picture is shown with what a pipeline gives.
  func showsPicture(of query: BoundQuery) -> Bool {
    pictures.areShown && query.relation.isCard && query.presentation.target == nil
      && format(of: query) == .card
  }

  /// How the picture of what a pipeline shows is drawn, which may say so itself.
  func pictures(of query: BoundQuery) -> PictureSettings {
    var pictures = pictures
    pictures.size = query.presentation.pictureSize ?? pictures.size
    return pictures
  }

  /// Whether each card of what a pipeline gives has its picture, or is told of it.
  func showsPictures(of query: BoundQuery) -> Bool {
    pictures.areShown && !query.relation.isCard && query.presentation.isShown
      && format(of: query) == .card && query.scope.hasPictures
      && query.relation.source.map { $0.pictures != nil } ?? true
  }

  /// Whether what a pipeline gives waits for pictures, of one card or of each.
  func drawsPictures(of query: BoundQuery) -> Bool {
    showsPicture(of: query) || showsPictures(of: query)
  }

  /// Whether pictures are drawn, and not only told of.
  private var canDraw: Bool { pictures.frame(in: cardGrid) != nil }

  /// How cards stand side by side.
  var cardGrid: CardGrid {
    var options = options
    options.cardWidth = pictures.size
    return options.grid
  }

  package init(
    _ invocation: Invocation, _ environment: TerminalEnvironment, watch: ReadingWatch
  ) {
    self.watch = watch
    var environment = environment
    environment.colour = invocation.colour ?? environment.colour
    let toTerminal = environment.outputIsTerminal
    format =
      invocation.format.flatMap(OutputFormat.named) ?? (toTerminal ? .table : .tsv)
    options = RenderOptions(
      width: environment.width, colour: environment.usesColour(onTerminal: toTerminal),
      sanitise: toTerminal, ascii: toTerminal && environment.isASCII,
      maximumRows: toTerminal ? Self.maximumRows : nil)
    errorsAreASCII = environment.isASCII && (environment.errorsAreTerminal || toTerminal)
    if options.ascii || errorsAreASCII { options.lostLetters = LostLetters() }
    errorStyle =
      invocation.errorStyle.flatMap(DiagnosticStyle.init(rawValue:))
      ?? (environment.errorsAreTerminal ? .full : .short)
    errorColour = environment.usesColour(onTerminal: environment.errorsAreTerminal)
    if toTerminal { pictures.screen = environment.pictureScreen }
    run = invocation.run
    run.isOffline = run.isOffline || environment.isOffline
    run.sources.definitionFolder = environment.definitionFolder
    run.sources.checkDefinition = DerivationCheck.faults(in:_:in:unless:)
    run.sources.homeFolder = environment.homeFolder
    given = environment.given.merging(invocation.given) { $1 }
  }

  /// What is decided for whatever runs.
  package subscript<Value>(dynamicMember path: WritableKeyPath<RunOptions, Value>) -> Value {
    get { run[keyPath: path] }
    set { run[keyPath: path] = newValue }
  }

  /// Whether files are those of a pack, so that nothing else is read and nothing is written.
  var isPacked: Bool { watch.shelf != nil }

  /// When servers are asked.
  package var fetchMode: FetchMode { run.isOffline ? .offline : run.refreshes ? .refresh : .live }

  /// Whether only live data is wanted where no server may be asked.
  var isContradictory: Bool { run.isLive && run.isOffline }

  /// What is asked of where rows come from. What is promised offline is a sample or a copy.
  var demand: ProvenanceDemand {
    let isStrict = run.sources.isStrict
    return ProvenanceDemand(isCurrent: run.isLive || isStrict && !run.isOffline, isWhole: isStrict)
  }

  /// Whether the rows of a pipeline may be refused after the first has come, for where they come
  /// from or for what is missing. Those of a file have been read before.
  func judges(_ query: BoundQuery) -> Bool {
    (demand.isCurrent || demand.isWhole) && query.relation.source?.isLocal != true
  }

  /// The settings for a result that goes into a file: exact bytes, whole cells, and nothing
  /// for a terminal.
  var forFiles: SessionSettings {
    var settings = self
    settings.options = RenderOptions(width: options.width)
    settings.options.fitsCells = false
    settings.options.cardsStandAlone = true
    settings.isInteractive = false
    return settings
  }

  /// The settings of results that are figures of a page.
  var forPages: SessionSettings {
    var settings = forFiles
    settings.format = .table
    settings.options.isFigure = true
    settings.options.maximumRows = Self.maximumRows
    settings.keepsResults = true
    settings.errorColour = false
    return settings
  }

  /// Does what a `set` statement asks for; the value has been checked.
  mutating func apply(_ setting: Setting, _ value: Value) {
    switch (setting, value) {
    case (.locale, .text(let name)): locale = (try? TextLocale(name)) ?? locale
    case (.offline, .bool(let bit)): run.isOffline = bit
    case (.live, .bool(let bit)): run.isLive = bit
    case (.errors, .text(let word)): errorStyle = DiagnosticStyle(rawValue: word) ?? errorStyle
    case (.format, .text(let word)): format = OutputFormat.named(word) ?? format
    case (.width, .number(let number)):
      options.width = number.int ?? options.width
      hasOwnWidth = true
    case (.rows, .number(let number)): options.maximumRows = number.int
    case (.fetchLimit, .number(let number)): fetchLimit = number.int ?? fetchLimit
    case (.fetchItems, .number(let number)): fetchItems = number.int ?? fetchItems
    case (.pictures, .text(let word)):
      pictures.wish = PictureSettings.Wish(rawValue: word) ?? pictures.wish
    case (.pictureSize, .number(let number)): pictures.size = number.int
    case (.keys, .text(let word)): keys = KeyStyle(rawValue: word) ?? keys
    case (.overlay, .text(let word)): appearance.isPainted = word == "on"
    case (.hints, .text(let word)): appearance.hasHints = word == "on"
    case (.preview, .text(let word)): appearance.hasPreview = word == "on"
    case (.why, .text(let word)): told.why = word == "on"
    case (.historySkip, .text(let word)): skipsFailed = word == "failed"
    case (.theme, .text(let word)): appearance.theme = PaintTheme(rawValue: word) ?? .auto
    case (.timer, .text(let word)): told.time = word == "on"
    case (.plan, .text(let word)): told.plan = word == "on"
    case (.steps, .text(let word)): told.steps = word == "on"
    case (.pager, .text(let word)): pager = PagerWish(word)
    case (.memory, .number(let number)): memory = number.int ?? memory
    case (.workers, .number(let number)): workers = number.int ?? workers
    case (.unpackRatio, .number(let number)):
      run.sources.unpackRatio = number.int ?? run.sources.unpackRatio
    case (.cacheColumns, .text(let word)): keepsColumns = word == "on"
    case (.pipeLimit, .number(let number)):
      run.sources.pipeBytes = number.int ?? run.sources.pipeBytes
    case (.spillLimit, .number(let number)): spillBytes = number.int ?? spillBytes
    case (.readingsLimit, .number(let number)): readingBytes = number.int ?? readingBytes
    case (.locale, _), (.offline, _), (.live, _), (.errors, _), (.format, _), (.width, _),
      (.rows, _), (.pictures, _), (.pictureSize, _), (.keys, _), (.fetchLimit, _),
      (.fetchItems, _), (.memory, _), (.workers, _), (.unpackRatio, _), (.cacheColumns, _),
      (.pipeLimit, _), (.spillLimit, _), (.readingsLimit, _), (.pager, _), (.overlay, _),
      (.hints, _), (.preview, _), (.why, _), (.historySkip, _), (.theme, _), (.timer, _),
      (.plan, _),
      (.steps, _):
      break
    }
  }
}
