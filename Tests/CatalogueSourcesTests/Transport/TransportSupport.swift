// SPDX-License-Identifier: MIT

import CatalogueSources
import TestSupport

/// What came of a request, as a test wants to compare it.
enum Outcome: Equatable, Sendable {
  case reply(Int, String)
  case fault(TransportFault)
}

extension Result<HTTPReply, TransportFault> {
  var outcome: Outcome {
    switch self {
    case .success(let reply): .reply(reply.status, String(decoding: reply.body, as: UTF8.self))
    case .failure(let fault): .fault(fault)
    }
  }
}

extension Transport {
  /// What comes of one request, whatever it takes.
  func outcome(_ address: String) -> Outcome { outcome(HTTPRequest(address)) }

  func outcome(_ request: HTTPRequest) -> Outcome {
    exchange([request], watcher: TransferWatcher())[0].outcome
  }
}

extension TransferLimits {
  /// Sizes that a test meets soon; the times are the usual ones, so that a busy machine meets none.
  static var small: TransferLimits {
    var limits = TransferLimits()
    limits.bodyBytes = 64 << 10
    limits.growth = 10
    limits.growthAfterBytes = 1 << 10
    limits.headerBytes = 8 << 10
    limits.redirects = 3
    return limits
  }

  /// Takes no pauses, and has time.
  static var impatient: TransferLimits {
    var limits = small
    limits.stallMilliseconds = 200
    return limits
  }

  /// Takes pauses, and has no time.
  static var brief: TransferLimits {
    var limits = small
    limits.totalMilliseconds = 500
    return limits
  }
}

extension RetryPolicy {
  /// Repeats at once.
  static var quick: RetryPolicy {
    var policy = RetryPolicy()
    policy.pauseMilliseconds = 1
    return policy
  }
}

extension CurlTransport {
  static var small: CurlTransport { CurlTransport(limits: .small, retries: .quick) }
}
