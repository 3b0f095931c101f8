// SPDX-License-Identifier: MIT

package import Catalogue
import Diagnostics
import Glibc

/// The bytes of a list or of one item as they were read, and what messages call them.
package struct Payload: Sendable {
  /// How many bytes follow the content, so that readers may look ahead without a check: zeros, or
  /// in a text that is shortened what was cut.
  static let padding = 64

  package let name: String
  /// What its server calls its format, such as `text/csv`; nil where nothing is said of it.
  var mediaType: String?
  /// What the header of its reply says of the list, where its definition reads that.
  var fields = HeldFields()
  /// How many bytes the content has.
  package private(set) var count: Int
  /// The content and the padding.
  let padded: [UInt8]
  /// Whether what stands before a fault of a list is taken for the whole.
  package var readsPartially = false
  /// Whether nobody waited for its end, so that it stops anywhere.
  var isPart = false
  /// Whether its text need not stop where a record does.
  var stopsAnywhere: Bool { isPart || packed?.damage != nil }
  /// Who waits for it to be read.
  package var watch: ReadingWatch
  /// How its file was compressed; nil where it was not.
  var packed: PackedContent?
  /// How its text was written; nil where it was not converted.
  var writing: TextWriting?
  /// Its records, where it has been checked as a list; nil where nobody has looked for them.
  var list: FoundRecords?

  package init(name: String, bytes: some Sequence<UInt8>, watch: ReadingWatch) {
    var padded = Array(bytes)
    count = padded.count
    padded.append(contentsOf: repeatElement(0, count: Self.padding))
    self.name = name
    self.padded = padded
    self.watch = watch
  }

  /// A part of a file, with the padding behind it.
  init(part padded: [UInt8], of name: String, watch: ReadingWatch) {
    self.name = name
    self.padded = padded
    self.watch = watch
    count = padded.count - Self.padding
  }

  /// What was read of a file.
  init(_ text: consuming ArrivingText) {
    name = text.name
    watch = text.watch
    packed = text.packed
    count = text.bytes.count
    padded = text.padded()
  }

  package var bytes: ArraySlice<UInt8> { padded[..<count] }

  /// The offset of the first byte after a byte order mark.
  var start: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// The same text up to an offset, of which nothing has been found yet. It is not copied.
  func shortened(to offset: Int) -> Payload {
    var payload = self
    payload.count = offset
    payload.list = nil
    return payload
  }
}

extension Payload {
  /// Throws why a path leads to no file. It opens nothing: opening a pipe would cost its writer the
  /// reader.
  static func checkExists(path: String) throws(SourceFault) {
    var status = stat()
    _ = try retried(path: path) { unsafe stat(SystemText.path(path), &status) }
  }

  /// Reads a whole file into memory, so that a file that others shorten meanwhile does no harm. A
  /// signal ends the waiting for a pipe when nobody waits any more. With `unpacking` a compressed
  /// file gives its text, as far as that is whole.
  package static func read(
    path: String, limit: Int = MachineMemory.half, unpacking: Bool = false,
    watch: ReadingWatch
  ) throws(SourceFault) -> Payload {
    if let shelf = watch.shelf {
      return try read(path, on: shelf, limit: limit, unpacking: unpacking, watch: watch)
    }
    let descriptor = try retried(path: path, watch.isCancelled) {
      unsafe open(SystemText.path(path), O_RDONLY | O_CLOEXEC)
    }
    defer { close(descriptor) }
    watch.files.add(descriptor, called: path)
    if isDevice(descriptor), isatty(descriptor) == 0 {
      throw .cannotOpen(path: path, reason: .other("is a device and no file"))
    }
    return try read(
      descriptor: descriptor, name: path, limit: limit, unpacking: unpacking, watch: watch)
  }

  /// Reads an open file or pipe to its end. One that goes on after `limit` bytes is a fault.
  package static func read(
    descriptor: Int32, name path: String, limit: Int = MachineMemory.half, unpacking: Bool = false,
    watch: ReadingWatch
  ) throws(SourceFault) -> Payload {
    // What the system says is not believed beyond some size: a file may have holes.
    let expected = min(size(of: descriptor), 1 << 30)
    var text = ArrivingText(
      name: path, size: expected, limit: limit, unpacking: unpacking, watch: watch)
    // In pieces, so that a large file too is soon given up.
    var piece = [UInt8](repeating: 0, count: min(max(expected, 1 << 16), 1 << 20))
    while true {
      try wait(for: descriptor, path: path, watch.isCancelled)
      let got = try retried(path: path, watch.isCancelled) {
        unsafe piece.withUnsafeMutableBytes { buffer in
          unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        }
      }
      guard got > 0, try text.take(piece[..<Int(got)]) else { break }
    }
    try text.end()
    return Payload(text)
  }

  /// The text of an open file, unpacked where the file is compressed.
  init(unpacking file: any StoredFile) throws(SourceFault) {
    var text = ArrivingText(
      name: file.path, size: file.total ?? 0, limit: MachineMemory.half, unpacking: true,
      watch: file.watch)
    var place = 0
    while true {
      let piece = try file.part(place..<place + 1 << 20).bytes
      place += piece.count
      guard !piece.isEmpty, try text.take(piece) else { break }
    }
    try text.end()
    self.init(text)
  }

  /// Waits until there is something to read, and looks in between whether it is still wanted: a
  /// signal just before the reading would not end it.
  static func wait(
    for descriptor: Int32, path: String, _ isCancelled: () -> Bool
  ) throws(SourceFault) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let pollInterval: Int32 = 100
    while try retried(path: path, isCancelled, { unsafe poll(&request, 1, pollInterval) }) == 0 {}
  }

  /// Whether it is a device, such as `/dev/zero`, which need not end.
  private static func isDevice(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
  }

  /// The size that the system tells; 0 when it is not known, as with a pipe.
  private static func size(of descriptor: Int32) -> Int {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return 0
    }
    return max(0, Int(status.st_size))
  }

  /// The result of a system call, repeated while a signal interrupts it.
  static func retried<Result: SignedInteger>(
    path: String, _ isCancelled: () -> Bool = { false }, _ call: () -> Result
  ) throws(SourceFault) -> Result {
    while true {
      if isCancelled() { throw .cancelled }
      let result = call()
      if result >= 0 { return result }
      let number = errno
      if number == ENOENT, path.hasPrefix("http://") || path.hasPrefix("https://") {
        throw .cannotOpen(path: path, reason: .other("it is an address, and a file is read here"))
      }
      guard number == EINTR else { throw .cannotOpen(path: path, reason: reason(number)) }
    }
  }

  private static func reason(_ number: Int32) -> OpeningFault {
    switch number {
    case ENOENT, ENOTDIR: .absent
    case EACCES, EPERM: .other("permission denied")
    case EISDIR: .other("is a directory")
    case ELOOP: .other("too many symbolic links")
    case EMFILE, ENFILE: .other("too many open files")
    case ENAMETOOLONG: .other("the name is too long")
    case EBADF: .other("it is closed")
    case EIO: .other("the disk reports an error")
    default: .other("system error \(number)")
    }
  }
}

extension Payload {
  /// What a server gave, under its address as it may be told. It has come, and is short enough not
  /// to be waited for.
  init(address: String, bytes: [UInt8]) {
    self.init(name: AddressSecrets.masked(address), bytes: bytes, watch: .unwatched)
  }
}
