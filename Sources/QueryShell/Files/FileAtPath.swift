// SPDX-License-Identifier: MIT

import Diagnostics
import Glibc

/// What stands at a path, if anything does.
struct FileAtPath {
  private let path: String?

  init(_ path: String?) { self.path = path }

  var isThere: Bool { path.map { unsafe access(SystemText.path($0), F_OK) == 0 } ?? false }
}
