// SPDX-License-Identifier: MIT

package import Catalogue
import Diagnostics
package import QuerySyntax

extension SourceName {
  /// The source that is meant; nil for the last result, which is none.
  package var reference: SourceReference? {
    switch kind {
    case .name(let name): .named(name)
    case .address(let address): .address(address, rows: rows.map(RowsChoice.init))
    case .lastResult: nil
    }
  }
}

extension RowsChoice {
  init(_ rows: FileRows) {
    switch rows {
    case .document: self = .document
    case .list(let steps): self = .list(ItemsPath(steps.map(Self.step)))
    case .table(let table): self = .table(TableForm(table))
    }
  }

  private static func step(_ step: ItemsStep) -> ItemsPath.Step {
    switch step {
    case .member(let name): .member(name)
    case .each: .each
    }
  }
}

extension SourceReference {
  /// The source as a query names it.
  package var written: String {
    switch self {
    case .named(let name): name.asName
    case .address(let address, nil): JSONText.string(.text(address))
    case .address(let address, let rows?):
      "\(JSONText.string(.text(address))) \(rows.written)"
    }
  }

  /// The same where a query chooses other rows of it.
  func written(choosing rows: RowsChoice) -> String {
    guard case .address(let address, _) = self else { return written }
    return Self.address(address, rows: rows).written
  }

  /// The same with no secret of an address in it.
  var masked: SourceReference {
    guard case .address(let address, let rows) = self else { return self }
    return .address(AddressSecrets.masked(address), rows: rows)
  }
}

extension RowsChoice {
  /// What stands behind the name of a file.
  var written: String {
    switch self {
    case .document: "items ."
    case .list(let path): "items \(path.written)"
    case .table(let form): "with \(form.written)"
    }
  }
}

extension TableForm {
  /// A separator that none can be is told where the name is bound.
  fileprivate init(_ table: TableClause) {
    self.init(
      separator: table.separator?.value, hasHeader: table.hasHeader,
      hasDecimalComma: table.decimalMark.map { $0 == .comma })
  }
}

extension ItemsPath {
  /// The path as a query writes it, such as hotel.`my floors`.
  package var written: String { text(naming: \.asName) }
}
