// SPDX-License-Identifier: MIT

package import Catalogue
package import Diagnostics
package import QuerySyntax
import Synchronization

/// Tells what is wrong with a definition of which a schema could be made.
package typealias DefinitionCheck =
  @Sendable (
    _ definition: SourceDefinition, Schema, _ source: ScriptText,
    _ isCancelled: @escaping () -> Bool
  ) -> [Diagnostic]

/// The definitions that a session knows: those of the program and those of the user.
///
/// The names of the program's sources are taken: the user's definitions are read only for others.
final class DefinitionLibrary: Sendable {
  enum Origin: Equatable {
    case program
    case file(String)

    /// The file of the user that defines a source; nil for one that is part of the program.
    var path: String? {
      switch self {
      case .program: nil
      case .file(let path): path
      }
    }
  }

  typealias Entry = (definition: LoadedDefinition, origin: Origin)

  /// What the user's files hold, and what is wrong with them.
  private struct Reading {
    var entries: [Entry] = []
    var faults: [Diagnostic] = []
    var broken: [BrokenFile] = []
  }

  /// A file of which something is wrong, so that some or all of its sources are not used.
  private struct BrokenFile {
    let path: String
    /// What its sources are called, as far as it can be read, and the file itself.
    let names: [String]
    let fault: Diagnostic
    /// Why nothing of it can be read, as the end of a sentence that begins with the file; nil where
    /// something in it is wrong.
    let unread: String?

    init(_ path: String, declaring names: [String], _ fault: Diagnostic, unread: String?) {
      self.path = path
      self.fault = fault
      self.unread = unread
      let file = path.split(separator: "/").last ?? ""
      self.names = names + [String(file.split(separator: ".").first ?? "")]
    }
  }

  private let files: [String]
  private let folder: String?
  private let check: DefinitionCheck
  /// Who waits for what is read.
  private let watch: ReadingWatch
  private var isCancelled: @Sendable () -> Bool { watch.isCancelled }
  private let asked = Mutex<Reading?>(nil)
  private let kept = Mutex<Reading?>(nil)
  /// The paths of broken files of which the user has been told.
  private let told = Mutex<Set<String>>([])
  /// Those of the program that were read; a script may name one on every line.
  private let known = Mutex<[String: LoadedDefinition]>([:])

  init(
    files: [String], folder: String?, check: @escaping DefinitionCheck,
    watch: ReadingWatch
  ) {
    self.files = files
    self.folder = folder
    self.check = check
    self.watch = watch.ofDefinitions
  }

  /// The names of all sources, in alphabetical order; without the user's where nobody waits for
  /// them.
  var names: [String] {
    let users = (try? users)?.entries ?? []
    return (BundledDefinitions.names + users.map(\.definition.schema.source)).sorted()
  }

  /// The definition of a source; case does not matter.
  func definition(of name: String) throws(SourceFault) -> Entry? {
    if let known = BundledDefinitions.names.first(where: { $0.isName(name) }) {
      return try bundled(known)
    }
    let users = try users
    if let found = users.entries.first(where: { $0.definition.schema.source.isName(name) }) {
      return found
    }
    if let broken = users.broken.first(where: { $0.names.contains { $0.isName(name) } }) {
      throw fault(of: broken)
    }
    return nil
  }

  /// The text in which a source is defined: of the user's all of the file.
  func text(of name: String) throws(SourceFault) -> [UInt8]? {
    if let known = BundledDefinitions.names.first(where: { $0.isName(name) }) {
      return BundledDefinitions.definition(of: known)
    }
    guard case (_, .file(let path))? = try definition(of: name) else { return nil }
    return Array(try Payload.read(path: path, watch: watch.quiet).bytes)
  }

  /// All definitions, by their names.
  func all() throws(SourceFault) -> [Entry] {
    var entries: [Entry] = []
    for name in BundledDefinitions.names { entries.append(try bundled(name)) }
    return (entries + (try users).entries).sorted {
      $0.definition.schema.source < $1.definition.schema.source
    }
  }

  /// The definitions that nothing is wrong with.
  var readable: [Entry] {
    BundledDefinitions.names.compactMap { try? bundled($0) } + ((try? users)?.entries ?? [])
  }

  /// What is wrong with the files that were named.
  var askedFaults: [Diagnostic] { files.isEmpty ? [] : (try? askedReading)?.faults ?? [] }

  private func bundled(_ name: String) throws(SourceFault) -> Entry {
    if let definition = known.withLock({ $0[name] }) { return (definition, .program) }
    let bytes = BundledDefinitions.definition(of: name) ?? []
    let loaded = DefinitionLoader.load(ScriptText(name: "\(name).cq", bytes: bytes))
    guard let definition = loaded.definitions.first else {
      throw .definition(name: name, message: loaded.diagnostics.first?.message ?? "it is empty")
    }
    known.withLock { $0[name] = definition }
    return (definition, .program)
  }

  /// What is wrong with files of the folder that have been read, each told once.
  func untoldFaults() -> [Diagnostic] {
    let broken = kept.withLock { $0?.broken ?? [] }
    return told.withLock { told in
      broken.filter { told.insert($0.path).inserted }.map(\.fault)
    }
  }

  private func fault(of broken: BrokenFile) -> SourceFault {
    told.withLock { _ = $0.insert(broken.path) }
    let fault = broken.fault
    let place = fault.source.flatMap { source in
      fault.primary.map { source.place(of: $0.range.start) }
    }
    let name = fault.source?.name ?? broken.path
    return .definition(
      name: place.map { "\(name), line \($0.line)," } ?? name,
      message: broken.unread.map { "it \($0)" } ?? fault.message)
  }
}

// The user's definitions.
extension DefinitionLibrary {
  private var users: Reading {
    get throws(SourceFault) {
      let asked = try askedReading
      let kept = try kept.withLock { (reading) throws(SourceFault) -> Reading in
        if let reading { return reading }
        let names = folder.map(Self.files) ?? []
        let found = try read(names, besides: asked.entries)
        reading = found
        return found
      }
      return Reading(
        entries: asked.entries + kept.entries, faults: asked.faults + kept.faults,
        broken: asked.broken + kept.broken)
    }
  }

  private var askedReading: Reading {
    get throws(SourceFault) {
      try asked.withLock { (reading) throws(SourceFault) -> Reading in
        if let reading { return reading }
        let found = try read(files, besides: [])
        reading = found
        return found
      }
    }
  }

  /// Throws only where it was cancelled: what was read then is cut, and is read again.
  private func read(
    _ files: [String], besides known: [Entry]
  ) throws(SourceFault) -> Reading {
    var reading = Reading()
    for path in files {
      if isCancelled() { throw .cancelled }
      let taken = (known + reading.entries).map(\.definition.schema.source)
      let before = reading.faults.count
      var names: [String] = []
      var unread: String?
      do throws(SourceFault) {
        let payload = try Payload.read(path: path, watch: watch.quiet)
        let source = ScriptText(name: path, bytes: Array(payload.bytes))
        unread = ContentFormat(payload)?.message(insteadOf: "definition")
        if let unread {
          reading.faults.append(.noDefinition(source, unread))
        } else {
          let loaded = Self.read(source, besides: taken, unless: isCancelled)
          let faults = loaded.faults.isEmpty ? derivationFaults(of: loaded.definitions, source) : []
          if faults.isEmpty { reading.entries += loaded.definitions.map { ($0, .file(path)) } }
          reading.faults += loaded.faults + faults
          names = loaded.names
        }
      } catch {
        let reason = Self.reasonNotToRead(error)
        unread = reason
        reading.faults.append(Diagnostic(.cannotOpen, "\(path) \(reason)"))
      }
      if let fault = reading.faults.dropFirst(before).first {
        reading.broken.append(BrokenFile(path, declaring: names, fault, unread: unread))
      }
      if isCancelled() { throw .cancelled }
    }
    return reading
  }

  /// Why a file is not read, as the end of a sentence.
  private static func reasonNotToRead(_ fault: SourceFault) -> String {
    let reason =
      if case .cannotOpen(_, let reason) = fault { "\(reason)" } else { "it is too large" }
    return "cannot be opened: \(reason)"
  }

  /// What is wrong with what definitions compute, of which else nothing is wrong.
  private func derivationFaults(
    of definitions: [LoadedDefinition], _ source: ScriptText
  ) -> [Diagnostic] {
    guard !isCancelled(), definitions.contains(where: { !$0.schema.derived.isEmpty }) else {
      return []
    }
    return zip(Parser.parseDefinitions(source, unless: isCancelled).tree, definitions).flatMap {
      check($0, $1.schema, source, isCancelled)
    }
  }

  /// The definitions of a text whose names are free, and what is wrong with it.
  private static func read(
    _ source: ScriptText, besides known: [String], unless isCancelled: () -> Bool = { false }
  ) -> (definitions: [LoadedDefinition], faults: [Diagnostic], names: [String]) {
    let loaded = DefinitionLoader.load(source, unless: isCancelled)
    var faults = loaded.diagnostics
    var definitions: [LoadedDefinition] = []
    for definition in loaded.definitions {
      let name = definition.schema.source
      let taken = BundledDefinitions.names + known + definitions.map(\.schema.source)
      if let other = taken.first(where: { $0.isName(name) }) {
        faults.append(.takenName(other, definition.nameRange, source))
      } else {
        definitions.append(definition)
      }
    }
    return (definitions, faults, loaded.names)
  }

  /// What is wrong with a text that declares sources.
  static func faults(in source: ScriptText) -> [Diagnostic] { read(source, besides: []).faults }

  /// The files of a folder that end in `.cq`, in the order of their names.
  private static func files(of folder: String) -> [String] {
    SystemFiles.names(in: folder).filter { $0.hasSuffix(".cq") && !$0.hasPrefix(".") }
      .sorted().map { "\(folder)/\($0)" }
  }
}

extension String {
  fileprivate func isName(_ other: String) -> Bool { lowercased() == other.lowercased() }

  /// A path or an address as a file at this path means it.
  func sibling(_ other: String) -> String {
    if other.contains("://") || other.hasPrefix("/") { return other }
    return (lastIndex(of: "/").map { String(self[...$0]) } ?? "") + other
  }
}

extension Diagnostic {
  fileprivate static func takenName(
    _ name: String, _ range: ScriptRange, _ source: ScriptText
  ) -> Diagnostic {
    Diagnostic(
      .definitionClause, "there is a source called `\(name)` already", at: Label(range),
      remarks: [.help("give this one another name")], in: source)
  }

  /// A file that holds something else than text in UTF-8.
  fileprivate static func noDefinition(
    _ source: ScriptText, _ reason: String
  ) -> Diagnostic {
    Diagnostic(.strayCharacter, "\(source.name) \(reason)")
  }
}
