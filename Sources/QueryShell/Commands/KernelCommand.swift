// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Glibc
import LineEditing

extension Command {
  static let kernel = Command(
    name: "kernel", form: "[install]", summary: "answer a notebook in lines of JSON",
    detail: """
      Each line of standard input is an object with `do` (run, complete, check), `text` and, to
      complete, `cursor`; each line of the output is the reply. Results are HTML that fetches and
      runs nothing. With `install` Jupyter learns of cq; its package is in Integrations/jupyter.
      """,
    takesPaths: false,
    options: Option.reading + [.live, .strict, .salvage, .offline]
  ) { (invocation, streams) throws(UsageError) in
    switch invocation.operands {
    case []: return streams.finish(serve(streams))
    case ["install"]: return install(streams)
    default:
      throw UsageError(message: "`cq kernel` takes `install` or nothing", help: "cq kernel install")
    }
  }

  private static func serve(_ streams: StandardStreams) -> ExitStatus {
    Interruption.watch(once: false)
    let network = NetworkAccess.real(streams)
    var settings = KernelSession.settings(streams.settings)
    settings.sources.network = network.store
    let session = Session(
      settings, network: network, output: OutputStream(), errors: OutputStream(),
      calendar: TerminalEnvironment.today, clock: Shell.now,
      isCancelled: { Interruption.isRequested }, forgetCancelling: Interruption.clear)
    defer { network.finish() }
    let kernel = KernelSession(session)
    var reader = PlainLineReader()
    while true {
      switch reader.next() {
      case .line(let line):
        Interruption.clear()
        streams.output.write(kernel.reply(to: line) + "\n")
        streams.output.flush()
        if streams.output.error != nil { return .output }
      case .interrupted: continue
      case .endOfInput: return .success
      }
    }
  }

  /// Starts the package, or says that it is not there.
  private static let start = """
    import importlib.util, runpy, sys
    if importlib.util.find_spec("cq_kernel") is None:
        print("error[CQ0002]: python3 has no package cq_kernel; `pip install Integrations/jupyter` "
              "in the sources of cq installs it", file=sys.stderr)
        sys.exit(2)
    runpy.run_module("cq_kernel.install", run_name="__main__", alter_sys=True)
    """

  /// Hands over to the package of Python, which knows where Jupyter looks for kernels.
  private static func install(_ streams: StandardStreams) -> ExitStatus {
    let program = SystemFiles.resolved("/proc/self/exe") ?? "cq"
    let words = ["python3", "-c", start, program]
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    unsafe execvp("python3", &arguments)
    return streams.fail(
      Diagnostic(
        .badOptionValue, "python3 cannot be started",
        remarks: [.help("pip install Integrations/jupyter, then python3 -m cq_kernel.install")]))
  }
}
