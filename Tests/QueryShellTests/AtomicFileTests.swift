// SPDX-License-Identifier: MIT

import Diagnostics
import Foundation
import QueryShell
import TestSupport
import Testing

/// Files appear whole or not at all, and nothing is left beside them.
@Suite struct AtomicFileTests {
  /// A folder whose every file, by name, and its text can be compared as a whole.
  private struct Folder {
    let path: String

    init(_ files: [String: String] = [:]) throws {
      path = try TestSupport.temporaryDirectory()
      for (name, text) in files {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
      }
    }

    func at(_ name: String) -> String { "\(path)/\(name)" }

    var contents: [String: String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.reduce(into: [:]) { contents, name in
        contents[name] = (try? String(contentsOfFile: at(name), encoding: .utf8)) ?? "no file"
      }
    }

    func mode(_ name: String) throws -> mode_t {
      var status = stat()
      try #require(unsafe lstat(at(name), &status) == 0)
      return status.st_mode
    }
  }

  private static func write(
    _ text: String, to path: String, replacing: Bool
  ) throws(AtomicFile.Fault) {
    let file = try AtomicFile(at: path)
    for letter in text { try file.write(Array(String(letter).utf8)) }
    try file.commit(replacing: replacing)
  }

  /// What writing ends with, in words; nil when it succeeds.
  private static func refusal(at path: String, replacing: Bool = true) -> String? {
    do throws(AtomicFile.Fault) {
      try write("new", to: path, replacing: replacing)
      return nil
    } catch {
      return Diagnostic(error).message.replacing(path, with: "PATH")
    }
  }

  /// The umask, which cannot be asked for without setting it.
  private static func fileMask() throws -> mode_t {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("Umask:") }
    return try #require(line?.split(separator: "\t").last.flatMap { mode_t($0, radix: 8) })
  }

  @Test(arguments: [false, true]) func makesAFile(_ replacing: Bool) throws {
    let folder = try Folder()
    try Self.write("new", to: folder.at("a"), replacing: replacing)
    #expect(folder.contents == ["a": "new"])
    #expect(try folder.mode("a") == S_IFREG | (0o666 & ~Self.fileMask()))
  }

  @Test func replacesAndKeepsTheMode() throws {
    let folder = try Folder(["a": "old", "b": "other"])
    unsafe chmod(folder.at("a"), 0o606)
    let file = try AtomicFile(at: folder.at("a"))
    #expect(file.targetExists)
    try file.write(Array("new".utf8))
    #expect(folder.contents["a"] == "old")
    try file.commit(replacing: true)
    #expect(folder.contents == ["a": "new", "b": "other"])
    #expect(try folder.mode("a") == S_IFREG | 0o606)
  }

  @Test func followsALink() throws {
    let folder = try Folder(["a": "old"])
    unsafe symlink("a", folder.at("link"))
    try Self.write("new", to: folder.at("link"), replacing: true)
    #expect(folder.contents == ["a": "new", "link": "new"])
    #expect(try folder.mode("link") & S_IFMT == S_IFLNK)
  }

  @Test func leavesAnExistingFileAlone() throws {
    let folder = try Folder(["a": "old"])
    #expect(
      Self.refusal(at: folder.at("a"), replacing: false)
        == "PATH cannot be written: it exists; add `replace`")
    #expect(folder.contents == ["a": "old"])
  }

  @Test func leavesAFileThatComesMeanwhileAlone() throws {
    let folder = try Folder()
    let file = try AtomicFile(at: folder.at("a"))
    #expect(!file.targetExists)
    try Data("other".utf8).write(to: URL(fileURLWithPath: folder.at("a")))
    #expect(throws: AtomicFile.Fault.exists(path: folder.at("a"))) {
      try file.commit(replacing: false)
    }
    #expect(folder.contents == ["a": "other"])
    // The fault stays the file's answer.
    #expect(throws: AtomicFile.Fault.exists(path: folder.at("a"))) { try file.write([1]) }
  }

  @Test func writesBesideTheTarget() throws {
    let folder = try Folder(["a": "old"])
    let file = try AtomicFile(at: folder.at("a"))
    try file.write(Array("half".utf8))
    let beside = folder.contents.filter { $0.key != "a" }
    #expect(beside.map(\.value) == ["half"])
    #expect(beside.keys.allSatisfy { $0.hasPrefix(".a.cq-\(getpid())-") })
    file.discard()
    #expect(folder.contents == ["a": "old"])
    file.discard()
  }

  @Test func isRemovedWhenForgotten() throws {
    let folder = try Folder()
    do { try AtomicFile(at: folder.at("a")).write(Array("half".utf8)) }
    #expect(folder.contents.isEmpty)
  }

  @Test func takesLongNames() throws {
    let folder = try Folder()
    let name = String(repeating: "é", count: 127)
    try Self.write("new", to: folder.at(name), replacing: false)
    #expect(folder.contents == [name: "new"])
  }

  @Test func refusesWhatIsNoFile() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder.at("d"), withIntermediateDirectories: false)
    unsafe mkfifo(folder.at("p"), 0o600)
    unsafe symlink("nothing", folder.at("link"))
    let before = folder.contents
    let refusals = ["d", "d/", "d/.", "p", "link", "none/a", "p/a", "a\0b", "d/.."].map {
      Self.refusal(at: folder.at($0))?.dropFirst("PATH cannot be written: ".count)
    }
    #expect(
      refusals == [
        "it is a directory", "it is a directory", "it is a directory", "it is a pipe",
        "it is a link that leads nowhere", "no such directory", "no such directory",
        "no file can have that name", "it is a directory",
      ])
    #expect(
      Self.refusal(at: "/dev/null") == "PATH cannot be written: it is a device")
    #expect(folder.contents == before)
  }

  @Test func refusesAFileOfTheSystem() {
    #expect(
      Self.refusal(at: "/proc/self/new")
        == "PATH cannot be written: its folder is one of the system, in which no file can be made")
    #expect(throws: AtomicFile.Fault.system(path: "", number: ENOENT)) { try AtomicFile(at: "") }
  }
}
