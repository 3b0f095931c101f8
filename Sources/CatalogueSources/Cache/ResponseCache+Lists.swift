// SPDX-License-Identifier: MIT

/// Of which replies a list consisted when it was last read as far as it may be.
struct KeptList: Equatable {
  /// The addresses of its pages, as they are kept; never none.
  let pages: [String]
  /// After how many records no further page was asked for; `Int.max` for a list that was read to
  /// its own end.
  let most: Int
}

// Which replies are the pages of one list.
extension ResponseCache {
  /// Notes the pages of a list in the place of what was noted of the list with that first page.
  func note(_ list: KeptList) {
    guard let first = list.pages.first, self.list(from: first) != list else { return }
    _ = perform { database throws(CacheFault) in
      try database.transaction { () throws(CacheFault) in
        try database.run(Self.forgetLists)
        try database.run(
          "INSERT OR REPLACE INTO list (address, most, pages) VALUES (?, ?, ?)",
          [.text(first), .int(list.most), .text(list.pages.joined(separator: "\n"))])
      }
    }
  }

  /// The pages of the list with a first page; nil where nobody has read it so far.
  func list(from first: String) -> KeptList? {
    guard isThere || isInMemory else { return nil }
    return perform { database throws(CacheFault) in
      let rows = try database.run(
        "SELECT most, pages FROM list WHERE address = ?", [.text(first)])
      guard let row = rows.first, case .int(let most) = row[0], case .text(let pages) = row[1]
      else { return nil }
      return KeptList(pages: pages.split(separator: "\n").map(String.init), most: most)
    } ?? nil
  }

  /// What is kept of an address besides its bytes, and whether a server has refused it since; nil
  /// when that is nothing or too old.
  func entry(of address: String, now: Int) -> (entry: CachedReply.Entry, isRefused: Bool)? {
    guard isThere || isInMemory else { return nil }
    return perform { database throws(CacheFault) in
      let rows = try database.run(
        """
        SELECT \(CachedReply.columns), EXISTS (
          SELECT 1 FROM refusal
          WHERE refusal.address = reply.address AND refusal.checksum = reply.checksum)
        FROM reply WHERE address = ?
        """, [.text(address)])
      guard let row = rows.first, let entry = CachedReply.Entry(row: row.dropLast()),
        entry.end > now
      else { return nil }
      return (entry, row.last == .int(1))
    } ?? nil
  }

  /// Removes those of which the first page is gone.
  static let forgetLists = """
    DELETE FROM list WHERE address NOT IN (SELECT address FROM reply)
    """
}
