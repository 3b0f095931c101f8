import Diagnostics
import QuerySyntax

/// Writes trees as short S-expressions, so that a test can hold a whole tree in a line.
enum TreeText {
  static func script(_ script: Script) -> String {
    script.statements.map(statement).joined(separator: " ; ")
  }

  private static func statement(_ statement: Statement) -> String {
    switch statement {
    case .pipeline(let pipeline):
      ([head(pipeline.head)] + pipeline.stages.map(stage)).joined(separator: " | ")
    case .use(let clause, _): "use \(from(clause))"
    case .describe(let name, _): words("describe", name.map(source))
    case .unreadable: "?"
    }
  }

  private static func words(_ words: String?...) -> String {
    words.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func head(_ head: Pipeline.Head) -> String {
    switch head {
    case .from(let clause): "from \(from(clause))"
    case .categories(let name, _): words("categories", name.map { "of \(source($0))" })
    case .sources: "sources"
    case .item(let item, let name, _):
      words("show", self.item(item), name.map { "of \(source($0))" })
    case .current: "current"
    case .lastResult: "last"
    }
  }

  private static func from(_ clause: FromClause) -> String {
    let categories = clause.categories.map { quoted($0.value) }.joined(separator: ",")
    return words(source(clause.source), categories.isEmpty ? nil : "in \(categories)")
  }

  private static func source(_ name: SourceName) -> String {
    switch name.kind {
    case .name(let name): plain(name)
    case .address(let address): quoted(address)
    case .lastResult: "it"
    }
  }

  private static func item(_ item: ItemReference) -> String {
    switch item.kind {
    case .id(let id): quoted(id)
    case .row(let row): "@\(row)"
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.flatMap { $0 == "\n" ? "\\n" : ($0 == "\"" ? "\\\"" : String($0)) } + "\""
  }

  /// A name as it is, or in backticks where it is none without them.
  private static func plain(_ name: String) -> String {
    name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && !name.isEmpty
      ? name : "`\(name)`"
  }
}

extension TreeText {
  private static func stage(_ stage: Stage) -> String {
    let parts: [String] =
      switch stage.kind {
      case .filter(let condition): ["filter", expression(condition)]
      case .search(let text, let names):
        ["search", quoted(text.value)]
          + (names.isEmpty ? [] : ["in"] + names.map { plain($0.text) })
      case .sort(let keys): ["sort"] + keys.map(key)
      case .show(.all): ["show-all"]
      case .show(.columns(let columns)): ["show"] + columns.map(column)
      case .extend(let assignments): ["extend"] + assignments.map(assignment)
      case .rename(let names):
        ["rename"] + names.map { "\(plain($0.from.text))>\(plain($0.to.text))" }
      case .drop(let names): ["drop"] + names.map { plain($0.text) }
      case .distinct(let names): ["distinct"] + names.map { plain($0.text) }
      case .count(let columns): ["count"] + columns.map(column)
      case .summarize(let aggregates, let columns):
        ["summarize"] + aggregates.map(aggregate)
          + (columns.isEmpty ? [] : ["by"] + columns.map(column))
      case .top(let count, let keys): ["top", "\(count.value)"] + keys.map(key)
      case .limit(let count): ["limit", "\(count.value)"]
      case .skip(let count): ["skip", "\(count.value)"]
      case .group(let names, let stages):
        ["group"] + names.map { plain($0.text) } + stages.map(self.stage)
      case .expand(let name): ["expand", plain(name.text)]
      case .page(let page, let size):
        ["page", "\(page.value)"] + (size.map { ["\($0.value)"] } ?? [])
      case .assert(let condition, let message):
        ["assert", expression(condition)] + (message.map { [quoted($0.value)] } ?? [])
      case .expect(.rows(let comparison, let count)):
        ["expect", "rows\(comparison.rawValue)\(count.value)"]
      case .expect(.columns(let names)): ["expect"] + names.map { plain($0.text) }
      case .to(let name): ["to", plain(name.text)]
      case .unreadable: ["?"]
      }
    return "(\(parts.joined(separator: " ")))"
  }

  private static func key(_ key: SortKeyClause) -> String {
    let direction: String? =
      switch key.direction {
      case .ascending: "asc"
      case .descending: "desc"
      case nil: nil
      }
    let words = words(expression(key.expression), direction, key.nullsFirst ? "nulls-first" : nil)
    return words.contains(" ") ? "<\(words)>" : words
  }

  private static func column(_ column: ColumnClause) -> String {
    switch column {
    case .field(let field): expression(field)
    case .computed(let assignment): self.assignment(assignment)
    }
  }

  private static func aggregate(_ aggregate: AggregateClause) -> String {
    let value = expression(aggregate.value)
    return aggregate.name.map { "\(plain($0.text))=\(value)" } ?? value
  }

  private static func assignment(_ assignment: Assignment) -> String {
    "\(plain(assignment.name.text))=\(expression(assignment.value))"
  }
}

extension TreeText {
  static func expression(_ expression: Expression) -> String {
    switch expression.kind {
    case .name(let name): plain(name.text)
    case .number(let digits, let percent): percent ? "\(digits)%" : digits
    case .text(let text): quoted(text)
    case .bool(let bit): "\(bit)"
    case .null: "null"
    case .list(let elements): "[\(list(elements))]"
    case .negative(let inner): form("neg", [inner])
    case .arithmetic(let mark, let first, let second, _): form(mark.rawValue, [first, second])
    case .coalesce(let first, let second): form("??", [first, second])
    case .comparison(let mark, let first, let operand, _):
      "(\(mark.rawValue) \(self.expression(first)) \(self.operand(operand)))"
    case .and(let terms): form("and", terms)
    case .or(let terms): form("or", terms)
    case .not(let inner): form("not", [inner])
    case .between(let value, let low, let high): form("between", [value, low, high])
    case .membership(let value, let set, let negated): membership(value, set, negated)
    case .textTest(let mark, let value, let operand, let negated, _):
      negating(negated, "(\(mark.rawValue) \(self.expression(value)) \(self.operand(operand)))")
    case .isNull(let inner, let negated): negating(negated, form("null?", [inner]))
    case .isEmpty(let inner, let negated): negating(negated, form("empty?", [inner]))
    case .quantified(let word, let list, let mark, let operand):
      "(\(word.rawValue) \(self.expression(list)) \(mark.rawValue) \(self.operand(operand)))"
    case .call(let name, let arguments): "\(plain(name.text))(\(list(arguments)))"
    case .conditional(let test, let yes, let no): form("if", [test, yes, no])
    case .index(let value, let position): form("at", [value, position])
    case .member(let value, let name): "(. \(self.expression(value)) \(plain(name.text)))"
    case .missing: "?"
    }
  }

  private static func list(_ expressions: [Expression]) -> String {
    expressions.map(expression).joined(separator: " ")
  }

  private static func form(_ word: String, _ parts: [Expression]) -> String {
    "(\(word) \(list(parts)))"
  }

  private static func negating(_ negated: Bool, _ text: String) -> String {
    negated ? "!\(text)" : text
  }

  private static func operand(_ operand: Operand) -> String {
    operand.isExact ? "exact:\(expression(operand.expression))" : expression(operand.expression)
  }

  private static func membership(
    _ value: Expression, _ set: MemberSet, _ negated: Bool
  ) -> String {
    switch set {
    case .values(let values):
      negating(
        negated, "(\((["in", expression(value)] + values.map(operand)).joined(separator: " ")))")
    case .range(let low, let high):
      negating(
        negated, "(in \(expression(value)) \(expression(low))..\(expression(high)))")
    }
  }
}
