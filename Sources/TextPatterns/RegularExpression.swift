// SPDX-License-Identifier: MIT

internal import CPCRE2
package import Catalogue

/// A regular expression in the syntax of Perl, as PCRE2 reads it, to search texts for.
///
/// Its characters are Unicode's: `\w` is a letter of any script, and a search without regard to
/// case takes `É` for `é`. Bytes of a value that are no UTF-8 match nothing.
package struct RegularExpression: Sendable {
  let program: MatchingProgram
  /// The test in words.
  let text: String

  package init(_ pattern: String, ignoresCase: Bool = false) throws(BadPattern) {
    try BadPattern.check(lengthOf: pattern)
    text = "matches /\(pattern)/\(ignoresCase ? "i" : "")"
    program = try MatchingProgram(pattern, options: ignoresCase ? PCRE2_CASELESS : 0)
  }

  /// A bit for each row, false for nulls; a value of a dictionary is looked at once.
  package func matches(_ column: TextColumn) throws(PatternFault) -> Bitmap {
    let workspace = MatchingWorkspace()
    return try column.bits(trying: { (value) throws(PatternFault) in
      switch workspace.search(value.span, for: program) {
      case 0...: return true
      case PCRE2_ERROR_NOMATCH: return false
      default: throw PatternFault(value)
      }
    })
  }
}

/// What PCRE2 made of a pattern, freed with its last user.
///
/// Nothing writes to it once it is made, and PCRE2 lets any number of threads match with it at
/// once.
@safe final class MatchingProgram: @unchecked Sendable {
  let code: OpaquePointer

  init(_ pattern: String, options: UInt32) throws(BadPattern) {
    let all = options | PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C
    var pattern = pattern
    var error: Int32 = 0
    var offset = 0
    let compiled = pattern.withUTF8 {
      unsafe pcre2_compile_8($0.baseAddress, $0.count, all, &error, &offset, nil)
    }
    guard let compiled = unsafe compiled else {
      throw BadPattern(Self.message(error), at: min(offset, pattern.utf8.count))
    }
    // Where the system forbids to make machine code, the interpreter matches.
    _ = unsafe pcre2_jit_compile_8(compiled, PCRE2_JIT_COMPLETE)
    unsafe code = compiled
  }

  deinit { unsafe pcre2_code_free_8(code) }

  var groupCount: Int {
    var count: UInt32 = 0
    let status = unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_CAPTURECOUNT), &count)
    return status == 0 ? Int(count) : 0
  }

  private static func message(_ error: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let length = unsafe buffer.withUnsafeMutableBufferPointer {
      unsafe pcre2_get_error_message_8(error, $0.baseAddress, $0.count)
    }
    guard length > 0 else { return "the pattern cannot be read" }
    return String(decoding: buffer.prefix(Int(length)), as: UTF8.self)
  }
}
