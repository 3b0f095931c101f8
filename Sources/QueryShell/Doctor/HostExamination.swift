// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import QueryEngine
import ResultRendering

/// `cq doctor`: what the program finds around it, for whoever is asked why something does not work.
struct HostExamination {
  private let environment: TerminalEnvironment
  private let settings: SessionSettings
  private let sources: SourceRegistry

  init(_ streams: StandardStreams, _ sources: SourceRegistry) {
    environment = streams.environment
    settings = streams.settings
    self.sources = sources
  }

  /// Part, item and state.
  var rows: [[String]] {
    [["version", "cq", Product.version]] + libraries + paths + terminal + variables
  }

  private var libraries: [[String]] {
    let carrier = CurlTransport.isInstalled
    let collation = (try? TextLocale("sv")) != nil
    let found =
      [("libcurl", carrier), ("ICU", collation)]
      + PictureLibrary.allCases.map { ($0.rawValue, $0.isInstalled) }
    return found.map { ["library", $0.0, $0.1 ? "found" : "missing"] }
  }

  private var paths: [[String]] {
    let history = environment.historyPath
    let cache = ResponseCache(in: environment.cacheFolder)
    let keys = environment.keys
    return [
      ["path", "history", described(history, FileAtPath(history).isThere ? nil : "none yet")],
      ["path", "copies", described(cache.path, kept(cache))],
      ["path", "keys", described(keys.path, keys.stateOfFile)],
      ["path", "settings", stateOfSettings],
      [
        "path", "definitions",
        described(
          environment.definitionFolder,
          FileAtPath(environment.definitionFolder).isThere ? nil : "none"),
      ],
    ]
  }

  private var stateOfSettings: String {
    let file = environment.configuration
    if file == .turnedOff { return "none: CQ_CONFIG names no file" }
    do throws(UnreadableScript) {
      guard let source = try file.read(noting: sources.watch.files) else {
        return described(file.path, "none")
      }
      let found = UserConfiguration(source, in: Binder.Context(), sources: sources)
      let wrong = found.faults.count
      let faults = wrong == 0 ? "" : ", \(wrong) \(wrong == 1 ? "mistake" : "mistakes")"
      let count = found.actions.count
      return described(file.path, "\(count) \(count == 1 ? "statement" : "statements")\(faults)")
    } catch {
      return described(file.path, "cannot be read")
    }
  }

  private func described(_ path: String?, _ state: String?) -> String {
    guard let path else { return "nowhere: HOME is not set" }
    return state.map { "\(path) (\($0))" } ?? path
  }

  private func kept(_ cache: ResponseCache) -> String {
    guard cache.isThere else { return cache.told ?? "none yet" }
    guard let entries = cache.entries(now: TerminalEnvironment.seconds()) else {
      return cache.told ?? "cannot be read"
    }
    let size = ByteCount.words(entries.reduce(0) { $0 + $1.size })
    return "\(entries.count) \(entries.count == 1 ? "reply" : "replies"), \(size)"
  }

  private var terminal: [[String]] {
    let isTerminal = environment.outputIsTerminal
    let colour = environment.usesColour(onTerminal: isTerminal)
    return [
      [
        "terminal", "output",
        isTerminal
          ? "a terminal of \(environment.width) by \(environment.rows) cells" : "no terminal",
      ],
      ["terminal", "colour", colour ? "yes" : "no"],
      ["terminal", "characters", environment.isASCII ? "ASCII" : "UTF-8"],
      ["terminal", "pictures", environment.graphics.words],
    ]
  }

  private static let variableNames = [
    "HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "CQ_CONFIG", "CQ_OFFLINE",
    "TERM", "COLORTERM", "NO_COLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES", "LC_ALL", "LC_CTYPE",
    "LANG", "http_proxy", "https_proxy", "all_proxy", "no_proxy",
  ]

  /// Whether each is set; what it holds may be a secret.
  private var variables: [[String]] {
    (Self.variableNames + sources.keyVariables).map {
      ["variable", $0, TerminalEnvironment.isSet($0) ? "set" : "not set"]
    }
  }
}

extension TerminalGraphics {
  /// How pictures are drawn where they are.
  fileprivate var words: String {
    switch method {
    case .kitty: "the graphics of kitty"
    case .sixel: "sixel"
    case .iterm: "the graphics of iTerm2"
    case .blocks, nil:
      switch colours {
      case .all: "blocks in all colours"
      case .indexed256: "blocks in 256 colours"
      case .indexed16: "blocks in 16 colours"
      }
    }
  }
}
