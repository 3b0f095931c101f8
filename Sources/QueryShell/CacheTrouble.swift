// SPDX-License-Identifier: MIT

import CatalogueSources

extension ResponseCache {
  /// What a person is told of its file: that nothing can be kept there and what helps, or that what
  /// was kept is lost.
  var told: String? {
    let obstacle = isThere || trouble != nil ? nil : obstacle
    guard let trouble = trouble ?? obstacle.map(Self.notKept) else { return nil }
    let isUnusable = isInMemory || obstacle != nil
    return isUnusable ? "\(trouble); `XDG_CACHE_HOME=FOLDER` keeps them elsewhere" : trouble
  }
}
