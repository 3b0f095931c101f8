// SPDX-License-Identifier: MIT

import Glibc
import QueryShell

exit(CommandLineProgram.run(Array(CommandLine.arguments.dropFirst())))
