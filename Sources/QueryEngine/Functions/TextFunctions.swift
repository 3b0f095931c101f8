// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax

// Functions of texts.
extension ScalarFunction {
  static let overTexts = [
    ScalarFunction(
      word: .lower, form: "lower(TEXT)", summary: "the text in lower case",
      example: "show name = lower(name)", result: one(\.isTextual, gives: .text),
      way: .kernel(.ofText { .text($0.mapped(\.inLowerCase)) })),
    ScalarFunction(
      word: .upper, form: "upper(TEXT)", summary: "the text in upper case",
      example: "show name = upper(name)", result: one(\.isTextual, gives: .text),
      way: .kernel(.ofText { .text($0.mapped { $0.uppercased() }) })),
    ScalarFunction(
      word: .trim, form: "trim(TEXT)", summary: "the text without space at its ends",
      example: "show name = trim(name)", result: one(\.isTextual, gives: .text),
      way: .kernel(.ofText { .text($0.mapped(\.withoutOuterSpace)) })),
    ScalarFunction(
      word: .split, form: "split(TEXT, SEPARATOR or /PATTERN/)",
      summary: "the texts between the separators, in which case and accents count",
      example: "show words = split(name, \" \")", result: texts(2, gives: .list(.text)),
      way: .kernel(.ofTexts { .list($0[0].split(at: $0[1])) })),
    ScalarFunction(
      word: .replace, form: "replace(TEXT, OLD or /PATTERN/, NEW)",
      summary: "the text with NEW for each OLD, in which case and accents count",
      example: "show name = replace(name, \"Hotel\", \"Inn\")", result: texts(3, gives: .text),
      way: .kernel(.ofTexts(replaced))),
    ScalarFunction(
      word: .extract, form: "extract(TEXT, /PATTERN/ [, GROUP])",
      summary: "what the pattern, or its first group in brackets, matches first; null for no match",
      example: "show number = extract(address, /(\\d+)/)", result: { _ in nil },
      way: .kernel(.ofText { .text($0) })),
    ScalarFunction(
      word: .substring, form: "substring(TEXT, START [, COUNT])",
      summary: "COUNT characters, or all, from START, which counts from 0, or -1 for the last one",
      example: "show short = substring(name, 0, 5)",
      result: { parts($0, fits($0.first ?? nil, \.isTextual), .text) },
      way: .kernel(
        .ofParts { columns, starts, lengths in
          columns.texts.map { .text($0.characters(from: starts, count: lengths)) }
        })),
    ScalarFunction(
      word: .title, form: "title(TEXT)", summary: "the text with a capital at each word's start",
      example: "show name = title(lower(name))", result: one(\.isTextual, gives: .text),
      way: .kernel(.ofText { .text($0.mapped(\.capitalizedWords)) })),
  ]
}
