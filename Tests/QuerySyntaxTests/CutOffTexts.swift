// SPDX-License-Identifier: MIT

import TestSupport

extension ExpectedNounTests {
  /// For each kind of what is expected a text that is cut off where it is asked: what completion
  /// and messages are told (`?`), and what is said of the text (`!`); of one that is whole, what is
  /// said of a stray mark behind it (`]`).
  static let cutOff = Corpus(
    ##"""
    > from h | filter stars >=
    ? operand
    ! a value is missing after `filter stars >=`

    > from h | filter name = exact
    ? operand
    ! a text is missing after `filter name = exact`

    > from h | filter stars > 3 and
    ? condition
    ! a condition is missing after `and`

    > from h | filter not
    ? condition
    ! a condition is missing after `not`

    > from h | filter stars in
    ? bracketed operand
    ! `in` needs a set of values

    > from h | filter stars between
    ? operand
    ! `between` needs two bounds with `and` between them

    > from h | filter stars between 1
    ? unit arithmetic word
    ! `between 1` needs `and` and a value

    > from h |
    ? stage
    ! a stage is missing after `|`

    > from h | group by a (
    ? stage
    ! this bracket is never closed

    > from h | group by a
    ? mark bracketed
    ! the stages for each group are missing

    > from h | group by a (limit 1
    ? mark mark
    ! this bracket is never closed

    > from h | filter
    ? condition
    ! a condition is missing after `filter`

    > from h | filter a
    ? arithmetic test connective connective mark
    ] `]` is not expected after `filter a`; here can stand an operator, `and`, `or` or `|`

    > from h | filter a not
    ? negatedTest
    ! an operator is missing after `not`

    > from h | filter a = 1
    ? unit arithmetic connective connective mark
    ] `]` is not expected after `filter a = 1`; here can stand an operator, `and`, `or` or `|`

    > from h | filter if a
    ? arithmetic test connective connective word
    ! `if` needs `then`

    > from h | filter any
    ? list
    ! a list is missing after `any`

    > from h | filter any a
    ? arithmetic comparison
    ! `any` needs a comparison of the list's elements

    > from h | filter a is
    ? word word word
    ! `is` asks for `null` or `empty`

    > from h | filter a.
    ? member
    ! a field's name is missing after `a.`

    > from h | filter (
    ? value
    ! a value is missing here

    > from h | filter f(1
    ? unit arithmetic test connective connective mark mark
    ! this bracket is never closed

    > from h | sort by
    ? key
    ! a key is missing after `sort by`

    > from h | sort by a nulls
    ? word word
    ! `nulls` needs `first` or `last`

    > from h | sort
    ? word
    ! `sort` is written `sort by` in cq

    > from h | top
    ? count
    ! `top` needs a number of rows

    > from h | top 5
    ? word
    ! `top 5` needs `by` and a key

    > from h | page
    ? count
    ! `page` needs the number of a page

    > from h | sample 3 seed
    ? count
    ! `seed` needs a number

    > from h | summarize
    ? aggregate
    ! `summarize` needs an aggregate

    > from h | summarize avg(
    ? mark argument
    ! a value is missing here

    > from h | show
    ? field word mark
    ] `show` needs a field's name or `all`, not `]`

    > from h | show a,
    ? field
    ! a field's name is missing after `show`

    > from h | drop
    ? field
    ! a field's name is missing after `drop`

    > from h | expand
    ? field
    ! the name of a list is missing after `expand`

    > from h | rename a as
    ? newName
    ! a field's name is missing after `as`

    > from h | extend a
    ? mark mark
    ! `extend a` needs `=` and a value

    > from h | extend a =
    ? value
    ! a value is missing here

    > from h | search
    ? text
    ! `search` needs a text in quotes

    > from h | assert a > 1,
    ? text
    ! a text in quotes is missing after `,`

    > from h | join
    ? word source
    ! a source is missing after `join`

    > from h | join i
    ? word
    ! `join` needs `on` and a condition

    > from h | join i on
    ? condition
    ! a condition is missing after `join i on`

    > from h | union
    ? source
    ! a source is missing after `union`

    > from h | expect
    ? word word word word word count
    ! `expect` needs `no rows`, `live`, `columns`, `same as`, `rows` or a number of rows

    > from h | expect 3
    ? word word
    ! `expect 3` needs `rows` or `row`

    > from h | expect rows
    ? comparison
    ! `expect rows` needs a comparison

    > from h | expect same as
    ? file
    ! `expect same as` needs a file's name in quotes

    > from h | save
    ? file
    ! `save` needs a file's name in quotes

    > from h | to
    ? format
    ! a format is missing after `to`

    > from h | to svg
    ? chart
    ! a chart is missing after `svg`

    > from h | to json
    ?
    ] `]` is not expected after `to json`; nothing can stand here; a statement stands on a line of its own

    > from h | to bars a
    ? word
    ! `bars a` needs `by` and the column of the labels

    > from h | apply
    ? macro
    ! the name of a `def` is missing after `apply`

    > from h | apply f
    ? bracketed mark
    ] `]` is not expected after `apply f`; here can stand its values in brackets or `|`

    > follow
    ? relation
    ! a relation is missing after `follow`

    > related
    ? item mark
    ] `]` is not expected after the statement; here can stand the id of an item or `|`

    > from
    ? source
    ! a source is missing after `from`

    > from h
    ? narrowing word mark
    ] `]` is not expected after the statement; here can stand `in`, `at` or `|`

    > from h at
    ? moment
    ! `at` needs a time

    > from h at 3
    ? part
    ! `3` needs a unit of time

    > changes of h since 3 days
    ? word
    ! `3 days` needs `ago`

    > changes of h
    ? narrowing word
    ! `changes of h` needs `since`

    > history
    ? item
    ! `history` needs the id of an item

    > from h in
    ? category
    ! `in` needs a category in quotes

    > from "a.json" items
    ? mark way
    ! `items` needs the way to a list in the file

    > from "a.csv" with
    ? ownWord ownWord ownWord
    ! `with` needs `separator`, `header` or `decimal`

    > from "a.csv" with header
    ? ownWord ownWord
    ! `header` needs `yes` or `no`

    > use h
    ? narrowing
    ] `]` is not expected after the statement; here can stand `in`

    > describe
    ? source
    ] a source is missing after `describe`

    > describe h
    ? word
    ] `]` is not expected after the statement; here can stand `definition`

    > explain
    ? word pipeline
    ] no statement begins with `]`

    > let
    ? newName
    ! a name is missing after `let`

    > let a
    ? mark
    ! `let a` needs `=` and what it stands for

    > let a =
    ? word word word word word word word value
    ! `from`, `categories`, `sources`, `show`, `related`, `accessories`, `follow` or a value is missing here

    > def f
    ? bracketed
    ! `def f` needs its arguments in brackets

    > def f()
    ? mark
    ! `def f(...)` needs `=` and what it stands for

    > def f() =
    ? mark value
    ! `|` or a value is missing here

    > param a
    ? mark
    ! `param a` needs `:` and a type

    > param a:
    ? type
    ! a type is missing after `param a:`

    > param a: Int
    ? mark text
    ] `]` is not expected after the statement; here can stand `=` or a text in quotes

    > set
    ? setting
    ! a setting is missing after `set`

    > set offline
    ? mark mark
    ! `set offline` needs `=` and what it stands for

    > set offline =
    ? settingValue
    ! a value is missing here

    > include
    ? file
    ! `include` needs a file's name in quotes

    > expect error
    ? code
    ! `expect error` needs the code of a fault

    > expect error CQ0201
    ? word
    ! `expect error CQ0201` needs `from` and a pipeline in brackets

    > expect error CQ0201 from
    ? bracketed
    ! `expect error CQ0201 from` needs a pipeline in brackets

    > use h;
    ? statement
    ] no statement begins with `]`
    """##)
}
