// SPDX-License-Identifier: MIT

import Diagnostics
import Glibc
import ResultRendering

/// Reads the command line, does what it asks for and gives the exit status.
package enum CommandLineProgram {
  /// The words are those after the program's name, byte by byte as they were given.
  package static func run(words: [[UInt8]]) -> Int32 {
    let arguments = words.map { SystemText.text($0) }
    StandardDescriptors.reserve()
    CrashReport.install()
    // A file beyond the allowed size is then an error of its writing, as on a full disk.
    signal(SIGXFSZ, SIG_IGN)
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
    streams.show(text)
    return streams.finish(.success).rawValue
  }
}
