// SPDX-License-Identifier: MIT

/// The texts that a line has had, to go back to.
///
/// Letters that are typed one after another up to a blank are one step.
package struct UndoLog {
  private var states: [EditBuffer]
  private var index = 0
  private var isTyping = false
  private var held = 0

  /// All texts together hold no more characters; the oldest go first.
  private static let mostHeld = 1 << 20

  package init(_ buffer: EditBuffer) { states = [buffer] }

  /// Notes the line as it is now; the same text again is no step.
  package mutating func record(_ buffer: EditBuffer) {
    guard buffer.scalars != states[index].scalars else { return }
    states.removeSubrange((index + 1)...)
    let typed = Self.typed(from: states[index], to: buffer)
    if let typed, isTyping, typed != " ", index > 0 {
      states[index] = buffer
    } else {
      states.append(buffer)
      index += 1
    }
    isTyping = typed != nil
    held += buffer.scalars.count
    if held > Self.mostHeld { forget() }
  }

  /// The text before; nil where there is none.
  package mutating func undo() -> EditBuffer? { step(by: -1) }

  /// The text that was undone last.
  package mutating func redo() -> EditBuffer? { step(by: 1) }

  private mutating func step(by count: Int) -> EditBuffer? {
    guard states.indices.contains(index + count) else { return nil }
    index += count
    isTyping = false
    return states[index]
  }

  private mutating func forget() {
    held = states.reduce(0) { $0 + $1.scalars.count }
    while held > Self.mostHeld, index > 0 {
      held -= states.removeFirst().scalars.count
      index -= 1
    }
  }

  /// The one character that was put before the cursor, if that is all.
  private static func typed(from old: EditBuffer, to new: EditBuffer) -> Unicode.Scalar? {
    guard new.scalars.count == old.scalars.count + 1, new.cursor > 0 else { return nil }
    let place = new.cursor - 1
    let isSame =
      new.scalars[..<place].elementsEqual(old.scalars.prefix(place))
      && new.scalars[new.cursor...].elementsEqual(old.scalars.dropFirst(place))
    return isSame ? new.scalars[place] : nil
  }
}
