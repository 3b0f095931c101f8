// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Finds the sources that a script names, and says what is wrong where they cannot be read.
struct SourceFinder {
  let environment: BindingEnvironment

  private var session: BindingSession { environment.session }
  private var known: Binder.Context { environment.known }

  /// The source that a name stands for, or the current one.
  func reference(_ name: SourceName?, _ place: ScriptRange) -> SourceReference? {
    if let name {
      if name.reference == nil { environment.report(.resultIsNoSource(place)) }
      if case .table(let table) = name.rows, let separator = table.separator,
        TableForm.separator(separator.value) == nil
      {
        environment.report(.noSeparator(separator))
        return nil
      }
      return name.reference
    }
    if let current = known.current { return current }
    if !known.isUncertain {
      environment.report(.noCurrentSource(place, goesOn: followsPipeline(place)))
    }
    return nil
  }

  /// Whether a place is the start of the line behind a pipeline.
  private func followsPipeline(_ place: ScriptRange) -> Bool {
    guard let last = session.precedingPipeline else { return false }
    let source = environment.source
    return source.place(of: place.start).line == source.place(of: last.end).line + 1
  }

  /// Opens a source; a fault of it becomes a diagnostic at the place that names it.
  func find(_ reference: SourceReference, _ place: ScriptRange) -> (any CatalogueSource)? {
    // What is there now is not what will be read.
    if case .address(let path, _) = reference, let earlier = save(before: path) {
      environment.report(.savedBefore(path, line: earlier.line, place))
      return nil
    }
    do throws(SourceFault) {
      if let found = try session.open(reference) { return found }
      if case .named(let name) = reference {
        environment.report(
          known.declarations.view(name).map { .viewIsNoSource($0.name, place) }
            ?? .unknownSource(
              name, place, known: session.directory.names, views: known.declarations.viewNames))
      }
    } catch {
      environment.report(diagnostic(error, at: place))
    }
    return nil
  }

  /// A source that somebody has defined, which a file or an address is not; without a name the
  /// current one.
  func defined(_ name: SourceName?, _ range: ScriptRange) -> (any CatalogueSource)? {
    let place = name?.range ?? range
    guard let reference = reference(name, place) else { return nil }
    if case .address(let path, _) = reference {
      environment.report(.noDefinition(of: path, place))
      return nil
    }
    return find(reference, place)
  }

  private func diagnostic(_ fault: SourceFault, at place: ScriptRange) -> Diagnostic {
    if known.isChecking, case .server(let fault) = fault, fault.kind == .offline {
      return .unasked(fault.source, place)
    }
    if case .cannotOpen(let path, let reason) = fault, reason.isAbsence,
      let other = otherFile(than: path, place)
    {
      return other
    }
    return Diagnostic(fault, at: place, in: environment.source)
  }

  /// What is said of a path at which there is nothing where something else is likely meant.
  private func otherFile(than path: String, _ place: ScriptRange) -> Diagnostic? {
    if path == "-" { return .standardInput(place, .cannotOpen) }
    if path.contains("*") { return .fileNamePattern(path, place) }
    let others = session.directory.addresses(beside: path)
    let near = path.hasPrefix("~/") ? others : FileName.nearest(to: path, among: others)
    return near.isEmpty ? nil : .noSuchFile(path, near, place)
  }

  /// The last statement before that writes a file, however its path is written there.
  private func save(before path: String) -> (file: String, line: Int)? {
    guard !session.saved.isEmpty else { return nil }
    let file = session.directory.identity(ofAddress: path)
    return session.saved.last { $0.file == file }
  }
}

// Categories.
extension SourceFinder {
  /// The categories of a source that are named, by their titles, by the beginnings of these, or as
  /// rows of the last result; reports those that the source does not have. No server is asked for
  /// titles: where only its list tells the categories, none is wrong.
  @discardableResult
  func check(
    _ named: [CategoryReference], of found: any CatalogueSource, _ reference: SourceReference
  ) -> ChosenCategories {
    guard let first = named.first else { return ChosenCategories() }
    guard found.schema.category != nil else {
      environment.report(.noCategories(found.schema.source, first.range))
      return ChosenCategories(titles: named.compactMap(\.title))
    }
    var chosen = ChosenCategories()
    do throws(SourceFault) {
      var listed = try knownCategories(of: found)
      // Which titles begin so, or which title a row has, only the list tells.
      if listed == nil, named.contains(where: { $0.title?.beginning != nil || $0.row != nil }) {
        listed = try found.categoryList?.categories().categories
      }
      guard let listed else { return ChosenCategories(titles: named.compactMap(\.title)) }
      for category in named {
        if let title = category.title {
          choose(title, among: listed, of: found, into: &chosen)
        } else if let row = category.row {
          let place = (row: row, range: category.range)
          choose(place, among: listed, of: found, reference, into: &chosen)
        }
      }
    } catch {
      environment.report(Diagnostic(error, at: first.range, in: environment.source))
    }
    return chosen
  }

  /// Takes the category that a row of the categories is that were shown last; reports where it is
  /// none.
  private func choose(
    _ place: (row: Int, range: ScriptRange), among listed: [CatalogueCategory],
    of found: any CatalogueSource, _ reference: SourceReference,
    into chosen: inout ChosenCategories
  ) {
    let shown = known.lastCategories
    let isOfSource = shown.map { isSame($0.source, as: reference, found, place.range) } ?? false
    let id = isOfSource ? shown?.id(ofRow: place.row) : nil
    guard let category = listed.first(where: { $0.id == id }) else {
      return environment.report(
        .noCategoryRow(place, of: found.schema.source, shown, isOfSource: isOfSource))
    }
    chosen.ids.append(category.id)
    chosen.titles.append(TextLiteral(value: category.name, range: place.range))
  }

  private func choose(
    _ category: TextLiteral, among listed: [CatalogueCategory], of found: any CatalogueSource,
    into chosen: inout ChosenCategories
  ) {
    let titled = listed.filter { matches($0.name, category.value, .equals) }
    if !titled.isEmpty {
      chosen.ids += titled.map(\.id)
      chosen.titles.append(category)
      return
    }
    let begun =
      category.beginning.map { beginning in
        listed.filter { matches($0.name, beginning, .startsWith) }
      } ?? []
    if Set(begun.map(\.name)).count > 1 {
      return environment.report(
        .ambiguousCategory(category, of: found.schema.source, begun.map(\.name)))
    }
    guard let title = begun.first?.name else {
      return environment.report(
        .unknownCategory(category, of: found.schema.source, known: listed.map(\.name)))
    }
    if known.isChecking { environment.report(.openTitle(category, title)) }
    chosen.ids += begun.map(\.id)
    chosen.titles.append(TextLiteral(value: title, range: category.range))
  }

  /// The categories of a source that can be told without a server; nil for none.
  private func knownCategories(
    of found: any CatalogueSource
  ) throws(SourceFault) -> [CatalogueCategory]? {
    let list = found.categoryList
    if let listed = list?.listedCategories { return listed }
    return found.isLocal ? try list?.categories().categories ?? [] : nil
  }

  /// The category of a source that `show` names by its title or its id, or as a row of the last
  /// result; nil where an item is meant.
  func category(
    _ id: RowSource.ItemID, of found: any CatalogueSource, _ reference: SourceReference,
    _ place: ScriptRange
  ) -> RowSource.ItemID? {
    switch id {
    case .id(let text):
      let known = found.categoryList?.listedCategories ?? []
      return known.first { matches($0.name, text, .equals) || $0.id == text }.map { .id($0.id) }
    case .row:
      guard let last = known.last, last.isOfCategories, let home = last.categories?.source,
        isSame(home, as: reference, found, place)
      else { return nil }
      return id
    case .lastShown: return nil
    }
  }

  /// Whether the source that rows are of is the one that has been found, however each is named.
  func isSame(
    _ home: SourceReference, as reference: SourceReference, _ found: any CatalogueSource,
    _ place: ScriptRange
  ) -> Bool {
    home == reference || find(home, place)?.schema.source == found.schema.source
  }

  private func matches(_ title: String, _ text: String, _ mode: TextPattern.Mode) -> Bool {
    TextPattern(text, mode: mode, exact: false).matches(TextColumn(PackedText([title])))[0]
  }
}

/// The categories of a source that a query has chosen.
struct ChosenCategories {
  var ids: [String] = []
  /// Their titles, where a query names them.
  var titles: [TextLiteral] = []
}

extension CategoryReference {
  /// The title that it names; nil for a row.
  var title: TextLiteral? {
    if case .title(let title) = kind { TextLiteral(value: title, range: range) } else { nil }
  }

  var row: Int? { if case .row(let row) = kind { row } else { nil } }
}

extension TextLiteral {
  /// What stands before the dots with which a title is left open; nil for a whole title.
  var beginning: String? {
    for dots in ["…", "..."] where value.hasSuffix(dots) && value.count > dots.count {
      return String(value.dropLast(dots.count))
    }
    return nil
  }
}
