// SPDX-License-Identifier: MIT

package import Catalogue

// As a file: an archive whose first entry lists the others.
extension Pack {
  private static let listing = "cq-pack"
  private static let folder = "files/"
  private static let form = "cq pack 1"

  /// The bytes of the file, of which the same content has always the same.
  package var bytes: [UInt8] {
    let files = files.map {
      TarArchive.Entry(name: Self.folder + $0.name, time: 0, bytes: $0.bytes)
    }
    let bodies = everyReply.filter { $0.body != nil }.enumerated().map { number, reply in
      TarArchive.Entry(
        name: "replies/\(number + 1)", time: reply.given, bytes: reply.body ?? [])
    }
    let listing = TarArchive.Entry(name: Self.listing, time: 0, bytes: Array(listed.utf8))
    return TarArchive.bytes(of: [listing] + files + bodies)
  }

  /// Reads what a file holds, which has to be, byte for byte, what would be written.
  package init(_ bytes: [UInt8], name: String) throws(SourceFault) {
    do throws(TarArchive.Fault) {
      let entries = try TarArchive.entries(of: bytes, most: Self.mostEntries + 1)
      guard let first = entries.first, first.name == Self.listing else {
        throw TarArchive.Fault(reason: "is an archive, and no pack of cq")
      }
      self = try Self.read(
        String(decoding: first.bytes, as: UTF8.self), entries.dropFirst())
    } catch {
      throw .wrongShape(name: name, message: error.reason)
    }
    let written = self.bytes
    if written == bytes { return }
    let place = zip(written, bytes).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    throw .wrongShape(
      name: name,
      message:
        "is damaged at byte \(place ?? min(written.count, bytes.count)): it is not as it was packed"
    )
  }

  /// Reads the pack at a path, which never is a pipe or a device.
  package static func read(path: String) throws(SourceFault) -> Pack {
    let payload: Payload
    do throws(SourceFault) {
      payload = try Payload.read(path: path, limit: mostBytes + 1, watch: .unwatched)
    } catch {
      guard case .limit = error else { throw error }
      throw .limit(name: path, message: "has more than the \(mostBytes) bytes of a pack")
    }
    return try Pack(Array(payload.bytes), name: path)
  }

  /// A line for each file and each reply, between one that tells what follows and one that sums up.
  private var listed: String {
    let files = files.map {
      ["file", $0.role.rawValue, $0.name, Self.sum(of: $0.bytes)]
    }
    let readings = readings.flatMap { reading -> [[String]] in
      let numbers = [reading.taken, reading.time, reading.items].map { "\($0)" }
      return [["reading", reading.source] + numbers + [reading.list]]
        + reading.pages.map { Self.listed($0, as: "page") }
    }
    let lines =
      [["main", main]] + files + replies.map { Self.listed($0, as: "reply") } + readings
    let text = Self.form + "\n" + lines.map { $0.joined(separator: "\t") + "\n" }.joined()
    return text + "sum\t\(Self.sum(of: Array(text.utf8)))\n"
  }

  private static func listed(_ reply: Reply, as kind: String) -> [String] {
    let known = [reply.source, "\(reply.given)", reply.address]
    guard let body = reply.body else { return ["none"] + known }
    let fields = reply.fields.text?.split(separator: "\n").map(String.init) ?? []
    return [kind] + known + [reply.type ?? "", sum(of: body)] + fields
  }

  /// Over a file's bytes, so that one that has changed is told from what was packed.
  private static func sum(of bytes: [UInt8]) -> String {
    var sum = Checksum()
    sum.add(bytes)
    return String(sum.value, radix: 16)
  }

  private static func read(
    _ listing: String, _ entries: ArraySlice<TarArchive.Entry>
  ) throws(TarArchive.Fault) -> Pack {
    var lines = listing.split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard let form = lines.popFirst(), form.hasPrefix("cq pack ") else {
      throw ListReading.unread
    }
    guard form == Self.form else {
      throw TarArchive.Fault(reason: "was made by a newer cq")
    }
    var reading = ListReading(entries: entries)
    for line in lines where !line.isEmpty {
      try reading.take(
        line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init))
    }
    guard let main = reading.main, reading.files.contains(where: { $0.name == main }) else {
      throw TarArchive.Fault(reason: "does not say which of its files is to be run")
    }
    return Pack(
      main: main, files: reading.files, replies: reading.replies, readings: reading.readings)
  }

  /// What the lines have told so far.
  private struct ListReading {
    var entries: ArraySlice<TarArchive.Entry>
    var main: String?
    var files: [File] = []
    var replies: [Reply] = []
    var readings: [Pack.Reading] = []

    mutating func take(_ words: [String]) throws(TarArchive.Fault) {
      switch (words.first, words.count) {
      case ("main", 2): main = words[1]
      case ("file", 4):
        guard let role = Role(rawValue: words[1]), PackedName.of(words[2]) == words[2] else {
          throw TarArchive.Fault(reason: "has a file whose name leads elsewhere")
        }
        files.append(File(name: words[2], role: role, bytes: try body()))
      case ("reply", 6...): replies.append(try whole(words))
      case ("reading", 6): readings.append(try reading(words))
      case ("page", 6...):
        guard let open = readings.popLast() else { throw Self.unread }
        readings.append(open.with(try whole(words)))
      case ("none", 4): replies.append(try reply(words, type: nil, HeldFields(), nil))
      case ("sum", 2): break
      default: throw Self.unread
      }
    }

    static let unread = TarArchive.Fault(reason: "has a list of its files that cannot be read")

    private func reading(_ words: [String]) throws(TarArchive.Fault) -> Pack.Reading {
      let numbers = words[2...4].compactMap { Int($0) }
      guard numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }) else {
        throw TarArchive.Fault(reason: "has a reading of an impossible time")
      }
      return Pack.Reading(
        source: words[1], list: words[5], taken: numbers[0], time: numbers[1], items: numbers[2],
        pages: [])
    }

    /// A reply that says something.
    private mutating func whole(_ words: [String]) throws(TarArchive.Fault) -> Reply {
      try reply(
        words, type: words[4].isEmpty ? nil : words[4],
        HeldFields(text: words.dropFirst(6).joined(separator: "\n")), try body())
    }

    private mutating func body() throws(TarArchive.Fault) -> [UInt8] {
      guard let entry = entries.popFirst() else {
        throw TarArchive.Fault(reason: "lacks a file that it lists")
      }
      return entry.bytes
    }

    private func reply(
      _ words: [String], type: String?, _ fields: HeldFields, _ body: [UInt8]?
    ) throws(TarArchive.Fault) -> Reply {
      guard let given = Int(words[2]), given >= 0 else {
        throw TarArchive.Fault(reason: "has a reply of an impossible time")
      }
      return Reply(
        source: words[1], address: words[3], given: given, type: type, fields: fields, body: body)
    }
  }
}
