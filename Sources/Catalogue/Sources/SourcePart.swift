// SPDX-License-Identifier: MIT

/// A part of what a source gives, which can be missing, or old, by itself.
public enum SourcePart: Sendable, Equatable {
  /// Of its lists: one category by its title, or a page from 1, perhaps with all that come after.
  case list(category: String?, page: Int? = nil, isEnd: Bool = false)
  /// The own record of an item, by its key.
  case item(String)
  /// What is shown with an item, such as its picture, by its name.
  case attached(String)
}
