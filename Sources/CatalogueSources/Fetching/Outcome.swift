// SPDX-License-Identifier: MIT

import Catalogue

/// A payload that a server is asked for.
struct Question {
  let wanted: PayloadRequest
  /// What is known of the address, and kept, is known by.
  let name: String
  let address: String
  /// What is kept, and is sound.
  let kept: SoundCopy?
  var secret: Secret?
  var request: HTTPRequest
}

/// A reply that is kept and passes the check of what is wanted, with what the check has found.
struct SoundCopy {
  let reply: CachedReply
  let payload: Payload
}

/// What becomes of one request.
enum Outcome {
  case ask(Question)
  case given(FetchedPayload)
  /// The server says that there is no such item.
  case absent
  /// The server gave nothing and nothing is kept.
  case missing(ServerFault)
  case failed(SourceFault)

  var question: Question? { if case .ask(let question) = self { question } else { nil } }
}
