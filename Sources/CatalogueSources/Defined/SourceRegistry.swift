public import Catalogue
import Diagnostics
import Glibc
import Synchronization

/// The sources that a session knows: the bundled definitions, and every file.
public final class SourceRegistry: SourceDirectory {
  /// How sources are read.
  public struct Options: Sendable {
    /// Other places of the lists of built-in sources, by their names: paths or addresses.
    public var places: [String: String] = [:]
    /// Whether the first bad record ends the reading.
    public var isStrict = false
    /// Makes the store of a source on a server; nil where no server is ever asked.
    package var network: (@Sendable (NetworkPlace) -> any PayloadStore)?

    public init() {}
  }

  private let options: Options
  /// Files that have been read, so that a session reads each only once.
  private let files = Mutex<[String: OpenFile]>([:])

  private struct OpenFile {
    let stamp: FileStamp
    let source: FileSource
  }

  public init(_ options: Options) { self.options = options }

  public var names: [String] { BundledDefinitions.names }

  public func source(
    _ reference: SourceReference
  ) throws(SourceFault) -> (any CatalogueSource)? {
    switch reference {
    case .named(let name): try defined(name)
    case .address(let address): try file(address)
    }
  }

  private func defined(_ name: String) throws(SourceFault) -> DefinedSource? {
    let known = names.first { $0.lowercased() == name.lowercased() }
    guard let known, let bytes = BundledDefinitions.definition(of: known) else { return nil }
    let loaded = DefinitionLoader.load(SourceText(name: "\(known).cq", bytes: bytes))
    guard let definition = loaded.definitions.first else {
      throw .definition(name: known, message: loaded.diagnostics.first?.message ?? "it is empty")
    }
    return DefinedSource(definition, in: store(of: definition), strict: options.isStrict)
  }

  /// Where a definition's payloads are: at the place that the user names, else on its server, else
  /// in its sample.
  private func store(of definition: LoadedDefinition) -> any PayloadStore {
    let name = definition.schema.source
    let sample = SampleStore(of: name)
    guard let place = options.places[name] else {
      return network(definition, at: definition.list, sample: sample) ?? sample
    }
    guard Self.isAddress(place) else { return FolderStore(list: place) }
    return network(definition, at: place, sample: nil)
      ?? UnreachableStore(source: name, address: place, reason: Self.noNetwork)
  }

  private func network(
    _ definition: LoadedDefinition, at list: String, sample: SampleStore?
  ) -> (any PayloadStore)? {
    options.network?(
      NetworkPlace(
        source: definition.schema.source, list: list, terms: ServiceTerms(), sample: sample))
  }

  private static let noNetwork = "cq reads no network addresses yet"

  private static func isAddress(_ text: String) -> Bool { text.contains("://") }

  public func identity(ofAddress address: String) -> String {
    Self.isAddress(address) ? address : CanonicalPath.of(address)
  }

  private func file(_ path: String) throws(SourceFault) -> FileSource {
    if Self.isAddress(path) {
      throw .unreachable(source: path, address: path, reason: Self.noNetwork)
    }
    let stamp = FileStamp(path: path)
    let known = files.withLock { $0[path] }
    if let known, let stamp, known.stamp == stamp { return known.source }
    let source = try FileSource.open(path: path, strict: options.isStrict)
    if let stamp { files.withLock { $0[path] = OpenFile(stamp: stamp, source: source) } }
    return source
  }

  public func summaries() throws(SourceFault) -> [SourceSummary] {
    var summaries: [SourceSummary] = []
    for name in names {
      guard let source = try defined(name) else { continue }
      var rows: Int?
      if source.isAtHand { rows = try count(source) }
      summaries.append(
        SourceSummary(
          name: name, summary: source.schema.summary, rows: rows,
          copy: options.places[name] ?? "sample"))
    }
    return summaries
  }

  private func count(_ source: DefinedSource) throws(SourceFault) -> Int {
    let cursor = try source.scan(fields: [])
    var rows = 0
    while let batch = try cursor.next() { rows += batch.count }
    return rows
  }
}

/// Which file a path leads to and when it was written, so that a change is noticed.
private struct FileStamp: Equatable {
  private let device: UInt
  private let inode: UInt
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// Nil for a path that leads to no regular file.
  init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}
