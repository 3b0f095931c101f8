// SPDX-License-Identifier: MIT

package import Catalogue
import Synchronization

/// What was found on the way from a source's definition to its rows, step by step.
///
/// It asks servers whatever is kept, and keeps nothing of what they say.
package final class Examination: Sendable {
  private let session: FetchSession
  private let isOffline: Bool
  private let found = Mutex<[ExaminationStep]>([])

  package init(_ session: FetchSession, isOffline: Bool) {
    self.session = session
    self.isOffline = isOffline
  }

  package var steps: [ExaminationStep] { found.withLock { $0 } }

  package var failure: ExaminationStep? { steps.first { $0.remedy != nil } }

  /// The store of a source that is examined.
  package func store(of place: NetworkPlace) -> any PayloadStore {
    ExaminedStore(place: place, session: session, isOffline: isOffline, examination: self)
  }

  package func note(_ step: ExaminationStep) { found.withLock { $0.append(step) } }

  /// Reads the list of a source to its end, of several pages the first.
  package func read(_ source: any CatalogueSource) {
    do throws(SourceFault) {
      let fields = source.schema.fields.indices.filter {
        source.schema.fields[$0].origin == .list
      }
      let cursor = try source.scan(ScanRequest(fields: Array(fields)))
      while try cursor.next() != nil {}
      if cursor.report.missingParts == 0 { note(rows: cursor.report) }
    } catch {
      if failure == nil, error != .cancelled { note(error) }
    }
  }

  private func note(_ fault: SourceFault) {
    if case .cannotOpen(let path, let reason) = fault {
      note(
        .failed(
          .address, "\(path) cannot be opened: \(reason)",
          remedy: .startElsewhere))
    } else {
      note(
        .failed(
          .shape, "the list \(fault.ofReply)",
          remedy: .correctList))
    }
  }

  private func note(rows report: ScanReport) {
    let items =
      report.total.map { "\(report.records) of \($0) items" }
      ?? "\(report.records) \(report.records == 1 ? "item" : "items")"
    note(.ok(.shape, .words(items)))
    var words = ["\(report.records - report.skipped) read", "\(report.skipped) skipped"]
    if report.rejected > 0 {
      words.append("\(report.rejected) \(report.rejected == 1 ? "value" : "values") left empty")
    }
    note(.ok(.rows, .words(words.joined(separator: ", "))))
  }
}

/// One thing that has to be right before a source gives rows.
package struct ExaminationStep: Sendable, Equatable {
  package enum Subject: String, Sendable {
    case definition, address, sample, copy, key, name, connection, reply, shape, rows
  }

  /// What is told of it.
  package enum Fact: Sendable, Equatable {
    case words(String)
    /// How old the kept copy is, in seconds.
    case age(Int)
    case reply(status: Int, type: String?, bytes: Int)
    /// Nobody may be asked.
    case notAsked
  }

  package let subject: Subject
  package let fact: Fact
  /// What to do about it; nil where nothing is wrong.
  package let remedy: ExaminationRemedy?
  /// What a query says of the same, where that does not follow from the subject.
  package let kind: ServerFault.Kind?

  package static func ok(_ subject: Subject, _ fact: Fact) -> ExaminationStep {
    ExaminationStep(subject: subject, fact: fact, remedy: nil, kind: nil)
  }

  static func failed(
    _ subject: Subject, _ words: String, remedy: ExaminationRemedy, as kind: ServerFault.Kind? = nil
  ) -> ExaminationStep {
    ExaminationStep(subject: subject, fact: .words(words), remedy: remedy, kind: kind)
  }
}
