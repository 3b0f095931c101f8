// SPDX-License-Identifier: MIT

import Diagnostics

// The fields of a source definition.
extension Parser {
  mutating func field() throws(Stop) -> FieldClause {
    let start = token.range.start
    var names = [try plainName(after: "field", .part(.field))]
    while take(.comma) { names.append(try plainName(after: ",", .part(.field))) }
    var parts = FieldParts(type: try typeName())
    while !atStatementEnd, ![.closeBrace, .text, .equal].contains(token.kind) {
      try modifier(&parts)
    }
    if take(.equal) { parts.derivation = try expression() }
    let meaning = token.kind == .text ? decoded(cursor.advance()) : nil
    return FieldClause(
      names: names, type: parts.type, isKey: parts.isKey, keyElse: parts.keyElse,
      isCategory: parts.isCategory, paths: parts.paths, place: parts.place,
      separator: parts.separator, order: parts.order, trims: parts.trims,
      emptyIsNull: parts.emptyIsNull, takesNumberOrText: parts.takesNumberOrText,
      isHTML: parts.isHTML, derivation: parts.derivation, meaning: meaning,
      range: range(from: start))
  }

  private mutating func modifier(_ parts: inout FieldParts) throws(Stop) {
    guard let modifier = Keyword(of: word),
      DefinitionWords.modifiers.contains(where: { $0[0] == modifier })
    else { throw fail(.unknownModifier(text(token), token.range)) }
    cursor.advance()
    switch modifier {
    case .key:
      parts.isKey = true
      guard take(.else) else { return }
      repeat {
        parts.keyElse.append(try plainName(after: "else", .part(.field)))
      } while take(.comma)
    case .category: parts.isCategory = true
    case .from:
      parts.paths = [try valuePath(after: "from")]
      while take(.else) { parts.paths.append(try valuePath(after: "else")) }
    case .in: parts.place = try place()
    case .split: parts.separator = try literal(after: "split")
    case .sort:
      guard take(.by) else {
        throw fail(.badClause(missingPlace) { "`sort` wants \($0.needed)" })
      }
      parts.order = try members(after: "by")
    case .trim: parts.trims = true
    case .html: parts.isHTML = true
    case .empty:
      guard take(.null) else {
        throw fail(.badClause(missingPlace) { "`empty` wants \($0.needed)" })
      }
      parts.emptyIsNull = true
    default:
      guard take(.or), take(Keyword.text) else {
        throw fail(
          .badClause(missingPlace) { "`number` wants \($0.needed), as in `number or text`" })
      }
      parts.takesNumberOrText = true
    }
  }

  private mutating func place() throws(Stop) -> FieldClause.Place {
    if take(.detail) { return .detail }
    if take(.group) { return .group }
    if take(.request) { return .request }
    throw fail(.badClause(missingPlace) { "`in` is followed by \($0.needed)" })
  }

  mutating func typeName() throws(Stop) -> TypeName {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw fail(.tooDeep(token.range)) }
    note(.type)
    guard Self.isName(token.kind) else {
      throw fail(
        .badClause(missingPlace) { "\($0.needed) such as `Int` or `List<Text>` is missing" })
    }
    let written = word
    let name = try name()
    if written == "money" || written == "length" { return try measured(name.text) }
    if written == Self.record { return .record(try members()) }
    guard written == Keyword.list.rawValue else { return .named(name.text) }
    guard take(.less) else {
      throw fail(.badClause(missingPlace) { "`List` wants \($0.needed(then: .type))" })
    }
    let element = try typeName()
    guard take(.greater) else {
      throw fail(.badClause(missingPlace) { "`List<` wants \($0.needed)" })
    }
    return .list(element)
  }

  /// The word before the members of a record.
  static let record = "record"

  private mutating func members() throws(Stop) -> [TypeName.MemberType] {
    guard take(.less) else {
      let isEmpty = token.kind == .foreign && text(token) == "<>"
      throw fail(
        .badClause(isEmpty ? token.range : missingPlace) {
          isEmpty
            ? "`Record<` needs the name of a member" : "`Record` wants \($0.needed)"
        })
    }
    var members: [TypeName.MemberType] = []
    repeat {
      let name = try plainName(after: members.isEmpty ? "<" : ",", .part(.member))
      members.append(TypeName.MemberType(name: name.text, type: try typeName()))
    } while take(.comma)
    guard take(.greater) else {
      throw fail(.badClause(missingPlace) { "`Record<` wants \($0.needed)" })
    }
    return members
  }
}

/// The modifiers of a field while they are read.
private struct FieldParts {
  let type: TypeName
  var isKey = false
  var keyElse: [Name] = []
  var isCategory = false
  var paths: [[ValueStep]] = []
  var place = FieldClause.Place.list
  var separator: TextLiteral?
  var order: [Name] = []
  var trims = false
  var emptyIsNull = false
  var takesNumberOrText = false
  var isHTML = false
  var derivation: Expression?
}
