import Catalogue
import Diagnostics
import Glibc
import Synchronization

/// The definitions that a session knows: those of the program and those of the user.
///
/// The names of the program's sources are taken: the user's definitions are read only for others.
final class DefinitionLibrary: Sendable {
  enum Origin: Equatable {
    case program
    case file(String)

    /// What `sources` says of where a source is from.
    var copy: String {
      switch self {
      case .program: "sample"
      case .file(let path): path
      }
    }
  }

  typealias Entry = (definition: LoadedDefinition, origin: Origin)

  /// What the user's files hold, and what is wrong with them.
  private struct Reading {
    var entries: [Entry] = []
    var faults: [Diagnostic] = []
  }

  private let files: [String]
  private let folder: String?
  private let asked = Mutex<Reading?>(nil)
  private let kept = Mutex<Reading?>(nil)
  /// Those of the program that were read; a script may name one on every line.
  private let known = Mutex<[String: LoadedDefinition]>([:])

  init(files: [String], folder: String?) {
    self.files = files
    self.folder = folder
  }

  /// The names of all sources, in alphabetical order.
  var names: [String] {
    (BundledDefinitions.names + users.entries.map(\.definition.schema.source)).sorted()
  }

  /// The definition of a source; case does not matter.
  func definition(of name: String) throws(SourceFault) -> Entry? {
    if let known = BundledDefinitions.names.first(where: { $0.isName(name) }) {
      return try bundled(known)
    }
    let users = users
    if let found = users.entries.first(where: { $0.definition.schema.source.isName(name) }) {
      return found
    }
    try throwFault(of: users)
    return nil
  }

  /// The text in which a source is defined: of the user's all of the file.
  func text(of name: String) throws(SourceFault) -> [UInt8]? {
    if let known = BundledDefinitions.names.first(where: { $0.isName(name) }) {
      return BundledDefinitions.definition(of: known)
    }
    guard case (_, .file(let path))? = try definition(of: name) else { return nil }
    return Array(try Payload.read(path: path).bytes)
  }

  /// All definitions, by their names.
  func all() throws(SourceFault) -> [Entry] {
    var entries: [Entry] = []
    for name in BundledDefinitions.names { entries.append(try bundled(name)) }
    let users = users
    try throwFault(of: users)
    return (entries + users.entries).sorted {
      $0.definition.schema.source < $1.definition.schema.source
    }
  }

  /// What is wrong with the files that were named.
  var askedFaults: [Diagnostic] { files.isEmpty ? [] : askedReading.faults }

  private func bundled(_ name: String) throws(SourceFault) -> Entry {
    if let definition = known.withLock({ $0[name] }) { return (definition, .program) }
    let bytes = BundledDefinitions.definition(of: name) ?? []
    let loaded = DefinitionLoader.load(SourceText(name: "\(name).cq", bytes: bytes))
    guard let definition = loaded.definitions.first else {
      throw .definition(name: name, message: loaded.diagnostics.first?.message ?? "it is empty")
    }
    known.withLock { $0[name] = definition }
    return (definition, .program)
  }

  private func throwFault(of reading: Reading) throws(SourceFault) {
    guard let fault = reading.faults.first else { return }
    let place = fault.source.flatMap { source in
      fault.primary.map { source.place(of: $0.range.start) }
    }
    let name = fault.source?.name ?? "a source"
    throw .definition(
      name: place.map { "\(name), line \($0.line)," } ?? name, message: fault.message)
  }
}

// The user's definitions.
extension DefinitionLibrary {
  private var users: Reading {
    let asked = askedReading
    let kept = kept.withLock { reading in
      if let reading { return reading }
      let names = folder.map(Self.files) ?? []
      let found = Self.read(names, besides: asked.entries)
      reading = found
      return found
    }
    return Reading(entries: asked.entries + kept.entries, faults: asked.faults + kept.faults)
  }

  private var askedReading: Reading {
    asked.withLock { reading in
      if let reading { return reading }
      let found = Self.read(files, besides: [])
      reading = found
      return found
    }
  }

  private static func read(_ files: [String], besides known: [Entry]) -> Reading {
    var reading = Reading()
    for path in files {
      do throws(SourceFault) {
        let source = SourceText(name: path, bytes: Array(try Payload.read(path: path).bytes))
        let loaded = DefinitionLoader.load(source)
        reading.faults += loaded.diagnostics
        for definition in loaded.definitions {
          let name = definition.schema.source
          let taken = (known + reading.entries).map(\.definition.schema.source)
          if let other = (BundledDefinitions.names + taken).first(where: { $0.isName(name) }) {
            reading.faults.append(.takenName(other, definition.nameRange, source))
          } else {
            reading.entries.append((definition, .file(path)))
          }
        }
      } catch {
        reading.faults.append(.unreadable(path, error))
      }
    }
    return reading
  }

  /// The files of a folder that end in `.cq`, in the order of their names.
  private static func files(of folder: String) -> [String] {
    guard let directory = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name.hasSuffix(".cq"), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted().map { "\(folder)/\($0)" }
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
    _ name: String, _ range: SourceRange, _ source: SourceText
  ) -> Diagnostic {
    Diagnostic(
      .definitionClause, "there is a source called `\(name)` already", at: Label(range),
      remarks: [.help("give this one another name")], in: source)
  }

  fileprivate static func unreadable(_ path: String, _ fault: SourceFault) -> Diagnostic {
    let reason = if case .cannotOpen(_, let reason) = fault { reason } else { "it is too large" }
    return Diagnostic(.cannotOpen, "\(path) cannot be opened: \(reason)")
  }
}
