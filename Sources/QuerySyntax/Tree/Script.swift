// SPDX-License-Identifier: MIT

public import Diagnostics

/// A script as it was written: its statements in order, with the places of all parts.
public struct Script: Sendable {
  public let source: ScriptText
  public let statements: [Statement]

  package init(source: ScriptText, statements: [Statement]) {
    self.source = source
    self.statements = statements
  }
}

/// What a parser gives: always a tree, and what was wrong with the text.
public struct Parsed<Tree: Sendable>: Sendable {
  public let tree: Tree
  public let tokens: [Token]
  /// In the order of their places.
  public let diagnostics: [Diagnostic]
  /// Whether the text stops where more has to come, as after `|` or an open bracket.
  public let isIncomplete: Bool
  /// The statements that may mean something else in another language: what else is wrong with
  /// them has no certain fix either.
  package var doubtful: [ScriptRange] = []
}

extension Parsed {
  /// The text of all tokens with their trivia: every byte of the source, in order.
  public func printed(from source: ScriptText) -> [UInt8] {
    tokens.flatMap { source.bytes[$0.start..<$0.range.end] }
  }
}

/// One statement of a script.
public enum Statement: Sendable {
  case pipeline(Pipeline)
  /// `use hotels`: makes a source the current one.
  case use(FromClause, ScriptRange)
  /// `describe hotels`, also of a view or of `it`; without a name the current source.
  case describe(SourceName?, ScriptRange)
  /// `describe hotels definition`: the text that defines a source, alone; without one, the current.
  case definition(of: SourceName?, ScriptRange)
  /// `let near = from hotels | ...`, or `let limit = 5`.
  case binding(Binding)
  /// `def name(a, b) = ...`: an expression or stages with a name.
  case macro(Macro)
  /// `param min: Int = 3 "minimum stars"`.
  case parameter(Parameter)
  /// `include "common.cq"`: the statements of another script.
  case include(TextLiteral, ScriptRange)
  /// `set offline = true`.
  case set(SettingClause)
  /// `explain from hotels | ...`: what would be done.
  case explain(Pipeline, ScriptRange)
  /// `explain steps from hotels | ...`: what each stage does to the rows; without a pipeline that
  /// of the query before it.
  case steps(Pipeline?, ScriptRange)
  /// `expect error CQ0201 from ( ... )`.
  case expectError(ErrorExpectation)
  /// What could not be read; it has been reported.
  case unreadable(ScriptRange)

  public var range: ScriptRange {
    switch self {
    case .pipeline(let pipeline): pipeline.range
    case .binding(let binding): binding.range
    case .macro(let macro): macro.range
    case .parameter(let parameter): parameter.range
    case .set(let setting): setting.range
    case .expectError(let expectation): expectation.range
    case .use(_, let range), .describe(_, let range), .definition(_, let range),
      .include(_, let range), .explain(_, let range), .steps(_, let range), .unreadable(let range):
      range
    }
  }
}

/// A source of rows and the stages that they pass through.
public struct Pipeline: Sendable {
  public let head: Head
  public let stages: [Stage]
  public let range: ScriptRange

  /// Where the rows of a pipeline come from.
  public enum Head: Sendable {
    case from(FromClause)
    /// `categories of chloe`.
    case categories(of: SourceName?, ScriptRange)
    case sources(ScriptRange)
    /// `show 40611 of hotels picture 20`: the detail of one item, and how many cells its picture
    /// is wide at most.
    case item(ItemReference, of: SourceName?, picture: Count?, ScriptRange)
    /// `related 40611`: the items that one item names; without one those of the item last shown.
    case relation(Name, item: ItemReference?, of: SourceName?, ScriptRange)
    /// `changes from "old.json" to "new.json" by id`.
    case changes(ChangesClause)
    /// `history 40611 of hotels`: an item in all readings of its list.
    case history(ItemReference, of: SourceName?, ScriptRange)
    /// No source is written: the current one.
    case current(ScriptRange)
    /// A `|` begins the statement: the last result.
    case lastResult(ScriptRange)
  }
}

extension Pipeline {
  /// Whether it goes on from the result before it.
  package var readsLastResult: Bool {
    switch head {
    case .lastResult: true
    case .from(let clause):
      if case .lastResult = clause.source.kind {
        true
      } else {
        clause.categories.contains { if case .row = $0.kind { true } else { false } }
      }
    case .item(let item, of: _, picture: _, _), .history(let item, of: _, _),
      .relation(_, item: .some(let item), of: _, _):
      if case .row = item.kind { true } else { false }
    case .changes(let clause):
      clause.sides.contains { if case .lastResult = $0.source.kind { true } else { false } }
    case .relation, .categories, .sources, .current: false
    }
  }
}

/// `hotels in "Category"`: a source and, maybe, some of its categories.
public struct FromClause: Sendable {
  public let source: SourceName
  public let categories: [CategoryReference]
  /// When the list was read that is meant; nil for the list of now.
  public let moment: MomentClause?
  public let range: ScriptRange

  package init(
    source: SourceName, categories: [CategoryReference], moment: MomentClause? = nil,
    range: ScriptRange
  ) {
    self.source = source
    self.categories = categories
    self.moment = moment
    self.range = range
  }
}

/// How a query names where rows come from.
public struct SourceName: Sendable {
  public enum Kind: Sendable {
    /// A source's name.
    case name(String)
    /// A file's path or an address, in quotes.
    case address(String)
    /// `it`: the last result.
    case lastResult
  }

  public let kind: Kind
  /// What of a file gives the rows, or how they are written, where that is said.
  public let rows: FileRows?
  /// Where the name or the path stands.
  public let range: ScriptRange

  package init(kind: Kind, rows: FileRows? = nil, range: ScriptRange) {
    self.kind = kind
    self.rows = rows
    self.range = range
  }
}

/// One item of a catalogue, by its id or by its row in the last result.
public struct ItemReference: Sendable {
  public enum Kind: Sendable {
    case id(String)
    /// The row of the last result, from 1.
    case row(Int)
    /// The value of `$name`.
    case parameter(Name)
  }

  public let kind: Kind
  public let range: ScriptRange
}

/// One category of a source, by its title or by its row in the last result.
public struct CategoryReference: Sendable {
  public enum Kind: Sendable {
    /// The title, or its beginning before `…`.
    case title(String)
    /// The row of the last result, from 1.
    case row(Int)
  }

  public let kind: Kind
  public let range: ScriptRange

  package init(kind: Kind, range: ScriptRange) {
    self.kind = kind
    self.range = range
  }

  package init(_ title: TextLiteral) { self.init(kind: .title(title.value), range: title.range) }
}

/// A text in quotes: what it says and where it stands, quotes included.
public struct TextLiteral: Sendable {
  public let value: String
  public let range: ScriptRange

  package init(value: String, range: ScriptRange) {
    self.value = value
    self.range = range
  }
}

/// A name and where it stands.
public struct Name: Sendable {
  /// Without backticks.
  public let text: String
  public let range: ScriptRange

  package init(text: String, range: ScriptRange) {
    self.text = text
    self.range = range
  }
}
