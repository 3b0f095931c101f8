// SPDX-License-Identifier: MIT

/// Carries requests to servers and brings back what they answer.
///
/// It follows redirects, repeats what is worth repeating, keeps to the limits, leaves servers alone
/// that are down, and judges nothing: a reply of any status is a reply.
package protocol Transport: Sendable {
  /// Asks side by side; one result for each request, in their order. Returns early, with
  /// `.cancelled` for what is not there yet, when `watcher` says so.
  func exchange(
    _ requests: [HTTPRequest], watcher: TransferWatcher
  ) -> [Result<HTTPReply, TransportFault>]

  /// Asks also servers that were down a moment ago.
  func forgetOutages()
}

/// What is asked of a server.
package struct HTTPRequest: Sendable, Equatable {
  /// Absolute, with the scheme `http` or `https`, and without the secret.
  package var address: String
  /// Further header fields, such as `If-None-Match`.
  package var headers: [HTTPField]
  /// A key that goes with the request to the host of `address` and nowhere else.
  package var secret: Secret?
  /// How many requests a second that host allows; nil when nothing is known.
  package var rate: Int?
  /// The hosts that the definition behind it names; nil where the address is all that is named.
  package var named: Set<String>?
  /// Whether it is one of many of its kind: then those before it tell what comes of it.
  package var isOneOfMany = false
  /// Whether what has come of the body is wanted where nobody waits for the rest.
  package var wantsPart = false

  package init(
    _ address: String, headers: [HTTPField] = [], secret: Secret? = nil, rate: Int? = nil
  ) {
    self.address = address
    self.headers = headers
    self.secret = secret
    self.rate = rate
  }
}

/// A field of a header; names compare without case.
package struct HTTPField: Sendable, Equatable {
  package let name: String
  package let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// What a server answered, decoded.
package struct HTTPReply: Sendable, Equatable {
  package let status: Int
  package let headers: [HTTPField]
  /// The bytes after decompression.
  package let body: [UInt8]
  /// How often it was asked for until it came.
  private(set) var tries = 1
  /// Whether nobody waited for the rest of the body.
  package var isPart = false

  package init(status: Int, headers: [HTTPField], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The same reply, to the last of some tries.
  func after(tries: Int) -> HTTPReply {
    var reply = self
    reply.tries = tries
    return reply
  }

  /// All values of a header field, which may come several times.
  func values(of name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  /// The first value of a header field.
  package func value(of name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// What keeps a reply from coming.
package enum TransportFault: Error, Sendable, Equatable {
  /// The address is none that can be asked; `reason` is the end of a sentence.
  case badAddress(reason: String)
  /// A name stands for no server.
  case unknownName(reason: String)
  /// No connection: nobody listens, the certificate is not to be trusted. `isOffline` is true where
  /// no server was met at all.
  case unreachable(reason: String, isOffline: Bool, tries: Int = 1)
  /// It took longer than a limit allows.
  case tooSlow(reason: String, limit: TransferLimits.Name)
  /// The reply is over a limit.
  case tooLarge(reason: String, limit: TransferLimits.Name)
  /// The reply broke off, or is no HTTP.
  case broken(reason: String, tries: Int = 1)
  /// A redirect that is not followed.
  case redirect(reason: String)
  /// The server said when to come back, later than is waited for.
  case busy(seconds: Int)
  case cancelled

  /// What came of the last of some tries, and how many those were.
  func after(tries: Int) -> TransportFault {
    switch self {
    case .unreachable(let reason, let isOffline, _):
      .unreachable(reason: reason, isOffline: isOffline, tries: tries)
    case .broken(let reason, _): .broken(reason: reason, tries: tries)
    case .unknownName, .badAddress, .tooSlow, .tooLarge, .redirect, .busy, .cancelled: self
    }
  }

  /// Whether no server was met at all.
  package var isOffline: Bool {
    switch self {
    case .unknownName, .unreachable(_, isOffline: true, _): true
    case .unreachable, .badAddress, .tooSlow, .tooLarge, .broken, .redirect, .busy, .cancelled:
      false
    }
  }
}

/// Hears how transfers go on, and can end them.
package struct TransferWatcher: Sendable {
  /// Told at the start and then many times a second, also where nothing changes: only so can a
  /// wait be told of.
  package var progress: @Sendable (TransferProgress) -> Void
  /// Told when all is over, however it ended.
  package var ended: @Sendable () -> Void
  package var isCancelled: @Sendable () -> Bool

  package init(
    progress: @escaping @Sendable (TransferProgress) -> Void = { _ in },
    ended: @escaping @Sendable () -> Void = {},
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.progress = progress
    self.ended = ended
    self.isCancelled = isCancelled
  }
}
