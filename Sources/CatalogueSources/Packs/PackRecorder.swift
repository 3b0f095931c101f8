// SPDX-License-Identifier: MIT

package import Catalogue
import Diagnostics
import Synchronization

/// Takes notice of all that a text reads while it runs, of which a pack is then made.
package final class PackRecorder: Sendable {
  private struct Notes {
    var files: [String: (role: Pack.Role, bytes: [UInt8])] = [:]
    var definitions: [String] = []
    var replies: [String: Pack.Reply] = [:]
    /// By their numbers where they are kept.
    var readings: [Int: Pack.Reading] = [:]
    /// The readings that there are, each with what names its list and when it was taken.
    var known: [Int: (list: String, time: Int)] = [:]
    /// Why something that was read cannot be packed.
    var obstacle: String?
    var size = 0

    mutating func count(_ bytes: Int) {
      size += bytes
      if size > Pack.mostBytes {
        obstacle = obstacle ?? "what it reads has more than the \(Pack.mostBytes) bytes of a pack"
      }
    }
  }

  private let notes = Mutex(Notes())
  /// Who waits for the files of the disk.
  private let watch: ReadingWatch

  package init(watch: ReadingWatch) { self.watch = watch }

  /// The same with everything that is read noted here.
  package var watching: ReadingWatch {
    var watch = watch
    watch.shelf = self
    return watch
  }

  package func store(_ place: NetworkPlace, over base: any PayloadStore) -> any PayloadStore {
    RecordingStore(base: base, place: place, recorder: self)
  }

  /// Notes a text that the pack is of, or that it includes.
  package func note(text bytes: [UInt8], at path: String) {
    notes.withLock { $0.files[path] = (.text, bytes) }
  }

  fileprivate func note(_ reply: Pack.Reply) {
    notes.withLock { notes in
      let key = Pack.key(reply.source, reply.address)
      // What was said first is what was shown first; later words of the same run are no others.
      if notes.replies[key]?.body == nil { notes.replies[key] = reply }
      notes.count(reply.body?.count ?? 0)
    }
  }

  /// Notes which readings of a list there are, of which some may be read.
  fileprivate func note(_ readings: KeptReadings, of list: String) {
    notes.withLock { notes in
      for dated in readings.all { notes.known[dated.reading.id] = (list, dated.time) }
    }
  }

  /// Notes a reading that is read, whole.
  fileprivate func note(_ reading: KeptReading, _ pages: [Pack.Reply]) {
    notes.withLock { notes in
      guard notes.readings[reading.id] == nil, let known = notes.known[reading.id] else { return }
      notes.readings[reading.id] = Pack.Reading(
        source: reading.source, list: known.list, taken: reading.taken, time: known.time,
        items: reading.items, pages: pages)
      notes.count(pages.reduce(0) { $0 + ($1.body?.count ?? 0) })
    }
  }

  fileprivate func note(obstacle: String) {
    notes.withLock { $0.obstacle = $0.obstacle ?? obstacle }
  }

  /// Why nothing can be packed, as far as that is known.
  package var obstacle: String? { notes.withLock(\.obstacle) }

  /// The pack of a text at a path; throws why there is none, as a sentence.
  package func pack(of path: String) throws(PackObstacle) -> Pack {
    let notes = notes.withLock(\.self)
    if let obstacle = notes.obstacle { throw PackObstacle(reason: obstacle) }
    let naming = PackNaming(of: path, definitions: notes.definitions)
    var files: [String: Pack.File] = [:]
    for (path, file) in notes.files.sorted(by: { $0.key < $1.key }) {
      let name = try naming.name(of: path)
      if let other = files[name], other.bytes != file.bytes {
        throw PackObstacle(reason: "two of its files would be called \(name); rename one")
      }
      let isScript = file.role == .data && name.hasSuffix(".cq")
      let role = isScript ? .text : file.role
      files[name] = Pack.File(name: name, role: role, bytes: file.bytes)
    }
    let pack = Pack(
      main: try naming.name(of: path), files: Array(files.values),
      replies: Array(notes.replies.values), readings: Array(notes.readings.values))
    guard pack.files.count + pack.everyReply.count <= Pack.mostEntries else {
      throw PackObstacle(
        reason: "more than \(Pack.mostEntries) files and replies are no pack any more")
    }
    return pack
  }

  /// Whether something that was read is where a path leads.
  package func reads(_ path: String) -> Bool { watch.files.holds(path) }
}

/// Why no pack is made.
package struct PackObstacle: Error {
  package let reason: String

  package init(reason: String) { self.reason = reason }
}

extension PackRecorder: FileShelf {
  package func bytes(of path: String, limit: Int) throws(SourceFault) -> [UInt8] {
    if let known = notes.withLock({ $0.files[path] }) { return known.bytes }
    let most = min(limit, Pack.mostBytes + 1)
    let bytes = Array(try Payload.read(path: path, limit: most, watch: watch).bytes)
    notes.withLock { notes in
      notes.files[path] = (.data, bytes)
      notes.count(bytes.count)
    }
    return bytes
  }

  package func paths(beside path: String) -> [String] { NeighbouringFiles.paths(beside: path) }

  package var ofDefinitions: (any FileShelf)? { nil }

  package func noteUse(ofDefinition path: String) {
    guard !notes.withLock({ $0.definitions.contains(path) }),
      let payload = try? Payload.read(path: path, watch: watch.quiet)
    else { return }
    notes.withLock { notes in
      notes.files[path] = (.definition, Array(payload.bytes))
      if !notes.definitions.contains(path) { notes.definitions.append(path) }
    }
  }
}

/// What files are called in a pack: as the text names them; what stands beside the text, or beside
/// a definition that lies elsewhere, by its path from there.
private struct PackNaming {
  private let folders: [String]

  init(of path: String, definitions: [String]) {
    folders = ([path] + definitions).filter { PackedName.of($0) == nil }.map { path in
      path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }
  }

  func name(of path: String) throws(PackObstacle) -> String {
    if let name = PackedName.of(path) { return name }
    let inner = folders.filter { !$0.isEmpty && path.hasPrefix($0) }
    if let name = inner.lazy.compactMap({ PackedName.of(String(path.dropFirst($0.count))) }).first {
      return name
    }
    throw PackObstacle(
      reason: "\(path) is no name for a pack: it leads out of the folder, or is longer than "
        + "\(PackedName.longest) bytes; put the file beside the text")
  }
}

/// A store whose replies are noted for a pack.
private struct RecordingStore: PayloadStore {
  let base: any PayloadStore
  let place: NetworkPlace
  let recorder: PackRecorder

  func payloads(_ requests: [PayloadRequest]) -> [Result<FetchedPayload?, SourceFault>] {
    let results = base.payloads(requests)
    for (request, result) in zip(requests, results) {
      if case .success(let payload) = result { note(payload, given: request) }
    }
    return results
  }

  private func note(_ fetched: FetchedPayload?, given request: PayloadRequest) {
    guard let address = place.name(of: request) else { return }
    guard let fetched else {
      recorder.note(
        Pack.Reply(
          source: place.source, address: address, given: 0, type: nil, fields: HeldFields(),
          body: nil))
      return
    }
    switch fetched.copy {
    // The sample is part of every program.
    case .sample, .file, .nothing: return
    case .live, .kept, .reading, .packed: break
    }
    guard fetched.mayBeKept, !fetched.payload.isPart else {
      return recorder.note(
        obstacle: "\(AddressSecrets.masked(request.address)) of \(place.source) is a reply of "
          + "which no copy may be kept")
    }
    recorder.note(
      Pack.Reply(
        source: place.source, address: address, given: fetched.given ?? 0,
        type: fetched.payload.mediaType.flatMap(Self.written), fields: fetched.payload.fields,
        body: Array(fetched.payload.bytes)))
  }

  /// A field that can stand in a line of its own.
  private static func written(_ text: String) -> String? {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? text : nil
  }

  var isLocal: Bool { base.isLocal }
  func has(_ list: WantedList) -> Bool { base.has(list) }
  func isRead(_ list: WantedList) -> Bool { base.isRead(list) }
  func note(_ list: WantedList, isCut: Bool) { base.note(list, isCut: isCut) }
  func keep(_ replies: ReadReplies, items: Int) { base.keep(replies, items: items) }

  func readings(from first: PayloadRequest) -> KeptReadings {
    let readings = base.readings(from: first)
    if let list = place.name(of: first) { recorder.note(readings, of: list) }
    return readings
  }

  func store(of reading: KeptReading) -> (any PayloadStore)? {
    let store = base.store(of: reading)
    // Who asks the pack may ask for other pages of it.
    if let kept = store as? ReadingStore, let pages = kept.cache.pages(of: reading) {
      recorder.note(reading, pages)
    }
    return store
  }

  /// What is at hand is looked at and not shown.
  var atHand: (any PayloadStore)? { base.atHand }
  var kept: (any PayloadStore)? { base.kept }
  var keptAddresses: [String] { base.keptAddresses }
  var lastGiven: Provenance.Origin? { base.lastGiven }
  var reasonOfAbsence: String { base.reasonOfAbsence }
}
