import Catalogue
import QueryEngine
import ResultRendering

/// Writes the rows of one result as they come, and keeps them where they are wanted later.
final class ResultWriter {
  private let output: ([UInt8]) -> Void
  private let columns: Int
  private let isSilent: Bool
  private var renderer: any ResultRenderer
  private(set) var kept: [Batch] = []
  private var separator: String

  init(
    _ plan: LogicalPlan, _ settings: SessionSettings, isFirst: Bool,
    output: @escaping ([UInt8]) -> Void
  ) {
    self.output = output
    columns = plan.output.count
    let form = settings.form(of: plan)
    isSilent = plan.isSilent
    let heads = plan.output.map { ResultColumn($0.label, $0.type) }
    renderer = form.makeRenderer(columns: heads, options: settings.options)
    separator = isFirst || settings.isInteractive || form.isJSON ? "" : "\n"
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

  private func write(_ body: (inout [UInt8]) -> Void) {
    if isSilent { return }
    var bytes = Array(separator.utf8)
    separator = ""
    body(&bytes)
    output(bytes)
  }
}

extension OutputForm {
  var isJSON: Bool { self == .rows(.json) || self == .rows(.jsonl) }
}
