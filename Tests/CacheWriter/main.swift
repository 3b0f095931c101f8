// SPDX-License-Identifier: MIT

import CatalogueSources
import Glibc
import TestSupport

// Writes replies into a cache, for tests that kill it or run several of it at once.
//
//   CacheWriter FOLDER FIRST COUNT [STAMP]
//
// keeps replies to the addresses FIRST, FIRST + 1 and so on, COUNT of them, then a next version of
// each, for ever; with a COUNT below 0 once. Each version is a second younger than the one before;
// the first is of second STAMP since the start of 1970.

let arguments = CommandLine.arguments
guard arguments.count >= 4, let first = Int(arguments[2]), let count = Int(arguments[3]) else {
  exit(2)
}
let cache = ResponseCache(in: arguments[1])
let stamp = arguments.count > 4 ? Int(arguments[4]) ?? 0 : 1_000
var version = 0
repeat {
  for number in first..<first + abs(count) {
    var entry = CachedReply.Entry(
      address: "https://example.org/\(number)", source: "test", fetched: stamp + version,
      freshness: 900, retention: ResponseCache.retention)
    let body = GeneratedBody.bytes(number, version: version)
    entry.version.tag = "\(version)"
    cache.keep(CachedReply(entry, body: body))
  }
  version += 1
} while count > 0
exit(cache.trouble == nil ? 0 : 1)
