// SPDX-License-Identifier: MIT

/// A command of libedit that has ended, and the line before it.
///
/// libedit counts scalars, of which a character may have several. What it has cut is cut anew as
/// far as whole characters go, and where it has led into one the cursor goes to an end of it.
struct PressedCommand {
  let name: String
  let before: EditBuffer

  /// The commands that are about as many characters as they are told, behind the cursor or before.
  private static let forward: Set<String> = [
    "ed-next-char", "ed-delete-next-char", "vi-substitute-char",
  ]
  private static let backward: Set<String> = [
    "ed-prev-char", "ed-delete-prev-char", "em-delete-prev-char", "vi-delete-prev-char",
  ]

  /// What it ought to have cut; nil where that is what it has cut, or it has cut nothing.
  func wholeCut(_ after: EditBuffer) -> Range<Int>? {
    guard let cut = cut(after) else { return nil }
    let whole =
      if Self.forward.contains(name) {
        cut.lowerBound..<before.place(behind: cut.count, from: cut.lowerBound)
      } else if Self.backward.contains(name) {
        before.place(before: cut.count, from: cut.upperBound)..<cut.upperBound
      } else {
        before.characterStart(at: cut.lowerBound)..<before.characterEnd(at: cut.upperBound)
      }
    return whole == cut ? nil : whole
  }

  /// What it has cut.
  private func cut(_ after: EditBuffer) -> Range<Int>? {
    let count = before.scalars.count - after.scalars.count
    guard count > 0 else { return nil }
    let common = zip(before.scalars, after.scalars).prefix { $0 == $1 }.count
    // Of letters that are alike those at the cursor were cut; in the command mode of vi it may have
    // gone one back.
    let starts = [after.cursor, after.cursor + 1, common]
    return starts.first { start in
      start <= common && after.scalars[start...] == before.scalars[(start + count)...]
    }.map { $0..<$0 + count }
  }

  /// Where the cursor ought to stand behind it, if the line is the one before.
  func wholePlace(_ after: EditBuffer, isCommanding: Bool) -> Int {
    let distance = after.cursor - before.cursor
    var place = after.cursor
    if name == "ed-next-char", distance > 0 {
      place = after.place(behind: distance, from: before.cursor)
    } else if name == "ed-prev-char", distance < 0 {
      place = after.place(before: -distance, from: before.cursor)
    }
    let start = after.characterStart(at: place)
    // Forward there is no other way out of a character than its end.
    let isStuck = start == before.cursor && distance > 0
    place = isStuck ? after.characterEnd(at: place) : start
    return isCommanding && place == after.scalars.count ? after.place(before: place) : place
  }
}

extension LineEditor {
  /// Corrects what a command of libedit has left of a character.
  func takeWholeCharacters(_ command: PressedCommand) {
    var buffer = currentBuffer
    if buffer.scalars == command.before.scalars {
      let place = command.wholePlace(buffer, isCommanding: isCommanding)
      guard place != buffer.cursor else { return }
      buffer.cursor = place
      return perform([(buffer, nil)])
    }
    guard let cut = command.wholeCut(buffer) else { return }
    var (start, end) = (command.before, command.before)
    start.cursor = cut.lowerBound
    end.cursor = cut.upperBound
    buffer.scalars = command.before.scalars
    buffer.scalars.removeSubrange(cut)
    buffer.cursor = cut.lowerBound
    if isCommanding, buffer.cursor == buffer.scalars.count {
      buffer.cursor = buffer.place(before: buffer.cursor)
    }
    // As a region, so that libedit can put it back.
    mark = cut.lowerBound
    perform([(start, "em-set-mark"), (end, "em-kill-region"), (buffer, nil)])
  }

  /// Lets libedit take lines, each with a command behind it.
  private func perform(_ steps: [(buffer: EditBuffer, command: String?)]) {
    pendingActions = steps.map { .edit($0.buffer) }
    queue = steps.flatMap { [PrivateKey.act] + ($0.command.map { [slot(for: $0)] } ?? []) }
    if bindings.style == .vi { mapIsKnown = false }
  }
}
