// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import QuerySyntax
import ResultRendering

/// What `cq run FILE.cq --help` prints: what the script says of itself, and its parameters.
struct ScriptHelp {
  /// The page, as far as the script could be read.
  let text: String
  /// What is wrong with its parameters, or with a script that may have more of them.
  let faults: [Diagnostic]

  init(_ source: ScriptText, called name: String, watch: ReadingWatch) {
    let inclusion = ScriptInclusion.resolve(source, watch: watch)
    let heading = ScriptHeading(of: source)
    var parameters: [ScriptParameter] = []
    var unread: [(source: ScriptText, range: ScriptRange)] = []
    for script in inclusion.scripts {
      for statement in script.statements {
        switch statement {
        case .parameter(let parameter):
          parameters.removeAll { $0.name == parameter.name.text }
          var told = ScriptParameter(parameter, in: script.source)
          if script.source == source, heading.stands(over: statement) { told.forgetComments() }
          parameters.append(told)
          unread.append((script.source, statement.range))
        case .unreadable(let range) where script.source[range].isParameter:
          unread.append((script.source, range))
        default: break
        }
      }
    }
    text = Self.page(name, heading.text, parameters)
    faults = inclusion.diagnostics.filter(\.isFatal).filter { fault in
      guard let place = fault.primary?.range.start else { return true }
      // A script that cannot be opened may have parameters.
      return fault.code.exitStatus == .source
        || unread.contains {
          $0.source == fault.source && $0.source.line(around: $0.range.end).range.end >= place
            && $0.range.start <= place
        }
    }
  }

  static func show(_ input: ScriptInput, _ streams: StandardStreams) -> ExitStatus {
    do throws(UnreadableScript) {
      var settings = streams.settings
      let script = try input.unpacked()
      try script.checkScript()
      settings.use(script.pack)
      let help = ScriptHelp(
        try script.read(streams), called: input.call, watch: settings.watch)
      streams.show(help.text)
      _ = streams.report(help.faults)
      return streams.finish(help.faults.first?.code.exitStatus ?? .success)
    } catch {
      streams.report(error.diagnostic)
      return error.diagnostic.code.exitStatus
    }
  }

  private static func page(
    _ name: String, _ summary: String, _ parameters: [ScriptParameter]
  ) -> String {
    let call = (["cq run \(name)"] + parameters.map(\.call)).joined(separator: " ")
    let about = summary.isEmpty ? "" : "\n\(summary)\n"
    let rows = parameters.map { (form: "--\($0.name) \($0.value)", help: $0.meaning) }
    let list =
      rows.isEmpty
      ? "The script has no parameters." : "parameters\n\(UsagePage.lines(rows))"
    return "usage: \(call)\n\(about)\n\(list)\n\n`cq run --help` lists the options of cq itself.\n"
  }
}

/// The first `##` comments of a script, where they tell of the whole script and not only of the
/// declaration below them: an empty line or no declaration follows, or they stand directly below
/// the line `#!`, or over a parameter that has words of its own.
private struct ScriptHeading {
  let text: String
  /// Where the text behind it begins; nil without a heading.
  private let end: Int?

  init(of source: ScriptText) {
    var start = 0
    var isAtTop = source.bytes.starts(with: Array("#!".utf8))
    if isAtTop { start = source.line(around: 0).range.end + 1 }
    while start < source.bytes.count {
      let line = source[source.line(around: start).range]
      guard !line.isDocumentation, line.isBlank || line.hasPrefix("#") else { break }
      isAtTop = false
      start = source.line(around: start).range.end + 1
    }
    var lines: [String] = []
    while start < source.bytes.count {
      let line = source[source.line(around: start).range]
      guard line.isDocumentation else { break }
      lines.append(String(line.drop { $0 == "#" || $0 == " " }))
      start = source.line(around: start).range.end + 1
    }
    let next = source[source.line(around: start).range]
    let isOfScript =
      isAtTop || !Self.described.contains(next.firstWord)
      || (next.isParameter && next.contains { $0 == "\"" || $0 == "'" })
    text = isOfScript ? lines.joined(separator: "\n") : ""
    end = lines.isEmpty || !isOfScript ? nil : start
  }

  /// What a comment right above it describes.
  private static let described = [Keyword.let, .def, .param].map(\.rawValue)

  /// Whether a statement begins on the line behind it.
  func stands(over statement: Statement) -> Bool { statement.range.start == end }
}

/// One parameter as the help of its script tells it.
private struct ScriptParameter {
  let name: String
  /// How the value is written on the command line.
  let value: String
  /// What it is when nothing is given, as the script writes it.
  private let standard: String?
  /// What its declaration says of it: the text, and the comments before it.
  private var words: [String]

  init(_ parameter: Parameter, in source: ScriptText) {
    name = parameter.name.text
    let type = source[parameter.typeRange]
    value = ParameterType(rawValue: type)?.placeholder ?? type.uppercased()
    standard = parameter.standard.map { source[$0.range] }
    words = [parameter.help?.value ?? "", parameter.summary]
  }

  /// Leaves out the comments before it, which tell of the whole script.
  mutating func forgetComments() { words.removeLast() }

  var call: String { standard == nil ? "--\(name) \(value)" : "[--\(name) \(value)]" }

  var meaning: String {
    let rest = standard.map { "(default: \($0))" } ?? "(required)"
    let told = words.filter { !$0.isEmpty }
    let first = [told.first, rest].compactMap(\.self).joined(separator: " ")
    let lines = [first] + told.dropFirst()
    return lines.joined(separator: "\n" + String(repeating: " ", count: 28))
  }
}

extension ScriptInput {
  /// How the script is called on the command line.
  fileprivate var call: String {
    switch self {
    case .file(let path): path
    case .packed(let pack): pack.main
    case .prompt, .query, .standardInput: "-"
    }
  }
}

extension StringProtocol {
  fileprivate var isDocumentation: Bool { hasPrefix("##") }
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
  fileprivate var isParameter: Bool { firstWord == "param" }
  /// The letters with which a line begins, in lower case.
  fileprivate var firstWord: String {
    drop(while: \.isWhitespace).prefix(while: \.isLetter).lowercased()
  }
}
