// SPDX-License-Identifier: MIT

public import Catalogue
package import Diagnostics
import Glibc
package import QuerySyntax
import Synchronization
package import Workers

/// The sources that a session knows: the bundled definitions, and every file.
public final class SourceRegistry: SourceDirectory {
  /// How sources are read.
  public struct Options: Sendable {
    /// Files with definitions of further sources.
    public var definitions: [String] = []
    /// A folder all of whose files that end in `.cq` hold definitions; nil for none.
    public var definitionFolder: String?
    /// What a shell reads `~` as; nil where that is not known.
    public var homeFolder: String?
    /// Other places of the lists of built-in sources, by their names: paths or addresses.
    public var places: [String: String] = [:]
    /// Texts that stand for files, by the paths under which these are asked for.
    package var texts: [String: [UInt8]] = [:]
    /// Whether the first bad record ends the reading.
    public var isStrict = false
    /// Whether a file that breaks off gives what is whole, and no fault.
    public var readsPartialFiles = false
    /// To how many times its size a compressed file may grow where no script says.
    package var unpackRatio = GrowthLimit.usual
    /// How many bytes of a pipe are kept where no script says.
    package var pipeBytes = PipeStore.usual
    /// Tells what is wrong with what a user's definition computes of the fields in its schema.
    package var checkDefinition: DefinitionCheck = { _, _, _, _ in [] }
    /// Makes the store of a source on a server; nil where no server is ever asked.
    package var network: (@Sendable (NetworkPlace) -> any PayloadStore)?

    public init() {}
  }

  private let options: Options
  /// Who waits for files.
  package let watch: ReadingWatch
  private let library: DefinitionLibrary
  /// Files that have been read, so that a session reads each only once.
  private let files = Mutex<[SourceReference: OpenFile]>([:])
  /// Those that have changed since, of which nobody has told.
  private let changed = Mutex<[SourceReference]>([])

  private static let standardInput = "/dev/stdin"
  private let isProposing = Mutex(false)
  /// The files that were asked for since fields were proposed last.
  private let asked = Mutex<Set<SourceReference>>([])
  /// What a pipe gives as standard input; nil before it is read.
  private let input = Mutex<PipedFile?>(nil)
  private let leavesInput = Mutex(false)

  private let allowance: Mutex<(unpackRatio: Int, pipeBytes: Int)>
  private let mostRecords = Mutex(ListCursor.usualRecords)

  private struct OpenFile {
    /// Nil for a pipe, which gives what it has only once.
    let stamp: FileStamp?
    let source: FileSource
  }

  /// Sources whose reading ends where `isCancelled` says so, which is asked many times a second.
  public convenience init(
    _ options: Options, isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.init(options, watch: ReadingWatch(noting: NotedFiles(), isCancelled: isCancelled))
  }

  package init(_ options: Options, watch: ReadingWatch) {
    self.options = options
    self.watch = watch
    allowance = Mutex((options.unpackRatio, options.pipeBytes))
    library = DefinitionLibrary(
      files: options.definitions, folder: options.definitionFolder, check: options.checkDefinition,
      watch: watch)
  }

  /// What is wrong with the definitions that were asked for by the names of their files.
  package var definitionFaults: [Diagnostic] { library.askedFaults }

  /// What is wrong with the definitions of the user's folder, each file once, when they have been
  /// read: it is no fault of a script, whose other sources work.
  package func newDefinitionFaults() -> [Diagnostic] { library.untoldFaults() }

  /// What is wrong with a text that declares sources.
  package static func faults(inDefinitions source: ScriptText) -> [Diagnostic] {
    DefinitionLibrary.faults(in: source)
  }

  /// The definitions of a text with the schemas that they make; none where anything is wrong.
  package static func definitions(
    in source: ScriptText
  ) -> [(definition: SourceDefinition, schema: Schema)] {
    let loaded = DefinitionLoader.load(source).definitions
    return Array(zip(Parser.parseDefinitions(source).tree, loaded.map(\.schema)))
  }

  public var names: [String] { library.names }

  /// From now on reads so many items of a list that a server gives page by page.
  package func use(fetchLimit: Int) {
    mostRecords.withLock { $0 = min(fetchLimit, ListCursor.maximumRecords) }
  }

  /// From now on lets a compressed file grow to so many times its size, and keeps so many bytes of
  /// a pipe, where no script says.
  package func use(unpackRatio: Int, pipeBytes: Int) {
    allowance.withLock { $0 = (unpackRatio, pipeBytes) }
  }

  /// Who waits for files that may give so much.
  private func watch(within found: ReadingLimits) -> ReadingWatch {
    var watch = watch
    let usual = allowance.withLock(\.self)
    watch.growth.ratio = found.unpackRatio ?? usual.unpackRatio
    watch.pipes.most = found.pipeBytes ?? usual.pipeBytes
    return watch
  }

  /// On how many threads long lists are read.
  package var workers: WorkerCount { watch.workers }

  /// Whether something that is read is where a path leads: a file that has been opened, or that an
  /// option names.
  package func reads(_ path: String) -> Bool {
    if watch.files.holds(path) { return true }
    let named = options.definitions + options.places.values.filter { !Self.isAddress($0) }
    return named.contains { NotedFiles.isSame($0, path) }
  }

  public func source(
    _ reference: SourceReference, within allowance: ReadingLimits
  ) throws(SourceFault) -> (any CatalogueSource)? {
    let watch = watch(within: allowance)
    switch reference {
    case .named(let name):
      guard let (definition, origin) = try library.definition(of: name) else { return nil }
      if case .file(let path) = origin { watch.shelf?.noteUse(ofDefinition: path) }
      return source(definition, from: origin, watch)
    case .address(let address, let rows): return try file(address, rows, watch)
    }
  }

  public func source(
    _ reference: SourceReference, at moment: ReadingMoment, begun: Bool
  ) throws(SourceFault) -> (any CatalogueSource)? {
    guard let found = try served(reference) else { return nil }
    // What only judges a script does not know what is kept.
    if options.network == nil { return ReadList(source: found, taken: moment.words) }
    do {
      return try found.reading(at: moment)
    } catch .noReading(let missing) where begun && missing.obstacle != .packed {
      return FirstReading(of: found, insteadOf: missing)
    }
  }

  public func history(
    of key: String, in reference: SourceReference
  ) throws(SourceFault) -> (any CatalogueSource)? {
    guard let found = try served(reference) else { return nil }
    if options.network == nil { return HistorySource(of: key, in: found.schema, []) }
    return try found.history(of: key)
  }

  public func readingTimes(of reference: SourceReference) -> [String] {
    ((try? served(reference)) ?? nil)?.readingTimes ?? []
  }

  /// A source on a server; nil for others, which keep no readings.
  private func served(_ reference: SourceReference) throws(SourceFault) -> DefinedSource? {
    guard case .named(let name) = reference,
      let (definition, origin) = try library.definition(of: name)
    else { return nil }
    let place = options.places[definition.schema.source] ?? definition.service.list.text
    guard Self.isAddress(place) else { return nil }
    return source(definition, from: origin, watch(within: ReadingLimits()))
  }

  /// A source whose payloads are at the place that the user names, else where its definition says,
  /// else in its sample.
  private func source(
    _ definition: LoadedDefinition, from origin: DefinitionLibrary.Origin, _ watch: ReadingWatch
  ) -> DefinedSource {
    let name = definition.schema.source
    if let place = options.places[name] { return source(definition, at: place, sample: nil, watch) }
    let list = definition.service.list.text
    switch origin {
    case .program: return source(definition, at: list, sample: SampleStore(of: name), watch)
    case .file(let path): return source(definition, at: path.sibling(list), sample: nil, watch)
    }
  }

  private func source(
    _ definition: LoadedDefinition, at place: String, sample: SampleStore?, _ watch: ReadingWatch
  ) -> DefinedSource {
    let name = definition.schema.source
    var asking = DefinedSource.Asking()
    guard Self.isAddress(place) else {
      let folder = FolderStore(
        list: place, readsPartialFiles: options.readsPartialFiles, watch: watch)
      asking.byCategory = folder.hasCategories
      asking.byPage = folder.hasPages
      return DefinedSource(definition, in: folder, asking: asking, strict: options.isStrict)
    }
    let definition = definition.listed(at: place)
    let network = options.network?(
      NetworkPlace(
        source: name, list: place, terms: definition.service.terms, naming: definition.addresses,
        sample: sample))
    asking.isService = network != nil
    asking.hasSample = sample != nil
    asking.mostRecords = { self.mostRecords.withLock { $0 } }
    asking.byCategory = definition.service.list.has("category")
    asking.byPage = definition.service.isPaged
    let nowhere = OfflineStore(source: name, address: place)
    var found = DefinedSource(
      definition, in: network ?? sample ?? nowhere, asking: asking, strict: options.isStrict)
    // Of a list that is packed whole any query is answered here.
    if network is PackStore, found.isWhole { found.asking.isService = false }
    return found
  }

  private static func isAddress(_ text: String) -> Bool { text.holdsBytes(of: "://") }

  public func identity(ofAddress address: String) -> String {
    Self.isAddress(address) ? address : CanonicalPath.of(address)
  }

  public func addresses(beside address: String) -> [String] {
    if Self.isAddress(address) { return [] }
    if let shelf = watch.shelf { return shelf.paths(beside: address) }
    if address.hasPrefix("~/") {
      return options.homeFolder.map { ["\($0)\(address.dropFirst())"] } ?? []
    }
    return NeighbouringFiles.paths(beside: address)
  }

  /// The catalogue that a server has at an address, with fields as in a file. What it is called is
  /// told everywhere, so that it has no key in it.
  private func fetched(
    _ address: String, _ rows: RowsChoice?
  ) throws(SourceFault) -> FileSource {
    let name = AddressSecrets.masked(address)
    let place = NetworkPlace(source: name, list: address, terms: ServiceTerms(), sample: nil)
    let request = PayloadRequest(.list(category: nil, page: 1), at: address) {
      (payload) throws(SourceFault) in
      try FileSource.checkWhole(&payload)
    }
    let store = options.network?(place) ?? OfflineStore(source: name, address: address)
    guard let fetched = try store.payload(request) else {
      throw .cannotOpen(path: name, reason: .other("there is nothing"))
    }
    return try FileSource(
      fetched.payload, rows: rows, copy: fetched.copy, strict: options.isStrict)
  }

  private func file(
    _ path: String, _ rows: RowsChoice?, _ watch: ReadingWatch
  ) throws(SourceFault) -> FileSource {
    if Self.isAddress(path) { return try fetched(path, rows) }
    if let text = options.texts[path] {
      let payload = Payload(name: path, bytes: text, watch: watch)
      return try FileSource(payload, rows: rows, copy: .file, strict: options.isStrict)
    }
    if watch.shelf != nil {
      var payload = try Payload.read(path: path, unpacking: true, watch: watch)
      payload.readsPartially = options.readsPartialFiles
      return try FileSource(payload, rows: rows, copy: .file, strict: options.isStrict)
    }
    let stamp = FileStamp(path: path)
    let reference = SourceReference.address(path, rows: rows)
    let known = files.withLock { $0[reference] }
    let isInput = stamp == nil && path == Self.standardInput
    let isKept = isInput || stamp != nil || PipedFile.isPipe(path)
    _ = asked.withLock { $0.insert(reference) }
    var source: FileSource
    if let known, isKept, known.stamp == stamp,
      known.source.unpackRatio ?? watch.growth.ratio == watch.growth.ratio
    {
      source = known.source
      let isEnough = isProposing.withLock(\.self) && source.isUnconfirmed
      if isEnough || !source.isProposed { return source }
      source = try source.settled(readsPartialFiles: options.readsPartialFiles)
    } else {
      if let stamp, let before = known?.stamp { note(reference, before, stamp) }
      source = try isInput ? piped(rows, watch) : opened(path, rows, watch)
    }
    if isKept {
      files.withLock { $0[reference] = OpenFile(stamp: stamp, source: source) }
    }
    return source
  }

  /// A file that has been read, is as it was then, and whose fields are known of all of it; nil for
  /// others.
  func loaded(_ reference: SourceReference) -> FileSource? {
    guard case .address(let path, _) = reference, let known = files.withLock({ $0[reference] }),
      let stamp = known.stamp, stamp == FileStamp(path: path), !known.source.isProposed
    else { return nil }
    return known.source
  }

  /// Notes that a file is another than it was when it was read.
  private func note(_ reference: SourceReference, _ before: FileStamp, _ now: FileStamp) {
    watch.columns.forget(before)
    guard now.mayBeRewritten(since: before) else { return }
    changed.withLock { if !$0.contains(reference) { $0.append(reference) } }
  }

  /// Whether a file has changed since it was read, and nobody has told.
  package var hasChanges: Bool { changed.withLock { !$0.isEmpty } }

  /// The files, each once for each change, that have changed since they were read, were asked for
  /// since fields were proposed last, and are read anew.
  package func newChanges(where isRead: (_ path: String) -> Bool) -> [String] {
    let asked = asked.withLock(\.self)
    return changed.withLock { changed in
      var told: [String] = []
      for reference in changed {
        guard asked.contains(reference), case .address(let path, _) = reference, isRead(path) else {
          continue
        }
        changed.removeAll { $0 == reference }
        if !told.contains(path) { told.append(path) }
      }
      return told
    }
  }

  /// Does something that may not read standard input: what a text would mean can be asked before it
  /// is run. What it would give is then not known.
  package func leavingInput<Result>(_ work: () -> Result) -> Result {
    let before = leavesInput.withLock { leaves in
      defer { leaves = true }
      return leaves
    }
    defer { leavesInput.withLock { $0 = before } }
    return work()
  }

  private func opened(
    _ path: String, _ rows: RowsChoice?, _ watch: ReadingWatch
  ) throws(SourceFault) -> FileSource {
    try FileSource.open(
      path: path, rows: rows, strict: options.isStrict,
      readsPartialFiles: options.readsPartialFiles, proposing: isProposing.withLock(\.self),
      watch: watch)
  }

  /// Does something in which the fields of long files may be those of some of their records.
  package func proposing<Result>(_ work: () -> Result) -> Result {
    let before = isProposing.withLock { isProposing in
      defer { isProposing = true }
      return isProposing
    }
    if !before {
      asked.withLock { $0 = [] }
      letGoOfPipes()
    }
    defer { isProposing.withLock { $0 = before } }
    return work()
  }

  /// Forgets what pipes gave before, but for standard input: another reading opens them anew.
  private func letGoOfPipes() {
    files.withLock { files in
      files = files.filter { $0.value.stamp != nil || Self.isInput($0.key) }
    }
  }

  public func isGivenOnce(_ reference: SourceReference) -> Bool {
    guard case .address(let path, _) = reference, !Self.isAddress(path) else { return false }
    return path != Self.standardInput && PipedFile.isPipe(path)
  }

  private static func isInput(_ reference: SourceReference) -> Bool {
    if case .address(standardInput, _) = reference { true } else { false }
  }

  /// Whether the fields of a file that was asked for may be others than those that were told of it.
  package var hasProposals: Bool { !proposed.isEmpty }

  private var proposed: [(key: SourceReference, value: OpenFile)] {
    let asked = asked.withLock(\.self)
    return files.withLock { files in
      files.filter { asked.contains($0.key) && $0.value.source.isProposed }
    }
  }

  /// Reads the long files to their ends of which only some records are known; whether any of them
  /// has other fields than those that were told of it, or is to be read otherwise.
  package func settle() -> Bool {
    var differs = false
    for (reference, file) in proposed {
      do throws(SourceFault) {
        let source = try file.source.settled(readsPartialFiles: options.readsPartialFiles)
        differs = differs || !source.agrees(with: file.source)
        files.withLock { $0[reference] = OpenFile(stamp: file.stamp, source: source) }
      } catch {
        differs = true
        // A pipe cannot be read anew: it is asked again for what is wrong.
        if file.stamp != nil { _ = files.withLock { $0.removeValue(forKey: reference) } }
      }
    }
    return differs
  }

  /// What a pipe gives as standard input, which is read once and kept for the session.
  private func piped(
    _ rows: RowsChoice?, _ watch: ReadingWatch
  ) throws(SourceFault) -> FileSource {
    // What is no pipe has its fault.
    guard PipedFile.isPipe(Self.standardInput) else {
      return try opened(Self.standardInput, rows, watch)
    }
    let pipe: PipedFile
    if let read = input.withLock({ $0 }) {
      pipe = read
    } else if leavesInput.withLock({ $0 }) {
      throw .unreachable(
        source: Self.standardInput, address: Self.standardInput, reason: "it is not read for that")
    } else {
      pipe = try PipedFile(path: Self.standardInput, watch: watch)
      input.withLock { $0 = pipe }
    }
    return try FileSource.open(
      pipe, rows: rows, strict: options.isStrict, readsPartialFiles: options.readsPartialFiles,
      proposing: isProposing.withLock(\.self))
  }

  /// The file in which a source is defined, nil for one that is part of the program, and where the
  /// user has its list; nil for no defined source.
  package func origin(
    of name: String
  ) throws(SourceFault) -> (definition: String?, place: String?)? {
    guard let (definition, origin) = try library.definition(of: name) else { return nil }
    let place = options.places[definition.schema.source]
    if case .file(let path) = origin { return (path, place) }
    return (nil, place)
  }

  /// The variables in which the services of all sources find their keys.
  package var keyVariables: [String] {
    library.readable.compactMap { $0.definition.service.terms.key?.variable }
  }

  /// The text that defines a source, or what was found in a file or at an address and, where that
  /// is said, in a part of it; nil where there is neither.
  package func definitionText(
    of operand: String, rows: RowsChoice? = nil
  ) throws(SourceFault) -> [UInt8]? {
    if rows == nil, let text = try library.text(of: operand) { return text }
    guard Self.isAddress(operand) || FileStamp(path: operand) != nil else { return nil }
    let source = try file(operand, rows, watch(within: ReadingLimits()))
    return try (source.ofOnlyList() ?? source).definitionText()
  }

  public func summaries() throws(SourceFault) -> [SourceSummary] {
    try library.all().map { definition, origin in
      let name = definition.schema.source
      let place = options.places[name]
      let found = source(definition, from: origin, watch(within: ReadingLimits())).atHand(
        sample: origin == .program && place == nil ? SampleStore(of: name) : nil)
      return SourceSummary(
        name: name, summary: definition.schema.summary, rows: found.rows, copy: found.copy,
        oldParts: found.oldParts,
        place: place.map(AddressSecrets.masked) ?? origin.place(of: definition.service.list.text))
    }
  }
}

extension DefinitionLibrary.Origin {
  /// The file that holds the list of a definition of the user's; nil where a server has it.
  fileprivate func place(of list: String) -> String? {
    list.holdsBytes(of: "://") ? nil : path?.sibling(list)
  }
}
