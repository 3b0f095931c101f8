// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import QueryShell
import Testing

/// Where bytes go, and what becomes of an error on the way.
@Suite struct OutputStreamTests {
  /// A pipe whose ends are closed when the test is over.
  private final class Pipe {
    private(set) var reader: Int32
    let writer: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(unsafe pipe(&ends) == 0)
      (reader, writer) = (ends[0], ends[1])
    }

    deinit {
      closeReader()
      close(writer)
    }

    func closeReader() {
      if reader >= 0 { close(reader) }
      reader = -1
    }

    /// What lies in the pipe, up to a number of bytes; the pipe must not be empty.
    func read(upTo count: Int = 1 << 16) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: count)
      let found = unsafe Glibc.read(reader, &bytes, count)
      return Array(bytes.prefix(max(0, found)))
    }

    /// Whether something lies in the pipe.
    var isReadable: Bool {
      var polled = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      return unsafe poll(&polled, 1, 0) == 1
    }
  }

  @Test func collectsUntilTaken() {
    let stream = OutputStream()
    stream.write("na")
    stream.write(Array("me\n".utf8))
    stream.flush()
    #expect(stream.taken() == "name\n")
    #expect(stream.taken() == "")
    #expect(stream.error == nil)
    #expect(stream.errorText == nil)
  }

  @Test func collectsMoreThanItsBuffer() {
    let stream = OutputStream()
    let text = String(repeating: "0123456789", count: 20_000)
    stream.write(text)
    stream.write("end")
    #expect(stream.taken() == text + "end")
  }

  @Test func writesWhenItIsFlushed() throws {
    let pipe = try Pipe()
    let stream = OutputStream(descriptor: pipe.writer)
    stream.write("one ")
    stream.write("two")
    #expect(!pipe.isReadable)
    stream.flush()
    #expect(pipe.read() == Array("one two".utf8))
    stream.flush()
    #expect(!pipe.isReadable)
    #expect(stream.error == nil)
  }

  /// A write is handed over at once when the buffer is full, and arrives whole in its order.
  @Test func writesMuchThroughASlowReader() throws {
    let path = "/tmp/cq-test-\(getpid())-stream"
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    try #require(descriptor >= 0)
    unsafe unlink(path)
    defer { close(descriptor) }
    let stream = OutputStream(descriptor: descriptor)
    var expected: [UInt8] = []
    for size in [1, 65_534, 1, 65_535, 65_537, 3, 1_000_000] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ size) }
      stream.write(bytes)
      expected += bytes
      if expected.count == 65_536 { #expect(lseek(descriptor, 0, SEEK_END) == 65_536) }
    }
    #expect(lseek(descriptor, 0, SEEK_END) == expected.count)
    var found = [UInt8](repeating: 0, count: expected.count + 1)
    #expect(unsafe pread(descriptor, &found, found.count, 0) == expected.count)
    #expect(found.dropLast() == expected[...])
    #expect(stream.error == nil)
  }

  /// A pipe that does not block is waited for while it is full.
  @Test func waitsForWhatDoesNotBlock() throws {
    let pipe = try Pipe()
    try #require(fcntl(pipe.writer, F_SETFL, O_NONBLOCK) == 0)
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let reader = pipe.reader
    let reading = Thread {
      var left = bytes.count
      var chunk = [UInt8](repeating: 0, count: 10_000)
      while left > 0 {
        usleep(1_000)
        left -= max(0, unsafe Glibc.read(reader, &chunk, min(chunk.count, left)))
      }
    }
    reading.start()
    let stream = OutputStream(descriptor: pipe.writer)
    stream.write(bytes)
    stream.flush()
    #expect(stream.error == nil)
    while !reading.isFinished { usleep(1_000) }
  }

  /// Ctrl-C is not kept waiting by a reader that does not read: the rest is given up, without an
  /// error.
  @Test(arguments: [0, O_NONBLOCK]) func doesNotWaitWhenItIsCancelled(_ flags: Int32) throws {
    let pipe = try Pipe()
    try #require(fcntl(pipe.writer, F_SETFL, flags) == 0)
    var asked = 0
    let stream = OutputStream(descriptor: pipe.writer) {
      asked += 1
      return asked > 1
    }
    stream.write([UInt8](repeating: 1, count: 1_000_000))
    #expect(asked == 2)
    stream.flush()
    #expect(stream.error == nil)
    #expect(pipe.isReadable)
  }

  @Test func aClosedReaderIsAnError() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = try Pipe()
    let stream = OutputStream(descriptor: pipe.writer)
    pipe.closeReader()
    stream.write("text")
    #expect(stream.error == nil)
    stream.flush()
    #expect(stream.error == EPIPE)
    #expect(stream.errorText == "nobody reads it any more")
    stream.write([UInt8](repeating: 0, count: 1 << 20))
    #expect(stream.error == EPIPE)
  }

  @Test func aFullDiskIsAnError() throws {
    let descriptor = unsafe open("/dev/full", O_WRONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let stream = OutputStream(descriptor: descriptor)
    stream.write([UInt8](repeating: 0, count: 1 << 16))
    #expect(stream.error == ENOSPC)
    #expect(stream.errorText == "the disk is full")
  }

  @Test func aClosedDescriptorIsAnError() {
    let stream = OutputStream(descriptor: -1)
    stream.write("text")
    stream.flush()
    #expect(stream.error == EBADF)
    #expect(stream.errorText == "it is closed")
  }

  /// The first error is kept, and nothing is written after it even if that would now succeed.
  @Test func nothingIsWrittenAfterAnError() throws {
    let pipe = try Pipe()
    let full = unsafe open("/dev/full", O_WRONLY)
    let place = dup(full)
    try #require(full >= 0 && place >= 0)
    defer {
      close(full)
      close(place)
    }
    let stream = OutputStream(descriptor: place)
    stream.write("lost")
    stream.flush()
    try #require(dup2(pipe.writer, place) == place)
    stream.write("late")
    stream.flush()
    #expect(stream.error == ENOSPC)
    #expect(!pipe.isReadable)
  }

  /// What a stream collects comes back whole, also where it is too long to be held.
  @Test func whatIsCollectedComesBack() {
    let stream = OutputStream()
    let lines = (0..<400_000).map { "line \($0)\n" }
    for line in lines { stream.write(line) }
    #expect(stream.taken() == lines.joined())
    #expect(stream.taken() == "")
    stream.write("short")
    #expect(stream.taken() == "short" && stream.error == nil)
  }
}
