// SPDX-License-Identifier: MIT

import Catalogue
import ResultRendering

/// A result written whole: its text in a format.
func rendered(
  _ format: OutputFormat, _ columns: [(String, ValueType, [Value])],
  _ options: RenderOptions = RenderOptions(), footer: String? = nil
) -> String {
  rendered(.rows(format.name), columns, options, footer: footer)
}

/// A result written whole: its text in a form.
func rendered(
  _ form: OutputForm, _ columns: [(String, ValueType, [Value])],
  _ options: RenderOptions = RenderOptions(), footer: String? = nil
) -> String {
  var renderer = form.makeRenderer(
    columns: columns.map { ResultColumn($0.0, $0.1) }, options: options)
  var output: [UInt8] = []
  let count = columns.first?.2.count ?? 0
  if count > 0 {
    renderer.add(Batch(columns.map { Column($0.1, $0.2) }, count: count), to: &output)
  }
  renderer.finish(footer: footer, to: &output)
  return String(decoding: output, as: UTF8.self)
}

/// What becomes of a result: its rows in a format, or a chart of columns at some places.
enum OutputForm: Hashable, Sendable {
  case rows(String)
  case bars(value: Int, label: Int)
  case hist(Int)
  case scatter(x: Int, y: Int)
  /// A chart of columns at some places, by its name.
  case chart(String, [Int])

  func makeRenderer(columns: [ResultColumn], options: RenderOptions) -> any ResultRenderer {
    switch self {
    case .rows(let name):
      (OutputFormat.named(name) ?? .table).makeRenderer(columns: columns, options: options)
    case .bars(let value, let label):
      OutputFormat.bars.makeRenderer(columns: columns, drawing: [value, label], options: options)
    case .hist(let column):
      OutputFormat.hist.makeRenderer(columns: columns, drawing: [column], options: options)
    case .chart(let name, let places):
      (OutputFormat.named(name) ?? .table).makeRenderer(
        columns: columns, drawing: places, options: options)
    case .scatter(let x, let y):
      OutputFormat.scatter.makeRenderer(columns: columns, drawing: [x, y], options: options)
    }
  }
}

/// Every format, and every chart of the first column.
let allForms: [OutputForm] =
  OutputFormat.ofRows.filter { !$0.isBinary }.map { .rows($0.name) }
  + [.bars(value: 0, label: 0), .hist(0), .scatter(x: 0, y: 0)]

/// A value of each kind from a literal.
func text(_ text: String) -> Value { .text(text) }

func number(_ text: String) -> Value { Decimal(text).map(Value.number) ?? .null }

let hotels: [(String, ValueType, [Value])] = [
  (
    "name", .text,
    [
      "Best Western President Hotel at Times Square", "Midtown Lodging", "Americana Inn",
      "Belleclaire Hotel", "Dream", "Dream Downtown",
    ].map(text)
  ),
  ("distance", .decimal, ["13.10", "13.1", "99.9", "100", "554.4", "716.06"].map(number)),
  ("rooms", .int, ["1", "1", "4", "6", "3", "8"].map(number)),
]
