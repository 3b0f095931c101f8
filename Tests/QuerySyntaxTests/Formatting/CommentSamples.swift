// SPDX-License-Identifier: MIT

extension FormatterTests {
  static let commentSamples = [
    Sample(
      "comments behind a word after which a line elsewhere goes on",
      "set images = not  # a\n# b\n\n# c", "set images = not  # a\n# b\n# c\n"),
    Sample(
      "comments alone", "#!/usr/bin/env cq\n\n\n  # a  \n#b\n", "#!/usr/bin/env cq\n\n# a\n#b\n"),
    Sample("behind a statement", "use h # a\n limit 1;# b\n# c", "use h  # a\nlimit 1  # b\n# c\n"),
    Sample(
      "behind a long line",
      "from h | sort by distance | show name, distance # a comment does not count as width",
      "from h | sort by distance | show name, distance  # a comment does not count as width\n"),
    Sample(
      "between stages",
      "from h # a\n# b\n\n   # c\n| limit 1 | # d\n# e\nshow a # f\n# g",
      """
      from h  # a
        # b
        # c
        | limit 1  # d
        # e
        | show a  # f
      # g

      """),
    Sample(
      "in a list",
      "from h | show a, # a\n b, c,\n # c\n d",
      """
      from h
        | show a,  # a
            b, c,
            # c
            d

      """),
    Sample(
      "in a condition",
      "from h | filter a and # a\n b or c >= # c\n 3",
      """
      from h
        | filter a and  # a
              b or
            c >=  # c
              3

      """),
    Sample(
      "in brackets",
      "from h | filter a in ( # open\n 1 # one\n, # more\n2 # two\n# end\n) and (b # b\n or c)",
      """
      from h
        | filter a in (  # open
            1,  # one
            # more
            2  # two
            # end
          ) and
            (
              b or  # b
              c
            )

      """),
    Sample(
      "in a group",
      "from h | group by a ( # a\n limit 1 # b\n # c\n | show a # d\n)",
      """
      from h
        | group by a (  # a
            limit 1  # b
              # c
              | show a  # d
          )

      """),
    Sample("before a leading pipe", "# a\n| # b\n limit 1", "# a\n|  # b\n    limit 1\n"),
  ]

  static let definitionSamples = [
    Sample(
      "columns",
      """
      ## Hotels near a centre
      Source h{noun 'rooms';list "x"
      items a . b [ ]
      picture "p" crop 1


      field id,key Id KEY else name
      field suites List < List < Int > > from a . b split ":"
      field n Int=count( suites )*2 "twice"
      field image Text in detail empty null 'the file'
      field cost List < Money in GBP >
      field at record < City Text,Zip Text >
      field beds List< Record<`a b` List<Int> , cost Money in GBP >>
      field far Length in km from d

      }


      source `b`{
      }
      """,
      """
      ## Hotels near a centre
      source h {
        noun    "rooms"
        list    "x"
        items   a.b[]
        picture "p" crop 1

        field id, key Id key else name
        field suites  List<List<Int>> from a.b split ":"
        field n       Int = count(suites) * 2    "twice"
        field image   Text in detail empty null  "the file"
        field cost    List<Money in GBP>
        field at      record<City Text, Zip Text>
        field beds    List<Record<`a b` List<Int>, cost Money in GBP>>
        field far     Length in km from d
      }

      source b {
      }

      """),
    Sample(
      "comments in a definition",
      """
      # a
      source h { # b

      # c
      list "x" # d
      # e
      noun "y"
      field longer Int = count(# f
      # g
      a) # h
      field b Int
      # i

      } # j
      # k
      """,
      """
      # a
      source h {  # b
        # c
        list "x"  # d
        # e
        noun "y"
        field longer Int = count(  # f
          # g
          a)  # h
        field b Int
        # i
      }  # j
      # k

      """),
  ]
}
