import Catalogue
package import CatalogueSources
import Glibc

/// What the process finds around it: variables of its environment and its terminal, read once.
package struct Surroundings: Sendable {
  /// Whether results are shown to a person.
  package var outputIsTerminal = false
  package var errorsAreTerminal = false
  package var inputIsTerminal = false
  /// The cells of a line of output.
  package var width = 80
  package var colour = ColourWish.automatic
  /// Whether the locale shows nothing but ASCII.
  package var isASCII = false
  /// Where the history is kept; nil when there is no home.
  package var historyPath: String?
  /// The folder of the kept replies of servers; nil when there is no home.
  package var cacheFolder: String?
  /// Where the keys of services are.
  package var keys = KeyRing(file: nil) { _ in nil }

  package enum ColourWish: String, CaseIterable, Sendable {
    case automatic = "auto"
    case always
    case never
  }

  package init() {}

  /// Reads the environment and asks the system about the standard streams; asks the terminal
  /// nothing.
  package static func read() -> Surroundings {
    var found = Surroundings()
    found.inputIsTerminal = isatty(STDIN_FILENO) == 1
    found.outputIsTerminal = isatty(STDOUT_FILENO) == 1
    found.errorsAreTerminal = isatty(STDERR_FILENO) == 1
    found.width = width()
    found.isASCII = !usesUTF8()
    found.historyPath = folder("XDG_STATE_HOME", inHome: ".local/state").map { $0 + "/history" }
    found.cacheFolder = folder("XDG_CACHE_HOME", inHome: ".cache")
    let keyFile = folder("XDG_CONFIG_HOME", inHome: ".config").map { $0 + "/keys" }
    found.keys = KeyRing(file: keyFile, variable: variable)
    let noColour = variable("NO_COLOR").map { !$0.isEmpty } ?? false
    if noColour || variable("TERM") == "dumb" {
      found.colour = .never
    } else if let forced = variable("CLICOLOR_FORCE"), forced != "0" {
      found.colour = .always
    }
    return found
  }

  @Sendable private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// The cells of a line, as they are now.
  static func width() -> Int {
    if let columns = variable("COLUMNS").flatMap({ Int($0) }), columns > 0 {
      return min(columns, 10_000)
    }
    var size = winsize()
    let known = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    return known && size.ws_col > 0 ? Int(size.ws_col) : 80
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
