// SPDX-License-Identifier: MIT

import Catalogue
package import Diagnostics
package import QuerySyntax

/// The file that a pipeline writes.
package struct SaveTarget: Sendable {
  /// What is written.
  package enum Contents: Sendable { case rows, picture }

  package let path: String
  package let replaces: Bool
  package let contents: Contents
  /// How the file is compressed; nil where it is not.
  package let compression: Compression?
  /// Where the path stands in the script.
  package let range: ScriptRange
}

/// Binds where a result goes and in which form.
struct OutputBinder {
  let environment: BindingEnvironment

  /// Names under which a person means standard output.
  private static let streams = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/tty"]

  /// The endings of files that hold the picture of one item.
  private static let pictureEndings = ["jpg", "jpeg", "png"]

  /// The file that a clause names; nil where it names none, which is reported.
  func target(of clause: SaveClause, _ stage: ScriptRange, _ scope: Scope) -> SaveTarget? {
    guard isFile(clause, stage) else { return nil }
    // Pictures are compressed already.
    let isPicture =
      clause.format == nil && Compression(ofFile: clause.path.value) == nil
      && Self.pictureEndings.contains(Self.ending(of: clause.path))
    if isPicture, !scope.hasPictures { environment.report(.noItems(clause.path)) }
    return SaveTarget(
      path: clause.path.value, replaces: clause.replaces,
      contents: isPicture ? .picture : .rows,
      compression: Compression(ofFile: clause.path.value), range: clause.path.range)
  }

  /// What a name ends in, before what promises a compression.
  private static func ending(of path: TextLiteral) -> String {
    Compression.nameOfText(in: path.value).split(separator: ".").last.map { $0.lowercased() } ?? ""
  }

  /// Whether a path can be a file's; else it is reported.
  private func isFile(_ clause: SaveClause, _ stage: ScriptRange) -> Bool {
    if clause.path.value.isEmpty {
      environment.report(.emptyPath(clause.path.range))
      return false
    }
    if clause.path.value.holdsBytes(of: "://") {
      environment.report(.addressForFile(clause.path))
      return false
    }
    guard Self.streams.contains(clause.path.value) else { return true }
    let format = clause.format.map { environment.source[$0.name.range] }
    environment.report(.streamForFile(clause.path, format, stage))
    return false
  }

  /// The format that the name of a file tells; nil, and reported, where it tells none.
  func format(ofFile path: TextLiteral) -> ResultFormat? {
    if let known = ResultFormat.ofFile(endingIn: Self.ending(of: path)) {
      guard known.charts == .only else { return known }
      environment.report(.chartFile(path))
      return nil
    }
    environment.report(
      .unknownEnding(
        path, ResultFormat.all.flatMap(\.endings), ofPictures: Self.pictureEndings))
    return nil
  }

  /// The format that a clause asks for, which draws some fields; nil for a chart of fields that are
  /// not there.
  func format(of clause: FormatClause, drawing fields: [Scope.Field]) -> ResultFormat? {
    let name = clause.name.text.lowercased()
    guard let format = ResultFormat.named(name) else {
      preconditionFailure("the parser lets a format pass that nothing writes: \(name)")
    }
    for (role, (field, column)) in zip(format.draws, zip(fields, clause.columns)) {
      guard role != .label, let type = field.type, !type.isDrawable else { continue }
      if role == .number || type != .date {
        environment.report(.needsNumber(name, column.range, type))
      }
    }
    // A heading need not be there; that its field is not has been told.
    return format.takesHeading || fields.count == clause.columns.count ? format : nil
  }

  /// What a clause says of its chart besides the columns.
  func chart(of clause: FormatClause) -> ChartOptions {
    let markup = clause.markup.flatMap { ResultFormat.named($0.text.lowercased()) }
    var ends: [Decimal] = []
    for end in clause.ends {
      guard let number = Decimal(text: end.digits.utf8) else {
        environment.report(.tooManyDigits(end.range))
        return ChartOptions(markup: markup)
      }
      if let last = ends.last, number <= last {
        environment.report(.unorderedRangeEnd(end, after: last))
        return ChartOptions(markup: markup)
      }
      ends.append(number)
    }
    return ChartOptions(ends: ends, markup: markup)
  }

  /// The format in which a chart is written into a file of this name; nil for text.
  func markup(ofFile path: TextLiteral) -> ResultFormat? {
    ResultFormat.ofFile(endingIn: Self.ending(of: path)).flatMap { $0.charts == .none ? nil : $0 }
  }
}

extension Diagnostic {
  fileprivate static func noItems(_ path: TextLiteral) -> Diagnostic {
    Diagnostic(
      .notOffered, "a picture is saved of one item, and these rows are no items of a source",
      at: Label(path.range),
      remarks: [.help("`show ID | save \(path.value.asText)` saves the picture of one item")])
  }

  fileprivate static func emptyPath(_ place: ScriptRange) -> Diagnostic {
    Diagnostic(
      .missingOperand, "`save` needs a file's name between the quotes", at: Label(place),
      remarks: [.help("for example `save \"hotels.csv\"`")])
  }

  fileprivate static func addressForFile(_ path: TextLiteral) -> Diagnostic {
    // Behind the scheme and the server.
    let parts = path.value.prefix { !"?#".contains($0) }.split(separator: "/").dropFirst(2)
    let file = parts.last.map(String.init).flatMap { $0.contains(".") ? $0 : nil } ?? "rows.csv"
    return Diagnostic(
      .unexpectedToken,
      "`save` writes files, and \(AddressSecrets.masked(path.value)) is an address",
      at: Label(path.range),
      remarks: [.help("name a file: `save \(file.asText)`; no server is sent anything")])
  }

  fileprivate static func chartFile(_ path: TextLiteral) -> Diagnostic {
    Diagnostic(
      .missingOperand, "a picture in SVG shows a chart, and `save` does not say which",
      at: Label(path.range),
      remarks: [.help("for example `save \(path.value.asText) as bars rooms by name`")])
  }

  fileprivate static func unorderedRangeEnd(_ end: RangeEnd, after last: Decimal) -> Diagnostic {
    Diagnostic(
      .wrongType, "the ends of ranges ascend, and \(end.digits) is not above \(last)",
      at: Label(end.range), remarks: [.help("write them in order: `at 0, 10, 25`")])
  }

  fileprivate static func streamForFile(
    _ path: TextLiteral, _ format: String?, _ stage: ScriptRange
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "`save` writes files, and `\(path.value)` is none", at: Label(path.range),
      remarks: [.help("without it a result goes to standard output; `to csv` chooses the form")],
      fix: format.map { .replace(stage, with: "to \($0)") })
  }

  fileprivate static func unknownEnding(
    _ path: TextLiteral, _ endings: [String], ofPictures others: [String]
  ) -> Diagnostic {
    let words = [endings, others].map { $0.map { ".\($0)" }.joined(separator: " ") }
    let behind = Compression.allCases.map(\.ending).joined(separator: " or ")
    return Diagnostic(
      .missingOperand, "the name \(path.value.asText) does not tell a format",
      at: Label(
        path.range, "known endings: \(words[0]), with \(behind) behind them or not, \(words[1])"),
      remarks: [.help("write the format: `save \(path.value.asText) as csv`")])
  }
}
