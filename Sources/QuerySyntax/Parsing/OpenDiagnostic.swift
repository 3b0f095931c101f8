// SPDX-License-Identifier: MIT

import Diagnostics

/// What the parser would have taken where something is missing or does not belong.
struct Alternatives {
  let expected: [ParsePoint.Expected]

  /// All of it, as messages call it.
  var all: [String] { Self.nouns(expected) }

  /// What has to stand there, as far as anything has.
  var needed: String {
    let needed = Self.nouns(expected.filter { !$0.isOptional })
    return Self.choice(needed.isEmpty ? all : needed)
  }

  /// The same with what follows it.
  func needed(then next: ParsePoint.Expected?) -> String {
    ([needed] + Self.nouns(next.map { [$0] } ?? [])).joined(separator: " and ")
  }

  /// The words among it, as messages quote them, that may be meant by another one.
  func words(near word: String) -> [String] {
    guard word.utf8.count > 2 else { return [] }
    let quoted = all.filter { $0.hasPrefix("`") && $0.hasSuffix("`") }
    return Suggestion.nearest(to: word, among: quoted.map { String($0.dropFirst().dropLast()) })
  }

  /// Whether something is among it that messages call the same.
  func has(_ wanted: ParsePoint.Expected) -> Bool { all.contains { $0 == wanted.noun } }

  private static func nouns(_ expected: [ParsePoint.Expected]) -> [String] {
    var seen: Set<String> = []
    return expected.compactMap(\.noun).filter { seen.insert($0).inserted }
  }

  /// `a, b or c`.
  static func choice(_ nouns: [String]) -> String {
    guard let last = nouns.last else { return "something else" }
    let others = nouns.dropLast().joined(separator: ", ")
    return others.isEmpty ? last : "\(others) or \(last)"
  }
}

/// A fault of which the message names what the parser would have taken: it is put into words when
/// that is known.
struct OpenDiagnostic {
  let worded: (Alternatives) -> Diagnostic

  /// The same with another code, where one is given.
  func with(_ code: DiagnosticCode?) -> OpenDiagnostic {
    guard let code else { return self }
    return OpenDiagnostic { alternatives in
      let fault = worded(alternatives)
      return Diagnostic(
        code, fault.message, at: fault.primary, secondary: fault.secondary,
        remarks: fault.remarks, fix: fault.fix)
    }
  }
}

/// An open fault that has been reported in passing words.
struct OpenFault {
  /// The number of the token where something else was to stand.
  let place: Int
  /// What has been reported.
  let shown: Diagnostic
  let worded: (Alternatives) -> Diagnostic
}

// Faults are put into words once reading has stopped: what could have stood there is asked by
// reading the stage or the statement again, which costs nothing where there is no fault.
extension Parser {
  /// Reports a fault and gives up the stage, as for other faults.
  mutating func fail(_ open: OpenDiagnostic) -> Stop {
    let (count, last) = (diagnostics.count, diagnostics.last)
    let place = cursor.index
    let stop = fail(open.worded(Alternatives(expected: [])))
    guard let shown = diagnostics.last, diagnostics.count > count || shown != last else {
      return stop
    }
    let told = diagnostics.count == count ? last : nil
    keep(
      OpenFault(place: place, shown: shown) { alternatives in
        told?.helped(by: open.worded(alternatives)) ?? open.worded(alternatives)
      })
    return stop
  }

  /// Reports a fault of a token, by its number.
  mutating func report(_ open: OpenDiagnostic, at place: Int? = nil) {
    report(open.worded(Alternatives(expected: [])))
    let shown = diagnostics[diagnostics.count - 1]
    keep(OpenFault(place: place ?? cursor.index, shown: shown, worded: open.worded))
  }

  /// Where it is asked already, nobody reads the faults.
  private mutating func keep(_ fault: OpenFault) {
    if answer.isEmpty { openFaults.append(fault) }
  }

  /// Puts the faults into words that are still open in what has been read from a token on, which
  /// is read again.
  mutating func closeFaults(
    from start: Int, _ read: (inout Parser) throws(Stop) -> Void
  ) {
    guard !openFaults.isEmpty else { return }
    let faults = openFaults
    openFaults = []
    for fault in faults {
      guard
        let index = diagnostics.lastIndex(where: {
          $0.message == fault.shown.message && $0.primary == fault.shown.primary
        })
      else { continue }
      let more = diagnostics[index].remarks.dropFirst(fault.shown.remarks.count)
      var worded = fault.worded(alternatives(at: fault.place, from: start, read))
      worded = worded.with(remarks: worded.remarks + more)
      worded.source = source
      diagnostics[index] = worded
    }
  }

  /// What could stand at a token, by its number, in what is read from another one on.
  private func alternatives(
    at place: Int, from start: Int, _ read: (inout Parser) throws(Stop) -> Void
  ) -> Alternatives {
    var again = self
    again.diagnostics = []
    again.names = []
    again.cursor.move(to: start)
    again.ask(at: place)
    try? read(&again)
    return Alternatives(expected: again.answer[0].expected)
  }
}
