import Catalogue
import QueryEngine
import ResultRendering

/// Writes the rows of one result as they come, and keeps them where they are wanted later.
final class ResultWriter {
  private let output: OutputStream
  private let columns: Int
  private let isSilent: Bool
  private var renderer: any ResultRenderer
  private(set) var kept: [Batch] = []
  private var separator: String

  init(
    _ plan: LogicalPlan, _ settings: SessionSettings, to output: OutputStream, isFirst: Bool
  ) {
    self.output = output
    columns = plan.output.count
    var format = settings.format(of: plan)
    isSilent = plan.isSilent
    if format == .table, plan.isItem { format = .card }
    let heads = plan.output.map { ResultColumn($0.label, $0.type) }
    renderer = format.makeRenderer(columns: heads, options: settings.options)
    separator = isFirst || settings.isInteractive || format.isJSON ? "" : "\n"
  }

  /// Takes a batch whose first columns are those shown; the others are only kept.
  func add(_ batch: Batch, keeping: Bool) {
    let shown = Batch(Array(batch.columns[..<columns]), count: batch.count)
    write { renderer.add(shown, to: &$0) }
    if keeping { kept.append(Batch(Array(batch.columns[columns...]), count: batch.count)) }
  }

  func finish(footer: String?) {
    write { renderer.finish(footer: footer, to: &$0) }
  }

  /// Leaves what has been written as it is: the run ended with a fault.
  func abandon() { output.flush() }

  private func write(_ body: (inout [UInt8]) -> Void) {
    if isSilent { return }
    var bytes = Array(separator.utf8)
    separator = ""
    body(&bytes)
    output.write(bytes)
  }
}

extension OutputFormat {
  var isJSON: Bool { self == .json || self == .jsonl }

  /// Whether it is made for people, who read notes below the rows.
  var hasFooter: Bool { self == .table || self == .card }
}
