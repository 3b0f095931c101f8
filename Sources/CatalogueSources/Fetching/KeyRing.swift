// SPDX-License-Identifier: MIT

package import Catalogue
import Glibc

/// Finds the keys that services want: in the environment, else in a file that only its owner may
/// read.
///
/// Nothing is read before a key is wanted, and no key is ever part of a message.
package struct KeyRing: Sendable {
  /// The path of the file; nil where a user has no folder for it.
  private let file: String?
  /// The value of a variable of the environment.
  private let variable: @Sendable (String) -> String?

  package init(file: String?, variable: @escaping @Sendable (String) -> String?) {
    self.file = file
    self.variable = variable
  }

  /// The key that a source wants, under the name that its definition gives, or `CQ_KEY_` and the
  /// name of the source; and the place where it is, such as `BESTBUY_API_KEY`.
  package func found(
    _ demand: KeyDemand, of source: String
  ) throws(KeyFault) -> (secret: Secret, place: String) {
    let names = [demand.variable, Self.variableName(of: source)]
    for name in names {
      if let value = Self.trimmed(variable(name)) {
        return (try Self.secret(value, demand.carrier, in: name), name)
      }
    }
    let kept = try lines()
    for name in names {
      if let value = Self.trimmed(kept[name]) {
        let place = "\(name) of \(file ?? "")"
        return (try Self.secret(value, demand.carrier, in: place), place)
      }
    }
    throw .notSet(variable: demand.variable, file: file)
  }

  /// What gives texts with `***` in the place of every key that is in a variable of some names, or
  /// in the file as it is now.
  package func redactor(knowing names: [String]) -> (String) -> String {
    let kept = (try? lines()).map { Array($0.values) } ?? []
    let secrets = (names.compactMap(variable) + kept).compactMap(Self.trimmed)
      .filter { $0.utf8.count >= Self.shortest }
      // Of two keys one may be the beginning of the other.
      .sorted { $0.utf8.count > $1.utf8.count }
      .map { Secret(.parameter(""), value: $0) }
    return { secrets.reduce($0) { $1.redacted($0) } }
  }

  /// One text so.
  package func redacted(_ text: String, knowing names: [String]) -> String {
    redactor(knowing: names)(text)
  }

  /// Such as `CQ_KEY_MY_SHOP`.
  package static func variableName(of source: String) -> String {
    "CQ_KEY_" + source.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
  }

  /// Nil for a value with nothing in it.
  private static func trimmed(_ value: String?) -> String? {
    guard let value else { return nil }
    let start = value.drop { $0.isWhitespace }
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) }
  }

  /// Wherever a reply repeats the key, `***` stands in its place: a shorter one would be found in
  /// words and numbers that have nothing to do with it, and they would be lost.
  static let shortest = 8

  /// A key is sent in a line of its own; one with a line break would send another line. What is
  /// sent in code may have blanks and any letters, as logins have.
  private static func secret(
    _ value: String, _ carrier: Secret.Carrier, in place: String
  ) throws(KeyFault) -> Secret {
    let isPlain = value.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    let isPrintable = value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    guard isPlain || carrier.isCoded && isPrintable else { throw .unprintable(place: place) }
    guard value.utf8.count >= shortest else { throw .tooShort(place: place, least: shortest) }
    if carrier.isLogin, !value.contains(":") { throw .noLogin(place: place) }
    return Secret(carrier, value: value)
  }
}

extension Secret.Carrier {
  /// Whether the key is sent in the code of Basic authentication alone.
  fileprivate var isCoded: Bool {
    guard case .header(_, let form) = self else { return false }
    return form.contains("{base64}") && !form.contains("{key}")
  }

  /// Whether it is a name and a password.
  fileprivate var isLogin: Bool {
    guard case .header(_, let form) = self else { return false }
    return isCoded && form.lowercased().hasPrefix("basic ")
  }
}

// The file of keys.
extension KeyRing {
  package var path: String? { file }

  /// How the file is: none, for its owner alone, or why it is not read.
  package var stateOfFile: String {
    guard let file else { return "none" }
    do throws(KeyFault) {
      guard try Self.content(of: file) != nil else { return "none" }
      let count = try lines().count
      return "\(count) \(count == 1 ? "key" : "keys"), for you alone"
    } catch {
      return "not read: \(error.reason)"
    }
  }

  private static let largestFile = 1 << 16

  /// The lines `NAME = value` of the file; none where there is no file.
  private func lines() throws(KeyFault) -> [String: String] {
    guard let file, let bytes = try Self.content(of: file) else { return [:] }
    var lines: [String: String] = [:]
    let text = String(decoding: bytes, as: UTF8.self)
    let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, row) in rows.enumerated() {
      guard let row = Self.trimmed(String(row)), !row.hasPrefix("#") else { continue }
      let parts = row.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = Self.trimmed(String(parts[0])) else {
        throw .badLine(index + 1, file: file)
      }
      lines[name] = String(parts[1])
    }
    return lines
  }

  /// Nil when there is no file.
  private static func content(of path: String) throws(KeyFault) -> ArraySlice<UInt8>? {
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw refused(path, errno == ELOOP ? "is a link" : "cannot be opened")
    }
    defer { close(descriptor) }
    var status = stat()
    unsafe fstat(descriptor, &status)
    guard status.st_mode & S_IFMT == S_IFREG else { throw refused(path, "is no file") }
    guard status.st_uid == geteuid() else { throw refused(path, "belongs to another user") }
    guard status.st_mode & 0o077 == 0 else { throw refused(path, "may be read by others") }
    do throws(SourceFault) {
      // Whoever writes files asks for that of the keys by its name.
      return try Payload.read(
        descriptor: descriptor, name: path, limit: largestFile, watch: .unwatched
      ).bytes
    } catch {
      throw refused(path, "cannot be read")
    }
  }

  private static func refused(_ path: String, _ state: String) -> KeyFault {
    .unsafeFile(path, state: state)
  }
}
