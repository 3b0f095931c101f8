// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

extension Diagnostic {
  /// Of a list no reading of a time is kept.
  init(_ missing: MissingReading, at label: Label?, in source: ScriptText?) {
    self.init(
      .noReading, missing.fault + (missing.begun?.words ?? ""), at: label,
      remarks: missing.isPart && missing.begun == nil ? [.partsAlone] : [], in: source)
  }
}

extension Diagnostic.Remark {
  fileprivate static let partsAlone = Self("note", "what is kept of it is no whole list")
}

extension MissingReading {
  fileprivate var fault: String {
    guard let wanted, !kept.isEmpty else {
      return begun == nil
        ? "no reading of \(source) is kept; `from \(source.asName) | count` keeps one"
        : "no reading of \(source) has been kept"
    }
    let more = count - kept.count
    let later = more > 0 ? " and \(more) later" : ""
    return "no reading of \(source) is as old as `\(wanted)`; kept are those of "
      + kept.joined(separator: ", ") + later
  }
}

extension MissingReading.Beginning {
  /// What follows a sentence that says what there was.
  fileprivate var words: String {
    switch self {
    case .kept(let time): "; now that of \(time) is kept, to compare with next time"
    case .held(let time): "; now that of \(time) is held until cq ends, which can keep nothing"
    case .notKept: "; the list was read now, and is no reading to be kept"
    case .failed(let fault):
      "; now it is not read: " + Diagnostic(fault, at: nil, in: nil as ScriptText?).message
    }
  }
}
