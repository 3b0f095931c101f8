// SPDX-License-Identifier: MIT

import LineEditing
import QuerySyntax
import ResultRendering

/// The lines of `cq play`.
struct PlayScreen {
  private let lines: LearnScreen
  private let style: TextStyle
  private let options: RenderOptions

  /// With the looks of a terminal that shows them.
  init(_ options: RenderOptions, isPlain: Bool) {
    lines = LearnScreen(language: .english, width: options.width)
    self.options = options
    style = TextStyle(isOn: options.colour && !isPlain)
  }

  /// What is told at once, with an empty line behind each part.
  func prose(_ pieces: [Demonstration.Piece]) -> String {
    pieces.map { piece in
      switch piece {
      case .title(let text): heading("# " + text)
      case .heading(let text): heading("## " + text)
      case .paragraph(let text): shown(lines.wrapped(text))
      case .task(let exercise): shown(lines.task(exercise))
      }
    }.map { $0 + "\n" }.joined()
  }

  private func heading(_ text: String) -> String {
    shown(lines.wrapped(text)).split(separator: "\n").map { style.styled(String($0), .bold) + "\n" }
      .joined()
  }

  /// Text of a page, as the terminal may show it.
  func shown(_ text: String) -> String { options.page(Sanitiser.visibleLines(text)) }

  /// Where it stands, while a key is waited for.
  func status(_ number: Int, of all: Int) -> String {
    let text = number < all ? "[\(number)/\(all)]" : "[\(number)/\(all), the end]"
    return (style.isOn ? style.styled(text, .dim) : text) + " "
  }

  func list(_ steps: [Demonstration.Step], at number: Int) -> String {
    let width = "\(steps.count)".count
    return steps.enumerated().map { place, step in
      let name = "\(place + 1)"
      let gap = String(repeating: " ", count: width - name.count)
      let mark = place + 1 == number ? ">" : " "
      let text = DisplayWidth.truncated(
        shown(step.summary), to: max(10, lines.width - width - 6),
        ellipsis: options.ellipsis)
      return "\(mark) \(gap)\(name)  \(text)\n"
    }.joined()
  }

  var help: String { lines.wrapped(PlayWish.keys) }
}
