// SPDX-License-Identifier: MIT

import Catalogue
import TextPatterns

/// What stops a function, whatever its place in the script.
enum FunctionFault: Error {
  /// A number of too many digits.
  case overflow
  /// A text of too many bytes.
  case textLimit
  /// A pattern that was given up on a value.
  case pattern(PatternFault)
}

/// Computes a function for all rows of a batch. It is made for columns of certain kinds; those of
/// other kinds are kept from it by the function's rule for types, and trap.
package struct FunctionKernel: Sendable {
  /// Nil for columns of other kinds than those that it is made for.
  private let columns: @Sendable ([Column], TextLocale) throws(FunctionFault) -> Column?
  /// Whether it may be stopped by what the values are.
  let mayFail: Bool
  /// Whether there are values for which it has no result, which are counted.
  private(set) var isPartial = false

  init(
    mayFail: Bool = true,
    _ columns: @escaping @Sendable ([Column]) throws(FunctionFault) -> Column?
  ) {
    self.columns = { (arguments, _) throws(FunctionFault) in try columns(arguments) }
    self.mayFail = mayFail
  }

  /// For what depends on the order of texts.
  init(ordering columns: @escaping @Sendable ([Column], TextLocale) -> Column?) {
    self.columns = { (arguments, locale) throws(FunctionFault) in columns(arguments, locale) }
    mayFail = false
  }

  /// The results for so many rows; null where an argument has no values at all.
  func apply(
    _ arguments: [Column], count: Int, _ locale: TextLocale
  ) throws(FunctionFault) -> Column {
    if arguments.contains(where: { $0.nullCount == count }) { return .null(count: count) }
    guard let result = try columns(arguments, locale) else {
      preconditionFailure("a function is given columns of the types that its rule takes")
    }
    return result
  }

  /// The same, of which values are counted that have no result.
  var partial: FunctionKernel {
    var partial = self
    partial.isPartial = true
    return partial
  }

  /// In how many rows the arguments are there and the result is not.
  static func gaps(_ result: Column, _ arguments: [Column]) -> Int {
    guard var missing = result.validity.map({ ~$0 }) else { return 0 }
    for validity in arguments.compactMap(\.validity) { missing = missing & validity }
    return missing.setCount
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

  /// For one or two numbers of each row, of which there is no result everywhere.
  static func ofReals(
    _ function: @escaping @Sendable (Decimal, Decimal?) throws(RealFault) -> Decimal
  ) -> FunctionKernel {
    ofNumbers { numbers throws(FunctionFault) in
      var builder = NumberColumnBuilder()
      for row in 0..<numbers[0].count {
        let second = numbers.count > 1 ? numbers[1].decimal(at: row) : nil
        guard let first = numbers[0].decimal(at: row), numbers.count < 2 || second != nil else {
          builder.append(nil)
          continue
        }
        do throws(RealFault) { builder.append(try function(first, second)) } catch {
          if error == .overflow { throw .overflow }
          builder.append(nil)
        }
      }
      return builder.finish()
    }.partial
  }

  /// For a part of each value, by where it starts and, if that is given, its length.
  static func ofParts(
    _ kernel: @escaping @Sendable (Column, NumberColumn, NumberColumn?) -> Column?
  ) -> FunctionKernel {
    FunctionKernel(mayFail: false) { columns throws(FunctionFault) in
      guard let starts = columns[1].numbers else { return nil }
      return kernel(columns[0], starts, columns.count > 2 ? columns[2].numbers : nil)
    }
  }

  /// A part of each date.
  static func ofDate(_ part: @escaping @Sendable (CalendarDate) -> Int) -> FunctionKernel {
    ofNumber { CalendarDate($0).map { Decimal(part($0)) } }
  }
}
