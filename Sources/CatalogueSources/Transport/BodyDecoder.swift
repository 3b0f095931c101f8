// SPDX-License-Identifier: MIT

internal import CInflate

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
  /// Nil before the first byte, and where nothing is coded.
  private var inflater: OpaquePointer?
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

  deinit { if let inflater = unsafe inflater { unsafe cq_inflater_close(inflater) } }

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
    let inflater = unsafe try opened(for: first)
    let state = unsafe cq_inflater_take(inflater, start, bytes.count, sink, context)
    isWhole = state == .whole
    if state == .damaged { throw Damage() }
    return state != .refused
  }

  private func opened(for first: UInt8) throws(Damage) -> OpaquePointer {
    if let inflater = unsafe inflater { return unsafe inflater }
    // A header of zlib begins with its method, which is 8; without one no server writes such bits.
    let deflate: cq_coding = first & 0x0F == 8 ? .zlib : .raw
    guard let opened = unsafe cq_inflater_open(coding == .gzip ? .gzip : deflate) else {
      throw Damage()
    }
    unsafe inflater = opened
    return unsafe opened
  }
}
