// SPDX-License-Identifier: MIT

internal import CCompression
import QuerySyntax

/// Decompresses the body of a reply as its header says it is coded.
///
/// libcurl would do so too, and take a body for whole that breaks off in the middle.
@safe final class BodyDecoder {
  /// A body that is not coded as its header says.
  struct Damage: Error {}

  private enum Coding {
    case identity, gzip, deflate
  }

  typealias Sink = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<UInt8>, Int) -> Bool

  private let coding: Coding
  private let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 14)
  /// Nil before the first byte, and where nothing is coded.
  private var unpacker: Unpacker?
  /// Whether what has come so far is all of it, as far as the coding can tell.
  private(set) var isWhole = true

  /// Throws for a coding that nobody asked for.
  init(_ header: [HTTPField]) throws(Damage) {
    let codings = Self.codings("content-encoding", header)
    let transfers = Self.codings("transfer-encoding", header).filter { $0 != "chunked" }
    guard transfers.isEmpty, codings.count < 2 else { throw Damage() }
    switch codings.first {
    case nil: coding = .identity
    case "gzip", "x-gzip": coding = .gzip
    case "deflate": coding = .deflate
    default: throw Damage()
    }
  }

  deinit { unsafe room.deallocate() }

  private static func codings(_ name: String, _ header: [HTTPField]) -> [String] {
    header.filter { $0.name.lowercased() == name }
      .flatMap { $0.value.lowercased().split { $0 == "," || $0.isWhitespace }.map(String.init) }
      .filter { $0 != "identity" }
  }

  /// Takes a piece of the body as it came, and gives a sink what it means; false when that has had
  /// enough.
  func take(
    _ bytes: UnsafeBufferPointer<UInt8>, into sink: @escaping Sink,
    _ context: UnsafeMutableRawPointer
  ) throws(Damage) -> Bool {
    guard let start = bytes.baseAddress, let first = unsafe bytes.first else { return true }
    guard coding != .identity else { return unsafe sink(context, start, bytes.count) }
    let unpacker = try opened(for: first)
    var rest = unsafe bytes[...]
    while true {
      if isWhole {
        // What follows the end is left out, unless it is a further member.
        guard coding == .gzip,
          unsafe Compression.gzip.mayBegin(Array(rest.prefix(Compression.beginningSize)))
        else { return true }
        guard unpacker.restart() else { throw Damage() }
      }
      let step = unsafe unpacker.step(UnsafeBufferPointer(rebasing: rest), into: room)
      isWhole = step.state == .whole
      guard isWhole || step.state == .more else { throw Damage() }
      if let output = unsafe step.output.baseAddress, step.produced > 0,
        unsafe !sink(context, output, step.produced)
      {
        return false
      }
      unsafe rest = rest.dropFirst(step.consumed)
      if step.isHungry, unsafe rest.isEmpty { return true }
      guard step.hasMoved || isWhole else { throw Damage() }
    }
  }

  private func opened(for first: UInt8) throws(Damage) -> Unpacker {
    if let unpacker { return unpacker }
    // A header of zlib begins with its method, which is 8; without one no server writes such bits.
    let deflate: cq_coding = first & 0x0F == 8 ? .zlib : .raw
    guard let opened = Unpacker(coding == .gzip ? .gzip : deflate) else { throw Damage() }
    unpacker = opened
    isWhole = false
    return opened
  }
}
