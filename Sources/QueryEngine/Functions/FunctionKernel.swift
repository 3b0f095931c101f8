// SPDX-License-Identifier: MIT

import Catalogue

/// What stops a function, whatever its place in the script.
enum FunctionFault: Error {
  /// A number of too many digits.
  case overflow
  /// A text of too many bytes.
  case textLimit
}

/// Computes a function for all rows of a batch. It is made for columns of certain kinds; those of
/// other kinds are kept from it by the function's rule for types, and trap.
package struct FunctionKernel: Sendable {
  /// Nil for columns of other kinds than those that it is made for.
  private let columns: @Sendable ([Column]) throws(FunctionFault) -> Column?
  /// Whether it may be stopped by what the values are.
  let mayFail: Bool

  init(
    mayFail: Bool = true,
    _ columns: @escaping @Sendable ([Column]) throws(FunctionFault) -> Column?
  ) {
    self.columns = columns
    self.mayFail = mayFail
  }

  /// The results for so many rows; null where an argument has no values at all.
  func apply(_ arguments: [Column], count: Int) throws(FunctionFault) -> Column {
    if arguments.contains(where: { $0.nullCount == count }) { return .null(count: count) }
    guard let result = try columns(arguments) else {
      preconditionFailure("a function is given columns of the types that its rule takes")
    }
    return result
  }
}

extension FunctionKernel {
  static func ofText(_ kernel: @escaping @Sendable (TextColumn) -> Column) -> FunctionKernel {
    FunctionKernel(mayFail: false) { columns throws(FunctionFault) in
      columns[0].texts.map(kernel)
    }
  }

  static func ofTexts(
    _ kernel: @escaping @Sendable ([TextColumn]) throws(FunctionFault) -> Column
  ) -> FunctionKernel {
    FunctionKernel { columns throws(FunctionFault) in
      let texts = columns.compactMap(\.texts)
      return texts.count == columns.count ? try kernel(texts) : nil
    }
  }

  static func ofList(_ kernel: @escaping @Sendable (ListColumn) -> Column) -> FunctionKernel {
    FunctionKernel(mayFail: false) { columns throws(FunctionFault) in
      columns[0].lists.map(kernel)
    }
  }

  static func ofTextOrList(
    _ text: @escaping @Sendable (TextColumn) -> Column,
    _ list: @escaping @Sendable (ListColumn) -> Column
  ) -> FunctionKernel {
    FunctionKernel(mayFail: false) { columns throws(FunctionFault) in
      if case .list(let lists) = columns[0] { list(lists) } else { columns[0].texts.map(text) }
    }
  }

  static func ofListAndText(
    _ kernel: @escaping @Sendable (ListColumn, TextColumn) throws(FunctionFault) -> Column
  ) -> FunctionKernel {
    FunctionKernel { columns throws(FunctionFault) in
      guard let lists = columns[0].lists, let texts = columns[1].texts else { return nil }
      return try kernel(lists, texts)
    }
  }

  static func ofNumbers(
    _ kernel: @escaping @Sendable ([NumberColumn]) throws(FunctionFault) -> NumberColumn
  ) -> FunctionKernel {
    FunctionKernel { columns throws(FunctionFault) in
      let numbers = columns.compactMap(\.numbers)
      return numbers.count == columns.count ? .number(try kernel(numbers)) : nil
    }
  }

  /// For each number by itself; nil is null.
  static func ofNumber(
    _ transform: @escaping @Sendable (Decimal) -> Decimal?
  ) -> FunctionKernel {
    FunctionKernel(mayFail: false) { columns throws(FunctionFault) in
      columns[0].numbers.map { .number($0.mapped(transform)) }
    }
  }

  /// A part of each date.
  static func ofDate(_ part: @escaping @Sendable (CalendarDate) -> Int) -> FunctionKernel {
    ofNumber { CalendarDate($0).map { Decimal(part($0)) } }
  }
}
