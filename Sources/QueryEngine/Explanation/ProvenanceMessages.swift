// SPDX-License-Identifier: MIT

package import Catalogue
package import Diagnostics
import QuerySyntax

// What is said where the origin of rows is refused.
extension Diagnostic {
  package static func notCurrent(
    _ reading: Provenance.Reading, _ place: ScriptRange, in source: ScriptText
  ) -> Diagnostic {
    refused(reading, by: .options, at: place, in: source)
  }

  /// What `expect live` says of rows that are none.
  static func unexpectedOrigin(
    _ reading: Provenance.Reading, _ place: ScriptRange, in source: ScriptText
  ) -> Diagnostic {
    refused(reading, by: .statement, at: place, in: source)
  }

  private static func refused(
    _ reading: Provenance.Reading, by insistence: Remedy.Insistence, at place: ScriptRange,
    in source: ScriptText
  ) -> Diagnostic {
    Diagnostic(
      .unreachable, "\(reading.source) gives \(reading.inMessage)", at: Label(place),
      remarks: [.help(.takeOldRows(source: reading.source, refusedBy: insistence))], in: source)
  }

  /// What `expect live` says of rows such as those of `sources`.
  static func noOrigin(_ place: ScriptRange, in source: ScriptText) -> Diagnostic {
    Diagnostic(
      .unreachable, "`expect live` judges rows that a source gives, and these come from none",
      at: Label(place),
      remarks: [
        .help(
          "`sources` tells of each source what its rows are: "
            + "`sources | filter updated = \"sample\" | expect no rows`")
      ], in: source)
  }

  static func partial(
    _ reading: Provenance.Reading, _ place: ScriptRange, in source: ScriptText
  ) -> Diagnostic {
    let missing = reading.shortfalls.flatMap { $0.words() }.joined(separator: "; ")
    let remark: Remark
    switch reading.shortfalls.first {
    case .unlisted: remark = .help(.readList(source: reading.source))
    case .skipped: remark = .help(reading.savingWhatIsRead)
    default: remark = .help(.readMore)
    }
    return Diagnostic(
      .partialList, "\(reading.nameOfList) is not whole: \(missing)", at: Label(place),
      remarks: [remark], in: source)
  }
}

extension Provenance.Reading {
  /// What the list is called, which is read now or was read before.
  fileprivate var nameOfList: String {
    guard case .reading(let taken) = copy else { return "the list of \(source)" }
    return "the reading of \(source) of \(taken)"
  }

  /// How the records are taken that can be read, where others are skipped.
  fileprivate var savingWhatIsRead: String {
    let list: String
    switch copy {
    case .reading(let taken): list = "\(source.asName) at \(taken.last.asText)"
    case .file: list = source.asText
    default: list = source.asName
    }
    return "`from \(list) | save \"readable.json\"` takes the others, and tells of each that is "
      + "skipped"
  }

  /// What its source gives, as the end of a sentence that asks for live data.
  var inMessage: String {
    if let part = oldGroups.first {
      return "nothing live of \(part.parts), only \(part.copy.inMessage)"
    }
    guard copy.isCurrent, let failure = failed.first else {
      return "nothing live, only \(copy.inMessage)"
    }
    return "no record of \(failure.key) (\(failure.reason))"
  }
}
