// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// Faults of types; a value of unknown type never causes one.
extension Diagnostic {
  static func cannotCompare(
    _ left: BoundExpression, _ right: BoundExpression, _ meeting: Meeting, _ scope: Scope
  ) -> Diagnostic {
    let (first, second) = (left.type ?? .any, right.type ?? .any)
    if let (place, field) = left.quotedField(scope) ?? right.quotedField(scope) {
      return .quotedField(field, place, first == .text ? second : first, meeting)
    }
    var remarks: [Remark] = []
    var fix: FixIt?
    if first == .date, case .literal(.text(let text)) = right.kind {
      (remarks, fix) = date(in: text, right.range)
    } else if second == .date, case .literal(.text(let text)) = left.kind {
      (remarks, fix) = date(in: text, left.range)
    } else if first.isNumber, case .literal(.text(let text)) = right.kind {
      let number = Decimal(text).map { "\($0)" }
      let guess = number ?? text.asNumber
      remarks = [.help("write a number without quotes: `\(guess ?? "3")`")]
      fix = guess.map { .replace(right.range, with: $0, number == nil ? .suggested : .certain) }
    } else if first.isTextual, second.isNumber, case .literal(.number(let number)) = right.kind {
      remarks = [.help("write text in quotes: `\"\(number)\"`")]
      // A field may be meant that holds numbers.
      fix = .replace(right.range, with: "\"\(number)\"", .suggested)
    } else if first.isList || second.isList {
      remarks = [.help("ask its elements: `contains VALUE`, `any LIST > VALUE`, `count(LIST)`")]
    }
    return Diagnostic(
      .typeMismatch, "\(first.noun) cannot \(meeting.rawValue) \(second.noun)",
      at: Label(right.range, "\(second)"), secondary: [Label(left.range, "\(first)")],
      remarks: remarks, fix: fix)
  }

  /// What a text beside a date may be meant to be. The first day of a year or a month is a guess:
  /// the rest of it may be meant as well.
  private static func date(in text: String, _ range: ScriptRange) -> ([Remark], FixIt?) {
    if let date = CalendarDate(text: text.utf8) {
      let help = "a date stands without quotes: `2024-01-31`"
      return ([.help(help)], .replace(range, with: "\(date)"))
    }
    let first = ["-01-01", "-01"].lazy.compactMap { CalendarDate(text: (text + $0).utf8) }.first
    guard let first else { return ([.help("a date is written `2024-01-31`")], nil) }
    let part = text.utf8.count == 4 ? "year(…) = \(text)" : "start_of(…, \"month\") = \(first)"
    return (
      [
        .help(
          "a date is a whole day, such as `\(first)`; "
            + "`\(part)` and `… starts with \(text.asText)` are true of all days in it")
      ], .replace(range, with: "\(first)", .suggested)
    )
  }

  private static func quotedField(
    _ field: String, _ range: ScriptRange, _ other: ValueType, _ meeting: Meeting
  ) -> Diagnostic {
    Diagnostic(
      .typeMismatch, "in quotes it is text, which cannot \(meeting.rawValue) \(other.noun)",
      at: Label(range, "the field is `\(field)`"), fix: .replace(range, with: field, .suggested))
  }

  /// For a value, or for the elements of a list of another type.
  static func noOrder(_ value: BoundExpression, in list: ValueType? = nil) -> Diagnostic {
    let type = value.type ?? .any
    return Diagnostic(
      .wrongType, "\(type.noun) is never smaller or larger than another value",
      at: Label(value.range, "\(list ?? type)"),
      remarks: [.help(type.isList ? "compare `count(LIST)`" : "compare with `=` or `!=`")])
  }

  static func cannotSort(_ range: ScriptRange, _ type: ValueType) -> Diagnostic {
    let help =
      switch type {
      case .list: "sort by `count(LIST)` or `LIST[0]`"
      case .money: "sort by its `.currency`, then by its `.amount`"
      default: "sort by a member"
      }
    let noun = if case .money = type { "money in several currencies" } else { type.noun }
    return Diagnostic(
      .wrongType, "\(noun) has no place in an order", at: Label(range, "\(type)"),
      remarks: [.help(help)])
  }

  static func notACondition(
    _ source: ScriptText, _ range: ScriptRange, _ type: ValueType
  ) -> Diagnostic {
    let text = source[range]
    let example =
      type.isNumber || type.hasUnit
      ? "`\(text) > 0`" : (type.isTextual ? "`\(text) = \"...\"`" : "`\(text) is not empty`")
    return Diagnostic(
      .wrongType, "a condition is true or false, and this is \(type.noun)",
      at: Label(range, "\(type)"), remarks: [.help("compare it, for example \(example)")])
  }

  static func needsNumber(
    _ mark: String, _ range: ScriptRange, _ type: ValueType, isField: Bool = false,
    beside other: ValueType? = nil
  ) -> Diagnostic {
    let isOfTime = isField && (other == .date || other == .duration)
    return Diagnostic(
      .wrongType,
      "`\(mark)` needs \(isOfTime ? "dates or durations" : "numbers"), and this is \(type.noun)",
      at: Label(range, "\(type)"),
      remarks: [isOfTime ? dates(in: type, isField) : numbers(in: type, isField)]
        .compactMap(\.self))
  }

  /// How dates are got out of what is none; nil where there is no way.
  private static func dates(in type: ValueType, _ isField: Bool) -> Remark? {
    guard isField, type == .any || type.isTextual else { return nil }
    return .help(.declare(.dates))
  }

  /// How numbers are got out of what is none; nil where there is no way.
  private static func numbers(in type: ValueType, _ isField: Bool) -> Remark? {
    if type.isList { return .help("`count(LIST)` is the number of its elements") }
    guard isField, type == .any || type.isTextual else { return nil }
    return .help(.declare(.numbers))
  }

  /// Texts between which a `+` stands. Where a number is among them a sum may be meant, and where
  /// one is null others give null.
  static func addedTexts(
    _ parts: [Expression], _ range: ScriptRange, _ source: ScriptText
  ) -> Diagnostic {
    let mended = OtherLanguageCall.template(of: parts, in: source)
    return Diagnostic(
      .wrongType, "`+` adds numbers; texts are put together in `f\"...\"`", at: Label(range),
      remarks: mended == nil ? [.help("for example `f\"{name}: {rooms}\"`")] : [],
      fix: mended.map { .replace(range, with: $0, .suggested) })
  }

  static func needsText(
    _ mark: String, _ value: BoundExpression, _ type: ValueType
  ) -> Diagnostic {
    Diagnostic(
      .wrongType, "`\(mark)` looks into text, and this is \(type.noun)",
      at: Label(value.range, "\(type)"),
      remarks: type.isNumber ? [.help("compare numbers with `=`, `<`, `between`")] : [])
  }

  static func needsTextOperand(
    _ mark: String, _ value: BoundExpression, _ type: ValueType, _ source: ScriptText
  ) -> Diagnostic {
    var remarks: [Remark] = []
    var fix: FixIt?
    if type.isNumber, case .literal(.number) = value.kind {
      let quoted = "\"\(source[value.range])\""
      remarks = [.help("write text in quotes: `\(quoted)`")]
      fix = .replace(value.range, with: quoted)
    }
    return Diagnostic(
      .typeMismatch, "`\(mark)` looks for text, and this is \(type.noun)",
      at: Label(value.range, "\(type)"), remarks: remarks, fix: fix)
  }

  static func searchNeedsText(_ name: Name, _ type: ValueType) -> Diagnostic {
    Diagnostic(
      .wrongType, "`search` looks into text, and `\(name.text)` is \(type.noun)",
      at: Label(name.range, "\(type)"), remarks: [.help("`filter` compares other fields")])
  }

  static func needsList(_ mark: String, _ range: ScriptRange, _ type: ValueType) -> Diagnostic {
    Diagnostic(
      .wrongType, "`\(mark)` needs a list, and this is \(type.noun)", at: Label(range, "\(type)"))
  }

  static func cannotContain(
    _ list: BoundExpression, _ element: ValueType, _ item: BoundExpression
  ) -> Diagnostic {
    let type = item.type ?? .any
    return Diagnostic(
      .typeMismatch, "the elements are \(element.plural), and this is \(type.noun)",
      at: Label(item.range, "\(type)"), secondary: [Label(list.range, "List<\(element)>")])
  }

  static func wrongIndex(_ range: ScriptRange, _ type: ValueType) -> Diagnostic {
    Diagnostic(
      .wrongType, "a position in a list is a whole number, and this is \(type.noun)",
      at: Label(range, "\(type)"), remarks: [.help("the first element is `[0]`")])
  }

  static func noMembers(
    _ name: Name, _ value: BoundExpression, _ type: ValueType, _ source: ScriptText
  ) -> Diagnostic {
    let list = source[value.range]
    var remarks: [Remark] = []
    if case .list(.record(let members)) = type, members.contains(where: { $0.name == name.text }) {
      remarks = [
        .help("one row for each record first: `expand \(list)`, then `\(list).\(name.text.asName)`")
      ]
    }
    return Diagnostic(
      .wrongType, "only records have members, and `\(list)` is \(type.noun)",
      at: Label(name.range), secondary: [Label(value.range, "\(type)")], remarks: remarks)
  }

  /// A member of values of a document that have no certain type; `way` leads to them, and a map has
  /// more names than a type has members.
  static func memberOfAny(
    _ name: Name, _ value: BoundExpression, at way: [String], isMap: Bool, _ source: ScriptText
  ) -> Diagnostic {
    let record = source[value.range]
    let path = (way + [name.text]).map(\.asName).joined(separator: ".")
    return Diagnostic(
      .wrongType,
      isMap
        ? "`\(record)` is a map: its names are data and too many to be members"
        : "only records have members, and `\(record)` is \(ValueType.any.noun)",
      at: Label(name.range), secondary: [Label(value.range, isMap ? "a map, as Any" : "Any")],
      remarks: [.help(.declare(.member(name: name.text, path: path)))])
  }

  /// `list` is where the brackets are when they hold one value, as T-SQL writes a name.
  static func listOfLiterals(
    _ range: ScriptRange, alone list: ScriptRange?, _ source: ScriptText
  ) -> Diagnostic {
    Diagnostic(
      .wrongType, "a list that is written holds numbers, texts, true and false only",
      at: Label(range),
      fix: list.map { .replace($0, with: source[range], .suggested) })
  }

  static func mixedList(_ range: ScriptRange, _ type: ValueType, _ first: ValueType) -> Diagnostic {
    Diagnostic(
      .typeMismatch, "the elements of a list are of one type", at: Label(range, "\(type)"),
      remarks: [.help("the first element is \(first.noun)")])
  }

  static func wrongArguments(
    _ name: String, _ form: String, _ summary: String, _ range: ScriptRange,
    _ types: [ValueType?]
  ) -> Diagnostic {
    let given = types.map { $0.map(\.description) ?? "null" }.joined(separator: ", ")
    return Diagnostic(
      .wrongArguments, "`\(name)` is called as `\(form)`",
      at: Label(range, given.isEmpty ? "nothing is given" : "given \(given)"),
      remarks: [.help(summary)])
  }

  static func noSeparator(_ separator: TextLiteral) -> Diagnostic {
    Diagnostic(
      .wrongArguments, TableForm.separatorRule, at: Label(separator.range),
      remarks: [.help("such as `separator \";\"`; `\"\\t\"` is a tab")])
  }

  static func tooManyDigits(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .malformedNumber, "a number has at most \(Decimal.maximumDigits) digits", at: Label(range))
  }

  /// A value that has more digits in the unit in which such values are kept.
  static func tooManyDigits(_ range: ScriptRange, in type: ValueType) -> Diagnostic {
    let unit = if case .length = type { "metres" } else { "seconds" }
    return Diagnostic(
      .malformedNumber,
      "in \(unit) this has more than \(Decimal.maximumDigits) digits", at: Label(range))
  }
}

extension ValueType {
  /// Whether rows can be put in the order of its values.
  var isSortable: Bool {
    switch self {
    case .list, .record, .money(.varying): false
    case .bool, .int, .decimal, .text, .id, .money, .length, .date, .duration, .any: true
    }
  }

  fileprivate var plural: String {
    switch self {
    case .bool: "true or false"
    case .int, .decimal: "numbers"
    case .text: "texts"
    case .id: "ids"
    case .list: "lists"
    case .record: "records"
    case .money: "amounts of money"
    case .length: "lengths"
    case .date: "dates"
    case .duration: "durations"
    case .any: "of no certain type"
    }
  }
}

extension String {
  /// The number that a word such as `three` stands for.
  fileprivate var asNumber: String? {
    let words = [
      "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ]
    return words.firstIndex(of: lowercased()).map(String.init)
  }
}

extension BoundExpression {
  /// Where a text stands that is a field's name in quotes, and the field without them.
  fileprivate func quotedField(_ scope: Scope) -> (ScriptRange, String)? {
    // A value with a name has no quotes where it is used.
    guard case .literal(.text(let text)) = kind, scope.field(text) != nil,
      range.count == text.utf8.count + 2
    else { return nil }
    return (range, text.asName)
  }
}
