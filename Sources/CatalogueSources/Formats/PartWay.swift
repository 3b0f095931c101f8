// SPDX-License-Identifier: MIT

/// The way from a well formed value to a part of it.
struct PartWay {
  /// The members on the way, from the value on.
  private(set) var members: [String] = []
  /// The elements of lists on the way, from 1.
  private(set) var elements: [Int] = []
  /// Whether the part is itself an element.
  private(set) var endsInList = false

  init(to part: Int, in root: Range<Int>, of payload: Payload) {
    var scanner = JSONScanner(payload, root)
    while let step = Self.step(&scanner, towards: part) {
      switch step {
      case .member(let name): members.append(name)
      case .element(let number): elements.append(number)
      }
      endsInList = if case .element = step { true } else { false }
    }
  }

  private enum Step {
    case member(String)
    case element(Int)
  }

  /// Goes into the value at which the walk stands, to its part with that offset; nil at the end.
  private static func step(_ scanner: inout JSONScanner, towards part: Int) -> Step? {
    scanner.skipSpace()
    let isObject = scanner.byte == UInt8(ascii: "{")
    guard isObject || scanner.byte == UInt8(ascii: "["), scanner.enters() else { return nil }
    var number = 0
    repeat {
      number += 1
      var step = Step.element(number)
      if isObject {
        guard let key = scanner.nextKey() else { return nil }
        step = .member(QuotedData.text(scanner.bytes[key]))
      }
      let start = scanner
      scanner.passValue()
      if scanner.offset > part {
        scanner = start
        return step
      }
    } while scanner.goesOn()
    return nil
  }

  /// The names on the way: `a.b`.
  func name(from field: String) -> String { ([field] + members).joined(separator: ".") }

  /// The same with the elements: `a.b (element 3)`.
  func words(from field: String) -> String {
    if elements.isEmpty { return name(from: field) }
    return "\(name(from: field)) (element \(elements.map(String.init).joined(separator: ", ")))"
  }
}
