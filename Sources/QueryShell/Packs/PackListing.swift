// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QueryEngine
import ResultRendering

/// What a pack holds as the rows of a result.
struct PackListing: KeptListing {
  let columns: [ResultColumn]
  let batch: Batch
  private let pack: Pack
  private var bytes = 0

  /// People read sizes in words, programs in bytes.
  init(_ pack: Pack, isForPeople: Bool) {
    self.pack = pack
    let size = { (bytes: Int) -> Value in
      isForPeople ? .text(ByteCount.words(bytes)) : .number(Decimal(bytes))
    }
    let files = pack.files.map { file -> [Value] in
      let kind = file.name == pack.main ? "what runs" : file.role.rawValue
      return [.text(kind), .text(file.name), .null, size(file.bytes.count), .null]
    }
    let replies = pack.replies.map { reply -> [Value] in
      [
        .text("reply"), .text(AddressSecrets.masked(reply.address)),
        // What is read by its address has no other name.
        reply.source.contains("://") ? .null : .text(reply.source),
        reply.body.map { size($0.count) } ?? .text(isForPeople ? "none" : ""),
        .text(Pack.words(at: reply.given)),
      ]
    }
    let readings = pack.readings.map { reading -> [Value] in
      [
        .text("reading"), .text(AddressSecrets.masked(reading.list)), .text(reading.source),
        size(reading.pages.reduce(0) { $0 + ($1.body?.count ?? 0) }),
        .text(Pack.words(at: reading.taken)),
      ]
    }
    bytes = pack.files.reduce(0) { $0 + $1.bytes.count }
    bytes += pack.everyReply.reduce(0) { $0 + ($1.body?.count ?? 0) }
    columns = [
      ResultColumn("kind", .text), ResultColumn("name", .text), ResultColumn("source", .text),
      ResultColumn("size", isForPeople ? .text : .int), ResultColumn("given", .text),
    ]
    batch = Self.batch(files + replies + readings, columns)
  }

  /// Such as `3 files, 2 replies · 1.2 MB · data of 2026-11-28 01:03:00 UTC`.
  func footer(path: String?) -> String {
    let files = Self.count(pack.files.count, "file", "files")
    let counts = [
      (pack.replies.count, "reply", "replies"), (pack.readings.count, "reading", "readings"),
    ].filter { $0.0 > 0 }.map { Self.count($0.0, $0.1, $0.2) }
    let parts = [([files] + counts).joined(separator: ", "), ByteCount.words(bytes)]
    return (parts + [pack.taken.map { "data of \(Pack.words(at: $0))" }].compactMap(\.self))
      .joined(separator: " · ")
  }

  private static func batch(_ rows: [[Value]], _ columns: [ResultColumn]) -> Batch {
    Batch(
      zip(columns, columns.indices).map { column, place in
        Column(column.type, rows.map { $0[place] })
      }, count: rows.count)
  }

  private static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }
}
