// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import LineEditing
import QueryEngine
import QuerySyntax
import ResultRendering
import TextPatterns

extension Command {
  static let limits = Command(
    name: "limits", form: "", summary: "how large scripts, data and results may be",
    takesPaths: false, options: Option.telling
  ) { (invocation, streams) throws(UsageError) in
    if let word = invocation.operands.first {
      throw UsageError(message: "`cq limits` takes no `\(word)`", help: "cq limits lists them all")
    }
    streams.show(Limit.table)
    return streams.finish(.success)
  }
}

/// A bound that the program keeps, with the value where it is enforced.
struct Limit {
  let name: String
  let value: Int
  var unit = ""
  /// What the value is on every machine, where it depends on the machine.
  var rule: String?

  /// What `Documentation/Language/Limits.md` says, in its order.
  static var all: [Limit] {
    ofScripts + ofNames + ofData + ofServers + ofResults
  }

  private static var ofScripts: [Limit] {
    [
      Limit(name: "size of a script", value: Lexer.maximumBytes, unit: "bytes"),
      Limit(name: "words and marks of a script", value: Lexer.maximumTokens),
      Limit(name: "depth of an expression", value: Parser.maximumDepth, unit: "levels"),
      Limit(name: "terms joined by `and` or by `or`", value: Parser.maximumTerms),
      Limit(name: "stages of a pipeline", value: Parser.maximumStages),
      Limit(name: "computed columns of a pipeline", value: BindingLimit.computedColumns),
      Limit(name: "length of a pattern", value: TextMatcher.maximumLength, unit: "bytes"),
      Limit(name: "faults of a script that are shown", value: Reporter.maximumFaults),
      Limit(name: "faults after which a script is not read on", value: Parser.maximumFaults),
    ]
  }

  private static var ofNames: [Limit] {
    [
      Limit(name: "stages that a view stands for", value: BindingLimit.viewSteps),
      Limit(name: "uses of macros in a pipeline", value: BindingLimit.expansions),
      Limit(
        name: "macros and views inside each other", value: BindingLimit.expansionDepth,
        unit: "levels"),
      Limit(name: "names declared in a session", value: Declarations.maximumCount),
      Limit(name: "scripts included by a script", value: ScriptInclusion.maximumScripts),
    ]
  }

  private static var ofData: [Limit] {
    ofValues + FormatLimit.all.map { Limit(name: $0.name, value: $0.value, unit: $0.unit) }
      + ofFields
  }

  private static var ofValues: [Limit] {
    [
      Limit(name: "digits of a number", value: Decimal.maximumDigits),
      Limit(
        name: "size of a file that is read whole", value: MachineMemory.half, unit: "bytes",
        rule: "half of the memory of the machine or of its group"),
      Limit(
        name: "growth of a compressed file without `set unpack.ratio`", value: GrowthLimit.usual,
        unit: "times"),
      Limit(
        name: "what is kept of a pipe without `set pipe.limit`", value: PipeStore.usual,
        unit: "bytes"),
      Limit(
        name: "rows that a statement holds without `set memory`",
        value: MachineMemory.usualLimit, unit: "bytes",
        rule: "a quarter of the memory of the machine or of its group"),
      Limit(
        name: "rows that a statement puts aside without `set spill.limit`",
        value: SpillFile.usualLimit, unit: "bytes"),
      Limit(name: "size of a JSON record", value: RecordStatus.sizeLimit, unit: "bytes"),
    ]
  }

  private static var ofFields: [Limit] {
    [
      Limit(name: "fields of a file without a definition", value: RecordStatus.fieldLimit),
      Limit(name: "fields of a definition", value: RecordStatus.fieldLimit),
      Limit(name: "members of an object inside a record", value: ValueShape.memberLimit),
    ]
  }

  private static var ofServers: [Limit] {
    let transfer = TransferLimits()
    let retries = RetryPolicy()
    return [
      Limit(.connecting, value: transfer.connectMilliseconds / 1000, unit: "seconds"),
      Limit(.stalling, value: transfer.stallMilliseconds / 1000, unit: "seconds"),
      Limit(.total, value: transfer.totalMilliseconds / 1000, unit: "seconds"),
      Limit(.body, value: transfer.bodyBytes, unit: "bytes"),
      Limit(.growth, value: transfer.growth, unit: "times"),
      Limit(.header, value: transfer.headerBytes, unit: "bytes"),
      Limit(name: TransferLimits.Name.headerLines.rawValue, value: transfer.headerLines),
      Limit(name: "redirects of a request", value: transfer.redirects),
      Limit(name: "repetitions of a request", value: retries.repeats),
      Limit(
        name: "time that a busy server is waited for", value: retries.longestWaitSeconds,
        unit: "seconds"),
      Limit(name: "requests at once to a server", value: transfer.requestsAtOncePerHost),
      Limit(
        name: "failures in a row of a server that is then left alone",
        value: TransferLimits.failuresInARow),
      Limit(
        name: "time for which it is left alone", value: TransferLimits.outageMilliseconds / 1000,
        unit: "seconds"),
      Limit(name: "replies of servers that are kept", value: ResponseCache.capacity, unit: "bytes"),
      Limit(
        name: "time for which a reply is kept", value: ResponseCache.retention / 86_400,
        unit: "days"),
      Limit(
        name: "readings of lists that are kept without `set readings.limit`",
        value: KeptReading.usualBytes, unit: "bytes"),
      Limit(
        name: "time for which a reading is kept", value: KeptReading.usualRetention / 86_400,
        unit: "days"),
      Limit(
        name: "replies of a list that is kept as a reading", value: ReadReplies.mostBytes,
        unit: "bytes"),
      Limit(name: "pages read of one list", value: ListCursor.maximumPages),
      Limit(name: "items read of one list", value: ListCursor.maximumRecords),
      Limit(
        name: "items read of a server's list without `set fetch.limit`",
        value: ListCursor.usualRecords),
      Limit(
        name: "items that a statement asks for by themselves without `set fetch.items`",
        value: FetchSession.usualItems),
    ]
  }

  private static var ofResults: [Limit] {
    [
      Limit(name: "size of a pack", value: Pack.mostBytes, unit: "bytes"),
      Limit(name: "files and replies of a pack", value: Pack.mostEntries),
      Limit(name: "width or height of a picture", value: Picture.maximumSide, unit: "pixels"),
      Limit(name: "size of a picture", value: Picture.maximumPixels, unit: "pixels"),
      Limit(name: "rows shown on a terminal", value: SessionSettings.maximumRows),
      Limit(name: "width of a text in a table", value: TableColumn.maximumTextWidth, unit: "cells"),
      Limit(
        name: "width of a fault in one line", value: DiagnosticRenderer.maximumShortWidth,
        unit: "cells"),
      Limit(name: "entries of the history", value: EditHistory.maximumEntries),
      Limit(
        name: "size of a line at the prompt", value: LineEditor.longestLine, unit: "bytes"),
    ]
  }

  static var table: String {
    let rows = all.map { (name: $0.name.filter { $0 != "`" }, value: "\($0.value)", limit: $0) }
    let nameWidth = rows.map(\.name.count).max() ?? 0
    let valueWidth = rows.map(\.value.count).max() ?? 0
    return rows.map { row in
      let name = row.name + String(repeating: " ", count: nameWidth - row.name.count)
      let value = String(repeating: " ", count: valueWidth - row.value.count) + row.value
      let unit = row.limit.unit.isEmpty ? "" : " \(row.limit.unit)"
      return "\(name)  \(value)\(unit)\(row.limit.rule.map { ", \($0)" } ?? "")\n"
    }.joined()
  }
}

extension Limit {
  /// A limit of transfers, by the name under which its fault is told.
  fileprivate init(_ name: TransferLimits.Name, value: Int, unit: String) {
    self.init(name: name.rawValue, value: value, unit: unit)
  }
}
