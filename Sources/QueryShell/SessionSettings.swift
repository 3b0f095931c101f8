package import CatalogueSources
import QueryEngine
package import ResultRendering

/// How a session reads and shows.
package struct SessionSettings: Sendable {
  package var format: OutputFormat
  package var options: RenderOptions
  package var errorStyle: DiagnosticStyle
  package var errorColour: Bool
  /// Whether nothing is fetched from a server.
  package var isOffline = false
  /// Whether a person types each statement and sees each result.
  package var isInteractive = false
  /// Whether results are kept for scripts to come, as at the prompt.
  package var keepsResults = false
  /// Whether notes that are no errors are left out.
  package var isQuiet = false
  /// Whether also what was left out without harm is told.
  package var isVerbose = false
  package var sources = SourceRegistry.Options()

  /// The format of one result: the one that its pipeline asks for, else the session's.
  func format(of plan: LogicalPlan) -> OutputFormat {
    plan.format.flatMap(OutputFormat.init(rawValue:)) ?? format
  }

  package init(_ invocation: Invocation, _ surroundings: Surroundings) {
    var surroundings = surroundings
    surroundings.colour = invocation.colour ?? surroundings.colour
    let toTerminal = surroundings.outputIsTerminal
    format =
      invocation.format.flatMap(OutputFormat.init(rawValue:)) ?? (toTerminal ? .table : .tsv)
    options = RenderOptions(
      width: surroundings.width, colour: surroundings.usesColour(onTerminal: toTerminal),
      sanitise: toTerminal, ascii: toTerminal && surroundings.isASCII,
      maximumRows: toTerminal ? 1_000 : nil)
    errorStyle =
      invocation.errorStyle.flatMap(DiagnosticStyle.init(rawValue:))
      ?? (surroundings.errorsAreTerminal ? .full : .short)
    errorColour = surroundings.usesColour(onTerminal: surroundings.errorsAreTerminal)
    isOffline = invocation.isOffline
    isQuiet = invocation.isQuiet
    isVerbose = invocation.isVerbose
    sources.places = invocation.places
    sources.isStrict = invocation.isStrict
  }
}
