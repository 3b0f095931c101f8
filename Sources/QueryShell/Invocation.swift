/// What the command line asks for.
package struct Invocation: Sendable {
  package enum Input: Sendable, Equatable {
    /// The prompt when standard input is a terminal, else the script on standard input.
    case prompt
    case query(String)
    case file(String)
    case standardInput
  }

  package var input = Input.prompt
  /// The name of the output format; nil for the usual one.
  package var format: String?
  /// Other places of the lists of built-in sources, by their names.
  package var places: [String: String] = [:]
  package var isOffline = false
  package var isStrict = false
  package var isQuiet = false
  package var isVerbose = false
  /// The name of the form of errors; nil for the usual one.
  package var errorStyle: String?
  package var colour: Surroundings.ColourWish?

  package init() {}
}
