// SPDX-License-Identifier: MIT

package import Catalogue

/// A text with everything that its queries read: files, definitions, and what servers said, so that
/// it gives the same answers wherever it is.
package struct Pack: Sendable, Equatable {
  /// How the names of packs end.
  package static let ending = ".cqpack"
  /// A larger one is neither made nor read.
  package static let mostBytes = 64 << 20
  /// More files and replies are neither packed nor read.
  package static let mostEntries = 10_000

  package enum Role: String, Sendable {
    /// The text that the pack is of, or a script that it includes.
    case text
    case data
    /// Where sources are defined.
    case definition
  }

  package struct File: Sendable, Equatable {
    package let name: String
    package let role: Role
    package let bytes: [UInt8]
  }

  /// What a server has said.
  package struct Reply: Sendable, Equatable {
    /// What the source is called that asked.
    package let source: String
    /// Under which replies are kept: without a key.
    package let address: String
    /// When the server said so, in seconds since the start of 1970.
    package let given: Int
    let type: String?
    let fields: HeldFields
    /// Nil where the server said that there is nothing.
    package let body: [UInt8]?
  }

  /// What the text is called that the pack is of.
  package let main: String
  /// In the order of their names.
  package let files: [File]
  /// In the order of their sources and addresses.
  package let replies: [Reply]
  /// In the order of their sources, lists and times.
  package let readings: [Reading]
  private let places: [String: Int]
  private let answers: [String: Int]

  /// What stands here twice is the first of it.
  init(main: String, files: [File], replies: [Reply], readings: [Reading] = []) {
    self.main = main
    self.readings = readings.sorted(by: Reading.isBefore)
    self.files = files.sorted { Self.isBefore($0.name, $1.name) }
    self.replies = replies.sorted {
      $0.source == $1.source
        ? Self.isBefore($0.address, $1.address) : Self.isBefore($0.source, $1.source)
    }
    places = Dictionary(
      zip(self.files.map(\.name), self.files.indices), uniquingKeysWith: { first, _ in first })
    answers = Dictionary(
      zip(self.replies.map { Self.key($0.source, $0.address) }, self.replies.indices),
      uniquingKeysWith: { first, _ in first })
  }

  private static func isBefore(_ first: String, _ second: String) -> Bool {
    first.utf8.lexicographicallyPrecedes(second.utf8)
  }

  static func key(_ source: String, _ address: String) -> String { "\(source)\n\(address)" }

  func file(_ name: String) -> File? { places[name].map { files[$0] } }

  /// What a server said to a source under an address; nil where that is not in the pack.
  func reply(to source: String, at address: String) -> Reply? {
    answers[Self.key(source, address)].map { replies[$0] }
  }

  /// Whether anything is packed of what a server said to a source.
  func holds(_ source: String) -> Bool { replies.contains { $0.source == source } }

  /// The text that the pack is of.
  package var text: [UInt8] { file(main)?.bytes ?? [] }

  /// The names of the files that define sources.
  package var definitions: [String] { files.filter { $0.role == .definition }.map(\.name) }

  /// All that servers have said: now, and for the readings.
  package var everyReply: [Reply] { replies + readings.flatMap(\.pages) }

  /// When the last of the replies was given; nil where there are none.
  package var taken: Int? { everyReply.map(\.given).max() }

  /// The day of its data; nil where nothing tells it.
  package var day: CalendarDate? { taken.flatMap { CalendarDate(seconds: $0) } }

  /// A time as it is told of what is packed: everywhere the same.
  package static func words(at seconds: Int) -> String {
    "\(ReadingMoment.words(at: seconds).replacing("T", with: " ")) UTC"
  }
}

extension Pack: FileShelf {
  package func bytes(of path: String, limit: Int) throws(SourceFault) -> [UInt8] {
    guard let file = PackedName.of(path).flatMap(file) else {
      throw .cannotOpen(path: path, reason: .unpacked)
    }
    return file.bytes
  }

  package func paths(beside path: String) -> [String] {
    files.filter { $0.role == .data }.map(\.name)
  }

  package var ofDefinitions: (any FileShelf)? { self }

  package func noteUse(ofDefinition path: String) {}
}
