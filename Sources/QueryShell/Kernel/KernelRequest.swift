// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources

/// One thing that a notebook, or another program, asks for in a line of JSON.
struct KernelRequest {
  enum Work: String, CaseIterable {
    /// Runs a text as one script of the session.
    case run
    /// Asks what may stand at a place of a text.
    case complete
    /// Asks whether a text is whole, or goes on in a further line.
    case check
  }

  /// What a line lacks.
  struct Fault: Error { let reason: String }

  let work: Work
  let text: String
  /// An offset in UTF-8; the end where none is given.
  let cursor: Int

  init(_ line: String) throws(Fault) {
    let members = try Self.members(of: line)
    let works = Work.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    guard case .text(let word)? = members["do"], let work = Work(rawValue: word) else {
      throw Fault(reason: "`do` is one of \(works)")
    }
    guard case .text(let text)? = members["text"] else { throw Fault(reason: "`text` is a text") }
    self.work = work
    self.text = text
    let length = text.utf8.count
    guard let given = members["cursor"], given != .null else {
      cursor = length
      return
    }
    guard case .number(let number) = given, let offset = number.int, (0...length).contains(offset)
    else {
      throw Fault(reason: "`cursor` is a whole number from 0 to the length of `text` in bytes")
    }
    cursor = offset
  }

  /// The members of an object, by name.
  private static func members(of line: String) throws(Fault) -> [String: Value] {
    let payload = Payload(name: "request", bytes: line.utf8, watch: .unwatched)
    guard let source = try? FileSource(payload, copy: .file, strict: true),
      let cursor = try? source.scan(fields: Array(source.schema.fields.indices)),
      let batch = try? cursor.next(), batch.count == 1
    else { throw Fault(reason: "a request is an object of JSON in one line") }
    let names = source.schema.fields.map(\.name)
    return Dictionary(
      zip(names, batch.columns.map { $0.value(at: 0) }), uniquingKeysWith: { first, _ in first })
  }
}
