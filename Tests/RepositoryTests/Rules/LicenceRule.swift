// SPDX-License-Identifier: MIT

extension Rule {
  /// Files travel alone; each says under which licence. The form is that of SPDX 2.3, annex E.
  static let licences = Rule("every source file names its licence", eachOf: .licensed) { file in
    // The first line of a script names its interpreter, that of a manifest its version.
    file.lines.prefix(2).contains { $0.hasSuffix(" SPDX-License-Identifier: MIT") }
      ? [] : [file.finding("the licence is missing: SPDX-License-Identifier: MIT", line: 1)]
  }
}
