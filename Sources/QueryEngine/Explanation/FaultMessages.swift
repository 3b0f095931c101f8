package import Catalogue
package import Diagnostics

extension Diagnostic {
  /// What a fault of a source is to a person; the place is where the script names the source.
  package init(
    _ fault: SourceFault, at place: SourceRange?, in source: SourceText?,
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
        remarks: [.help("`--source \(name)=FILE` reads a copy; `--offline` the bundled sample")],
        in: source)
    case .malformed(let data): self.init(data)
    case .empty(let name):
      self.init(
        .emptyData, "\(name) is empty", at: label,
        remarks: [.help("a catalogue with nothing in it is written []. Was the download cut off?")],
        in: source)
    case .wrongShape(let name, let message):
      self.init(.wrongShape, "\(name): \(message)", at: label, in: source)
    case .strict(let name, let finding):
      self.init(
        .rejectedValue, "\(name): \(finding.message.withoutConsequence)", at: label,
        remarks: [
          .note("record \(finding.record), at byte \(finding.offset)"),
          .help("without --strict the record is skipped or the value left empty, and counted"),
        ], in: source)
    case .limit(let name, let message):
      self.init(.dataLimit, "\(name): \(message)", at: label, in: source)
    case .definition(let name, let message):
      self.init(
        .definitionClause, "the definition of \(name) is wrong: \(message)", at: label,
        in: source)
    }
  }

  private init(_ data: MalformedData) {
    let excerpt = SourceText(
      name: data.name, bytes: data.excerpt, firstLine: data.excerptLine,
      firstColumn: data.excerptColumn)
    let place = SourceRange(data.excerptOffset, data.excerptOffset + 1)
    var remarks: [Remark] = []
    if data.completeRecords == 1 { remarks = [.note("record 1 is complete")] }
    if data.completeRecords > 1 {
      remarks = [.note("records 1 to \(data.completeRecords) are complete")]
    }
    self.init(
      .malformedData, "\(data.name) \(data.message)", at: Label(place, data.label),
      remarks: remarks, in: excerpt)
  }
}

extension String {
  /// A finding without what would be done about it if it were no fault.
  fileprivate var withoutConsequence: String {
    for ending in [": left empty", ": left out", ": skipped"] where hasSuffix(ending) {
      return String(dropLast(ending.count))
    }
    return self
  }
}
