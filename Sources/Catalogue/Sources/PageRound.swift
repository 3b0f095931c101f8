// SPDX-License-Identifier: MIT

/// How pages of a list lead back to one that was read before, so that the list has no end.
public enum PageRound: Sendable, Equatable {
  /// A page, from 1, is named as the next one by itself or by one behind it.
  case named(Int, by: Int)
  /// A page is given again in the place of another one.
  case given(Int, again: Int)
}
