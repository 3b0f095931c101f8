// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import LineEditing
import QuerySyntax
import ResultRendering

/// A session that another program drives, such as the kernel of a notebook: each request is a line
/// of JSON, and so is each reply.
struct KernelSession {
  private let session: Session
  private let output: OutputStream
  private let errors: OutputStream

  static let cellName = "<cell>"

  /// Results are written as parts of a page in HTML, faults and notes as JSON.
  static func settings(_ settings: SessionSettings) -> SessionSettings {
    var settings = settings.forPages
    settings.errorStyle = .json
    return settings
  }

  /// The session writes to the two streams, which collect.
  init(_ session: Session) {
    self.session = session
    output = session.output
    errors = session.errors
  }

  /// The reply to a line, without its end.
  func reply(to line: String) -> String {
    do throws(KernelRequest.Fault) {
      let request = try KernelRequest(line)
      switch request.work {
      case .run: return run(request.text)
      case .complete: return completions(in: request)
      case .check: return Self.state(of: request.text)
      }
    } catch {
      return Self.object([("error", .text(error.reason))])
    }
  }

  private func run(_ text: String) -> String {
    session.forgetReports()
    let status: ExitStatus
    if let command = DotCommand(text) {
      let goesOn = command.run(in: session)
      let fault = session.reported.first(where: \.isFatal)
      status = fault?.code.exitStatus ?? .success
      if !goesOn { session.note("the session goes on; a new kernel begins another one") }
    } else {
      status = session.runTyped(ScriptText(name: Self.cellName, text))
    }
    if let trouble = session.network?.newTrouble() { session.note(trouble) }
    let written = output.taken()
    // Each line is an object already.
    let told = errors.taken().split(separator: "\n").joined(separator: ",")
    // Some commands answer in words alone.
    let members: [(String, Value)] = [
      ("status", .number(Decimal(Int(status.rawValue)))),
      written.isEmpty || written.hasPrefix("<")
        ? ("html", .text(Self.styled(written))) : ("text", .text(written)),
    ]
    return Self.object(members).dropLast() + ",\"told\":[\(told)]}"
  }

  /// A result with how it looks in a notebook, whose own style is for other tables and no charts.
  private static func styled(_ html: String) -> String {
    guard !html.isEmpty else { return html }
    let chart = html.contains("class=\"cq-chart\"") ? DocumentText.chartStyle + "\n" : ""
    // Numbers say by themselves where they stand.
    let text = ".cq-result :is(th,td):not(.number),.cq-result caption{text-align:left !important}\n"
    return "<style>\n\(text)\(chart)</style>\n\(html)"
  }

  private func completions(in request: KernelRequest) -> String {
    let list = session.completions(in: request.text, at: request.cursor)
    let items = list.items.map { item in
      Value.record([
        Value.Member("text", .text(item.replacement)), Value.Member("label", .text(item.label)),
      ])
    }
    return Self.object([
      ("start", .number(Decimal(list.replaceFrom))), ("end", .number(Decimal(request.cursor))),
      ("items", .list(items)),
    ])
  }

  private static func state(of text: String) -> String {
    object([("whole", .bool(InteractiveLoop.isComplete(text)))])
  }

  private static func object(_ members: [(String, Value)]) -> String {
    JSONText.string(.record(members.map { Value.Member($0.0, $0.1) }))
  }
}
