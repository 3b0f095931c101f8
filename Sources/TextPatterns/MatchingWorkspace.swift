// SPDX-License-Identifier: MIT

internal import CPCRE2

/// What PCRE2 writes to while it searches; each search of a column has its own.
@safe struct MatchingWorkspace: ~Copyable {
  // A well-meant pattern takes some steps for each character; a thousandth of a second is enough
  // for this many, so a value that makes a pattern try everything ends the search in that time.
  private static let stepLimit: UInt32 = 100_000
  private static let kibibytes: UInt32 = 16_384
  private static let stackBytes = 1_048_576

  private let data: OpaquePointer?
  /// How many places a match has: that of the whole and those of groups.
  private let places: Int
  private let context = unsafe pcre2_match_context_create_8(nil)
  private let stack = unsafe pcre2_jit_stack_create_8(32_768, Self.stackBytes, nil)

  /// A search for a pattern with so many groups whose places are wanted.
  init(groups: Int = 0) {
    places = groups + 1
    unsafe data = pcre2_match_data_create_8(UInt32(places), nil)
    guard let context = unsafe context else { return }
    unsafe pcre2_set_match_limit_8(context, Self.stepLimit)
    unsafe pcre2_set_heap_limit_8(context, Self.kibibytes)
    unsafe pcre2_set_depth_limit_8(context, Self.stepLimit)
    unsafe pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack))
  }

  deinit {
    unsafe pcre2_match_data_free_8(data)
    unsafe pcre2_match_context_free_8(context)
    unsafe pcre2_jit_stack_free_8(stack)
  }

  /// Above zero, or zero for a pattern with more groups than are wanted, where there is a match;
  /// PCRE2's error where there is none, or where a limit was reached.
  func search(
    _ text: Span<UInt8>, for program: MatchingProgram, from start: Int = 0, options: UInt32 = 0
  ) -> Int32 {
    unsafe text.withUnsafeBufferPointer { bytes in
      unsafe pcre2_match_8(
        program.code, bytes.baseAddress, bytes.count, start, options, data, context)
    }
  }

  /// The next match from an offset, with the places of its groups; nil where there is none.
  func match(
    _ text: ArraySlice<UInt8>, for program: MatchingProgram, from start: Int = 0,
    options: UInt32 = 0
  ) throws(PatternFault) -> [Range<Int>?]? {
    switch search(text.span, for: program, from: start, options: options) {
    case 0...: return found
    case PCRE2_ERROR_NOMATCH: return nil
    default: throw PatternFault(text)
    }
  }

  private var found: [Range<Int>?] {
    guard let data = unsafe data, let bounds = unsafe pcre2_get_ovector_pointer_8(data) else {
      return []
    }
    return (0..<places).map { place in
      let (start, end) = unsafe (bounds[2 * place], bounds[2 * place + 1])
      // A group that has not matched has -1; `\K` may put an end before its start.
      return start < 0 || end < start ? nil : start..<end
    }
  }
}
