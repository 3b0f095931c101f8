// SPDX-License-Identifier: MIT

import CArguments
import Glibc
import QueryShell

/// What the program was called with, less its own name. A closure outside of every function would
/// belong to the main actor, which brings the library of concurrency and libdispatch along.
func words() -> [[UInt8]] {
  (0..<cq_argument_count()).dropFirst().map { number in
    unsafe UnsafeBufferPointer(start: cq_argument(number), count: strlen(cq_argument(number)))
      .map { UInt8(bitPattern: $0) }
  }
}

exit(CommandLineProgram.run(words: words()))
