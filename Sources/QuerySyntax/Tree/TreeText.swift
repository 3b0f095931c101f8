// SPDX-License-Identifier: MIT

/// Writes trees as short S-expressions, so that a test can hold a whole tree in a line and
/// `cq debug tree` can show one.
package enum TreeText {
  package static func script(_ script: Script) -> String {
    script.statements.map(statement).joined(separator: " ; ")
  }

  package static func statement(_ statement: Statement) -> String {
    switch statement {
    case .pipeline(let pipeline): self.pipeline(pipeline)
    case .use(let clause, _): "use \(from(clause))"
    case .describe(let name, _): words("describe", name.map(source))
    case .definition(let name, _):
      name.map { "describe \(source($0)) definition" } ?? "(describe-definition)"
    case .binding(let binding): "let \(plain(binding.name.text)) = \(content(binding.content))"
    case .macro(let macro):
      "def \(plain(macro.name.text))(\(names(macro.parameters))) = \(body(macro.body))"
    case .parameter(let parameter): self.parameter(parameter)
    case .include(let path, _): "include \(quoted(path.value))"
    case .set(let setting): "set \(setting.name) = \(expression(setting.value))"
    case .explain(let pipeline, _): "explain \(self.pipeline(pipeline))"
    case .steps(let pipeline, _): words("explain steps", pipeline.map(self.pipeline))
    case .expectError(let expectation):
      "expect error \(expectation.code.text.uppercased()) from "
        + "(\(expectation.pipeline.map(pipeline) ?? "?"))"
    case .unreadable: "?"
    }
  }

  private static func pipeline(_ pipeline: Pipeline) -> String {
    ([head(pipeline.head)] + pipeline.stages.map(stage)).joined(separator: " | ")
  }

  private static func content(_ content: Binding.Content) -> String {
    switch content {
    case .view(let pipeline): self.pipeline(pipeline)
    case .value(let value): expression(value)
    }
  }

  private static func body(_ body: Macro.Body) -> String {
    switch body {
    case .expression(let expression): self.expression(expression)
    case .stages(let stages): stages.map { "| \(stage($0))" }.joined(separator: " ")
    }
  }

  private static func parameter(_ parameter: Parameter) -> String {
    words(
      "param \(plain(parameter.name.text)): \(type(parameter.type))",
      parameter.standard.map { "= \(expression($0))" }, parameter.help.map { quoted($0.value) })
  }

  private static func type(_ type: TypeName) -> String {
    switch type {
    case .named(let name): name
    case .measured(let name, let unit): "\(name)_\(unit)"
    case .list(let element): "List<\(self.type(element))>"
    case .record(let members):
      "Record<\(members.map { "\(plain($0.name)) \(self.type($0.type))" }.joined(separator: ", "))>"
    }
  }

  private static func names(_ names: [Name]) -> String {
    names.map { plain($0.text) }.joined(separator: " ")
  }

  private static func words(_ words: String?...) -> String {
    words.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func head(_ head: Pipeline.Head) -> String {
    switch head {
    case .from(let clause): "from \(from(clause))"
    case .categories(let name, _): words("categories", name.map { "of \(source($0))" })
    case .sources: "sources"
    case .item(let item, let name, let size, _):
      words(
        "show", self.item(item), name.map { "of \(source($0))" },
        size.map { "picture \(count($0))" })
    case .relation(let name, let item, let origin, _):
      words(
        "relation", plain(name.text), item.map(self.item), origin.map { "of \(source($0))" })
    case .changes(let clause): changes(clause)
    case .history(let item, let name, _):
      words("history", self.item(item), name.map { "of \(source($0))" })
    case .current: "current"
    case .lastResult: "last"
    }
  }

  private static func changes(_ clause: ChangesClause) -> String {
    words(
      "changes from \(from(clause.old)) to \(from(clause.new))",
      clause.keys.isEmpty ? nil : "by \(names(clause.keys))",
      clause.ignored.isEmpty ? nil : "ignoring \(names(clause.ignored))",
      clause.tolerance.map { "within \($0.digits)" })
  }

  private static func from(_ clause: FromClause) -> String {
    let categories = clause.categories.map { category in
      switch category.kind {
      case .title(let title): quoted(title)
      case .row(let row): "@\(row)"
      }
    }.joined(separator: ",")
    return words(
      source(clause.source), categories.isEmpty ? nil : "in \(categories)",
      clause.moment.map { "at \(moment($0))" })
  }

  private static func moment(_ clause: MomentClause) -> String {
    switch clause.kind {
    case .words(let words): quoted(words)
    case .parameter(let name): "$\(name.text)"
    }
  }

  private static func source(_ name: SourceName) -> String {
    switch name.kind {
    case .name(let name): plain(name)
    case .address(let address): words(quoted(address), name.rows.map(rows))
    case .lastResult: "it"
    }
  }

  private static func rows(_ rows: FileRows) -> String {
    switch rows {
    case .document: "items ."
    case .list(let steps): "items \(way(steps))"
    case .table(let table):
      words(
        "with", table.separator.map { "separator \(quoted($0.value))" },
        table.hasHeader.map { "header \($0 ? "yes" : "no")" },
        table.decimalMark.map { "decimal \($0)" })
    }
  }

  private static func way(_ steps: [ItemsStep]) -> String {
    steps.map { step in
      switch step {
      case .member(let name): plain(name)
      case .each: "[]"
      }
    }.joined(separator: " ")
  }

  private static func item(_ item: ItemReference) -> String {
    switch item.kind {
    case .id(let id): quoted(id)
    case .row(let row): "@\(row)"
    case .parameter(let name): "$\(name.text)"
    }
  }

  private static func count(_ count: Count) -> String {
    switch count.kind {
    case .number(let number): "\(number)"
    case .parameter(let name): "$\(name.text)"
    case .value(let value): expression(value)
    }
  }

  private static func format(_ format: FormatClause) -> String {
    let ends = format.ends.isEmpty ? [] : ["at"] + format.ends.map(\.digits)
    return words(
      format.markup.map { plain($0.text) }, plain(format.name.text), names(format.columns),
      ends.joined(separator: " "))
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.flatMap { $0 == "\n" ? "\\n" : ($0 == "\"" ? "\\\"" : String($0)) } + "\""
  }

  /// A name as it is, or in backticks where it is none without them.
  private static func plain(_ name: String) -> String {
    name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && !name.isEmpty
      ? name : Lexer.backquoted(name)
  }
}

extension TreeText {
  private static func stage(_ stage: Stage) -> String {
    let parts: [String] =
      switch stage.kind {
      case .filter(let condition): ["filter", expression(condition)]
      case .search(let text, let names):
        ["search", expression(text)]
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
      case .top(let count, let keys): ["top", self.count(count)] + keys.map(key)
      case .limit(let count): ["limit", self.count(count)]
      case .skip(let count): ["skip", self.count(count)]
      case .group(let names, let stages):
        ["group"] + names.map { plain($0.text) } + stages.map(self.stage)
      case .expand(let name): ["expand", plain(name.text)]
      case .page(let page, let size):
        ["page", count(page)] + (size.map { [count($0)] } ?? [])
      case .sample(let count, let seed):
        ["sample", self.count(count)] + (seed.map { ["seed", self.count($0)] } ?? [])
      case .assert(let condition, let message):
        ["assert", expression(condition)] + (message.map { [quoted($0.value)] } ?? [])
      case .expect(.rows(let comparison, let count)):
        ["expect", "rows\(comparison.rawValue)\(self.count(count))"]
      case .expect(.columns(let names)): ["expect"] + names.map { plain($0.text) }
      case .expect(.same(let path)): ["expect-same", quoted(path.value)]
      case .expect(.live): ["expect-live"]
      case .join(let clause): join(clause)
      case .union(let name): ["union", source(name)]
      case .relation(let name): ["relation", plain(name.text)]
      case .apply(let name, let arguments): ["apply", plain(name.text)] + arguments.map(expression)
      case .save(let clause):
        ["save", quoted(clause.path.value)] + (clause.format.map { ["as", format($0)] } ?? [])
          + (clause.replaces ? ["replace"] : [])
      case .to(let format): ["to", self.format(format)]
      case .unreadable: ["?"]
      }
    return "(\(parts.joined(separator: " ")))"
  }

  private static func join(_ clause: JoinClause) -> [String] {
    let word = clause.keepsLeft ? "join-left" : "join"
    return [word, source(clause.source), expression(clause.condition)]
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
  package static func expression(_ expression: Expression) -> String {
    switch expression.kind {
    case .name(let name): plain(name.text)
    case .number(let digits, let percent): digits.filter { $0 != "_" } + (percent ? "%" : "")
    case .quantity(let digits, let unit): "\(digits)_\(unit.text)"
    case .date(let text): text
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
    case .parameter(let name): "$\(name.text)"
    case .row(let row): "@\(row)"
    case .template(let parts): "f\"\(parts.map(part).joined())\""
    case .regularExpression(let pattern, let ignoresCase):
      "/\(pattern)/\(ignoresCase ? "i" : "")"
    case .missing: "?"
    }
  }

  private static func part(_ part: TemplatePart) -> String {
    switch part {
    case .text(let text): String(quoted(text).dropFirst().dropLast())
    case .value(let value): "{\(expression(value))}"
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
    case .list(let list):
      negating(negated, "(in-list \(expression(value)) \(operand(list)))")
    }
  }
}
