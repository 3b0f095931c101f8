// SPDX-License-Identifier: MIT

internal import CTransfer

/// One attempt of an exchange on its way through libcurl.
@safe final class CurlTransfer {
  let attempt: Exchange.Attempt
  private let limits: TransferLimits
  private let reach: NetworkReach
  private let start: Int
  private var handle: OpaquePointer?
  private var header = HeaderReader()
  private var body: [UInt8] = []
  private var decoder: BodyDecoder?
  /// Bytes of the body as they came, before decompression.
  private var wireBytes = 0
  private var stalling: StallWatch
  /// Why we ended the transfer ourselves.
  private var fault: TransportFault?
  /// Why one of the addresses of the server was not connected to.
  private var refusal: TransportFault?

  init(
    _ attempt: Exchange.Attempt, limits: TransferLimits, reach: NetworkReach, start: Int
  ) {
    self.attempt = attempt
    self.limits = limits
    self.reach = reach
    self.start = start
    stalling = StallWatch(limits, start: start)
  }

  deinit { if let handle = unsafe handle { unsafe cq_transfer_close(handle) } }

  /// Decompressed bytes of the body so far.
  var received: Int { body.count }

  /// Sends the request; false when libcurl does not take it.
  func begin(by carrier: CurlCarrier, agent: String) -> Bool {
    unsafe handle = open(agent: agent)
    guard let handle = unsafe handle else { return false }
    let isComplete = attempt.hop.fieldsToSend.allSatisfy {
      unsafe cq_transfer_add_field(handle, "\($0.name): \($0.value)")
    }
    return unsafe isComplete && cq_transfer_start(handle, carrier.handle)
  }

  private func open(agent: String) -> OpaquePointer? {
    unsafe attempt.hop.addressToSend.withCString { address in
      unsafe agent.withCString { agent in
        var request = unsafe cq_request(
          address: address, agent: agent,
          connect_milliseconds: Int32(clamping: limits.connectMilliseconds),
          is_direct: attempt.hop.isDirect,
          body_limit: Int64(limits.bodyBytes),
          take_address: {
            unsafe CurlTransfer.of($0).takeAddress(
              UnsafeBufferPointer(start: $1, count: $2), port: $3)
          },
          take_header: {
            unsafe CurlTransfer.of($0).takeHeader(UnsafeBufferPointer(start: $1, count: $2))
          },
          take_body: {
            unsafe CurlTransfer.of($0).takeBody(UnsafeBufferPointer(start: $1, count: $2))
          },
          context: Unmanaged.passUnretained(self).toOpaque())
        return unsafe cq_transfer_open(&request)
      }
    }
  }

  /// The transfer that a context of the C functions stands for.
  static func of(_ context: UnsafeMutableRawPointer) -> CurlTransfer {
    unsafe Unmanaged.fromOpaque(context).takeUnretainedValue()
  }

  /// Whether an address that the server was found at may be connected to.
  private func takeAddress(_ bytes: UnsafeBufferPointer<UInt8>, port: UInt16) -> Bool {
    guard let address = unsafe IPAddress(Array(bytes)) else { return false }
    let fault = reach.refusal(of: attempt.hop, at: address, port: Int(port))
    refusal = fault ?? refusal
    return fault == nil
  }

  private func takeHeader(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe header.take(line)
    if header.bytes > limits.headerBytes { fault = limits.largeHeader }
    if header.lines > limits.headerLines { fault = limits.longHeader }
    if let (one, other) = header.contradiction {
      fault = .broken(reason: "the reply names two lengths, \(one) and \(other)")
    }
    return fault == nil
  }

  private func takeBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    wireBytes += bytes.count
    do throws(BodyDecoder.Damage) {
      return unsafe try decoderOfBody().take(
        bytes,
        into: {
          unsafe CurlTransfer.of($0).takeDecoded(UnsafeBufferPointer(start: $1, count: $2))
        }, Unmanaged.passUnretained(self).toOpaque())
    } catch {
      fault = .broken(reason: "the reply cannot be decompressed")
      return false
    }
  }

  private func decoderOfBody() throws(BodyDecoder.Damage) -> BodyDecoder {
    if let decoder { return decoder }
    let new = try BodyDecoder(header.fields)
    decoder = new
    return new
  }

  private func takeDecoded(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let size = body.count + bytes.count
    if size > limits.bodyBytes {
      fault = limits.largeBody
    } else if size > limits.growthAfterBytes, size > limits.growth * (wireBytes + Self.bufferBytes)
    {
      fault = limits.grownBody
    }
    guard fault == nil else { return false }
    unsafe body.append(contentsOf: bytes)
    return true
  }

  /// What a reply may be larger than its coding suggests in any case: some are a single letter, a
  /// thousand times.
  private static let bufferBytes = 16 << 10

  /// What has come of a reply that nobody waits for any more; nil where that is of no use.
  var part: HTTPReply? {
    let isGood = status == 200 || status == 203
    guard header.isOver, fault == nil, isGood, !body.isEmpty else { return nil }
    var part = HTTPReply(status: status, headers: header.fields, body: body)
    part.isPart = true
    return part
  }

  /// The limit of time that is over, if one is.
  func lateness(now: Int) -> TransportFault? {
    if now - start >= attempt.milliseconds { return limits.outOfTime }
    return stalling.isStalled(bytes: header.bytes + wireBytes, now: now) ? limits.stalled : nil
  }

  /// Says how the transfer ended by what libcurl says of it.
  func end(_ outcome: cq_outcome) -> AttemptEnd {
    if let fault { return .fault(fault) }
    let server = "`\(attempt.hop.address.authority)`"
    switch outcome {
    // For libcurl the end of the connection is an end of the header too.
    case .complete where !header.isOver || !isWhole: return cut(server)
    case .complete: return .reply(HTTPReply(status: status, headers: header.fields, body: body))
    case .unknownName:
      return .fault(.unknownName(reason: "no server has the name \(server)"))
    case .unknownProxy:
      return .fault(.unknownName(reason: "no server has the name of the proxy"))
    case .noConnection:
      if let refusal { return .fault(refusal) }
      let taker = proxy.map { "the proxy `\($0)`" } ?? server
      return .nothing(.unreachable(reason: "\(taker) takes no connection", isOffline: true))
    case .slowConnection: return .fault(limits.slowConnection(to: server))
    case .untrusted:
      let reason = "the certificate of \(server) is not to be trusted: \(words)"
      return .fault(.unreachable(reason: reason, isOffline: false))
    case .insecure:
      let reason = "\(server) makes no secure connection: \(words)"
      return .fault(.unreachable(reason: reason, isOffline: false))
    case .silent, .cut: return cut(server)
    case .tooLarge: return .fault(limits.largeBody)
    case .longField: return .fault(limits.largeHeader)
    case .noHTTP: return .fault(.broken(reason: "the reply is no HTTP"))
    case .refused, .other: return .fault(.broken(reason: "the transfer failed: \(words)"))
    }
  }

  /// Where a connection was tried in vain that should have led on to the server; only the words of
  /// libcurl tell: `Failed to connect to proxy.example port 3128 after 2 ms: ...`.
  private var proxy: String? {
    let pattern = #/^Failed to connect to (?<host>\S+) port (?<port>\d+) /#
    guard let match = words.firstMatch(of: pattern), let port = Int(match.port) else { return nil }
    let address = attempt.hop.address
    let isServer = address.host.filter { !"[]".contains($0) } == match.host.lowercased()
    return isServer && port == address.port ? nil : "\(match.host):\(port)"
  }

  /// Whether the body ends where its coding says so.
  private var isWhole: Bool { decoder?.isWhole ?? true }

  private func cut(_ server: String) -> AttemptEnd {
    let bytes = body.count == 1 ? "1 byte" : "\(body.count) bytes"
    return header.bytes == 0
      ? .nothing(.broken(reason: "\(server) ended the connection without a reply"))
      : .fault(.broken(reason: "the reply broke off after \(bytes)"))
  }

  private var status: Int {
    guard let handle = unsafe handle else { return 0 }
    return Int(unsafe cq_transfer_status(handle))
  }

  private var words: String {
    guard let handle = unsafe handle else { return "" }
    return unsafe String(cString: cq_transfer_reason(handle))
  }
}

extension TransferLimits {
  fileprivate var largeBody: TransportFault {
    .tooLarge(
      reason: "the reply is larger than \(Self.text(bytes: bodyBytes))", limit: .body)
  }

  fileprivate var grownBody: TransportFault {
    .tooLarge(
      reason: "decompression makes the reply more than \(growth) times as large",
      limit: .growth)
  }

  fileprivate var largeHeader: TransportFault {
    .tooLarge(
      reason: "the header of the reply is larger than \(Self.text(bytes: headerBytes))",
      limit: .header)
  }

  fileprivate var longHeader: TransportFault {
    .tooLarge(
      reason: "the header of the reply has more than \(headerLines) lines",
      limit: .headerLines)
  }

  fileprivate var stalled: TransportFault {
    .tooSlow(
      reason: "less than \(slowestBytesPerSecond) bytes a second came for "
        + Self.text(milliseconds: stallMilliseconds), limit: .stalling)
  }

  fileprivate func slowConnection(to server: String) -> TransportFault {
    let time = Self.text(milliseconds: connectMilliseconds)
    return .tooSlow(
      reason: "\(server) did not take the connection within \(time)",
      limit: .connecting)
  }
}
