// SPDX-License-Identifier: MIT

import Catalogue
package import CatalogueSources
import Glibc
import QueryEngine
import QuerySyntax
package import ResultRendering

/// What the process finds around it: variables of its environment and its terminal, read once.
package struct TerminalEnvironment: Sendable {
  /// Whether results are shown to a person.
  package var outputIsTerminal = false
  package var errorsAreTerminal = false
  package var inputIsTerminal = false
  /// The cells of a line of output.
  package var width = 80
  /// The lines that are seen at once.
  package var rows = 24
  /// How the terminal shows pictures, and the pixels of its cells where the system knows them.
  package var graphics = TerminalGraphics()
  package var cell: CellSize?
  package var colour = ColourWish.automatic
  /// Whether the terminal moves no cursor.
  package var isDumb = false
  /// Whether `CQ_OFFLINE` forbids to connect to servers.
  package var isOffline = false
  /// The program that shows long texts, which `PAGER` names.
  var pager: String?
  /// Whether the locale shows nothing but ASCII.
  package var isASCII = false
  /// Where the history is kept; nil when there is no home.
  package var historyPath: String?
  /// The folder of the kept replies of servers; nil when there is no home.
  package var cacheFolder: String?
  /// Files that the program keeps for itself, and what each is.
  var ownFiles: [(path: String, what: String)] {
    let cache = ResponseCache(in: cacheFolder).path
    let files = [
      (historyPath, "the history of the prompt"), (keys.path, "the file of keys"),
      (cache, "the cache of replies"),
    ]
    return files.compactMap { path, what in path.map { ($0, what) } }
  }

  /// Where is kept what somebody has done in lessons; nil when there is no home.
  var learnFolder: String? { historyPath.map { $0.dropLast("history".count) + "learn" } }

  /// The language of the locale; English where lessons are not told in that.
  var language: SpokenLanguage {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { Self.variable($0) }
    return names.first { !$0.isEmpty }.flatMap(SpokenLanguage.init(code:)) ?? .english
  }

  /// The program in which a person writes texts.
  var editor: String?
  /// Where the keys of services are.
  package var keys = KeyRing(file: nil) { _ in nil }
  /// Where the user's definitions of sources are; nil when there is no home.
  package var definitionFolder: String?
  /// Where the user's settings are.
  package var configuration = ConfigurationFile.nowhere
  /// The settings that variables decide, each with the variable that does.
  var given: [Setting: String] = [:]
  /// What a shell reads `~` as.
  package var homeFolder: String?

  package enum ColourWish: String, CaseIterable, Sendable {
    case automatic = "auto"
    case always
    case never
  }

  package init() {}

  /// Reads the environment and asks the system about the standard streams; asks the terminal
  /// nothing.
  package static func read() -> TerminalEnvironment {
    var found = TerminalEnvironment()
    found.inputIsTerminal = isatty(STDIN_FILENO) == 1
    found.outputIsTerminal = isatty(STDOUT_FILENO) == 1
    found.errorsAreTerminal = isatty(STDERR_FILENO) == 1
    found.width = width()
    found.rows = rows()
    found.cell = cell()
    found.graphics = TerminalGraphics(variable)
    found.isASCII = !usesUTF8()
    found.isDumb = variable("TERM") == "dumb"
    found.pager = variable("PAGER").flatMap { $0.isEmpty ? nil : $0 }
    found.editor = ["VISUAL", "EDITOR"].lazy.compactMap(variable).first { !$0.isEmpty }
    found.isOffline = variable("CQ_OFFLINE").map { !$0.isEmpty && $0 != "0" } ?? false
    found.historyPath = folder("XDG_STATE_HOME", inHome: ".local/state").map { $0 + "/history" }
    found.cacheFolder = folder("XDG_CACHE_HOME", inHome: ".cache")
    let settings = folder("XDG_CONFIG_HOME", inHome: ".config")
    found.keys = KeyRing(file: settings.map { $0 + "/keys" }, variable: variable)
    found.homeFolder = variable("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    found.definitionFolder = settings.map { $0 + "/sources" }
    found.configuration = ConfigurationFile(variable: variable("CQ_CONFIG"), folder: settings)
    if isSet("CQ_OFFLINE") { found.given[.offline] = "CQ_OFFLINE" }
    if found.isOffline { found.given[.live] = "CQ_OFFLINE" }
    if isSet("COLUMNS") { found.given[.width] = "COLUMNS" }
    let noColour = variable("NO_COLOR").map { !$0.isEmpty } ?? false
    if noColour || found.isDumb {
      found.colour = .never
    } else if let forced = variable("CLICOLOR_FORCE"), forced != "0" {
      found.colour = .always
    }
    return found
  }

  @Sendable private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Whether a variable is there and holds anything.
  static func isSet(_ name: String) -> Bool { variable(name).map { !$0.isEmpty } ?? false }

  /// The cells of a line, as they are now.
  static func width() -> Int {
    if let columns = variable("COLUMNS").flatMap({ Int($0) }), columns > 0 {
      return min(columns, 10_000)
    }
    let columns = windowSize().ws_col
    return columns > 0 ? Int(columns) : 80
  }

  /// The lines that are seen at once, as they are now.
  static func rows() -> Int {
    if let lines = variable("LINES").flatMap({ Int($0) }), lines > 0 { return min(lines, 10_000) }
    let rows = windowSize().ws_row
    return rows > 0 ? Int(rows) : 24
  }

  /// The pixels of a cell; most systems know, and say 0 where they do not.
  private static func cell() -> CellSize? {
    let size = windowSize()
    guard size.ws_row > 0, size.ws_col > 0, size.ws_xpixel >= size.ws_col,
      size.ws_ypixel >= size.ws_row
    else { return nil }
    return CellSize(
      width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
  }

  /// What the system knows of the terminal's size, zeros where that is nothing.
  private static func windowSize() -> winsize {
    var size = winsize()
    return unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? size : winsize()
  }

  /// What pictures depend on, where results are shown on a terminal.
  var pictureScreen: PictureScreen {
    var screen = PictureScreen()
    screen.graphics = graphics
    screen.isColoured = usesColour(onTerminal: true)
    screen.isASCII = isASCII
    screen.rows = rows
    screen.cell = cell
    return screen
  }

  /// The time in seconds since the start of 1970.
  @Sendable static func seconds() -> Int { time(nil) }

  /// The day that the calendar shows where the process runs.
  static func today() -> CalendarDate? {
    var now = time(nil)
    var parts = unsafe tm()
    guard unsafe localtime_r(&now, &parts) != nil else { return nil }
    return unsafe CalendarDate(
      year: Int(parts.tm_year) + 1_900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
  }

  private static func usesUTF8() -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variable($0) }
      .first { !$0.isEmpty }
    let name = (locale ?? "C").lowercased()
    return name.hasSuffix("utf-8") || name.hasSuffix("utf8")
  }

  /// The folder of this program below the one that a variable names, as the XDG base directory
  /// specification says; a relative path in the variable is ignored, as it says too.
  private static func folder(_ name: String, inHome usual: String) -> String? {
    if let base = variable(name), base.hasPrefix("/") { return base + "/cq" }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/\(usual)/cq"
  }

  func usesColour(onTerminal isTerminal: Bool) -> Bool {
    switch colour {
    case .always: true
    case .never: false
    case .automatic: isTerminal
    }
  }
}
