// SPDX-License-Identifier: MIT

import Catalogue

/// What stops a function, whatever its place in the script.
enum FunctionFault: Error {
  /// A number of too many digits.
  case overflow
  /// A text of too many bytes.
  case textLimit
}

extension ScalarFunction {
  func split(_ text: TextColumn, _ arguments: [Column]) -> Column {
    guard case .text(let separators) = arguments[1] else { return .null(count: text.count) }
    return .list(text.split(at: separators))
  }

  func joined(_ list: ListColumn, _ arguments: [Column]) throws(FunctionFault) -> Column {
    guard case .text(let separators) = arguments[1] else { return .null(count: list.ends.count) }
    do { return .text(try list.joined(by: separators)) } catch { throw .textLimit }
  }

  func replaced(_ text: TextColumn, _ arguments: [Column]) throws(FunctionFault) -> Column {
    guard case .text(let old) = arguments[1], case .text(let new) = arguments[2] else {
      return .null(count: text.count)
    }
    do { return .text(try text.replacing(old, with: new)) } catch { throw .textLimit }
  }
}
