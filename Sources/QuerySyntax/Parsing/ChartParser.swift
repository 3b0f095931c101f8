// SPDX-License-Identifier: MIT

import Diagnostics

// What stands behind the name of a format: the columns of a chart, or the one that heads rows.
extension Parser {
  /// The clause of a format whose name has been read.
  mutating func clause(of format: ResultFormat, _ name: Name) throws(Stop) -> FormatClause {
    if !format.draws.isEmpty { return try chart(format, name) }
    if format.charts != .none { note(.chart) }
    if format.charts != .none, let chart = nextChart {
      let chartName = Name(text: chart.name, range: token.range)
      cursor.advance()
      var clause = try self.chart(chart, chartName)
      clause.markup = name
      return clause
    }
    if format.charts == .only { throw fail(.missingChart(format.name, missingPlace)) }
    let hasHeading = format.takesHeading && take(.by)
    return FormatClause(name: name, columns: hasHeading ? [try fieldName(after: "by")] : [])
  }

  /// The chart whose name is at the cursor.
  private var nextChart: ResultFormat? {
    guard token.kind == .name else { return nil }
    let word = text(token).lowercased()
    return ResultFormat.ofCharts.first { $0.name == word }
  }

  private mutating func chart(_ format: ResultFormat, _ name: Name) throws(Stop) -> FormatClause {
    if format.name == "scatter" {
      let columns = try names(after: format.name, .number)
      guard columns.count == 2 else {
        if columns.count < 2 { throw fail(.missingSecond(columns[0].text, missingPlace)) }
        throw fail(.scatterNeedsTwo(name.range))
      }
      return FormatClause(name: name, columns: columns)
    }
    let value = try fieldName(after: format.name, .number)
    guard format.draws.count == 2 else {
      return FormatClause(name: name, columns: [value], ends: take(.at) ? try rangeEnds() : [])
    }
    guard take(.by) else {
      throw fail(
        format.draws[1] == .label
          ? .missingBarLabel(value.text, missingPlace) : .missingLinePlace(value.text, missingPlace)
      )
    }
    var columns = [value, try fieldName(after: "by")]
    if take(.comma) { columns.append(try fieldName(after: ",")) }
    return FormatClause(name: name, columns: columns)
  }

  /// The numbers between which rows are counted: `at 0, 10, 25`.
  private mutating func rangeEnds() throws(Stop) -> [RangeEnd] {
    let at = cursor.previous.range
    var ends = [try rangeEnd()]
    guard take(.comma) else {
      throw fail(.missingRangeEnd(after: source[at.union(cursor.previous.range)], missingPlace))
    }
    repeat { ends.append(try rangeEnd()) } while take(.comma)
    return ends
  }

  private mutating func rangeEnd() throws(Stop) -> RangeEnd {
    note(.count(.plain))
    note(.mark(.minus))
    let start = token.range
    let isNegative = token.kind == .minus
    if isNegative {
      cursor.advance()
      note(.count(.plain))
    }
    guard token.kind == .number else {
      throw fail(.missingRangeEnd(after: text(cursor.previous), missingPlace))
    }
    let number = cursor.advance()
    let digits = text(number).filter { $0 != "_" }
    return RangeEnd(
      digits: isNegative ? "-\(digits)" : digits, range: start.union(number.range))
  }
}

extension Diagnostic {
  fileprivate static func scatterNeedsTwo(_ place: ScriptRange) -> Diagnostic {
    Diagnostic(
      .missingOperand, "`scatter` draws two columns", at: Label(place),
      remarks: [.help("for example `to scatter distance, rooms`")])
  }
}
