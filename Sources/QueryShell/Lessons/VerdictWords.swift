// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax

/// How verdicts are worded.
struct VerdictWords {
  let language: SpokenLanguage
  /// The fields that matter in the exercise, by which rows are told apart.
  let fields: [String]

  private static let mostRows = 3
  private static let longestName = 24

  private func say(
    _ english: @autoclosure () -> String, _ german: @autoclosure () -> String
  ) -> String {
    language.text(english(), german())
  }

  func right(_ answer: LessonAnswer) -> String {
    say("Right: ", "Richtig: ") + rows(answer.rows.count) + "."
  }

  func rows(_ count: Int) -> String {
    if count == 0 { return say("no rows", "keine Zeilen") }
    return count == 1
      ? say("1 row", "1 Zeile") : say("\(count) rows", "\(count) Zeilen")
  }

  /// What is wrong with an answer that differs.
  func sentence(
    _ finding: AnswerComparison.Finding, _ solution: LessonAnswer, _ answer: LessonAnswer
  ) -> String {
    switch finding {
    case .same: return right(answer)
    case .shape: return shape(solution, answer)
    case .sides(let wanted, let found):
      let rows = self.rows(answer.rows.count)
      return say(
        "\(rows) of \(found) each; rows of \(wanted) side by side are asked for.",
        "\(rows) zu je \(found); gefragt sind Zeilen zu je \(wanted), nebeneinander.")
    case .rows(let missing, let extra): return rows(missing, extra, solution, answer)
    case .noColumn(let name, let likely):
      let found = likely.map { say("; \($0) has its values", "; \($0) hat ihre Werte") } ?? ""
      return say("The column \(name) is missing", "Die Spalte \(name) fehlt") + found + "."
    case .columnsTooMany(let names): return tooMany(names)
    case .value(let column, let wanted, let got, let row):
      let (wanted, got) = (Self.text(wanted), Self.text(got))
      return name(of: row, in: solution)
        + say(
          ": \(column) should be \(wanted), you have \(got).",
          ": \(column) müsste \(wanted) sein, bei dir ist es \(got).")
    case .order(let row):
      let first = ranked(row, solution)
      let other = ranked(row, answer)
      let place = row == 0 ? say("first", "zuerst") : say("then", "dann")
      return say(
        "The rows are right; \(place) should be \(first), not \(other).",
        "Die Zeilen stimmen; \(place) müsste \(first) kommen, nicht \(other).")
    case .form(let form): return self.form(form, answer)
    }
  }

  /// The kind is told alone: what it draws is what is asked.
  private func form(_ wanted: String, _ answer: LessonAnswer) -> String {
    let kind = wanted.prefix { $0 != " " }
    if answer.format?.prefix(while: { $0 != " " }) == kind {
      return say(
        "The rows are right, the columns that are drawn are not.",
        "Die Zeilen stimmen, die gezeichneten Spalten nicht.")
    }
    return say(
      "The rows are right; they should be shown by: to \(kind)",
      "Die Zeilen stimmen; gezeigt werden sollen sie durch: to \(kind)")
  }

  private func tooMany(_ names: [String]) -> String {
    let all = names.joined(separator: ", ")
    return names.count == 1
      ? say("The column \(all) is too many.", "Die Spalte \(all) ist zu viel.")
      : say("The columns \(all) are too many.", "Die Spalten \(all) sind zu viel.")
  }

  private func shape(_ solution: LessonAnswer, _ answer: LessonAnswer) -> String {
    let found = rows(answer.rows.count)
    if solution.isOneNumber {
      return say("\(found); one number is asked for.", "\(found); gefragt ist eine Zahl.")
    }
    return say(
      "\(found); \(solution.noun.many) are asked for.",
      "\(found); gefragt sind Zeilen von \(solution.noun.many).")
  }

  private func rows(
    _ missing: [Int], _ extra: [Int], _ solution: LessonAnswer, _ answer: LessonAnswer
  ) -> String {
    if solution.isOneNumber, answer.isOneNumber {
      let (wanted, got) = (Self.text(solution.rows[0][0]), Self.text(answer.rows[0][0]))
      return say(
        "It should be \(wanted), you have \(got).",
        "Es müsste \(wanted) sein, bei dir ist es \(got).")
    }
    let (wanted, got) = (solution.rows.count, answer.rows.count)
    let lacking = list(missing, in: solution)
    let surplus = list(extra, in: answer)
    if missing.isEmpty {
      return say(
        "\(extra.count) too many: \(surplus).", "\(extra.count) zu viel: \(surplus).")
    }
    let counts =
      wanted == got
      ? ""
      : say(
        "You have \(rows(got)), the answer has \(wanted). ",
        "Du hast \(rows(got)), die Antwort hat \(wanted). ")
    var text = counts + say("Missing: \(lacking).", "Es fehlen: \(lacking).")
    if !extra.isEmpty { text += say(" Too many: \(surplus).", " Zu viel: \(surplus).") }
    return text
  }

  /// What is said of an answer that is right for the rows at hand alone.
  func lucky(
    _ finding: AnswerComparison.Finding, of count: Int, _ solution: LessonAnswer,
    _ answer: LessonAnswer
  ) -> String {
    let head = say(
      "Right for these \(rows(count)).", "Für diese \(rows(count)) richtig.")
    switch finding {
    case .rows(let missing, let extra):
      if let row = plainest(missing, solution) {
        return head
          + say(
            " \(one(row, solution)) would be lost.", " \(one(row, solution)) ginge verloren.")
      }
      guard let row = plainest(extra, answer) else { return head }
      return head
        + say(
          " \(one(row, answer)) would be too many.", " \(one(row, answer)) wäre zu viel.")
    case .order:
      return head + say(" Others would stand in another order.", " Andere stünden anders.")
    default:
      return head + say(" With others it would differ.", " Mit anderen wäre es anders.")
    }
  }

  func stopped(_ message: String) -> String {
    say("The run stops: ", "Der Lauf hält an: ") + Self.ended(message)
  }

  /// What is said of an answer that goes on where the solution stops, with other rows.
  func shouldStop(_ message: String) -> String {
    say(
      "Right for these rows. With others the run should stop: ",
      "Für diese Zeilen richtig. Bei anderen müsste der Lauf anhalten: ") + Self.ended(message)
  }

  /// What is said of an answer that stops where the solution goes on, with other rows.
  func wouldStop(_ message: String) -> String {
    say(
      "Right for these rows. With others the run should go on, and stops: ",
      "Für diese Zeilen richtig. Bei anderen müsste der Lauf weitergehen und hält an: ")
      + Self.ended(message)
  }

  func unrun(_ message: String) -> String {
    let message = Self.ended(message)
    return say("Not run, no try: \(message)", "Nicht gelaufen, kein Versuch: \(message)")
  }

  /// A message as a sentence, whose marks around words are left out.
  private static func ended(_ message: String) -> String {
    let message = message.filter { $0 != "`" }
    return message.last.map(".?!".contains) ?? false ? message : message + "."
  }

  var late: String {
    say(
      "Ended after 5 seconds; the solution is quicker.",
      "Nach 5 Sekunden beendet; die Lösung ist schneller.")
  }

  /// What is said of an answer without rows, by how many rows each condition alone keeps.
  func none(_ kept: [(condition: String, rows: Int)]) -> String {
    let parts = kept.map { part in
      say(
        "\(part.condition) keeps \(part.rows == 0 ? "none" : String(part.rows))",
        "\(part.condition) behält \(part.rows == 0 ? "keine" : String(part.rows))")
    }
    let together =
      kept.count < 2
      ? ""
      : kept.count == 2 ? say(", both none", ", zusammen keine") : say(", all none", ", alle keine")
    let detail = parts.isEmpty ? "" : " " + parts.joined(separator: ", ") + together + "."
    return say("No rows.", "Keine Zeilen.") + detail
  }

  private func list(_ rows: [Int], in answer: LessonAnswer) -> String {
    let shown = rows.prefix(Self.mostRows).map { row in
      let value = field(in: answer).map { " (\($0.name) \(Self.text($0.values[row])))" } ?? ""
      return name(of: row, in: answer) + value
    }
    let more = rows.count - shown.count
    let rest = more > 0 ? say(" and \(more) more", " und \(more) weitere") : ""
    return shown.joined(separator: ", ") + rest
  }

  /// The row whose value is shortest to say.
  private func plainest(_ rows: [Int], _ answer: LessonAnswer) -> Int? {
    guard let values = field(in: answer)?.values else { return rows.first }
    return rows.min { Self.text(values[$0]).count < Self.text(values[$1]).count }
  }

  /// A row as one of its kind, such as `A hotel at 600`.
  private func one(_ row: Int, _ answer: LessonAnswer) -> String {
    let noun = answer.identities == nil ? say("row", "Zeile") : answer.noun.one
    let value = field(in: answer).map { Self.text($0.values[row]) }
    let isMissing = field(in: answer).map { $0.values[row] == .null } ?? false
    let article = "aeiou".contains(noun.first ?? "x") ? "An" : "A"
    guard let value else { return say("\(article) \(noun)", "Eine Zeile (\(noun))") }
    let place =
      isMissing ? say("without a value", "ohne Wert") : say("at \(value)", "bei \(value)")
    return say("\(article) \(noun) \(place)", "Eine Zeile (\(noun)) \(place)")
  }

  /// A row with what it is ordered by, such as `Dream Downtown (8)`.
  private func ranked(_ row: Int, _ answer: LessonAnswer) -> String {
    guard row < answer.rows.count else { return say("nothing", "nichts") }
    let value = field(in: answer).map { " (\(Self.text($0.values[row])))" } ?? ""
    return name(of: row, in: answer) + value
  }

  /// The field by which rows are told apart: the first that matters and is there.
  private func field(in answer: LessonAnswer) -> (name: String, values: [Value])? {
    for name in fields {
      let last = name.split(separator: ".").last.map(String.init) ?? name
      if let values = answer.values(of: name) ?? answer.values(of: last), last != "name" {
        return (last, values)
      }
    }
    return nil
  }

  /// What a row is called: by its item, with those that stand beside it.
  private func name(of row: Int, in answer: LessonAnswer) -> String {
    let first = firstName(of: row, in: answer)
    guard row < answer.partners.count else { return first }
    let others = answer.partners[row].filter { $0 != .null }.map { Self.shortened(Self.text($0)) }
    if others.isEmpty { return say("\(first) alone", "\(first) allein") }
    let all = others.joined(separator: say(" and ", " und "))
    return say("\(first) with \(all)", "\(first) mit \(all)")
  }

  /// The name of the first item of a row, else its first value.
  private func firstName(of row: Int, in answer: LessonAnswer) -> String {
    guard row < answer.rows.count else { return "" }
    if answer.identities != nil, let names = answer.values(of: "name"), row < names.count {
      return Self.shortened(Self.text(names[row]))
    }
    if answer.identities == nil {
      return answer.rows[row].prefix(2).map { Self.shortened(Self.text($0)) }
        .joined(separator: " ")
    }
    return Self.text(answer.identities?[row].first ?? .null)
  }

  /// The first two words of a long name.
  static func shortened(_ name: String) -> String {
    let words = name.split(whereSeparator: \.isWhitespace)
    guard name.count > longestName, words.count > 2 else { return words.joined(separator: " ") }
    return words.prefix(2).joined(separator: " ") + " ..."
  }

  static func text(_ value: Value) -> String {
    switch AnswerComparison.rounded(value) {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let number): number.description
    case .text(let text): text
    case .list(let values): "[" + values.map(text).joined(separator: ", ") + "]"
    case .record(let members):
      members.map { "\($0.name) \(text($0.value))" }.joined(separator: ", ")
    }
  }
}
