// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax

/// A field that is computed from others.
struct Derivation {
  /// Its index in the schema.
  let field: Int
  let name: Name
  let expression: Expression
}

// Derived fields may stand in any order.
extension DefinitionLoading {
  /// The derived fields, each after those that it is computed from; otherwise in the order of the
  /// definition. One that depends on itself is reported and left out.
  ///
  /// A depth first search in the manner of Tarjan, "Edge-Disjoint Spanning Trees and Depth-First
  /// Search" (1976), with a stack of its own: a chain may be as long as a definition.
  mutating func orderedDerivations() -> [Int] {
    let places = Dictionary(
      zip(derivations.map(\.field), derivations.indices), uniquingKeysWith: { first, _ in first })
    var needs: [[Int]] = []
    for derivation in derivations {
      needs.append(fields(of: derivation.expression).compactMap { places[$0] })
    }
    var walk = DerivationWalk(needs: needs)
    for start in derivations.indices {
      for circle in walk.circles(from: start) {
        report(
          .circularField(derivations[circle[0]].name, by: circle.map { derivations[$0].name.text }))
      }
    }
    return walk.order.map { derivations[$0].field }
  }

  /// The fields that an expression reads; reports names that none has.
  private mutating func fields(of expression: Expression) -> [Int] {
    if case .name(let name) = expression.kind {
      guard let index = fields.index(of: name.text) else {
        report(.unknownField(name, known: fields.fields.map(\.name)))
        return []
      }
      return [index]
    }
    return expression.kind.children.flatMap { self.fields(of: $0) }
  }
}

/// Goes through fields by what they need.
private struct DerivationWalk {
  private enum State { case new, open, done }

  let needs: [[Int]]
  private var states: [State]
  private(set) var order: [Int] = []

  init(needs: [[Int]]) {
    self.needs = needs
    states = Array(repeating: .new, count: needs.count)
  }

  /// Orders a field and all that it needs. Gives the circles on the way, each from the field that
  /// stands first in it.
  mutating func circles(from start: Int) -> [[Int]] {
    guard states[start] == .new else { return [] }
    var circles: [[Int]] = []
    var path: [(field: Int, next: Int)] = [(start, 0)]
    states[start] = .open
    while let (field, next) = path.last {
      guard next < needs[field].count else {
        states[field] = .done
        order.append(field)
        path.removeLast()
        continue
      }
      path[path.count - 1].next += 1
      let need = needs[field][next]
      switch states[need] {
      case .done: break
      case .new:
        states[need] = .open
        path.append((need, 0))
      case .open:
        let circle = path.map(\.field).drop { $0 != need }
        let first = circle.min().flatMap { circle.firstIndex(of: $0) } ?? circle.startIndex
        circles.append(Array(circle[first...] + circle[..<first]))
      }
    }
    return circles
  }
}
