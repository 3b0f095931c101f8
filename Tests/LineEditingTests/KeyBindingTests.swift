// SPDX-License-Identifier: MIT

import CEditLine
import Glibc
import Testing

@testable import LineEditing

@Suite struct KeyBindingTests {
  private struct CannotStart: Error {}

  /// Every command that libedit has is ours, its own, or refused.
  @Test func everyCommandHasAnOwner() throws {
    let option = "-l".unicodeScalars.map { wchar_t($0.value) } + [0]
    guard let editor = unsafe editline_start("cq") else { throw CannotStart() }
    defer { unsafe editline_stop(editor) }
    guard let text = unsafe editline_bindings(editor, option) else { throw CannotStart() }
    defer { unsafe free(text) }
    let names = unsafe String(cString: text).split(separator: "\n").filter { !$0.hasPrefix("\t") }
    let owned =
      Array(CommandOwner.ours.keys) + CommandOwner.oursOutsideOfCommands.keys
      + CommandOwner.libedit + CommandOwner.refusedNames
    #expect(names.map(String.init).sorted() == owned.sorted())
  }

  @Test func readsListing() {
    let listing = BindingListing(
      #"""
      Standard key bindings
      "^@"           ->  is undefined
      "^A"           ->  ed-move-to-beg
      "^\" to "^]"   ->  ed-ignore
      "0"  to "2"    ->  ed-digit
      """            ->  ed-insert
      "ê" to "ÿ"   ->  ed-insert
      Alternative key bindings
      "^"            ->  ed-move-to-beg
      Multi-character bindings
      "^[x"          ->  ed-command
      "^Xl"          ->  "from "hotels"^J"
      Arrow key bindings
      down           ->  ed-next-history
      """#)
    let multi: [[UInt8]: BindingListing.Target] = [
      [0x1b, 0x78]: .command("ed-command"), [0x18, 0x6c]: .text(Array("from \"hotels\"\n".utf8)),
    ]
    #expect(
      listing.standard
        == multi.merging([
          [1]: .command("ed-move-to-beg"), [0x1c]: .command("ed-ignore"),
          [0x1d]: .command("ed-ignore"), [0x30]: .command("ed-digit"),
          [0x31]: .command("ed-digit"), [0x32]: .command("ed-digit"), [0x22]: .command("ed-insert"),
        ]) { $1 })
    #expect(listing.alternative == multi.merging([[0x5e]: .command("ed-move-to-beg")]) { $1 })
  }

  /// What the user binds counts, but for what is refused; what is unbound does nothing.
  @Test func userComesFirst() {
    let standard = BindingListing(
      "Standard\n\"^K\" -> ed-kill-line\n\"^R\"  ->  ed-redisplay\n\"^T\"  ->  ed-kill-line\n")
    let listing = BindingListing(
      "Standard\n\"^R\"  ->  em-yank\n\"^T\"  ->  ed-command\n\"^O\"  ->  vi-histedit\n")
    let bindings = KeyBindings(style: .emacs, listing: listing, standard: standard)
    #expect(
      [0x12, 0x14, 0x0f, 0x03].map { bindings.inserting[[$0]] }
        == [.libedit("em-yank"), .nothing, .nothing, .ours(.interrupt)])
    #expect(bindings.isBeginning([0x18]) && bindings.isBeginning([0x1b]))
    #expect(!bindings.isBeginning([0x41]))
  }

  /// Whatever a key does is told, and each command of libedit that may be bound has words.
  @Test func everyKeyIsTold() {
    let told = Set(KeyWords.ofLibedit.map(\.command))
    let both = [
      "ed-prev-char", "ed-next-char", "ed-move-to-beg", "ed-move-to-end", "ed-delete-next-char",
      "ed-delete-prev-char", "vi-delete-prev-char",
    ]
    #expect(told == CommandOwner.libedit.union(both))
    let standard = BindingListing(
      "Standard\n\"^[b\"  ->  ed-prev-word\n\"^[B\"  ->  ed-prev-word\n\"^[f\"  ->  em-next-word\n")
    let listing = BindingListing(
      "Standard\n\"^[b\"  ->  em-yank\n\"^[B\"  ->  ed-prev-word\n\"^[f\"  ->  em-next-word\n"
        + "\"^Xq\"  ->  \"quit^M\"\n")
    let help = KeyHelp(KeyBindings(style: .emacs, listing: listing, standard: standard))
    let line = { (words: String) in help.typing.first { $0.words == words }?.keys }
    #expect(line("a character left") == ["←", "Ctrl-B"])
    #expect(line("insert what was cut") == ["Ctrl-Y", "Alt-B*"])
    #expect(line("a word right") == ["Alt-F"] && line("a word left") == ["Alt-B"])
    #expect(line("take back") == ["Ctrl-_", "Ctrl-X Ctrl-U"])
    #expect(line("types quit\\r") == ["Ctrl-X q*"])
    #expect(help.hasOwn && help.commanding.isEmpty)
  }

  private static func buffer(_ text: String) -> EditBuffer {
    EditBuffer(statement: text, margin: 0)
  }

  @Test func undo() {
    var log = UndoLog(Self.buffer(""))
    for text in ["o", "on", "one", "one ", "one t", "one tw", "w", "wx"] {
      log.record(Self.buffer(text))
    }
    let undone = (0..<5).map { _ in log.undo()?.statement }
    #expect(undone == ["w", "one tw", "one", "", nil])
    #expect(log.redo()?.statement == "one")
    log.record(Self.buffer("one more"))
    #expect(log.redo() == nil)
    #expect(log.undo()?.statement == "one")
  }
}
