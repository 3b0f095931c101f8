// SPDX-License-Identifier: MIT

internal import Catalogue
internal import Diagnostics

/// Writes a diagnostic as one JSON object on one line, for editors and other programs.
///
/// Lines and columns count from 1, columns in Unicode scalars; what does not apply is null. `fix`
/// is the mended line where the fix is certain, `suggestion` where a person has to decide; they are
/// there only where there is such a line, and it has no key of an address in it.
struct DiagnosticJSON {
  let ascii: Bool

  func line(_ diagnostic: Diagnostic) -> String {
    let help = diagnostic.remarks.filter { $0.kind == "help" }.map(\.text)
    let corrected = diagnostic.source.flatMap { diagnostic.fix?.correctedLine(in: $0) }
    // A line with stars in the place of a key would be a wrong fix.
    let shown = corrected.flatMap { line in
      AddressSecrets.starred(Array(line.utf8)) == Array(line.utf8) ? line : nil
    }
    var members: [(name: String, value: Value)] = [
      ("code", .text(diagnostic.code.rawValue)),
      ("severity", .text(diagnostic.severity.rawValue)),
      ("message", .text(diagnostic.message)),
    ]
    members += places(of: diagnostic)
    members.append(("label", Self.text(diagnostic.primary?.text)))
    if let shown {
      members.append((diagnostic.automaticFix == nil ? "suggestion" : "fix", .text(shown)))
    }
    members.append(("help", Self.text(help.isEmpty ? nil : help.joined(separator: "\n"))))
    return line(members)
  }

  /// Something that is no fault and has no code.
  func line(note: String) -> String {
    let severity = Diagnostic.Severity.note.rawValue
    return line([("severity", .text(severity)), ("message", .text(note))])
  }

  private func line(_ members: [(name: String, value: Value)]) -> String {
    let json = JSONText.string(.record(members.map { Value.Member($0.name, $0.value) }))
    var output: [UInt8] = []
    JSONSanitiser(ascii: ascii).append(Array(json.utf8)[...], to: &output)
    return String(decoding: output, as: UTF8.self) + "\n"
  }

  private func places(of diagnostic: Diagnostic) -> [(name: String, value: Value)] {
    let source = diagnostic.source
    let range = diagnostic.primary?.range
    let start = range.flatMap { source?.place(of: $0.start) }
    let end = range.flatMap { source?.place(of: $0.end) }
    return [
      ("file", Self.text(source?.name)),
      ("line", Self.number(start?.line)),
      ("column", Self.number(start?.column)),
      ("endLine", Self.number(end?.line)),
      ("endColumn", Self.number(end?.column)),
    ]
  }

  private static func text(_ text: String?) -> Value { text.map(Value.text) ?? .null }

  private static func number(_ number: Int?) -> Value {
    number.map { .number(Decimal($0)) } ?? .null
  }
}
