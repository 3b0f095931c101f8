// SPDX-License-Identifier: MIT

package import Catalogue
package import Diagnostics
import QuerySyntax

extension Diagnostic {
  /// What a fault of a source is to a person; the place is where the script names the source.
  package init(
    _ fault: SourceFault, at place: ScriptRange?, in source: ScriptText?,
    pathsFrom folder: String = "the folder in which cq was started"
  ) {
    let label = place.map { Label($0) }
    switch fault {
    case .cannotOpen(let path, let reason):
      self.init(
        .cannotOpen, "\(path.isEmpty ? "an empty path" : path) cannot be opened: \(reason)",
        at: label,
        remarks: [.help("a path is relative to \(folder)")], in: source)
    case .unreachable(let name, let address, let reason):
      self.init(
        .unreachable, "\(name) did not answer (\(reason))", at: place.map { Label($0, address) },
        remarks: [.help(.readInstead(source: name))],
        in: source)
    case .server(let fault): self.init(fault, at: place, in: source)
    case .malformed(let data): self.init(data)
    case .damaged(let name, let message, let whole):
      self.init(
        .malformedData, "\(name) \(message)", at: label, remarks: .salvaging(whole), in: source)
    case .empty(let name):
      self.init(
        .emptyData, "\(name) is empty", at: label,
        remarks: [.help("a catalogue with nothing in it is written []. Was the download cut off?")],
        in: source)
    case .wrongShape(let name, let message):
      self.init(.wrongShape, "\(name): \(message)", at: label, in: source)
    case .strict(let name, let finding):
      self.init(
        .rejectedValue, "\(name): \(finding.fault)", at: label,
        remarks: [
          .note("record \(finding.record), at byte \(finding.offset)"),
          .help(.tolerateRecords),
        ] + (finding.remedy.map { [.help(Remedy($0))] } ?? []), in: source)
    case .limit(let name, let message):
      self.init(.dataLimit, "\(name): \(message)", at: label, in: source)
    case .warned(let name, let message):
      self.init(warningOf: name, message, at: label, in: source)
    case .tooManyItems(let name, let limit):
      self.init(tooManyItemsOf: name, limit, at: label, in: source)
    case .definition(let name, let message):
      self.init(
        .definitionClause, "the definition of \(name) is wrong: \(message)", at: label,
        in: source)
    case .noReading(let missing): self.init(missing, at: label, in: source)
    case .revised(let name): self.init(revised: name, at: label, in: source)
    case .cancelled: self.init(.unreachable, "it was interrupted", at: label, in: source)
    }
  }

  private init(revised name: String, at label: Label?, in source: ScriptText?) {
    self.init(
      .wrongShape, "\(name): the types of its fields are others than in its first records",
      at: label, remarks: [.help("run the query again; the types are known now")], in: source)
  }

  private init(warningOf name: String, _ message: String, at label: Label?, in source: ScriptText?)
  {
    self.init(
      .invalidReply, "the server warns of its reply for \(name): \(message)", at: label,
      remarks: [.help(.tolerateWarning)], in: source)
  }

  private init(tooManyItemsOf name: String, _ limit: Int, at label: Label?, in source: ScriptText?)
  {
    self.init(
      .dataLimit, "one statement asks \(name) for the records of no more than \(limit) items",
      at: label,
      remarks: [
        .help("`limit N` before it takes fewer; `set fetch.items = \(2 * limit)` asks for more")
      ], in: source)
  }

  private init(_ fault: ServerFault, at place: ScriptRange?, in source: ScriptText?) {
    let name = fault.source
    let part = fault.part.map { " for \($0.words)" } ?? ""
    let asked = part.isEmpty ? "" : " when asked\(part)"
    let code: DiagnosticCode
    let message: String
    var help = Remark.help(.askAgain(source: name, wantsKey: false))
    switch fault.kind {
    case .badAddress:
      self.init(
        .unreachable, "an address of \(name) cannot be asked: \(fault.reason)",
        at: place.map { Label($0, fault.address) },
        remarks: [.help("an address is such as `https://example.org/list.json`")], in: source)
      return
    case .unpacked:
      self.init(
        .unreachable, "the pack has no answer of \(name)\(part) to this",
        at: place.map { Label($0, fault.address) },
        remarks: [.help(.readPackedAnswers)], in: source)
      return
    case .unreachable:
      code = .unreachable
      message = "\(name) did not answer (\(fault.reason))\(asked)"
    case .offline:
      code = .unreachable
      message = "\(name) is not asked\(part) (\(fault.reason))"
      help = .help(.goOnline)
    case .refused:
      code = .refused
      message = "\(name) answered with an error (\(fault.reason))\(asked)"
      help = .help(.askAgain(source: name, wantsKey: true))
    case .invalid:
      code = .invalidReply
      message = "the reply of \(name)\(part) \(fault.reason)"
    case .missingKey(let fault):
      code = .missingKey
      message = "\(name) wants a key, and \(fault.reason)"
      help = .help(.provideKey(KeyRemedy(fault)))
    }
    self.init(
      code, message + "; no cached copy", at: place.map { Label($0, fault.address) },
      remarks: Remark.kept(fault) + [help], in: source)
  }

  private init(_ data: MalformedData) {
    let excerpt = ScriptText(
      name: data.name, bytes: data.excerpt, firstLine: data.excerptLine,
      firstColumn: data.excerptColumn)
    let place = ScriptRange(data.excerptOffset, data.excerptOffset + 1)
    let whole = data.completeRecords
    self.init(
      .malformedData, "\(data.name) \(data.message)", at: Label(place, data.label),
      remarks: .salvaging(whole), in: excerpt)
  }
}

extension Diagnostic.Remark {
  /// What else is kept of a source.
  fileprivate static func kept(_ fault: ServerFault) -> [Self] {
    guard fault.otherCopies > 0 else { return [] }
    return [
      .note(
        .keptAnswers(
          count: fault.otherCopies, queries: fault.keptQueries,
          isOffline: fault.kind == .offline))
    ]
  }
}

extension Remedy {
  /// How a value that was found wrong would be kept.
  package init(_ field: ScanReport.Finding.KeepingField) {
    self = .declare(.written(name: field.name, type: field.type))
  }
}

extension [Diagnostic.Remark] {
  /// How the records are read that stand before a fault.
  fileprivate static func salvaging(_ records: Int) -> Self {
    records > 0 ? [.note(.salvage(records: records))] : []
  }
}

extension KeyRemedy {
  package init(_ fault: KeyFault) {
    switch fault {
    case .notSet(let variable, let file): self = .variable(variable, file: file)
    case .unprintable: self = .printable
    case .noLogin: self = .login
    case .tooShort(_, let least): self = .whole(least: least)
    case .badLine: self = .namedLine
    case .unsafeFile(let file, _): self = .privateFile(file)
    case .sentOpenly: self = .encryptedAddress
    }
  }
}
