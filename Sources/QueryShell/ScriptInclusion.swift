// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QueryEngine
import QuerySyntax

/// Reads the scripts that a script includes, and those that they include, in the order in which
/// their statements run.
struct ScriptInclusion {
  /// The statements in order, cut where a script begins or ends.
  private(set) var scripts: [Script] = []
  /// What is wrong with the texts, and with what they include.
  private(set) var diagnostics: [Diagnostic] = []
  /// The statements in which no fix is certain, with their texts.
  private(set) var doubtful: [(source: ScriptText, range: ScriptRange)] = []
  /// Every text, in the order in which it was opened.
  private(set) var sources: [ScriptText] = []
  /// The files that are being read, the innermost last.
  private var open: [String] = []

  /// More scripts than this are not read.
  static let maximumScripts = 1_000

  private init(
    maximumFaults: Int, names: [String], watch: ReadingWatch,
    unless isCancelled: @escaping () -> Bool
  ) {
    self.maximumFaults = maximumFaults
    self.names = names
    self.watch = watch
    self.isCancelled = isCancelled
  }

  /// Beyond so many faults a script is not read on.
  private let maximumFaults: Int
  /// The names of the sources and views that are there, for advice.
  private let names: [String]
  private let watch: ReadingWatch
  private let isCancelled: () -> Bool

  static func resolve(
    _ source: ScriptText, maximumFaults: Int = Parser.maximumFaults, names: [String] = [],
    watch: ReadingWatch, unless isCancelled: @escaping () -> Bool = { false }
  ) -> ScriptInclusion {
    var inclusion = ScriptInclusion(
      maximumFaults: maximumFaults, names: names, watch: watch.quiet, unless: isCancelled)
    inclusion.add(source)
    return inclusion
  }

  private mutating func add(_ source: ScriptText) {
    sources.append(source)
    let parsed = Parser.parse(
      source, maximumFaults: maximumFaults, sources: names, unless: isCancelled)
    diagnostics += parsed.diagnostics
    doubtful += parsed.doubtful.map { (source, $0) }
    open.append(Self.identity(of: source.name))
    defer { open.removeLast() }
    var pending: [Statement] = []
    for statement in parsed.tree.statements {
      guard case .include(let path, _) = statement else {
        pending.append(statement)
        continue
      }
      scripts.append(Script(source: source, statements: pending))
      pending = []
      include(path, from: source)
    }
    scripts.append(Script(source: source, statements: pending))
  }

  private mutating func include(_ path: TextLiteral, from source: ScriptText) {
    let place = Self.path(path.value, from: source.name)
    if open.contains(Self.identity(of: place)) {
      diagnostics.append(.includesItself(path, in: source))
    } else if sources.count >= Self.maximumScripts {
      diagnostics.append(.tooManyScripts(path, in: source))
    } else {
      do throws(SourceFault) {
        let payload = try Payload.read(
          path: place, limit: Lexer.maximumBytes + 1, watch: watch)
        if place.hasSuffix(ScriptInput.endingOfPages) {
          diagnostics.append(.includesPage(path, in: source))
        } else if let fault = Diagnostic.mistaken(
          payload, for: .script, at: path.range, in: source)
        {
          diagnostics.append(fault)
        } else {
          add(ScriptText(name: place, bytes: Array(payload.bytes)))
        }
      } catch {
        let folder = "the folder of the script that includes it"
        diagnostics.append(
          Diagnostic(error, at: path.range, in: source, pathsFrom: folder))
      }
    }
  }

  /// A path is meant from the folder of the script in which it stands.
  static func path(_ path: String, from script: String) -> String {
    guard !path.hasPrefix("/"), let slash = script.lastIndex(of: "/") else { return path }
    return script[...slash] + path
  }

  /// The file to which a path leads, however it is written.
  private static func identity(of path: String) -> String { SystemFiles.resolved(path) ?? path }
}

extension Diagnostic {
  fileprivate static func includesPage(
    _ path: TextLiteral, in source: ScriptText
  ) -> Diagnostic {
    Diagnostic(
      .strayCharacter, "\(path.value) is a page of Markdown, and no script", at: Label(path.range),
      remarks: [.help("put what both need into a script, and include that")], in: source)
  }

  fileprivate static func includesItself(
    _ path: TextLiteral, in source: ScriptText
  ) -> Diagnostic {
    Diagnostic(
      .includeCycle, "this script includes itself", at: Label(path.range),
      remarks: [.help("move what both need into a script of its own")], in: source)
  }

  fileprivate static func tooManyScripts(
    _ path: TextLiteral, in source: ScriptText
  ) -> Diagnostic {
    Diagnostic(
      .scriptLimit, "more than \(ScriptInclusion.maximumScripts) scripts are included",
      at: Label(path.range, "the limit is reached here"), in: source)
  }
}
