// SPDX-License-Identifier: MIT

import Diagnostics
import ResultRendering

/// Reads the command line, does what it asks for and gives the exit status.
package enum CommandLineProgram {
  package static func run(_ arguments: [String]) -> Int32 {
    StandardDescriptors.reserve()
    CrashReport.install()
    do throws(UsageError) {
      switch try CommandLineReading.read(arguments) {
      case .help(nil): return show(UsagePage.program)
      case .help(let command?): return show(UsagePage.page(of: command))
      case .version: return show("cq \(Product.version)\n")
      case .perform(let command, let invocation):
        return try command.action(invocation, StandardStreams(invocation)).rawValue
      }
    } catch {
      var invocation = Invocation()
      invocation.errorStyle = CommandLineReading.errorStyle(in: arguments)
      let streams = StandardStreams(invocation)
      streams.report(error.diagnostic(isShort: streams.settings.errorStyle == .short))
      return ExitStatus.usage.rawValue
    }
  }

  /// Writes a text such as the help; gives the exit status.
  private static func show(_ text: String) -> Int32 {
    let streams = StandardStreams(Invocation())
    streams.output.write(text)
    return streams.finish(.success).rawValue
  }
}
