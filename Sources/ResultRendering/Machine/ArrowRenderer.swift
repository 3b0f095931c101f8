// SPDX-License-Identifier: MIT

import Arrow
import Catalogue

/// Rows as columns in the layout of Arrow, for other programs.
struct ArrowRenderer: ResultRenderer {
  private var writer: ArrowWriter
  private var isOver = false

  init(columns: [ResultColumn], options: RenderOptions) {
    writer = ArrowWriter(options.isArrowFile ? .file : .stream, columns)
  }

  mutating func add(_ batch: Batch, to output: inout [UInt8]) { writer.add(batch) }

  mutating func appendWaiting(to output: inout [UInt8]) throws(SpillFault) -> Bool {
    if !isOver { isOver = try !writer.appendPart(to: &output) }
    return !isOver
  }

  mutating func putAside(in space: SpillSpace) throws(SpillFault) {
    try writer.putAside(in: space)
  }

  var heldBytes: Int { writer.heldBytes }

  var losses: [String] {
    writer.lacksMembers ? ["members that some records have not are null in Arrow"] : []
  }

  mutating func finish(footer: String?, to output: inout [UInt8]) { writer.finish(to: &output) }
}
