// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

extension Diagnostic {
  /// Of a list no reading of a time is kept.
  init(_ missing: MissingReading, at label: Label?, in source: ScriptText?) {
    let hasPartsAlone = missing.isPart && missing.begun == nil && missing.kept.isEmpty
    var remarks: [Remark] = hasPartsAlone ? [.partsAlone] : []
    if let way = missing.wayOut { remarks.append(.help(way)) }
    self.init(
      .noReading, missing.fault + (missing.begun?.words ?? ""), at: label, remarks: remarks,
      in: source)
  }
}

extension Diagnostic.Remark {
  fileprivate static let partsAlone = Self("note", "what is kept of it is no whole list")
}

extension MissingReading {
  fileprivate var fault: String {
    guard let wanted, !kept.isEmpty else {
      if begun != nil { return "no reading of \(source) has been kept" }
      let way = obstacle.map { "none can be: \($0.words)" }
      return "no reading of \(source) is kept"
        + (way.map { ", and \($0)" } ?? "; `from \(source.asName) | count` keeps one")
    }
    let more = count - kept.count
    let later = more > 0 ? " and \(more) later" : ""
    return "no reading of \(source) is as old as `\(wanted)`; kept are those of "
      + kept.joined(separator: ", ") + later
  }
}

extension MissingReading {
  /// What can be done where none can be kept, or none that can be compared; nil elsewhere.
  fileprivate var wayOut: String? {
    if case .incomplete = begun {
      return "`from \(source.asName) | count` says which records are skipped and why; "
        + "a definition that fits them keeps them"
    }
    return obstacle?.wayOut
  }
}

extension MissingReading.Obstacle {
  fileprivate var words: String {
    switch self {
    case .folder(let reason): reason
    case .unwanted: "`readings.limit` is 0"
    case .packed: "a pack has those alone that its text asks for"
    }
  }

  fileprivate var wayOut: String {
    switch self {
    case .folder: "`XDG_CACHE_HOME=FOLDER` keeps them elsewhere"
    case .unwanted: "`set readings.limit = 256 MB` keeps as many as usual"
    case .packed: "pack it again with a text that asks for it"
    }
  }
}

extension MissingReading.Beginning {
  /// What follows a sentence that says what there was.
  fileprivate var words: String {
    switch self {
    case .kept(let time): "; now that of \(time) is kept, to compare with next time"
    case .held(let time): "; now that of \(time) is held until cq ends, which can keep nothing"
    case .incomplete(let time, let skipped):
      "; now that of \(time) is kept, but cannot be compared: \(skipped) "
        + (skipped == 1 ? "record of it is skipped" : "records of it are skipped")
    case .notKept(let copy, _) where !copy.isCurrent:
      "; now there is only \(copy.inMessage), which is no reading"
    case .notKept(_, let missing) where !missing.isEmpty:
      "; the list was read now, and is not whole: "
        + missing.flatMap { $0.words() }.joined(separator: "; ")
    case .notKept: "; the list was read now, and is no reading to be kept"
    case .failed(let fault):
      "; now it is not read: " + Diagnostic(fault, at: nil, in: nil as ScriptText?).message
    }
  }
}
