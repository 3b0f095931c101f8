// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax

// Functions of lists.
extension ScalarFunction {
  static let overLists = [
    ScalarFunction(
      word: .join, form: "join(LIST, SEPARATOR)",
      summary: "the texts or numbers in one text, with the separator between them",
      example: "show free = join(suites, \", \")",
      result: {
        $0.count == 2 && fits($0[0], \.isJoinable) && fits($0[1], \.isTextual) ? .text : nil
      },
      way: .kernel(.ofListAndText(joined))),
    ScalarFunction(
      word: .slice, form: "slice(LIST, START [, COUNT])",
      summary: "COUNT elements, or all, from START, which counts from 0, or -1 for the last one",
      example: "show some = slice(suites, 0, 2)",
      result: { parts($0, fits($0.first ?? nil, \.isList), $0.first.flatMap(\.self) ?? .any) },
      way: .kernel(
        .ofParts { columns, starts, lengths in
          columns.lists.map { .list($0.elements(from: starts, count: lengths)) }
        })),
    ScalarFunction(
      word: .reverse, form: "reverse(TEXT or LIST)",
      summary: "the characters or elements from the last to the first",
      example: "show back = reverse(suites)",
      result: { types in
        types.count == 1 && fits(types[0]) { $0.isList || $0.isTextual }
          ? types[0].map { $0 == .id ? .text : $0 } ?? .any : nil
      },
      way: .kernel(
        .ofTextOrList(
          { .text($0.mapped { String($0.reversed()) }) }, { .list($0.reversed) }))),
    ScalarFunction(
      word: .sorted, form: "sorted(LIST)",
      summary: "the elements from the smallest to the largest, as `sort by` orders values",
      example: "show rooms = sorted(suites)",
      result: { types in
        types.count == 1 && fits(types[0], \.isSortableList) ? types[0] ?? .any : nil
      },
      way: .typed { type in
        let element: ValueType? = if case .list(let element) = type { element } else { nil }
        let order = SortKey.Order(element)
        return FunctionKernel(ordering: { columns, locale in
          columns[0].lists.map { .list($0.sorted(order, locale)) }
        })
      }),
    ScalarFunction(
      word: .unique, form: "unique(LIST)",
      summary: "the elements without those that are equal to one before",
      example: "show kinds = unique(suites)",
      result: { $0.count == 1 && fits($0[0], \.isList) ? $0[0] ?? .any : nil },
      way: .kernel(.ofList { .list($0.unique) })),
  ]
}
