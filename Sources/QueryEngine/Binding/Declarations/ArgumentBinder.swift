// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Finds the values of a script's parameters.
struct ArgumentBinder {
  let environment: BindingEnvironment

  private var known: Binder.Context { environment.known }
  private var constants: ConstantBinder { ConstantBinder(environment: environment) }

  /// What a `param` names; a broken value after a fault, which has been reported.
  func meaning(of parameter: Parameter) -> Declarations.Meaning {
    let name = parameter.name.text
    if !Lexer.isParameterName(name) {
      environment.report(.unusableParameter(parameter.name))
      return .brokenConstant(name)
    }
    guard let constant = value(of: parameter) else { return .brokenConstant(name) }
    return .constant(
      .init(name: name, value: constant.value, type: constant.type, isParameter: true))
  }

  private func value(
    of parameter: Parameter
  ) -> (value: Value, type: ValueType?)? {
    guard case .named(let name) = parameter.type, let type = ParameterType(rawValue: name) else {
      environment.report(
        .unknownParameterType(environment.source[parameter.typeRange], parameter.typeRange))
      return nil
    }
    if let given = known.given.last(where: { $0.name == parameter.name.text }) {
      guard let text = given.text ?? type.impliedText else {
        environment.report(.argumentWithoutValue(parameter, type))
        return nil
      }
      guard let value = read(text, as: type) else {
        let meant = text.withDigits
        let isMeant = meant != text && read(meant, as: type) != nil
        environment.report(.badArgument(parameter, type, text, meant: isMeant ? meant : nil))
        return nil
      }
      return value
    }
    guard let standard = parameter.standard else {
      if known.isChecking { return read(type.sample, as: type) ?? (.null, nil) }
      environment.report(.missingArgument(parameter, type))
      return nil
    }
    guard let value = constants.value(of: standard) else { return nil }
    guard let fitting = fitted(value, to: type) else {
      environment.report(.wrongStandard(standard.range, type, value.type))
      return nil
    }
    return fitting
  }

  /// An argument of the command line as a value of a type; nil when it is none.
  private func read(_ text: String, as type: ParameterType) -> (value: Value, type: ValueType?)? {
    switch type {
    case .text: return (.text(text), .text)
    case .id: return (.text(text), .id)
    case .int, .decimal, .bool, .money, .length, .date:
      let parsed = Parser.parseExpression(ScriptText(name: "<argument>", text))
      guard parsed.diagnostics.isEmpty else { return nil }
      let value = environment.faults { constants.value(of: parsed.tree) }.result
      return value.flatMap { fitted($0, to: type) }
    }
  }

  private func fitted(
    _ value: (value: Value, type: ValueType?), to type: ParameterType
  ) -> (value: Value, type: ValueType?)? {
    guard let found = value.type else { return value }
    if type == .decimal, found == .int { return (value.value, .decimal) }
    if type == .id, case .number(let number) = value.value {
      return (.text(number.description), .id)
    }
    if type == .id, found == .text { return (value.value, .id) }
    return found.isOf(type) ? value : nil
  }
}

extension ValueType {
  /// Whether its values are what a parameter of a type takes, without being made anything else.
  fileprivate func isOf(_ type: ParameterType) -> Bool {
    switch type {
    case .text: self == .text
    case .int: self == .int
    case .decimal: self == .decimal
    case .bool: self == .bool
    case .money: if case .money = self { true } else { false }
    case .length: if case .length = self { true } else { false }
    case .date: self == .date
    case .id: self == .id
    }
  }
}

extension String {
  /// With digits for the letters that look like them, a point for a decimal comma, and nothing for
  /// the commas between groups of digits.
  fileprivate var withDigits: String {
    let letters: [Character: Character] = ["O": "0", "o": "0", "l": "1", "I": "1"]
    let digits = String(map { letters[$0] ?? $0 })
    let groups = digits.split(separator: ",", omittingEmptySubsequences: false)
    let areThousands = groups.count > 1 && groups.dropFirst().allSatisfy { $0.count == 3 }
    return areThousands ? groups.joined() : digits.replacing(",", with: ".")
  }
}
