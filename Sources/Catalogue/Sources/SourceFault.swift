// SPDX-License-Identifier: MIT

/// What can keep a source from giving its items.
public enum SourceFault: Error, Sendable, Equatable {
  /// The file cannot be opened or read.
  case cannotOpen(path: String, reason: OpeningFault)
  /// The address cannot be reached or did not answer.
  case unreachable(source: String, address: String, reason: String)
  /// A server gave no payload, and nothing that was kept stands for it.
  case server(ServerFault)
  /// The bytes are no JSON.
  case malformed(MalformedData)
  /// A compressed file is cut off or damaged; `message` says how and at which byte.
  case damaged(name: String, message: String, completeRecords: Int)
  /// There is nothing in the payload at all.
  case empty(name: String)
  /// The payload is well formed but has no list of items where one should be; `message` says what
  /// is there instead.
  case wrongShape(name: String, message: String)
  /// A bad record where none is allowed.
  case strict(name: String, finding: ScanReport.Finding)
  /// The payload is over a limit.
  case limit(name: String, message: String)
  /// A server warns that its reply is not all that it should be, where that is not allowed.
  case warned(name: String, message: String)
  /// More items are wanted from a server, each by itself, than one statement asks for.
  case tooManyItems(source: String, limit: Int)
  /// A source definition does not parse or check; the text is its rendered diagnostics.
  case definition(name: String, message: String)
  /// A file of which some records were known has others that are of other types: it has to be asked
  /// anew.
  case revised(name: String)
  /// Of a list no reading of the time is kept that is asked for.
  case noReading(MissingReading)
  /// Whoever asked does not want to know any more.
  case cancelled
}

/// A reading of a list that is not kept.
public struct MissingReading: Sendable, Equatable {
  /// How many of those that are kept are told.
  package static let named = 3

  public let source: String
  /// The time that is asked for, as the script writes it; nil for any.
  public let wanted: String?
  /// The times of those that are kept, the first one first, as people write them.
  public let kept: [String]
  /// How many are kept.
  public let count: Int
  /// Whether parts of the list are kept.
  public let isPart: Bool
  /// Why none can be kept; nil where nothing is in the way.
  public package(set) var obstacle: Obstacle?
  /// What came of it where the list was read then and there, to be compared with next time.
  public package(set) var begun: Beginning?

  /// What keeps readings from being kept.
  public enum Obstacle: Sendable, Equatable {
    /// The folder for them cannot be used, for a reason.
    case folder(String)
    /// The user wants none.
    case unwanted
    /// What is read is a pack, which has those that its text asks for.
    case packed
  }

  /// What became of the list of now, which is to be the first reading.
  public enum Beginning: Sendable, Equatable {
    /// It is kept, as the reading of a time, which is written as people do.
    case kept(String)
    /// The same, until the program ends, which can keep nothing.
    case held(String)
    /// It is kept, as the reading of a time, but so many records of it were skipped that may be
    /// items, so that it cannot be compared.
    case incomplete(String, skipped: Int)
    /// It is no reading: what stands in for it was read, parts of it are missing, or no copies of
    /// it may be kept.
    case notKept(Provenance.Origin, missing: [Provenance.Shortfall])
    /// It could not be read.
    indirect case failed(SourceFault)
  }

  package init(
    source: String, wanted: String?, kept: [String], count: Int, isPart: Bool,
    obstacle: Obstacle? = nil
  ) {
    self.source = source
    self.wanted = wanted
    self.kept = kept
    self.count = count
    self.isPart = isPart
    self.obstacle = obstacle
  }

  /// Whether the user wants readings at all. Where they are wanted what else is in the way stays.
  package var isWanted: Bool {
    get { obstacle != .unwanted }
    set {
      if newValue != isWanted { obstacle = newValue ? nil : .unwanted }
    }
  }
}

/// Why a file cannot be opened or read, as the end of a sentence.
public enum OpeningFault: Sendable, Equatable, CustomStringConvertible {
  /// There is nothing at its path.
  case absent
  /// A pack that stands in the place of all files has none of that path.
  case unpacked
  /// What the system says, such as `permission denied`.
  case other(String)

  public var description: String {
    switch self {
    case .absent: "no such file"
    case .unpacked: "it is not in the pack, beside which nothing is read"
    case .other(let reason): reason
    }
  }

  /// Whether another path may lead to a file.
  package var isAbsence: Bool { self == .absent || self == .unpacked }
}

/// Why a server gave no payload.
public struct ServerFault: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    /// The address is none that can be asked; the cause is the end of a sentence.
    case badAddress
    /// No answer came; the cause is such as `connection refused`.
    case unreachable
    /// The answer is an error; the cause is its status.
    case refused
    /// The answer is none of the source's payloads; the cause says so of the reply, such as `is
    /// empty`.
    case invalid
    /// The service wants a key, and there is none that may be sent.
    case missingKey(KeyFault)
    /// Nobody may be asked.
    case offline
    /// Nobody may be asked, and the pack that is read has no such answer.
    case unpacked
  }

  public let kind: Kind
  public let source: String
  /// Without the key.
  public let address: String
  /// What is wrong, such as `503 Service Unavailable`.
  public let cause: String
  /// How often it was asked until it was given up.
  public var tries = 1
  /// What the service says of it, where it says something.
  public var message: String?
  /// The status of the answer, where that is the error.
  public var status: Int?
  /// The part that was asked for; nil where it is all of a list.
  public var part: SourcePart?
  /// How many other replies of the source are kept.
  public var otherCopies = 0
  /// Queries, at most three, whose answers are among them.
  public var keptQueries: [String] = []

  public init(_ kind: Kind, source: String, address: String, cause: String) {
    self.kind = kind
    self.source = source
    self.address = address
    self.cause = cause
  }

  /// All that is known of why, such as `503 Service Unavailable after 3 tries: back at noon`.
  public var reason: String {
    let tried = tries > 1 ? "\(cause) after \(tries) tries" : cause
    return message.map { "\(tried): \($0)" } ?? tried
  }

  /// Whether another fault is the same, however often each was tried: where a server is known to be
  /// down, the next is not tried again, and has no words of the service.
  package func isAlike(_ other: ServerFault) -> Bool {
    kind == other.kind && cause == other.cause
      && (message == nil || other.message == nil || message == other.message)
  }
}

/// A place in a payload at which it stops being JSON.
public struct MalformedData: Sendable, Equatable {
  /// The path or address of the payload.
  public let name: String
  /// What is wrong, such as `stops in the middle of record 4`.
  public let message: String
  /// What stands under the caret, such as `text opened here, file ends at byte 500`.
  public let label: String
  /// The lines around the place, exactly as they stand.
  public let excerpt: [UInt8]
  /// The number of the excerpt's first line.
  public let excerptLine: Int
  /// The column at which the excerpt begins, 1 for the beginning of a line.
  public let excerptColumn: Int
  /// The place, as an offset into the excerpt.
  public let excerptOffset: Int
  /// How many whole records stand before the place.
  public let completeRecords: Int

  public init(
    name: String, message: String, label: String, excerpt: [UInt8], excerptLine: Int,
    excerptColumn: Int = 1, excerptOffset: Int, completeRecords: Int
  ) {
    self.name = name
    self.message = message
    self.label = label
    self.excerpt = excerpt
    self.excerptLine = excerptLine
    self.excerptColumn = excerptColumn
    self.excerptOffset = excerptOffset
    self.completeRecords = completeRecords
  }
}
