// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

extension Diagnostic {
  /// The same with words for every remedy, as they help where a person is.
  func worded(atPrompt: Bool) -> Diagnostic {
    with(
      remarks: remarks.map { remark in
        guard let words = remark.remedy?.words else { return remark }
        return Remark(remark.kind, atPrompt ? words.atPrompt ?? words.text : words.text)
      })
  }
}

extension Remedy {
  /// What is said of a remedy; at the prompt something else where no options and no commands of
  /// the shell can be given there.
  private typealias Words = (text: String, atPrompt: String?)

  fileprivate var words: (text: String, atPrompt: String?) {
    switch self {
    case .provideKey(let remedy): (remedy.words, nil)
    case .readInstead(let name):
      ("`--source \(name)=FILE` reads a copy; `--offline` the bundled sample", nil)
    case .tolerateRecords:
      ("without --strict the record is skipped or the value left empty, and counted", nil)
    case .tolerateWarning:
      ("without --strict the rows are given and the warning is told; `--refresh` asks again", nil)
    case .goOnline:
      (
        "ask once without `--offline`, or after `set offline = false`; the answer is kept",
        "`set offline = false`, then `.retry`; the answer is kept"
      )
    case .salvage(let count):
      (
        (count == 1 ? "record 1 comes" : "records 1 to \(count) come")
          + " before it; --salvage reads a file as far as it is whole", nil
      )
    case .keptAnswers(let count, let queries, let isOffline):
      Self.words(ofKept: count, queries, isOffline)
    case .askAgain(let name, let wantsKey): Self.words(toAskAgain: name, wantsKey)
    case .takeOldRows(let name, let insistence): Self.words(toTakeRowsOf: name, insistence)
    case .readList(let name): (Self.partly("`from \(name) | count` reads the list"), nil)
    case .readMore: (Self.partly("`set fetch.limit = 10000` reads more"), nil)
    case .listRules: ("`cq lint --help` lists the rules", nil)
    case .sayInScript(let command):
      (Self.counterparts[command] ?? "`cq help` lists the statements and the stages", nil)
    case .declare(let declaration): (declaration.words, nil)
    case .declareFewer:
      ("leave out the fields that nobody asks for; `cq limits` lists the limits", nil)
    case .checkWithoutAsking:
      ("the rest is checked; `cq check` and `cq lint` ask no server and read no copy", nil)
    case .readPackedAnswers:
      ("it has those that its own text asks for: `cq pack --list FILE` shows them", nil)
    case .explainWord: ("`cq help filter` explains a word, and at the prompt `help filter`", nil)
    }
  }

  private static func words(ofKept count: Int, _ queries: [String], _ isOffline: Bool) -> Words {
    let answers = count == 1 ? "1 other answer is kept" : "\(count) other answers are kept"
    let list = queries.map { "`\($0)`" }.joined(separator: ", ")
    let kept = answers + (queries.isEmpty ? " (`cq cache` lists them)" : ": \(list)")
    // Who is offline already has been told so.
    if isOffline { return (kept, nil) }
    let way = "`set offline = true` works with what is kept"
    return ("\(kept); `--offline` or \(way)", "\(kept); \(way)")
  }

  private static func words(toAskAgain name: String, _ wantsKey: Bool) -> Words {
    let test = "`cq doctor \(name)` tests the address\(wantsKey ? " and the key" : "")"
    return ("\(test); `--refresh` asks again", "`.retry` asks again; on the command line \(test)")
  }

  private static func words(toTakeRowsOf name: String, _ insistence: Insistence) -> Words {
    let test = "`cq doctor \(name)` tests the address"
    let retry = "`.retry` asks again"
    switch insistence {
    case .options:
      return (
        "\(test); without `--live` and `--strict` these rows are given, and it is told what they "
          + "are", "\(retry); `set live = false` takes these rows, and it is told what they are"
      )
    case .statement:
      let told = "without `expect live` these rows are given, and it is told what they are"
      return ("\(test); \(told)", "\(retry); \(told)")
    }
  }

  private static func partly(_ way: String) -> String {
    "\(way); without `--strict` the rows are given, and it is told what is missing"
  }

  /// What a script says for a command of the prompt.
  private static let counterparts: [String: String] = [
    "back": "`let NAME = ...` names a result to go on from",
    "explain": "`cq explain CODE` tells what a code means",
    "forward": "`let NAME = ...` names a result to go on from",
    "mode": "`to FORMAT` or `--to FORMAT` chooses the format",
    "more": "`page 2` at the end of a pipeline is its second page",
    "open": "`from \"FILE\"` reads a file, and `let NAME = from \"FILE\"` names it",
    "plan": "`explain PIPELINE` tells what would be done",
    "quit": "a script ends with its last statement",
    "retry": "`--refresh` asks servers anew",
    "run": "`include \"FILE\"` runs another script",
    "save": "`save \"FILE\"` at the end of a pipeline writes its result",
    "schema": "`describe SOURCE` shows the fields",
    "set": "`set SETTING = VALUE` changes a setting",
    "sources": "`sources` lists the catalogues",
    "watch": "`cq run FILE --every 5s` runs a script again and again",
  ]
}

extension Declaration {
  fileprivate var words: String {
    let prints = "`cq define FILE` prints one of a file to edit"
    switch self {
    case .dates: return "a definition reads dates that are written as text: `Date`; \(prints)"
    case .numbers:
      return "a definition reads numbers that are written as text: `Decimal number or text`; "
        + prints
    case .member(let name, let path):
      return "a definition can read it: `cq define` writes one of the file, to which is added "
        + "field \(name.asName) Any from \(path)".asQuotedCode
    case .written(let name, let type):
      return "in a definition, a `\(name)` of type `\(type)` keeps what is written; `cq define` "
        + "prints one to edit"
    }
  }
}

extension KeyRemedy {
  var words: String {
    switch self {
    case .variable(let name, let file):
      "put it into the environment as \(name)"
        + (file.map { ", or write `\(name) = KEY` into \($0), which only you may read" } ?? "")
    case .printable: "a key has ASCII letters, digits and signs, and no blank"
    case .login: "its server wants a name and a password, with a colon between them"
    case .whole(let least):
      "a key has at least \(least) characters, so that it is found where a reply repeats it; see "
        + "whether all of it was copied"
    case .namedLine: "each line of the file names a key, or begins with `#`"
    case .privateFile(let file): "the file has to be yours alone: `chmod 600 \(file)`"
    case .encryptedAddress:
      "give an address that begins with `https://`; without encryption a key goes to this machine "
        + "alone"
    }
  }
}
