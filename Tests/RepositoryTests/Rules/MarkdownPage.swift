// SPDX-License-Identifier: MIT

/// The little of Markdown that the rules need: prose without code, headings and links.
struct MarkdownPage {
  struct Link {
    let target: String
    let line: Int
  }

  let headings: [String]
  let links: [Link]

  init(_ file: RepositoryFile) throws {
    let link = try Regex(#"\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)"#)
    let reference = try Regex(#"^\[[^\]]+\]:\s*(\S+)"#)
    let span = try Regex("`+[^`]*`+")
    let heading = try Regex(#"^#{1,6}\s+(.*)$"#)
    var headings: [String] = []
    var links: [Link] = []
    for (number, line) in Self.prose(of: file) {
      if let match = line.firstMatch(of: heading), let text = match.output[1].substring {
        headings.append(String(text))
      }
      let plain = line.replacing(span, with: "")
      for match in plain.matches(of: link) + plain.matches(of: reference) {
        if let target = match.output[1].substring {
          links.append(Link(target: String(target), line: number))
        }
      }
    }
    self.headings = headings
    self.links = links
  }

  /// The addresses of the headings within the page, as the usual hosts make them.
  var anchors: Set<String> {
    Set(
      headings.map { heading in
        String(
          heading.lowercased().compactMap { character -> Character? in
            switch character {
            case " ": "-"
            case "-", "_": character
            default: character.isLetter || character.isNumber ? character : nil
            }
          })
      })
  }

  /// The lines outside of fenced code, with their numbers.
  private static func prose(of file: RepositoryFile) -> [(Int, String)] {
    var fence: String?
    var prose: [(Int, String)] = []
    for (number, line) in RepositoryFile.numbered(file.lines) {
      let start = line.drop { $0 == " " }
      if let open = fence {
        if start.hasPrefix(open) {
          fence = nil
        }
      } else if start.hasPrefix("```") || start.hasPrefix("~~~") {
        fence = String(start.prefix { $0 == start.first })
      } else {
        prose.append((number, line))
      }
    }
    return prose
  }
}
