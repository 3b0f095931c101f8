// SPDX-License-Identifier: MIT

/// Where in a batch the rows of a column are: in which node, in which buffers, and within which
/// further columns.
struct FieldPlace {
  let field: ArrowField
  let node: RecordBatchHead.Node
  /// The numbers of its buffers.
  let buffers: Range<Int>
  let children: [FieldPlace]

  /// The places of the columns of a batch, each of which has as many rows as the batch.
  static func of(
    _ fields: [ArrowField], in head: RecordBatchHead
  ) throws(ArrowFault) -> [FieldPlace] {
    var walk = PlaceWalk(head: head)
    var places: [FieldPlace] = []
    for field in fields {
      let place = try walk.place(of: field)
      guard place.node.length == head.rows else {
        throw .damaged("\(field.quotedName) has \(place.node.length) rows of \(head.rows)")
      }
      places.append(place)
    }
    try walk.checkEnd()
    return places
  }
}

/// Gives nodes and buffers to columns in the order in which they are written, depth first.
private struct PlaceWalk {
  let head: RecordBatchHead
  private var node = 0
  private var buffer = 0
  private var views = 0

  init(head: RecordBatchHead) { self.head = head }

  private static let tooFew = ArrowFault.damaged(
    "it has not as many buffers as its columns need")

  mutating func place(of field: ArrowField) throws(ArrowFault) -> FieldPlace {
    guard node < head.nodes.count else { throw Self.tooFew }
    let own = head.nodes[node]
    node += 1
    var count = field.dictionary == nil ? field.kind.buffers : 2
    if field.dictionary == nil, field.kind.hasMoreBuffers {
      guard views < head.moreBuffers.count else { throw Self.tooFew }
      count += head.moreBuffers[views]
      views += 1
    }
    guard count <= head.buffers.count - buffer else { throw Self.tooFew }
    let buffers = buffer..<buffer + count
    buffer += count
    var children: [FieldPlace] = []
    if field.dictionary == nil {
      for child in field.children { children.append(try place(of: child)) }
    }
    return FieldPlace(field: field, node: own, buffers: buffers, children: children)
  }

  func checkEnd() throws(ArrowFault) {
    guard node == head.nodes.count, buffer == head.buffers.count else {
      throw .damaged("it has more buffers than its columns need")
    }
  }
}
