import Diagnostics
import ResultRendering

/// A Markdown text whose fenced blocks are a session: each `cq` block is followed by an `output`
/// block (what standard output shows, as a table 80 wide) or an `error` block (the short form of
/// what is wrong), or both. Notes and warnings are left out.
package struct Transcript: Sendable {
  /// A `cq` block and what should come of it.
  package struct Block: Sendable, Equatable {
    /// The line of the opening fence, from 1.
    package let line: Int
    package let script: String
    /// Nil where no such block follows.
    package let output: String?
    package let error: String?
  }

  package let name: String
  package let blocks: [Block]
  private let lines: [String]

  package init(name: String, text: String) {
    self.name = name
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    blocks = Self.blocks(in: Self.fences(in: lines))
  }

  private struct Fence {
    let kind: String
    /// Indices of the fence's own lines.
    let opening: Int
    let closing: Int
    let text: String
  }

  private static func fences(in lines: [String]) -> [Fence] {
    var fences: [Fence] = []
    var opening: (line: Int, marks: String)?
    for (index, line) in lines.enumerated() {
      if let open = opening {
        guard line == open.marks else { continue }
        let inner = lines[(open.line + 1)..<index]
        let kind = lines[open.line].dropFirst(open.marks.count)
        fences.append(
          Fence(
            kind: String(kind), opening: open.line, closing: index,
            text: inner.map { $0 + "\n" }.joined()))
        opening = nil
      } else if line.hasPrefix("```") {
        opening = (index, String(line.prefix { $0 == "`" }))
      }
    }
    return fences
  }

  private static func blocks(in fences: [Fence]) -> [Block] {
    fences.indices.filter { fences[$0].kind == "cq" }.map { index in
      let following = expectations(after: index, in: fences)
      return Block(
        line: fences[index].opening + 1, script: fences[index].text,
        output: following.first { $0.kind == "output" }?.text,
        error: following.first { $0.kind == "error" }?.text)
    }
  }

  /// The blocks directly after a script that say what should come of it.
  private static func expectations(after script: Int, in fences: [Fence]) -> ArraySlice<Fence> {
    fences.dropFirst(script + 1).prefix { $0.kind == "output" || $0.kind == "error" }
  }

  /// The text with what came of each block in the place of what was expected.
  package func updated(with results: [Block]) -> String {
    var replacements: [Int: (closing: Int, text: String)] = [:]
    let fences = Self.fences(in: lines)
    for (block, result) in zip(blocks, results) {
      let start = fences.firstIndex { $0.opening + 1 == block.line } ?? fences.count
      for fence in Self.expectations(after: start, in: fences) {
        let text = fence.kind == "output" ? result.output : result.error
        replacements[fence.opening] = (fence.closing, text ?? "")
      }
    }
    var result: [String] = []
    var index = 0
    while index < lines.count {
      result.append(lines[index])
      if let replacement = replacements[index] {
        var inner = replacement.text.split(separator: "\n", omittingEmptySubsequences: false)
        if inner.last == "" { inner.removeLast() }
        result += inner.map(String.init)
        index = replacement.closing - 1
      }
      index += 1
    }
    return result.joined(separator: "\n")
  }
}

extension Transcript {
  /// Runs all blocks in one session that is offline; gives each with what came of it.
  package func run() -> [Block] {
    var settings = SessionSettings(Self.invocation, Surroundings())
    settings.keepsResults = true
    let output = OutputStream()
    let errors = OutputStream()
    let session = Session(settings, output: output, errors: errors)
    return blocks.map { block in
      _ = session.run(SourceText(name: "<block>", block.script))
      let error = errors.taken()
      return Block(
        line: block.line, script: block.script,
        output: output.taken(), error: block.error == nil && error.isEmpty ? nil : error)
    }
  }

  private static var invocation: Invocation {
    var invocation = Invocation()
    invocation.format = OutputFormat.table.rawValue
    invocation.errorStyle = DiagnosticStyle.short.rawValue
    invocation.isOffline = true
    invocation.isQuiet = true
    return invocation
  }
}
