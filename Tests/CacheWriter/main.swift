import CatalogueSources
import Glibc
import TestSupport

// Writes replies into a cache, for tests that kill it or run several of it at once.
//
//   CacheWriter FOLDER FIRST COUNT
//
// keeps replies to the addresses FIRST, FIRST + 1 and so on, COUNT of them, then a next version of
// each, for ever; with a COUNT below 0 once. Nothing is written to standard output.

let arguments = CommandLine.arguments
guard arguments.count == 4, let first = Int(arguments[2]), let count = Int(arguments[3]) else {
  exit(2)
}
let cache = ResponseCache(in: arguments[1])
var version = 0
repeat {
  for number in first..<first + abs(count) {
    var entry = KeptReply.Entry(
      address: "https://example.org/\(number)", source: "test", fetched: 1_000 + version,
      freshness: 900, retention: ResponseCache.retention)
    let body = GeneratedBody.bytes(number, version: version)
    entry.version.tag = "\(version)"
    cache.keep(KeptReply(entry, body: body))
  }
  version += 1
} while count > 0
exit(cache.trouble == nil ? 0 : 1)
