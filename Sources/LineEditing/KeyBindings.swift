// SPDX-License-Identifier: MIT

/// How the keys of the prompt work.
package enum KeyStyle: String, Sendable {
  case emacs
  case vi
}

/// What a key comes to.
package enum KeyBinding: Equatable {
  case ours(EditCommand)
  /// A command of libedit, by its name.
  case libedit(String)
  /// Text that is typed in the key's place.
  case text([UInt8])
  case nothing
}

/// Which key does what: ours, unless the user's own settings say otherwise.
package struct KeyBindings {
  package let style: KeyStyle
  /// Where characters are typed.
  package private(set) var inserting: [[UInt8]: KeyBinding] = [:]
  /// In the command mode of vi.
  package private(set) var commanding: [[UInt8]: KeyBinding] = [:]
  /// The keys that the user's own settings have bound.
  private(set) var own: Set<[UInt8]> = []
  /// What the user's own settings bind keys to that no key does here, by the names of the keys.
  private(set) var refused: [(key: String, command: String)] = []
  /// The proper beginnings of all keys that are longer than one byte.
  private var beginnings: Set<[UInt8]> = []

  /// The bindings of a style.
  ///
  /// - Parameters:
  ///   - style: how the keys work.
  ///   - listing: what libedit has bound after the user's settings were read.
  ///   - standard: what it binds by itself.
  package init(style: KeyStyle, listing: BindingListing, standard: BindingListing) {
    self.style = style
    inserting = Self.bindings(
      listing.standard, standard.standard, Self.common + (style == .vi ? Self.viInsert : []),
      inCommandMode: false)
    if style == .vi {
      commanding = Self.bindings(
        listing.alternative, standard.alternative, Self.common + Self.viCommand,
        inCommandMode: true)
    }
    own = Set(listing.standard.keys.filter { listing.standard[$0] != standard.standard[$0] })
    if style == .vi {
      own.formUnion(
        listing.alternative.keys.filter { listing.alternative[$0] != standard.alternative[$0] })
    }
    refused = Self.refused(listing.standard, standard.standard, inCommandMode: false)
    if style == .vi {
      refused += Self.refused(listing.alternative, standard.alternative, inCommandMode: true)
    }
    for key in Array(inserting.keys) + commanding.keys {
      for count in 1..<max(key.count, 1) { beginnings.insert(Array(key.prefix(count))) }
    }
  }

  /// Whether a longer key begins so.
  package func isBeginning(_ keys: [UInt8]) -> Bool { beginnings.contains(keys) }

  /// Whether a byte is a character that is only typed.
  func isPlain(_ byte: UInt8) -> Bool {
    let binding = inserting[[byte]] ?? .ours(.insert)
    return Self.isPrintable(byte) && binding == .ours(.insert) && !isBeginning([byte])
  }

  private static func bindings(
    _ listing: [[UInt8]: BindingListing.Target], _ standard: [[UInt8]: BindingListing.Target],
    _ own: [([UInt8], KeyBinding)], inCommandMode: Bool
  ) -> [[UInt8]: KeyBinding] {
    let isLeadIn = { (target: BindingListing.Target?) in target == .command("ed-sequence-lead-in") }
    var result: [[UInt8]: KeyBinding] = [:]
    for (key, target) in listing where !isTextOrArrow(key) {
      // A letter is typed at once, whatever longer key it begins.
      let target = isLeadIn(target) && isPrintable(key[0]) ? standard[key] ?? target : target
      result[key] = binding(of: target, inCommandMode: inCommandMode)
    }
    for (key, binding) in own where listing[key] == standard[key] || isLeadIn(listing[key]) {
      result[key] = binding
    }
    for key in standard.keys where listing[key] == nil { result[key] = .nothing }
    return result
  }

  /// Letters are no beginning of a key; what arrows and other keys with names send is known before.
  private static func isTextOrArrow(_ key: [UInt8]) -> Bool {
    guard key.count > 1 else { return false }
    return isPrintable(key[0])
      || key[0] == 0x1b && (key[1] == UInt8(ascii: "[") || key[1] == UInt8(ascii: "O"))
  }

  private static func isPrintable(_ byte: UInt8) -> Bool { (0x20..<0x7f).contains(byte) }

  private static func binding(
    of target: BindingListing.Target, inCommandMode: Bool
  ) -> KeyBinding {
    switch target {
    case .text(let text): return .text(text)
    case .command("ed-sequence-lead-in"): return .nothing
    case .command(let name):
      return switch CommandOwner(of: name, inCommandMode: inCommandMode) {
      case .ours(let command): .ours(command)
      case .libedit(let name): .libedit(name)
      case .refused: .nothing
      }
    }
  }

  private static func refused(
    _ listing: [[UInt8]: BindingListing.Target], _ standard: [[UInt8]: BindingListing.Target],
    inCommandMode: Bool
  ) -> [(key: String, command: String)] {
    // Whoever unbinds a key wants nothing of it.
    let wanted: Set<String> = ["ed-sequence-lead-in", "ed-unassigned", "ed-ignore"]
    return listing.compactMap { key, target in
      guard case .command(let name) = target, standard[key] != target, !wanted.contains(name),
        CommandOwner(of: name, inCommandMode: inCommandMode) == .refused
      else { return nil }
      return (KeyHelp.name(of: key), name)
    }.sorted { $0 < $1 }
  }

  private static func control(_ letter: Character) -> [UInt8] {
    [(letter.asciiValue ?? 0) & 0x1f]
  }

  /// What libedit binds otherwise or not at all.
  private static let common: [([UInt8], KeyBinding)] = [
    (control("A"), .ours(.rowStart)), (control("E"), .ours(.rowEnd)),
    (control("B"), .ours(.moveLeft)), (control("F"), .ours(.moveRight)),
    (control("C"), .ours(.interrupt)), (control("Z"), .ours(.suspend)),
    (control("D"), .ours(.deleteOrLeave)), (control("H"), .ours(.deleteBackward)),
    ([0x7f], .ours(.deleteBackward)), (control("I"), .ours(.complete)),
    (control("J"), .ours(.enter)), (control("M"), .ours(.enter)),
    (control("L"), .ours(.clearScreen)), (control("R"), .ours(.search)),
    (control("N"), .ours(.newerStatement)), (control("P"), .ours(.olderStatement)),
    (control("_"), .ours(.undo)), (control("X") + control("U"), .ours(.undo)),
    (control("X") + control("E"), .ours(.openEditor)),
    ([0x1b, UInt8(ascii: "_")], .ours(.redo)), (control("K"), .libedit("ed-kill-line")),
    (control("Y"), .libedit("em-yank")), (control("T"), .ours(.transpose)),
    (control("W"), .libedit("ed-delete-prev-word")),
  ]

  private static let viInsert: [([UInt8], KeyBinding)] = [([0x1b], .libedit("vi-command-mode"))]

  private static let viCommand: [([UInt8], KeyBinding)] = [
    ([0x1b], .libedit("vi-command-mode")), (control("R"), .ours(.redo)),
    (control("H"), .ours(.moveLeft)), ([0x7f], .ours(.moveLeft)),
    ([UInt8(ascii: "k")], .ours(.previous)), ([UInt8(ascii: "j")], .ours(.next)),
    ([UInt8(ascii: "v")], .ours(.openEditor)),
  ]
}
