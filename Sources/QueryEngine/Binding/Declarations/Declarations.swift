// SPDX-License-Identifier: MIT

package import Catalogue
import Diagnostics
package import QuerySyntax

/// What `let`, `def` and `param` have named, in the order in which they did.
///
/// A name that is named again stands for what it meant last. Nothing is taken away, so what was
/// known where a view was written is a number.
package struct Declarations: Sendable {
  /// A pipeline that is read from by its name.
  package struct View: Sendable {
    let name: String
    let pipeline: Pipeline
    let source: ScriptText
    /// How many declarations came before it.
    let known: Int
    /// How many views are read one through another, itself included.
    let levels: Int
    /// Whether it has faults, which have been reported.
    var isBroken: Bool
  }

  /// A value that is written `$name`.
  package struct Constant: Sendable {
    let name: String
    let value: Value
    let type: ValueType?
    /// Whether whoever runs the script can give it.
    var isParameter = false
  }

  package enum Meaning: Sendable {
    case view(View)
    case constant(Constant)
    case macro(Macro)
    /// A value whose declaration had a fault; using it is no further one.
    case brokenConstant(String)
  }

  /// More declarations than this are refused.
  package static let maximumCount = 10_000

  private var meanings: [Meaning] = []
  /// The names of views and macros in lower case; those of values as they are, after a `$`.
  private var keys: [String] = []
  /// For each key where it has been named, in order; those from `count` on are of later ones.
  private var places: [String: [Int]] = [:]
  private(set) var count = 0

  package init() {}

  package mutating func add(_ meaning: Meaning) {
    for key in keys[count...] { places[key]?.removeAll { $0 >= count } }
    meanings.removeSubrange(count...)
    keys.removeSubrange(count...)
    meanings.append(meaning)
    keys.append(meaning.key)
    places[meaning.key, default: []].append(count)
    count += 1
  }

  /// What was known when there were only so many.
  func first(_ known: Int) -> Declarations {
    var earlier = self
    earlier.count = min(known, count)
    return earlier
  }

  private func last<Found>(_ key: String, _ found: (Meaning) -> Found?) -> Found? {
    for index in places[key, default: []].reversed() where index < count {
      if let match = found(meanings[index]) { return match }
    }
    return nil
  }

  func view(_ name: String) -> View? {
    last(name.lowercased()) { if case .view(let view) = $0 { view } else { nil } }
  }

  func macro(_ name: String) -> Macro? {
    last(name.lowercased()) { if case .macro(let macro) = $0 { macro } else { nil } }
  }

  /// A value; nil also for one whose last declaration is broken.
  func constant(_ name: String) -> Constant? {
    guard case .constant(let constant) = last("$" + name, \.self) else { return nil }
    return constant
  }

  func isBroken(_ name: String) -> Bool {
    if case .brokenConstant = last("$" + name, \.self) { true } else { false }
  }

  /// What each name stands for now, in the order in which they were named last.
  private var current: [Meaning] {
    var views: Set<String> = []
    var others: Set<String> = []
    let latest = (0..<count).reversed().filter { index in
      meanings[index].isView
        ? views.insert(keys[index]).inserted : others.insert(keys[index]).inserted
    }
    return latest.reversed().map { meanings[$0] }
  }
}

extension Declarations.Meaning {
  /// The name as it is written where it is used.
  var label: String {
    switch self {
    case .view(let view): view.name
    case .macro(let macro): macro.name.text
    case .constant(let constant): "$" + constant.name
    case .brokenConstant(let name): "$" + name
    }
  }

  /// The same of a view whose faults are not known: it is judged wherever it is used.
  package var unjudged: Self {
    guard case .view(var view) = self else { return self }
    view.isBroken = false
    return .view(view)
  }

  fileprivate var key: String {
    switch self {
    case .view(let view): view.name.lowercased()
    case .macro(let macro): macro.name.text.lowercased()
    case .constant(let constant): "$" + constant.name
    case .brokenConstant(let name): "$" + name
    }
  }

  fileprivate var isView: Bool { if case .view = self { true } else { false } }
}

/// A value that whoever runs a script has given to one of its parameters.
package struct GivenParameter: Sendable {
  package let name: String
  /// Nil where only the name is written.
  package let text: String?

  package init(name: String, text: String?) {
    self.name = name
    self.text = text
  }
}

extension Declarations {
  /// The names that are written with a `$`.
  package var constantNames: [String] {
    current.compactMap { if case .constant(let constant) = $0 { constant.name } else { nil } }
  }

  /// The names that whoever runs a script can give values to.
  package var parameterNames: [String] {
    current.compactMap {
      if case .constant(let constant) = $0, constant.isParameter { constant.name } else { nil }
    }
  }

  package var viewNames: [String] {
    current.compactMap { if case .view(let view) = $0 { view.name } else { nil } }
  }

  /// The macros that stand for expressions, or for stages: the names of their parameters, and what
  /// the comment says.
  package func describedMacros(
    ofStages: Bool
  ) -> [(name: String, parameters: [String], note: String)] {
    current.compactMap { meaning in
      guard case .macro(let macro) = meaning, macro.isStages == ofStages else { return nil }
      return (macro.name.text, macro.parameters.map(\.text), macro.summary)
    }
  }

  /// The names of the macros that stand for expressions, or for stages.
  package func macroNames(ofStages: Bool) -> [String] {
    current.compactMap {
      guard case .macro(let macro) = $0, macro.isStages == ofStages else { return nil }
      return macro.name.text
    }
  }

  /// The values by their names, with the type of each; that of null is nil.
  package var typedConstants: [(name: String, type: ValueType?)] {
    current.compactMap { meaning in
      if case .constant(let constant) = meaning { (constant.name, constant.type) } else { nil }
    }
  }
}

extension Macro {
  var isStages: Bool {
    switch body {
    case .stages: true
    case .expression: false
    }
  }
}
