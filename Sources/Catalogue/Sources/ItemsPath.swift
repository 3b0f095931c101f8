// SPDX-License-Identifier: MIT

/// Where the list of items stands in a document: `ResultsLite.Items`, `categories[].products[]`, or
/// nothing for a list that is the whole document.
public struct ItemsPath: Sendable, Hashable, CustomStringConvertible {
  public enum Step: Sendable, Hashable {
    /// The member of that name of an object.
    case member(String)
    /// Each element of a list.
    case each

    /// Whether they are the same to the last byte of a name.
    public static func == (first: Step, second: Step) -> Bool {
      switch (first, second) {
      case (.member(let name), .member(let other)): name.isSpelled(as: other)
      case (.each, .each): true
      default: false
      }
    }
  }

  /// The last step is always `each`: its elements are the items.
  public let steps: [Step]

  /// The document itself is the list.
  public static let root = ItemsPath([])

  /// A path that does not end in `each` is taken to name the list of items.
  public init(_ steps: [Step]) {
    self.steps = steps.last == .each ? steps : steps + [.each]
  }

  /// Reads the form in which source definitions write it, such as `categories[].products[]`.
  public init(_ text: String) {
    var steps: [Step] = []
    for part in text.split(separator: ".") {
      var name = part
      var lists = 0
      while name.hasSuffix("[]") {
        name = name.dropLast(2)
        lists += 1
      }
      if !name.isEmpty { steps.append(.member(String(name))) }
      steps += Array(repeating: .each, count: lists)
    }
    self.init(steps)
  }

  public var description: String { text { $0 } }

  /// The path with each name in some form.
  package func text(naming form: (String) -> String) -> String {
    steps.dropLast().reduce(into: "") { text, step in
      switch step {
      case .member(let name): text += text.isEmpty ? form(name) : "." + form(name)
      case .each: text += "[]"
      }
    }
  }
}

/// How the rows of a file are found, where a query says so.
public enum RowsChoice: Sendable, Hashable {
  /// The document itself, which is an object, as one row.
  case document
  /// The elements of a list in it.
  case list(ItemsPath)
  /// The rows of a table as text.
  case table(TableForm)

  /// Reads what stands after `items`: `.`, or a path as definitions write it.
  package init(_ text: String) { self = text == "." ? .document : .list(ItemsPath(text)) }
}
