// SPDX-License-Identifier: MIT

import CEditLine
import Glibc

/// Which command a key means, and how libedit is made to carry out its own.
///
/// libedit never sees the keys that are typed, only digits of a count and private keys, each of
/// which is bound to one command that `CommandOwner` knows. So nothing that it could do otherwise
/// can be reached, whatever the user's settings bind. It inserts nothing either: a letter at the
/// end it would draw where it takes the cursor to be, which may be beyond its rows.
extension LineEditor {
  /// Takes the keys that are asked for, else those of the user's own settings, else of emacs.
  ///
  /// Settings for the keys of the other style do not count.
  func bindKeys(style wanted: KeyStyle?) {
    unsafe editline_set_style(editor, 0)
    unsafe editline_read_settings(editor)
    let found: KeyStyle = unsafe editline_is_vi(editor) != 0 ? .vi : .emacs
    let listing = listedBindings()
    let style = wanted ?? found
    unsafe editline_set_style(editor, style == .vi ? 1 : 0)
    let standard = listedBindings()
    bindings = KeyBindings(
      style: style, listing: style == found ? listing : standard, standard: standard)
    slots = [:]
    bind(PrivateKey.act, "cq-act")
    bind(PrivateKey.submit, "ed-newline")
    bind(PrivateKey.probe, "cq-types", inCommandMode: "cq-commands")
    for character in wchar_t(0x20)..<0x7f {
      bind(character, "ed-unassigned", inCommandMode: Self.countCommand(of: character))
    }
    unsafe editline_take_control_keys(editor)
  }

  /// In command mode digits are counts to libedit; other characters are never sent to it there.
  private static func countCommand(of character: wchar_t) -> String {
    (0x31...0x39).contains(character)
      ? "ed-argument-digit" : character == 0x30 ? "vi-zero" : "ed-unassigned"
  }

  private func listedBindings() -> BindingListing {
    guard let text = unsafe editline_bindings(editor, nil) else { return BindingListing() }
    defer { unsafe free(text) }
    return unsafe BindingListing(String(cString: text))
  }

  private func bind(_ key: wchar_t, _ command: String, inCommandMode alternative: String? = nil) {
    let wide = { (text: String) in text.unicodeScalars.map { wchar_t($0.value) } + [0] }
    unsafe editline_bind(editor, key, wide(command), wide(alternative ?? command))
  }

  /// The private key of a command of libedit. When all are given away they are given anew: there
  /// are more commands than keys, and none of the commands presses keys that it remembers.
  func slot(for command: String) -> wchar_t {
    if let slot = slots[command] { return slot }
    if slots.count == PrivateKey.commands.count { slots = [:] }
    let slot = PrivateKey.commands.lowerBound + wchar_t(slots.count)
    bind(slot, command)
    slots[command] = slot
    return slot
  }

  /// What a key of a name that `bind` knows does.
  func boundStep(for key: Key, _ bytes: [UInt8]) -> KeyStep {
    if key == .control(0x03) { forgetPartialKeys() }
    let isFirst = keys.isEmpty
    keys += bytes
    partialKeys.append(key)
    let binding = (isCommanding ? bindings.commanding : bindings.inserting)[keys]
    if binding ?? .nothing == .nothing, bindings.isBeginning(keys) { return .wait }
    let whole = partialKeys
    forgetPartialKeys()
    if let binding {
      if case .text = binding {} else { note(whole) }
      return step(for: binding, key)
    }
    switch key {
    case .character(let scalar) where isFirst && !isCommanding:
      note(whole)
      return insert(scalar)
    case .alternate(let code) where isFirst && bindings.style == .vi:
      // Escape and then a key, typed fast.
      note([.control(0x1b)])
      replayed.insert(.character(Unicode.Scalar(code)), at: 0)
      return press("vi-command-mode")
    default: return .wait
    }
  }

  private func step(for binding: KeyBinding, _ key: Key) -> KeyStep {
    switch binding {
    case .nothing: return .wait
    case .libedit("em-next-word"):
      return takeHint(wordOnly: true) ?? press("em-next-word", by: key)
    case .libedit("ed-kill-line"): return cutRow() ?? press("ed-kill-line", by: key)
    case .libedit(let command): return press(command, by: key)
    case .ours(let command): return step(for: command, key)
    case .text(let text):
      // Keys in there are not taken for others, else they could stand for themselves.
      guard !isReplaying else { return .wait }
      var rest = text[...]
      let decoder = KeyDecoder(
        nextByte: { _ in rest.popFirst() }, putBack: { rest.insert($0, at: rest.startIndex) })
      while let first = rest.popFirst() { replayed.append(decoder.key(startingWith: first)) }
      isReplaying = true
      return .wait
    }
  }

  /// Lets libedit carry out a command, where it is safe to.
  func press(_ command: String, by key: Key = .unknown) -> KeyStep {
    let buffer = currentBuffer
    if isCommanding, case .character(let digit) = key, "0"..."9" ~= digit {
      return pressDigit(digit, isEmpty: buffer.scalars.isEmpty)
    }
    let replaced = argument ?? 1
    argument = nil
    let isOperator = CommandOwner.operators.contains(command)
    let replacesOne = command == "vi-replace-char"
    let endsOperator = operatorWaits && (isOperator || CommandOwner.movements.contains(command))
    if operatorWaits, !endsOperator { return callOffOperator() }
    guard !buffer.scalars.isEmpty || CommandOwner.forEmptyLine.contains(command),
      !CommandOwner.usingMark.contains(command) || mark <= buffer.scalars.count,
      isCommanding || !isOperator, buffer.cursor < buffer.scalars.count || !replacesOne
    else { return .wait }
    if isCommanding, CommandOwner.changing.contains(command) { lastChange.noteChange() }
    let slot = slot(for: CommandOwner.typing.contains(command) ? "vi-insert" : command)
    typing.change(by: command, count: replaced)
    if CommandOwner.settingMark.contains(command) { mark = buffer.cursor }
    if bindings.style == .vi {
      mapIsKnown = false
      awaitsCharacter = CommandOwner.readingCharacter.contains(command)
    }
    operatorIsDone = endsOperator
    operatorWaits = isOperator && !endsOperator
    grownFrom = buffer
    if !isOperator, buffer.hasJoinedCharacters {
      pressed = PressedCommand(name: command, before: buffer)
    }
    let count = takeCount()
    if !isOperator, !awaitsCharacter { queue += repeatElement(slot, count: count - 1) }
    return .press(slot)
  }

  /// Cuts to the end of the row, or there the end itself; nil where libedit's line is the row.
  private func cutRow() -> KeyStep? {
    let buffer = currentBuffer
    guard !isCommanding, count == nil, buffer.scalars[buffer.cursor...].contains("\n") else {
      return nil
    }
    var after = buffer
    after.moveToRowEnd()
    if after.cursor == buffer.cursor { after.moveRight() }
    // As a region, so that libedit can put it back.
    mark = buffer.cursor
    pendingActions = [.edit(after)]
    queue += [PrivateKey.act, slot(for: "em-kill-region")]
    if bindings.style == .vi { mapIsKnown = false }
    return .press(slot(for: "em-set-mark"))
  }

  /// A digit in the command mode of vi, where it is a count or a movement; longer counts would
  /// only keep libedit busy.
  private func pressDigit(_ digit: Unicode.Scalar, isEmpty: Bool) -> KeyStep {
    guard !isEmpty, (argument ?? 0) < 1000 else { return .wait }
    if digit != "0" || argument != nil {
      argument = (argument ?? 0) * 10 + Int(digit.value - 0x30)
    } else if operatorWaits {
      operatorWaits = false
      operatorIsDone = true
    }
    mapIsKnown = false
    return .press(wchar_t(digit.value))
  }

  /// How often the next key counts; a count serves once.
  func takeCount() -> Int {
    defer { count = nil }
    return max(1, count ?? 1)
  }
}
