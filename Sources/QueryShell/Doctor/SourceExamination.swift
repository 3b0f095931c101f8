// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QueryEngine
import ResultRendering

/// `cq doctor SOURCE`: each step from a definition to rows, and what to do about the first that
/// fails.
struct SourceExamination {
  private let operand: String
  private let streams: StandardStreams
  private let sources: SourceRegistry

  init(_ operand: String, _ streams: StandardStreams, _ sources: SourceRegistry) {
    self.operand = Self.unquoted(operand)
    self.streams = streams
    self.sources = sources
  }

  /// In a script an address stands in quotes, which who copies it from there may bring along.
  private static func unquoted(_ text: String) -> String {
    guard text.count > 1, text.first == "\"", text.last == "\"" else { return text }
    return String(text.dropFirst().dropLast())
  }

  func run() throws(SourceFault) -> ExitStatus {
    let origin = try sources.origin(of: operand)
    guard origin != nil || Self.isAddress(operand) || FileAtPath(operand).isThere else {
      return streams.fail(
        Diagnostic(
          .unknownSource, "there is no source and no file called `\(operand)`",
          remarks: [.help("the sources are \(sources.names.joined(separator: ", "))")]))
    }
    let examination = Examination(
      NetworkAccess.session(streams), isOffline: streams.settings.isOffline)
    examination.note(.ok(.definition, .words(definition(origin))))
    if let path = origin == nil ? operand : origin?.place, !Self.isAddress(path) {
      examination.note(.ok(.address, .words(path)))
    }
    try read(origin == nil ? .address(operand) : .named(operand), examination)
    return finish(examination)
  }

  private static func isAddress(_ text: String) -> Bool { text.contains("://") }

  private func definition(_ origin: (definition: String?, place: String?)?) -> String {
    guard let origin else { return "none; fields are found by reading" }
    return origin.definition ?? "part of cq"
  }

  /// Reads the source by the store that is watched.
  private func read(
    _ reference: SourceReference, _ examination: Examination
  ) throws(SourceFault) {
    var options = streams.settings.sources
    options.network = examination.store
    do throws(SourceFault) {
      let sources = SourceRegistry(options, watch: streams.settings.watch)
      if let source = try sources.source(reference) { examination.read(source) }
    } catch {
      // What an address gave is read already when its source is made.
      let isNoted = examination.failure != nil || error == .cancelled
      if !isNoted { throw error }
    }
  }

  private func finish(_ examination: Examination) -> ExitStatus {
    let rows = examination.steps.map { [$0.subject.rawValue, $0.state, $0.words] }
    let status = streams.show(rows, under: ["step", "state", "fact"], .success)
    guard status == .success, let failed = examination.failure, let remedy = failed.remedy?.words
    else { return status }
    let message = "\(AddressSecrets.masked(operand)) gives nothing live: \(failed.words)"
    // The short form is one line that is complete by itself.
    return streams.fail(
      streams.settings.errorStyle == .short
        ? Diagnostic(failed.code, "\(message); \(remedy)")
        : Diagnostic(failed.code, message, remarks: [.help(remedy)]))
  }
}

extension ExaminationStep {
  fileprivate var state: String {
    if fact == .notAsked { return "not asked" }
    return remedy == nil ? "ok" : "failed"
  }

  fileprivate var words: String {
    switch fact {
    case .words(let words): words
    case .age(let seconds): "kept \(Provenance.Origin.ago(seconds))"
    case .reply(let status, let type, let bytes):
      "\(status), \(type ?? "no content type"), \(ByteCount.words(bytes))"
    case .notAsked: "offline"
    }
  }

  /// The code of the same fault in a query.
  fileprivate var code: DiagnosticCode {
    switch kind {
    case .badAddress, .unreachable, .offline, .unpacked: return .unreachable
    case .refused: return .refused
    case .invalid: return .invalidReply
    case .missingKey: return .missingKey
    case nil: break
    }
    return switch subject {
    case .key: .missingKey
    case .reply: .refused
    case .shape, .rows: .invalidReply
    case .definition, .address, .sample, .copy, .name, .connection: .unreachable
    }
  }
}
