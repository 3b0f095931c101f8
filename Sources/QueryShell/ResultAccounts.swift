// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import Glibc
import QueryEngine

/// What is told of each result to other programs: where its rows come from, how many there are and
/// what there is to know of them besides.
struct ResultAccounts {
  private var results: [Value] = []
  /// Whether a script was not run because they would have destroyed something of it.
  var areRefused = false

  /// Adds a result that was shown, saved or checked, or that ended with a fault, where accounts are
  /// wanted; with the picture that was shown or saved, where that is old.
  mutating func append(
    _ query: BoundQuery, _ report: RunReport, _ settings: SessionSettings,
    _ fault: Diagnostic? = nil, picture: OldPicture? = nil
  ) {
    guard settings.accountsPath != nil else { return }
    var report = report
    if let picture { report.add(part: picture.name, picture.copy, of: picture.source) }
    let provenance = report.provenance
    let isDone = fault == nil && !report.isInterrupted
    results.append(
      Self.value(
        rows: report.rows, saved: isDone ? query.presentation.target?.path : nil, fault,
        isWhole: isDone && provenance.firstPartial == nil,
        sources: provenance.readings.filter { !$0.isEmpty }.map(Self.value),
        notes: RunNotes(query, report, settings).all.map { .text($0.text) }))
  }

  /// Adds results of which nothing was read, because their sources cannot be.
  mutating func append(unread faults: [Diagnostic], _ settings: SessionSettings) {
    guard settings.accountsPath != nil else { return }
    for fault in faults where fault.isFatal && [.source, .data].contains(fault.code.exitStatus) {
      results.append(
        Self.value(rows: 0, saved: nil, fault, isWhole: false, sources: [], notes: []))
    }
  }

  private static func value(
    rows: Int, saved: String?, _ fault: Diagnostic?, isWhole: Bool, sources: [Value],
    notes: [Value]
  ) -> Value {
    .record([
      Value.Member("rows", Value(rows)),
      Value.Member("saved", Value(saved)),
      Value.Member("error", Value(fault?.code.rawValue)),
      Value.Member("whole", .bool(isWhole)),
      Value.Member("sources", .list(sources)),
      Value.Member("notes", .list(notes)),
    ])
  }

  private static func value(_ reading: Provenance.Reading) -> Value {
    let origin = OriginAccount(reading.copy)
    return .record([
      Value.Member("source", .text(reading.source)),
      Value.Member("origin", Value(origin.name)),
      Value.Member("age", Value(origin.age)),
      Value.Member("since", Value(origin.since)),
      Value.Member("taken", Value(origin.taken)),
      Value.Member("reason", Value(origin.reason)),
      Value.Member("old", .list(reading.oldWords.map(Value.text))),
      Value.Member("read", Value(reading.records)),
      Value.Member("total", Value(reading.total)),
      Value.Member("skipped", Value(reading.skipped)),
      Value.Member("missing", .list(reading.shortfalls.flatMap { $0.words() }.map(Value.text))),
    ])
  }

  /// An array of one object for each result.
  var json: String { JSONText.string(.list(results)) + "\n" }
}

extension Value {
  fileprivate init(_ number: Int?) { self = number.map { .number(Decimal($0)) } ?? .null }

  fileprivate init(_ text: String?) { self = text.map { .text($0) } ?? .null }
}

/// Where rows come from, as other programs are told.
private struct OriginAccount {
  /// One of a few words; nil where nothing came.
  var name: String?
  /// How old a copy is, in seconds.
  var age: Int?
  /// When the first of several readings was taken.
  var since: String?
  /// When the reading was taken, or the last of them, or what is in a pack was given.
  var taken: String?
  /// Why it stands for the server's own words.
  var reason: String?

  init(_ origin: Provenance.Origin) {
    switch origin {
    case .nothing: break
    case .file: name = "file"
    case .live: name = "live"
    case .sample(let reason): (name, self.reason) = ("sample", reason)
    case .reading(let times): (name, since, taken) = ("reading", times.first, times.last)
    case .packed(let given): (name, taken) = ("pack", given)
    case .kept(let age, reason: nil): (name, self.age) = ("fresh copy", age)
    case .kept(let age, let reason): (name, self.age, self.reason) = ("old copy", age, reason)
    }
  }
}

// Accounts of results.
extension Session {
  /// Why the accounts cannot have the place that is wanted for them: something would be lost that
  /// is read, that statements save, or that is written besides.
  func accountsFault(before statements: [BoundStatement]) -> Diagnostic? {
    guard let path = settings.accountsPath else { return nil }
    let saved = statements.compactMap { statement in
      if case .query(let query) = statement.action { query.presentation.target?.path } else { nil }
    }
    let reason: String? =
      if saved.contains(where: { NotedFiles.isSame($0, path) }) {
        "a result is saved there"
      } else if NotedFiles.isSame(STDIN_FILENO, path) || sources.reads(path) {
        "it is read"
      } else if NotedFiles.isSame(STDOUT_FILENO, path) || NotedFiles.isSame(STDERR_FILENO, path) {
        "the output goes there"
      } else {
        ownFiles.first { NotedFiles.isSame($0.path, path) }.map { "it is \($0.what)" }
      }
    return reason.map { reason in
      Diagnostic(
        .badOptionValue, "--meta: \(path) cannot be written: \(reason)",
        remarks: [.help("name a file of its own for it")])
    }
  }

  /// Writes the accounts into the file that is wanted for them, whole or not at all; gives how a
  /// run ends whose accounts cannot be written.
  func writeAccounts() -> ExitStatus? {
    guard let path = settings.accountsPath else { return nil }
    if accounts.areRefused { return .usage }
    if let fault = accountsFault(before: []) {
      report(fault)
      return fault.code.exitStatus
    }
    do throws(AtomicFile.Fault) {
      let file = try AtomicFile(at: path)
      try file.write(Array(accounts.json.utf8))
      try file.commit(replacing: true)
      return nil
    } catch {
      report(Diagnostic(.cannotWrite, "--meta: \(error.path) cannot be written: \(error.reason)"))
      return .output
    }
  }
}
