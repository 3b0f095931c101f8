// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// Lists as they were read before.
extension HeadBinder {
  /// The rows of a source at a time; nil after a fault, which has been reported. What compares them
  /// with those of now has the list read and kept where it never was.
  func head(
    from clause: FromClause, at moment: MomentClause, begun: Bool = false
  ) -> PipelineBinder? {
    guard let wanted = time(moment), let reference = named(clause.source) else { return nil }
    return reading(of: reference, clause.source.range, clause.range) { () throws(SourceFault) in
      try environment.session.open(reference, at: wanted, begun: begun)
    }.map { found in
      var binder = scan(found, reference, clause.categories)
      // What else is known of the items is of now.
      binder.scope.keepListAlone()
      return binder
    }
  }

  /// The values of an item in all readings; nil after a fault, which has been reported.
  func history(
    of item: ItemReference, in name: SourceName?, _ range: ScriptRange
  ) -> PipelineBinder? {
    guard let reference = source(of: item, name, range), let id = itemID(item),
      hasItems(name?.range ?? range, reference, item)
    else { return nil }
    guard case .id(let key) = id else {
      environment.report(.historyOfRow(item.range))
      return nil
    }
    let found = reading(of: reference, name?.range ?? range, range) { () throws(SourceFault) in
      try environment.session.history(of: key, in: reference)
    }
    return found.map { found in
      var binder = scan(found, reference, [])
      binder.scope.keepListAlone()
      // When it was comes first.
      if let at = binder.scope.visible.popLast() { binder.scope.visible.insert(at, at: 0) }
      return binder
    }
  }

  /// Whether a source has ids; one that has none is reported.
  private func hasItems(
    _ place: ScriptRange, _ reference: SourceReference, _ item: ItemReference
  ) -> Bool {
    guard let found = sources.find(reference, place) else { return false }
    if found.schema.key == nil { environment.report(.noKey(found.schema, item.range)) }
    return found.schema.key != nil
  }

  /// The time that is meant; nil after a fault, which has been reported.
  private func time(_ moment: MomentClause) -> ReadingMoment? {
    let words: String
    switch moment.kind {
    case .words(let written): words = written
    case .parameter(let name):
      guard let constant = ConstantBinder(environment: environment).value(of: name) else {
        return nil
      }
      switch (constant.value, constant.type) {
      case (.text(let text), _): words = text
      case (.number(let number), .date):
        words = CalendarDate(number)?.description ?? ""
      default:
        environment.report(.wrongValue("$\(name.text)", "a time", name.range))
        return nil
      }
    }
    if let wanted = ReadingMoment(words) { return wanted }
    environment.report(.noMoment(words, moment.range))
    return nil
  }

  /// A source by its name; what is none, and so has no readings, is reported.
  private func named(_ name: SourceName) -> SourceReference? {
    guard case .name(let text) = name.kind, known.declarations.view(text) == nil,
      let reference = name.reference
    else {
      environment.report(.noReadings(environment.source[name.range], name.range))
      return nil
    }
    return reference
  }

  private func reading(
    of reference: SourceReference, _ place: ScriptRange, _ range: ScriptRange,
    _ open: () throws(SourceFault) -> (any CatalogueSource)?
  ) -> (any CatalogueSource)? {
    // One that is unknown is told as ever.
    guard sources.find(reference, place) != nil else { return nil }
    do throws(SourceFault) {
      if let found = try open() { return found }
      environment.report(.noReadings(environment.source[place], place))
    } catch {
      environment.report(Diagnostic(error, at: range, in: environment.source))
    }
    return nil
  }
}

extension Diagnostic {
  fileprivate static func noMoment(_ words: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .impossibleDate, "`\(words)` is no time at which a list can have been read",
      at: Label(range),
      remarks: [
        .help("such as `yesterday`, `3 days ago`, `2 hours ago`, `2026-11-20`, `2026-11-20 14:30`")
      ])
  }

  fileprivate static func noReadings(_ written: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .notOffered, "readings are kept of sources on servers alone, not of `\(written)`",
      at: Label(range), remarks: [.help("save a file for each time: `save \"today.json\"`")])
  }

  fileprivate static func historyOfRow(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .notOffered, "`history` wants the id of an item", at: Label(range),
      remarks: [.help("such as `history 40611 of hotels`")])
  }
}
