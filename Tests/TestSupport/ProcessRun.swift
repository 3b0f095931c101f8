// SPDX-License-Identifier: MIT

import CPseudoTerminal
import Glibc

/// One finished run of a program: what it wrote and how it ended.
package struct ProcessRun: Sendable {
  package var output: [UInt8]
  package var errors: [UInt8]
  package var status: ExitStatus
  /// True when the time was up and the whole process group was killed.
  package var timedOut: Bool

  package var outputText: String { String(decoding: output, as: UTF8.self) }
  package var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Runs a program to its end with pipes for its three streams, none of which can dead-lock.
  ///
  /// `program` is a path, `arguments` are without its name. `input` is given to standard input,
  /// which is then closed; a program that stops reading early is no error. `environment` is all
  /// there is, nothing is inherited; nil inherits it, as a nil `directory` does. After `timeout`
  /// seconds the program and its children are killed. Throws ``CannotStart``.
  package static func run(
    _ program: String, _ arguments: [String] = [], input: [UInt8] = [],
    environment: [String: String]? = nil, directory: String? = nil, timeout: Double = 20
  ) throws -> ProcessRun {
    signal(SIGPIPE, SIG_IGN)
    let child = try unsafe withCStrings([program] + arguments) { argv in
      try unsafe withCStrings(environmentLines(environment)) { envp in
        let child = unsafe pipe_start(program, argv, envp, directory)
        guard child.identifier > 0 else { throw CannotStart(program: program) }
        return child
      }
    }
    var streams = Streams(child: child, input: input)
    let timedOut = !streams.exchange(deadline: monotonicMilliseconds() + Int(timeout * 1000))
    if timedOut { kill(-child.identifier, SIGKILL) }
    streams.close()
    let status = ExitStatus.wait(for: child.identifier)
    return ProcessRun(
      output: streams.output, errors: streams.errors, status: status, timedOut: timedOut)
  }
}

/// The form `execve` takes; `nil` is the environment of this process.
func environmentLines(_ environment: [String: String]?) -> [String] {
  if let environment { return environment.map { "\($0.key)=\($0.value)" }.sorted() }
  var lines: [String] = []
  var entry = unsafe environ
  while let line = unsafe entry.pointee {
    unsafe lines.append(String(cString: line))
    unsafe entry += 1
  }
  return lines
}

/// The parent's ends of the three pipes, served in turn by one `poll`.
private struct Streams {
  var descriptors: [Int32]  // input, output, errors; -1 once closed
  var input: ArraySlice<UInt8>
  var output: [UInt8] = []
  var errors: [UInt8] = []

  init(child: PTYChild, input: [UInt8]) {
    descriptors = [child.input, child.output, child.errors]
    self.input = input[...]
    if input.isEmpty { close(0) }
  }

  /// False when the deadline passed before the program closed its output.
  mutating func exchange(deadline: Int) -> Bool {
    while descriptors[1] >= 0 || descriptors[2] >= 0 {
      let left = deadline - monotonicMilliseconds()
      guard left > 0 else { return false }
      var polled = descriptors.enumerated().map { index, descriptor in
        pollfd(fd: descriptor, events: Int16(index == 0 ? POLLOUT : POLLIN), revents: 0)
      }
      guard unsafe poll(&polled, 3, Int32(min(left, 1000))) > 0 else { continue }
      if polled[0].revents != 0 { feed() }
      if polled[1].revents != 0, !Self.drain(descriptors[1], into: &output) { close(1) }
      if polled[2].revents != 0, !Self.drain(descriptors[2], into: &errors) { close(2) }
    }
    return true
  }

  private mutating func feed() {
    let count = unsafe input.prefix(65536).withUnsafeBytes { bytes in
      unsafe write(descriptors[0], bytes.baseAddress, bytes.count)
    }
    if count > 0 { input = input.dropFirst(count) }
    let failed = count < 0 && errno != EAGAIN && errno != EINTR
    if failed || input.isEmpty { close(0) }
  }

  private static func drain(_ descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = unsafe read(descriptor, &chunk, chunk.count)
    guard count > 0 else { return count < 0 && errno == EINTR }
    bytes += chunk[..<count]
    return true
  }

  private mutating func close(_ index: Int) {
    guard descriptors[index] >= 0 else { return }
    Glibc.close(descriptors[index])
    descriptors[index] = -1
  }

  mutating func close() {
    for index in descriptors.indices { close(index) }
  }
}
