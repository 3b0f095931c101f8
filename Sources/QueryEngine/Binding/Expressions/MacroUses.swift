// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

/// The macros that are put in the place of their uses while a pipeline is bound.
struct MacroUses {
  /// A macro and where it is used.
  private struct Use {
    let macro: Macro
    let place: ScriptRange
    /// How many faults had been reported before it.
    let reported: Int
  }

  /// Those in whose bodies the present place is, the innermost last.
  private var uses: [Use] = []
  /// How many there have been.
  private var count = 0
  /// How many steps the pipeline has.
  var steps = 0

  /// Whether what is being bound stands, in the script, where a macro is used.
  var isExpansion: Bool { !uses.isEmpty }

  /// The macro in whose body a name stands that is one of its arguments.
  func macro(withArgument name: Name) -> Macro? {
    guard let use = uses.last, name.range == use.place,
      use.macro.parameters.contains(where: { $0.text == name.text })
    else { return nil }
    return use.macro
  }

  /// What takes the place of a macro with its arguments; nil after a fault, which is reported.
  func expansion(
    of macro: Macro, _ arguments: [Expression], _ range: ScriptRange,
    _ environment: BindingEnvironment
  ) -> Expansion? {
    guard arguments.count == macro.parameters.count else {
      environment.report(.wrongNumberOfArguments(macro, given: arguments.count, range))
      return nil
    }
    // An argument can have grown from macro to macro.
    guard arguments.allSatisfy({ $0.height <= Parser.maximumDepth }) else {
      environment.report(.expandedTooHigh(range))
      return nil
    }
    let pairs = zip(macro.parameters, arguments).map { (name: $0.text, value: $1) }
    return Expansion(arguments: pairs, place: range)
  }

  /// Begins with what a macro stands for; false, which is reported once, where macros use each
  /// other too deeply or too often.
  mutating func begin(
    _ macro: Macro, at place: ScriptRange, _ environment: BindingEnvironment
  ) -> Bool {
    guard uses.count < BindingLimit.expansionDepth, max(count, steps) < BindingLimit.expansions
    else {
      if count < .max {
        let name = macro.name.text
        environment.report(
          Self.usesItself(macro, environment.known.declarations)
            ? .macroUsesItself(name, place) : .macroTooDeep(name, place))
      }
      count = .max
      return false
    }
    count += 1
    uses.append(Use(macro: macro, place: place, reported: environment.session.reported))
    return true
  }

  /// Ends the innermost macro; faults in its body are told where it is used, each once.
  mutating func end(_ environment: BindingEnvironment) {
    let use = uses.removeLast()
    let session = environment.session
    for fault in session.takeBack(since: use.reported) {
      let told =
        fault.primary?.range == use.place ? fault.inBody(of: use.macro.name.text) : fault
      let others = session.diagnostics[(environment.firstFault ?? 0)...]
      if !others.contains(told) { session.report(told) }
    }
  }

  /// Whether what a macro stands for has it in it, through others or at once.
  private static func usesItself(_ macro: Macro, _ declarations: Declarations) -> Bool {
    let own = macro.name.text.lowercased()
    var seen: Set<String> = []
    var waiting = [macro]
    while let next = waiting.popLast() {
      for case .macro(let name) in NameUses(of: .macro(next)).keys {
        if name == own { return true }
        guard seen.insert(name).inserted, let used = declarations.macro(name) else { continue }
        waiting.append(used)
      }
    }
    return false
  }
}

extension Diagnostic {
  /// The fault as one of a macro's body, which no change of the place of its use would mend.
  fileprivate func inBody(of macro: String) -> Diagnostic {
    if remarks.contains(where: { $0.kind == "in" }) { return self }
    return Diagnostic(
      code, message, at: primary, secondary: secondary,
      remarks: [Remark("in", "the body of `\(macro)`")] + remarks.filter { $0.kind != "help" },
      fix: nil, severity: severity, in: source)
  }
}
