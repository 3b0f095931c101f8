// SPDX-License-Identifier: MIT

package import Diagnostics

/// Something that a script may say and hardly ever means.
///
/// Each rule is declared in a file of its own in `Rules`; the help of `cq lint` and the comments
/// that silence a rule know them from the table.
package struct LintRule: Sendable {
  package let code: DiagnosticCode
  /// What a comment calls it, as in `# lint: allow tied-limit`.
  package let name: String
  /// What it finds, in a line.
  package let summary: String
  /// Why that matters.
  package let reason: String
  let check: @Sendable (LintedScript) -> [LintFinding]

  /// Every rule, in the order of the codes.
  package static let all: [LintRule] = [
    .freshStart, .limitBeforeSort, .constantCondition, .repeatedShow, .orderedIDs, .bareRelation,
    .unusedName, .tiedLimit, .literalKey, .unknownRule,
  ]
}

/// One place at which a rule finds what it looks for.
struct LintFinding: Sendable {
  /// What tells one finding of a rule from another.
  struct Essence: Hashable {
    let range: ScriptRange
    let message: String
  }

  let message: String
  let place: Diagnostic.Label
  var secondary: [Diagnostic.Label] = []
  var help: String?
  var remedy: Remedy?
  var fix: FixIt?

  init(
    _ message: String, at place: ScriptRange, _ label: String = "", question: String? = nil,
    secondary: [Diagnostic.Label] = [], help: String? = nil, remedy: Remedy? = nil,
    fix: FixIt? = nil
  ) {
    self.message = message
    self.place =
      question.map { Diagnostic.Label(place, question: $0) } ?? Diagnostic.Label(place, label)
    self.secondary = secondary
    self.help = help
    self.remedy = remedy
    self.fix = fix
  }

  var essence: Essence { Essence(range: place.range, message: message) }
}

extension LintRule {
  /// What the rules find in a script, in the order of the places; what comments allow is left out.
  package static func warnings(_ script: LintedScript) -> [Diagnostic] {
    var warnings: [Diagnostic] = []
    for rule in all {
      // What a view says is found again wherever it is read.
      var found: Set<LintFinding.Essence> = []
      for finding in rule.check(script)
      where found.insert(finding.essence).inserted && !script.allows(rule, at: finding.place.range)
      {
        warnings.append(rule.warning(finding, in: script))
      }
    }
    let placed = warnings.enumerated().sorted {
      ($0.element.primary?.range.start ?? 0, $0.offset)
        < ($1.element.primary?.range.start ?? 0, $1.offset)
    }
    return placed.map(\.element)
  }

  private func warning(_ finding: LintFinding, in script: LintedScript) -> Diagnostic {
    var remarks = finding.help.map { [Diagnostic.Remark.help($0)] } ?? []
    remarks += finding.remedy.map { [.help($0)] } ?? []
    remarks.append(.note("`# lint: allow \(name)` silences this"))
    return Diagnostic(
      code, finding.message, at: finding.place, secondary: finding.secondary, remarks: remarks,
      fix: finding.fix, severity: .warning, in: script.quoted)
  }
}
