// SPDX-License-Identifier: MIT

package import Diagnostics

extension Parser {
  /// Whether a text ends where more has to follow, and something that follows can make it whole.
  ///
  /// `stars >` waits for a value, `show *` for nothing: what ends it is wrong already.
  package static func awaitsMore(_ source: ScriptText) -> Bool {
    let parsed = parse(source)
    guard parsed.isIncomplete else { return false }
    let last = Lexer.tokens(of: source).tokens.last { $0.kind != .end && $0.kind != .newline }
    guard let last else { return true }
    let lacks: [DiagnosticCode] = [.missingOperand, .unclosedBracket, .unclosedText]
    let endsInFault = parsed.diagnostics.contains { fault in
      guard fault.isFatal, !lacks.contains(fault.code), let range = fault.primary?.range else {
        return false
      }
      return range.start >= last.range.start
    }
    return !endsInFault && (!last.kind.isSign || expectsValue(behind: source))
  }

  /// Whether the parser would take a value at the end of a text.
  private static func expectsValue(behind source: ScriptText) -> Bool {
    point(atEndOf: source).expected.contains { expected in
      switch expected {
      case .value, .condition, .key, .operand, .aggregate, .argument, .list: true
      default: false
      }
    }
  }
}

extension Token.Kind {
  /// Whether it stands between values, and means something else elsewhere.
  fileprivate var isSign: Bool {
    switch self {
    case .plus, .minus, .star, .slash, .percent: true
    default: false
    }
  }
}
