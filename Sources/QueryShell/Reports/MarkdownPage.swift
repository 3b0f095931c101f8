// SPDX-License-Identifier: MIT

import CMarkdown
import Diagnostics
import ResultRendering

/// A text in Markdown as the blocks of a page: prose as HTML, blocks of code as they are.
///
/// HTML in the text is shown as text. Nothing is fetched: a picture becomes a link, or is put into
/// the page where that is asked for.
struct MarkdownPage {
  enum Block {
    /// With the line where it begins, from 1, as each.
    case prose(line: Int, html: String)
    /// A block between fences, of which the first stands on the line.
    case fenced(line: Int, kind: String, html: String)

    var line: Int {
      switch self {
      case .prose(let line, _), .fenced(let line, _, _): line
      }
    }
  }

  /// The first heading of the first level, as plain text; nil where there is none.
  private(set) var title: String?
  private(set) var blocks: [Block] = []

  /// Whether there is the library that reads Markdown; without it a page has no blocks.
  static var isReadable: Bool { cq_cmark_load() }

  /// A text within a page, without pictures.
  static func html(of text: String) -> String {
    MarkdownPage(text) { _ in nil }.blocks.map {
      switch $0 {
      case .prose(_, let html), .fenced(_, _, let html): html
      }
    }.joined()
  }

  /// What keeps from reading any; nil where nothing does.
  static var lack: Diagnostic? {
    isReadable
      ? nil
      : Diagnostic(
        .badOptionValue, "Markdown cannot be read without the library cmark",
        remarks: [.help("install it: Debian's package is libcmark-dev")])
  }

  /// `picture` gives what stands for a picture of an address: its address within the page.
  init(_ text: String, picture: (String) -> String?) {
    guard Self.isReadable else { return }
    var text = text
    let parsed = text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe cq_cmark_parse_document(
          characters.baseAddress, characters.count, CMARK_OPT_VALIDATE_UTF8)
      }
    }
    guard let root = unsafe parsed else { return }
    defer { unsafe cq_cmark_node_free(root) }
    unsafe Self.settle(root, picture: picture)
    var next = unsafe cq_cmark_node_first_child(root)
    while let node = unsafe next {
      unsafe add(node)
      unsafe next = cq_cmark_node_next(node)
    }
  }

  private mutating func add(_ node: OpaquePointer) {
    let html = unsafe Self.html(node)
    let line = unsafe Int(cq_cmark_node_get_start_line(node))
    let type = unsafe cq_cmark_node_get_type(node)
    if type == CMARK_NODE_CODE_BLOCK, unsafe cq_cmark_node_get_fence_info(node) != nil {
      let words = unsafe Self.string(cq_cmark_node_get_fence_info(node)).split(separator: " ")
      blocks.append(
        .fenced(line: line, kind: words.first.map(String.init) ?? "", html: html))
      return
    }
    if title == nil, type == CMARK_NODE_HEADING,
      unsafe cq_cmark_node_get_heading_level(node) == 1
    {
      title = unsafe Self.plainText(node)
    }
    blocks.append(.prose(line: line, html: html))
  }

  private static func html(_ node: OpaquePointer) -> String {
    guard let text = unsafe cq_cmark_render_html(node, CMARK_OPT_DEFAULT) else { return "" }
    defer { unsafe cq_cmark_get_default_mem_allocator().pointee.free(text) }
    return unsafe String(cString: text)
  }

  private static func string(_ text: UnsafePointer<CChar>?) -> String {
    unsafe text.map { unsafe String(cString: $0) } ?? ""
  }

  /// Puts text in the place of HTML, and what may stand in a page in the place of pictures.
  private static func settle(_ root: OpaquePointer, picture: (String) -> String?) {
    var found = unsafe [OpaquePointer]()
    guard let iterator = unsafe cq_cmark_iter_new(root) else { return }
    while true {
      let event = unsafe cq_cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { break }
      guard event == CMARK_EVENT_ENTER else { continue }
      guard let node = unsafe cq_cmark_iter_get_node(iterator) else { continue }
      let type = unsafe cq_cmark_node_get_type(node)
      let isOfPage = [CMARK_NODE_HTML_BLOCK, CMARK_NODE_HTML_INLINE, CMARK_NODE_IMAGE]
      let address = unsafe type == CMARK_NODE_LINK ? string(cq_cmark_node_get_url(node)) : ""
      if isOfPage.contains(type) || acts(address) { unsafe found.append(node) }
    }
    unsafe cq_cmark_iter_free(iterator)
    // A picture in the words of another one goes first.
    while let node = unsafe found.popLast() { unsafe replace(node, picture: picture) }
  }

  /// Whether an address would run something, or show what is on the reader's machine.
  private static func acts(_ address: String) -> Bool {
    ["javascript:", "vbscript:", "file:", "data:"].contains { address.lowercased().hasPrefix($0) }
  }

  private static func replace(_ node: OpaquePointer, picture: (String) -> String?) {
    let type = unsafe cq_cmark_node_get_type(node)
    if type == CMARK_NODE_IMAGE { return unsafe replacePicture(node, picture) }
    if type == CMARK_NODE_LINK { return unsafe replaceLink(node) }
    let isBlock = type == CMARK_NODE_HTML_BLOCK
    let kind = isBlock ? CMARK_NODE_CODE_BLOCK : CMARK_NODE_TEXT
    guard let text = unsafe cq_cmark_node_new(kind) else { return }
    unsafe cq_cmark_node_set_literal(text, cq_cmark_node_get_literal(node))
    unsafe swap(node, for: text)
  }

  /// Leaves the words of a link.
  private static func replaceLink(_ node: OpaquePointer) {
    guard let text = unsafe cq_cmark_node_new(CMARK_NODE_TEXT) else { return }
    unsafe cq_cmark_node_set_literal(text, plainText(node))
    unsafe swap(node, for: text)
  }

  private static func replacePicture(_ node: OpaquePointer, _ picture: (String) -> String?) {
    let address = unsafe string(cq_cmark_node_get_url(node))
    let words = unsafe plainText(node)
    guard let place = picture(address) else {
      guard let link = unsafe cq_cmark_node_new(CMARK_NODE_LINK),
        let text = unsafe cq_cmark_node_new(CMARK_NODE_TEXT)
      else { return }
      unsafe cq_cmark_node_set_url(link, address)
      unsafe cq_cmark_node_set_literal(text, words.isEmpty ? address : words)
      unsafe cq_cmark_node_append_child(link, text)
      return unsafe swap(node, for: link)
    }
    guard let element = unsafe cq_cmark_node_new(CMARK_NODE_CUSTOM_INLINE) else { return }
    let escaped = DocumentText.html(words)
    unsafe cq_cmark_node_set_on_enter(element, "<img src=\"\(place)\" alt=\"\(escaped)\">")
    unsafe swap(node, for: element)
  }

  private static func swap(_ node: OpaquePointer, for other: OpaquePointer) {
    if unsafe cq_cmark_node_replace(node, other) == 1 { unsafe cq_cmark_node_free(node) }
  }

  /// The texts in a node, without what marks them.
  private static func plainText(_ node: OpaquePointer) -> String {
    var text = unsafe string(cq_cmark_node_get_literal(node))
    let type = unsafe cq_cmark_node_get_type(node)
    if [CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK].contains(type) { text += " " }
    var next = unsafe cq_cmark_node_first_child(node)
    while let child = unsafe next {
      unsafe text += plainText(child)
      unsafe next = cq_cmark_node_next(child)
    }
    return text
  }
}
