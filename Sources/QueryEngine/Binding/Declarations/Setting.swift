// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax
import Workers

/// What `set` can change, by the names that the language gives them.
package enum Setting: String, CaseIterable, Sendable {
  /// Whose order of text is meant.
  case locale
  case offline
  /// Whether neither samples nor old copies are taken.
  case live
  /// How faults are told.
  case errors
  /// The format of results that name none.
  case format
  /// How many cells a line has.
  case width
  /// How many rows of a table are shown.
  case rows
  /// How the pictures of items are drawn.
  case pictures
  /// How many cells a picture is wide.
  case pictureSize = "picture.size"
  /// How the keys of the prompt work.
  case keys
  /// Whether the line at the prompt is painted, with colours, hints and menus.
  case overlay
  /// Whether a grey continuation stands behind what is typed.
  case hints
  /// Whether the rows of a line are counted while it is written.
  case preview
  /// Whether it is told why a result has no rows.
  case why
  /// Which statements the arrow up passes over.
  case historySkip = "history.skip"
  /// For which background the colours of the prompt are.
  case theme
  /// Whether it is told at the prompt how long each statement took.
  case timer
  /// Whether the prompt shows how each query is run, before it is.
  case plan
  /// Whether the prompt shows behind each result what the stages did.
  case steps
  /// What shows results and pages at the prompt that are larger than the window.
  case pager
  /// How many items are read of a list that a server gives page by page.
  case fetchLimit = "fetch.limit"
  /// How many single items a statement asks a server for.
  case fetchItems = "fetch.items"
  /// How much the rows may take that a statement holds.
  case memory
  /// On how many threads long lists are read.
  case workers
  /// How many times its size a compressed file may grow.
  case unpackRatio = "unpack.ratio"
  /// Whether columns of files stay that were read.
  case cacheColumns = "cache.columns"
  /// How much is kept of what a pipe gives.
  case pipeLimit = "pipe.limit"
  /// How much a statement puts aside that there is no room for in memory.
  case spillLimit = "spill.limit"
  /// How much is kept of readings of lists.
  case readingsLimit = "readings.limit"

  package var summary: String {
    switch self {
    case .locale: "whose order of text: \"sv\", \"de-u-co-phonebk\"; \"\" for that of no language"
    case .offline: "never connect to a server: true or false"
    case .live: "take neither samples nor old copies: true or false"
    case .errors: "how faults are told: full, short or json"
    case .format: "the format of results that name none, such as json"
    case .width: "how many cells a line has, from \(Self.widths.lowerBound)"
    case .rows: "how many rows of a table are shown"
    case .pictures: "how pictures are drawn: auto, blocks, kitty, sixel, iterm or off"
    case .pictureSize: "how many cells a picture is wide at most, and a card beside others at least"
    case .keys: "how the keys of the prompt work: emacs or vi"
    case .overlay: "whether the prompt has colours, hints and menus: on or off"
    case .hints: "whether a grey continuation stands behind what is typed: on or off"
    case .preview: "whether the rows of a line are counted while it is written: on or off"
    case .why: "whether it is told why a result has no rows: on or off"
    case .historySkip: "what the arrow up passes over: none, or failed statements"
    case .theme: "for which background the colours of the prompt are: auto, dark or light"
    case .timer: "whether it is told at the prompt how long each statement took: on or off"
    case .plan: "whether the prompt shows how each query is run, before it is: on or off"
    case .steps: "whether the prompt shows behind each result what the stages did: on or off"
    case .pager:
      "what shows at the prompt what is larger than the window: auto, off or a command"
    case .fetchLimit:
      "how many items of a list that a server gives page by page, at most "
        + "\(Self.fetchLimits.upperBound)"
    case .fetchItems: "how many items' own records a statement asks a server for"
    case .memory: "how much the rows may take that a statement holds: 2 GB, or a number of bytes"
    case .workers:
      "on how many threads long lists are read, at most \(Self.workerCounts.upperBound)"
    case .unpackRatio: "how many times its size a compressed file may grow"
    case .cacheColumns: "whether columns of files stay in memory that were read: on or off"
    case .pipeLimit: "how much is kept of what a pipe gives: 20 GB, or a number of bytes"
    case .spillLimit:
      "how much a statement puts aside on disk that `memory` has no room for: 20 GB, or a number "
        + "of bytes"
    case .readingsLimit:
      "how much is kept of readings of lists, compressed: 1 GB, or a number of bytes; 0 for none"
    }
  }

  package var example: String {
    switch self {
    case .locale: "set locale = \"sv\""
    case .offline: "set offline = true"
    case .live: "set live = true"
    case .errors: "set errors = full"
    case .format: "set format = json"
    case .width: "set width = 100"
    case .rows: "set rows = 20"
    case .pictures: "set pictures = blocks"
    case .pictureSize: "set picture.size = 20"
    case .keys: "set keys = vi"
    case .overlay: "set overlay = off"
    case .hints: "set hints = off"
    case .preview: "set preview = off"
    case .why: "set why = off"
    case .historySkip: "set history.skip = failed"
    case .theme: "set theme = light"
    case .timer: "set timer = on"
    case .plan: "set plan = on"
    case .steps: "set steps = on"
    case .pager: "set pager = off"
    case .fetchLimit: "set fetch.limit = 2000"
    case .fetchItems: "set fetch.items = 1000"
    case .memory: "set memory = 2 GB"
    case .workers: "set workers = 2"
    case .unpackRatio: "set unpack.ratio = 1000"
    case .cacheColumns: "set cache.columns = off"
    case .pipeLimit: "set pipe.limit = 20 GB"
    case .spillLimit: "set spill.limit = 20 GB"
    case .readingsLimit: "set readings.limit = 1 GB"
    }
  }

  /// Whether it counts while a script is bound, since files are read then.
  package var isOfReading: Bool { self == .unpackRatio || self == .pipeLimit }

  /// Whether it changes only how the prompt looks and works.
  package var isOfPrompt: Bool {
    switch self {
    case .keys, .overlay, .hints, .preview, .why, .historySkip, .theme, .timer, .plan, .steps,
      .pager:
      true
    default: false
    }
  }

  /// Whether it is on or off.
  package var isSwitch: Bool { self == .offline || self == .live }

  /// The words that it may be set to; empty for other kinds of values.
  package var choices: [String] {
    switch self {
    case .errors: ["full", "short", "json"]
    case .format: ResultFormat.ofRows.map(\.name)
    case .pictures: ["auto", "blocks", "kitty", "sixel", "iterm", "off"]
    case .keys: ["emacs", "vi"]
    case .overlay, .hints, .preview, .why, .timer, .plan, .steps, .cacheColumns: ["on", "off"]
    case .historySkip: ["none", "failed"]
    case .theme: ["auto", "dark", "light"]
    case .locale, .offline, .live, .width, .rows, .pictureSize, .fetchLimit, .fetchItems, .memory,
      .workers, .unpackRatio, .pipeLimit, .spillLimit, .readingsLimit, .pager:
      []
    }
  }

  /// The words that it may be set to, be there other values or not.
  package var words: [String] {
    if isSwitch { return [Keyword.true, .false].map(\.rawValue) }
    return self == .pager ? ["auto", "off"] : choices
  }

  /// What each may be set to: what it is where no `set` stands.
  package static let usualWord = "default"

  /// The value in its example, as it is written.
  package var exampleValue: String {
    example.split(separator: "= ", maxSplits: 1).last.map(String.init) ?? ""
  }

  private static let widths = 20...10_000
  private static let pictureSizes = 4...1_000
  private static let workerCounts = 1...WorkerCount.most
  private static let fetchLimits = 1...ScanRequest.maximumRecords

  /// The numbers that it can be set to, for memory those of bytes; nil for what is no number.
  private var range: ClosedRange<Int>? {
    switch self {
    case .width: Self.widths
    case .pictureSize: Self.pictureSizes
    case .fetchLimit: Self.fetchLimits
    case .rows, .fetchItems, .unpackRatio: 1...Int.max
    case .memory, .pipeLimit, .spillLimit: 1_000_000...Int.max
    case .readingsLimit: 0...Int.max
    case .workers: Self.workerCounts
    case .locale, .offline, .live, .errors, .format, .pictures, .keys, .overlay, .hints,
      .preview, .why, .historySkip, .theme, .timer, .plan, .steps, .cacheColumns, .pager:
      nil
    }
  }

  /// What it can be set to, in words.
  package var accepts: String {
    switch self {
    case .locale: "the name of a language, such as \"sv\""
    case .offline, .live: "true or false"
    case .pager: "auto, off, or a command in quotes"
    case .errors, .format, .pictures, .keys, .overlay, .hints, .preview, .why, .historySkip, .theme,
      .timer, .plan, .steps, .cacheColumns:
      choices.joined(separator: ", ")
    case .width, .rows, .pictureSize, .fetchItems, .fetchLimit, .workers, .unpackRatio:
      "a whole number from \(bounds { "\($0)" })"
    case .memory, .pipeLimit, .spillLimit: "an amount from \(bounds(ByteCount.words)), such as 2 GB"
    case .readingsLimit: "an amount, such as 1 GB, or 0"
    }
  }

  /// The ends of its range, in words; what every number is below is no end.
  private func bounds(_ words: (Int) -> String) -> String {
    guard let range else { return "" }
    let end = range.upperBound == Int.max ? "" : " to \(words(range.upperBound))"
    return words(range.lowerBound) + end
  }

  /// The value as it is kept; nil when it does not fit.
  func accepted(_ value: Value) -> Value? {
    switch (self, value) {
    case (.offline, .bool), (.live, .bool): return value
    case (.locale, .text(let text)): return (try? TextLocale(text)) == nil ? nil : value
    case (.errors, .text(let text)), (.format, .text(let text)),
      (.pictures, .text(let text)), (.keys, .text(let text)), (.overlay, .text(let text)),
      (.hints, .text(let text)), (.preview, .text(let text)), (.why, .text(let text)),
      (.historySkip, .text(let text)),
      (.theme, .text(let text)), (.timer, .text(let text)), (.plan, .text(let text)),
      (.steps, .text(let text)), (.cacheColumns, .text(let text)):
      let word = text.lowercased()
      return choices.contains(word) ? .text(word) : nil
    case (.pager, .text(let text)): return text.contains { !$0.isWhitespace } ? value : nil
    case (.memory, .text(let text)), (.pipeLimit, .text(let text)),
      (.spillLimit, .text(let text)), (.readingsLimit, .text(let text)):
      return ByteCount.bytes(text).flatMap { accepted(.number(Decimal($0))) }
    case (_, .number(let number)):
      return number.int.flatMap { range?.contains($0) } == true ? value : nil
    default: return nil
    }
  }
}
