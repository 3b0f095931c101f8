// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax
import TestSupport
import Testing

/// What is said of a word behind which something is missing, with the help to it.
@Suite struct MissingHelpTests {
  /// Cut off, or with a stray mark behind it.
  static let scripts = Corpus(
    ##"""
    > from h | filter a = exact
    ! a text is missing after `filter a = exact`
    ? help: for example `filter a = exact "dream"`

    > from h | filter a contains exact ]
    ! a text is missing after `filter a contains exact`
    ? help: for example `filter a contains exact "dream"`

    > from h | filter a not like exact and b
    ! a text is missing after `filter a not like exact`
    ? help: for example `filter a not like exact "dream"`

    > from h | filter a = exact = 3
    ! a text is expected here, not `=`
    ? help: a field, a number, a "text" or a bracket can stand here

    > from h | filter a in exact
    ! a set of texts is missing after `filter a in exact`
    ? help: for example `filter a in exact ["dream", "inn"]`

    > from h | filter a in (exact
    ! a text is missing after `filter a in (exact`
    ? help: for example `filter a in (exact "dream"`

    > from h | filter a between exact
    ! a text is missing after `filter a between exact`
    ? help: for example `filter a between exact "a" and "m"`

    > from h | filter any a = exact
    ! a text is missing after `filter any a = exact`
    ? help: for example `filter any a = exact "dream"`

    > from h | filter any ]
    ! a list is missing after `any`
    ? help: for example `any suites > 100`; a field of that name is written `` `any` ``

    > from h | filter all ]
    ! a list is missing after `all`
    ? help: for example `all suites > 100`; a field of that name is written `` `all` ``

    > from h | filter (any)
    ! a list is missing after `any`
    ? help: for example `any suites > 100`; a field of that name is written `` `any` ``

    > from h | filter any and a
    ! a list is missing after `any`
    ? help: for example `any suites > 100`; a field of that name is written `` `any` ``

    > from h | show all, a
    ! `all` is a word of the language and no value
    ? help: a field of that name is written `` `all` ``

    > from h | show a, any
    ! `any` is a word of the language and no value
    ? help: a field of that name is written `` `any` ``

    > from h | filter a > 3 and
    ! a condition is missing after `and`
    ? help: for example `and stars >= 3`

    > from h | filter a > 3 or
    ! a condition is missing after `or`
    ? help: for example `or stars >= 3`

    > from h | filter not
    ! a condition is missing after `not`
    ? help: for example `not stars >= 3`

    > from h | filter a > 3 and ]
    ! a condition is missing after `and`
    ? help: for example `and stars >= 3`

    > from h | filter a > 3 and and b
    ! a condition is missing after `and`
    ? help: for example `and stars >= 3`

    > from h | filter a > 3 and not | limit 1
    ! a condition is missing after `not`
    ? help: for example `not stars >= 3`

    > from h | filter (a > 3 or)
    ! a condition is missing after `or`
    ? help: for example `or stars >= 3`

    > from h | filter not = 3
    ! a condition is expected here, not `=`
    ? help: a field, a number, a "text" or a bracket can stand here

    > from h | extend x = if
    ! a condition is missing after `if`
    ? help: for example `if stars >= 3`

    > from h | join i on a = b and
    ! a condition is missing after `and`
    ? help: for example `and stars >= 3`

    > from h | summarize count() by a and
    ! a condition is missing after `and`
    ? help: for example `and stars >= 3`

    > from h | to ]
    ! `to` needs a format, not `]`
    ? formats: FORMATS

    > from h | to 5
    ! `to` needs a format, not `5`
    ? formats: FORMATS

    > from h | save "x" as 7
    ! `as` needs a format, not `7`
    ? formats: FORMATS

    > from h | to
    ! a format is missing after `to`
    ? formats: FORMATS

    > set
    ! a setting is missing after `set`
    ? help: for example `set offline = true`; `help` lists the settings

    > set ]
    ! `set` needs a setting, not `]`
    ? help: for example `set offline = true`; `help` lists the settings

    > set 5 = 3
    ! `set` needs a setting, not `5`
    ? help: for example `set offline = true`; `help` lists the settings

    > from h | drop 5
    ! `drop` needs a field's name, not `5`
    ? help: a name with other characters stands in backticks: `` `Price (INR)` ``

    > from h | limit 99999999999999999999
    ! this number is too large for `limit`
    ? help: the largest is 9223372036854775807

    > from h | sample 9_999_999_999_999_999_999 seed 1
    ! this number is too large for `sample`
    ? help: the largest is 9223372036854775807

    > from h | sample 1 seed 9223372036854775808
    ! this number is too large for `seed`
    ? help: the largest is 9223372036854775807

    > from h | page 99999999999999999999
    ! this number is too large for `page`
    ? help: the largest is 9223372036854775807

    > from h | top 99999999999999999999 by a
    ! this number is too large for `top`
    ? help: the largest is 9223372036854775807

    > from h | expect rows > 99999999999999999999
    ! this number is too large for `rows >`
    ? help: the largest is 9223372036854775807

    > from h | limit 1.5
    ! `limit` needs a whole number of rows
    ? help: for example `limit 10`

    > from h | limit 9223372036854775807

    > show @99999999999999999999
    ! `@99999999999999999999` is no row: the largest number is @9223372036854775807

    > show @0
    ! `@0` is no row: rows are counted from @1
    """##)

  @Test func namesWhatIsMissingAndHelps() {
    let formats = Vocabulary.formats.joined(separator: " ")
    let differences = Self.scripts.differences { script in
      let faults = Parser.parse(ScriptText(name: "t", script)).diagnostics
      return faults.map { fault in
        (["! \(fault.message)"] + fault.remarks.map { "? \($0.kind): \($0.text)" })
          .joined(separator: "\n")
      }.joined(separator: "\n").replacing(formats, with: "FORMATS")
    }
    #expect(differences == [])
    #expect(Self.scripts.scripts.count > 30)
  }
}
