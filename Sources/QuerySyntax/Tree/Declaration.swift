// SPDX-License-Identifier: MIT

public import Diagnostics

/// `let`: a view, which is a pipeline to read from, or a value that is written `$name`.
public struct Binding: Sendable {
  public enum Content: Sendable {
    case view(Pipeline)
    case value(Expression)
  }

  public let name: Name
  public let content: Content
  /// The text of the `##` comments before it, in one line.
  public let summary: String
  public let range: ScriptRange
}

/// `def`: an expression or stages that are written once and used by name.
public struct Macro: Sendable {
  public enum Body: Sendable {
    case expression(Expression)
    case stages([Stage])
  }

  public let name: Name
  public let parameters: [Name]
  public let body: Body
  /// The text of the `##` comments before it, in one line.
  public let summary: String
  public let range: ScriptRange
}

/// `param`: a value that whoever runs the script may give.
public struct Parameter: Sendable {
  public let name: Name
  public let type: TypeName
  public let typeRange: ScriptRange
  /// What it is when nothing is given; nil where something must be.
  public let standard: Expression?
  /// What it means, for the script's help.
  public let help: TextLiteral?
  /// The text of the `##` comments before it, in one line.
  public let summary: String
  public let range: ScriptRange
}

/// `set fetch.limit = 100`.
public struct SettingClause: Sendable {
  public let path: [Name]
  public let value: Expression
  public let range: ScriptRange

  /// The name with its dots.
  public var name: String { path.map(\.text).joined(separator: ".") }
}

/// `expect error CQ0201 from ( ... )`: a pipeline that must be refused or fail.
public struct ErrorExpectation: Sendable {
  public let code: Name
  /// Nil when it could not be read.
  public let pipeline: Pipeline?
  /// What is wrong with the pipeline's text.
  public let faults: [Diagnostic]
  public let range: ScriptRange
}
