// SPDX-License-Identifier: MIT

/// The way from a value to a part of it.
struct PartWay {
  /// One step into a list or an object.
  enum Step {
    case member(String)
    /// From 1.
    case element(Int)
  }

  /// The members on the way, from the value on.
  private(set) var members: [String] = []
  /// The elements of lists on the way, from 1.
  private(set) var elements: [Int] = []
  /// Whether the part is itself an element.
  private(set) var endsInList = false

  mutating func go(_ step: Step) {
    switch step {
    case .member(let name): members.append(name)
    case .element(let number): elements.append(number)
    }
    endsInList = if case .element = step { true } else { false }
  }

  /// The names on the way: `a.b`.
  func name(from field: String) -> String { ([field] + members).joined(separator: ".") }

  /// The same with the elements: `a.b (element 3)`.
  func words(from field: String) -> String {
    if elements.isEmpty { return name(from: field) }
    return "\(name(from: field)) (element \(elements.map(String.init).joined(separator: ", ")))"
  }
}
