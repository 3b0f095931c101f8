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
  private var anchors: HeadingAnchors?

  /// Whether there is the library that reads Markdown; without it a page has no blocks.
  static var isReadable: Bool { cq_cmark_load() }

  /// A text within a page, without pictures.
  static func html(of text: String) -> String {
    MarkdownPage(text, namingHeadings: false) { _ in nil }.blocks.map {
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

  /// `picture` gives what stands for a picture of an address: its address within the page. Headings
  /// have names where no other text stands in the page.
  init(_ text: String, namingHeadings: Bool = true, picture: (String) -> String?) {
    anchors = namingHeadings ? HeadingAnchors() : nil
    guard Self.isReadable else { return }
    let bytes = Self.visible(text)
    let tables = MarkdownTables(in: bytes)
    guard let root = unsafe Self.tree(of: tables?.text ?? bytes) else { return }
    defer { unsafe cq_cmark_node_free(root) }
    unsafe Self.settle(root, picture: picture)
    unsafe tables?.settle(root)
    let addedLines = tables?.addedLines ?? 0
    var next = unsafe cq_cmark_node_first_child(root)
    while let node = unsafe next {
      unsafe add(node, at: Self.line(of: node) - addedLines)
      unsafe next = cq_cmark_node_next(node)
    }
  }

  /// The text without a mark of byte order, which is no part of the first line; with what acts, or
  /// turns text round, in letters.
  private static func visible(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for (place, scalar) in text.unicodeScalars.enumerated() {
      if place == 0, scalar == "\u{FEFF}" { continue }
      let isSafe = "\n\r\t".unicodeScalars.contains(scalar) || !acts(scalar)
      bytes +=
        isSafe
        ? Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        : Array(Sanitiser.visible(String(scalar)).utf8)
    }
    return bytes
  }

  private static func acts(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    return scalar.properties.isBidiControl || scalar.properties.generalCategory == .control
  }

  /// What cmark reads in a text; nil where it cannot.
  static func tree(of text: [UInt8]) -> OpaquePointer? {
    unsafe text.withUnsafeBytes { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe cq_cmark_parse_document(
          characters.baseAddress, characters.count, CMARK_OPT_VALIDATE_UTF8)
      }
    }
  }

  /// Comes to each node before those in it; none is taken out meanwhile.
  static func forEachNode(in root: OpaquePointer, _ body: (OpaquePointer) -> Void) {
    guard let iterator = unsafe cq_cmark_iter_new(root) else { return }
    defer { unsafe cq_cmark_iter_free(iterator) }
    while true {
      let event = unsafe cq_cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { return }
      guard event == CMARK_EVENT_ENTER else { continue }
      if let node = unsafe cq_cmark_iter_get_node(iterator) { unsafe body(node) }
    }
  }

  private mutating func add(_ node: OpaquePointer, at line: Int) {
    let html = unsafe Self.html(node)
    let type = unsafe cq_cmark_node_get_type(node)
    if type == CMARK_NODE_CODE_BLOCK, unsafe cq_cmark_node_get_fence_info(node) != nil {
      let words = unsafe Self.string(cq_cmark_node_get_fence_info(node)).split(separator: " ")
      blocks.append(
        .fenced(line: line, kind: words.first.map(String.init) ?? "", html: html))
      return
    }
    guard type == CMARK_NODE_HEADING else {
      return blocks.append(.prose(line: line, html: html))
    }
    let words = unsafe Self.plainText(node)
    if title == nil, unsafe cq_cmark_node_get_heading_level(node) == 1 { title = words }
    // Behind `<h2` stands its name.
    let name = anchors?.name(of: words)
    let id = name.map { " id=\"\($0)\"" } ?? ""
    blocks.append(.prose(line: line, html: html.prefix(3) + id + html.dropFirst(3)))
  }

  static func html(_ node: OpaquePointer) -> String {
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
    unsafe forEachNode(in: root) { node in
      let type = unsafe cq_cmark_node_get_type(node)
      let isOfPage = [CMARK_NODE_HTML_BLOCK, CMARK_NODE_HTML_INLINE, CMARK_NODE_IMAGE]
      let address = unsafe type == CMARK_NODE_LINK ? string(cq_cmark_node_get_url(node)) : ""
      if isOfPage.contains(type) || acts(address) { unsafe found.append(node) }
    }
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

  /// Puts a node into the place of another, which is no more.
  static func swap(_ node: OpaquePointer, for other: OpaquePointer) {
    unsafe cq_cmark_node_set_user_data(other, UnsafeMutableRawPointer(bitPattern: line(of: node)))
    if unsafe cq_cmark_node_replace(node, other) == 1 { unsafe cq_cmark_node_free(node) }
  }

  /// Where a node begins, or where that did in the place of which it was put.
  static func line(of node: OpaquePointer) -> Int {
    let line = unsafe Int(cq_cmark_node_get_start_line(node))
    return line > 0 ? line : unsafe Int(bitPattern: cq_cmark_node_get_user_data(node))
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
