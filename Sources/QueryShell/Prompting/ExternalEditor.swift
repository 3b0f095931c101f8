// SPDX-License-Identifier: MIT

import Diagnostics
import Glibc
import LineEditing

/// The program in which a person writes longer texts, which may read keys and fail like any other.
struct ExternalEditor: Sendable {
  /// As `VISUAL` or `EDITOR` names it.
  let command: String
  /// Where the text is meanwhile.
  let folder: String

  /// Why nothing came back.
  struct Failure: Error {
    let reason: String
  }

  /// A longer text is no statement of the prompt.
  private static let mostBytes = LineEditor.longestLine

  /// Lets a person write on from a text.
  func edited(_ text: String) throws(Failure) -> String {
    let path = try written(text)
    defer { unsafe unlink(path) }
    var modes = termios()
    let hasModes = unsafe tcgetattr(STDIN_FILENO, &modes) == 0
    let program = ForegroundProgram(
      script: "\(command) \"$1\"", arguments: ["cq", path])
    let ending = program.run()
    // One that was killed leaves the terminal as it had it.
    if hasModes { unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &modes) }
    switch ending {
    case .notFound: throw Failure(reason: "`\(command)` cannot be run; `EDITOR` names the program")
    case .signal(let number): throw Failure(reason: "`\(command)` was ended by signal \(number)")
    case .status(0): return try read(path)
    case .status(let code): throw Failure(reason: "`\(command)` failed with status \(code)")
    }
  }

  /// Writes a text that nobody else can read into a file of its own.
  private func written(_ text: String) throws(Failure) -> String {
    let ending = ".cq"
    var name = Array("\(folder)/cq-XXXXXX\(ending)".utf8CString)
    let descriptor = unsafe name.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe mkstemps($0, Int32(ending.utf8.count)) }
    }
    guard let descriptor, descriptor >= 0 else {
      let reason = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error"
      throw Failure(reason: "no file can be made in \(folder): \(reason)")
    }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let stream = OutputStream(descriptor: descriptor, isCancelled: { false })
    stream.write(text.hasSuffix("\n") ? text : text + "\n")
    stream.flush()
    close(descriptor)
    if stream.error == nil { return path }
    unsafe unlink(path)
    throw Failure(reason: "\(path) cannot be written")
  }

  /// What is left in the file, without blank ends.
  private func read(_ path: String) throws(Failure) -> String {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(reason: "the file is not there any more") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4_096)
    while bytes.count <= Self.mostBytes {
      let count = unsafe Glibc.read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += block[..<count]
    }
    guard bytes.count <= Self.mostBytes else {
      throw Failure(reason: "that is over 64 KiB; `cq run FILE` takes longer scripts")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw Failure(reason: "nothing was left in the file")
    }
    let end = text.lastIndex { !$0.isWhitespace } ?? text.startIndex
    return PlainText.clean(String(text[...end]))
  }
}

// `.edit`.
extension Session {
  /// Lets a person write the last statement anew, or one of `.history` by its number; what comes of
  /// that is the next line of the prompt.
  func edit(_ argument: String) {
    let entries = log.entries
    var text = entries.last?.text ?? ""
    if !argument.isEmpty {
      // `@3` is how other things are named by their numbers.
      let digits = argument.first == "@" ? String(argument.dropFirst()) : argument
      guard let number = Int(digits), entries.indices.contains(number - 1) else {
        return note("there is no statement `\(argument)`; `.history` numbers them")
      }
      text = entries[number - 1].text
    }
    nextLine = written(text)
  }

  /// What a person makes of a text in another program; nil where that came to nothing, which is
  /// told.
  func written(_ text: String) -> String? {
    guard let editor else {
      note("no editor is chosen; `EDITOR` or `VISUAL` names the program, such as `EDITOR=nano`")
      return nil
    }
    output.flush()
    do throws(ExternalEditor.Failure) { return try editor.edited(text) } catch {
      note("\(error.reason); nothing was taken over")
      return nil
    }
  }
}
