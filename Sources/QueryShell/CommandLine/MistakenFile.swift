// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QueryEngine
import QuerySyntax

/// What kind of text a command takes.
enum WantedText: String {
  case script
  case page = "page of Markdown"
}

/// A text of another kind than is wanted: data, or a page in HTML.
enum MistakenFile {
  /// What it is and what takes it, as the end of a sentence; nil for what may be what is wanted.
  static func message(_ payload: Payload, insteadOf wanted: WantedText) -> String? {
    if payload.beginsMarkup {
      let call = wanted == .page ? "cq report FILE.md -o PAGE.html" : "cq run FILE.cq"
      return "is a page in HTML or XML, and no \(wanted.rawValue); a browser shows it, "
        + "`\(call)` \(wanted == .page ? "makes such a page" : "runs a script")"
    }
    guard let kind = data(payload, insteadOf: wanted) else { return nil }
    let path = payload.name == stdin ? "/dev/stdin" : payload.name
    let query = "from \(SourceReference.address(path, rows: nil).written)"
    return "is \(kind), and no \(wanted.rawValue); "
      + "cq -c '\(query.replacing("'", with: #"'\''"#))' shows what is in it"
  }

  private static let stdin = "<stdin>"

  /// What kind of data it is; nil for what may be what is wanted. No script begins as JSON does,
  /// and what has the name of a table may be a script if it can be read as one.
  private static func data(_ payload: Payload, insteadOf wanted: WantedText) -> String? {
    if wanted == .page { return payload.promisedData }
    let first = payload.bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      return payload.promisedData ?? "JSON"
    }
    guard let kind = payload.promisedData else { return nil }
    let script = ScriptText(name: payload.name, bytes: Array(payload.bytes.prefix(64 << 10)))
    return Parser.parse(script).diagnostics.isEmpty ? nil : kind
  }
}
