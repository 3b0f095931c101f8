// SPDX-License-Identifier: MIT

import CArguments
import Glibc
import QueryShell

let words = (0..<cq_argument_count()).map { number in
  unsafe UnsafeBufferPointer(start: cq_argument(number), count: strlen(cq_argument(number)))
    .map { UInt8(bitPattern: $0) }
}
exit(CommandLineProgram.run(words: Array(words.dropFirst())))
