// SPDX-License-Identifier: MIT

// Fields of several sources beside each other.
extension Scope {
  /// Adds the fields of a joined source to the scope. Those of both sides can be written with the
  /// name of their source before them; one whose name is taken has to be.
  /// False when a source of that name is joined already.
  mutating func join(_ right: Scope, as qualifier: String) -> Bool {
    let left = self.qualifier
    for index in fields.indices {
      let field = fields[index]
      fields[index].home =
        field.home ?? Home(source: left, names: field.names, key: identity)
      // Beside itself a source's name stands for the partners alone, also where only the rows have
      // a field.
      if fields[index].home?.isOf(qualifier) ?? false { fields[index].home = nil }
    }
    let before = self
    for field in right.present {
      guard let name = field.names.first else { continue }
      var joined = Field(id: field.id, names: field.names, type: field.type)
      joined.home = Home(source: qualifier, names: field.names, key: right.identity)
      let isTaken = field.names.contains { before.field($0) != nil }
      if isTaken { joined.names = ["\(qualifier).\(name)"] }
      if isTaken, before.field(joined.names[0]) != nil { return false }
      fields.append(joined)
    }
    // A name of both sides is shown as it has to be written, also where the left one is hidden.
    for column in right.visible {
      let field = fields.last { $0.id == column.id }
      let name = field?.names.first ?? column.label
      visible.append(Visible(label: name, id: column.id))
    }
    return true
  }

  /// The names of the joined sources that have a field of a name, which nothing has without one of
  /// them before it.
  func homes(of name: String) -> [String] {
    fields.compactMap(\.home).filter { $0.names.contains { $0.isSameName(as: name) } }
      .map(\.source)
  }
}
