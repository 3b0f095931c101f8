// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import TestSupport
import Testing

/// Tables as text: what is found in them and what is told.
@Suite struct SeparatedTests {
  /// Fields, rows, findings and fault of a file, of whose text `\n` and the like are escapes.
  private static func reading(_ text: String) -> String {
    let (name, written) = named(text)
    let reading = Reading(bytes: unescaped(written), name: name)
    let lines =
      [reading.fields.joined(separator: " ")] + reading.rows
      + reading.findings.map { "! \($0)" } + (reading.fault.map { ["!! \($0)"] } ?? [])
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// `NAME: TEXT`, or a text of a file `x.csv`.
  private static func named(_ text: String) -> (String, String) {
    guard text.hasPrefix("x."), let colon = text.firstIndex(of: ":") else { return ("x.csv", text) }
    return (String(text[..<colon]), String(text[text.index(colon, offsetBy: 2)...]))
  }

  private static func unescaped(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      switch letter {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "x"):
        bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      default: bytes.append(letter)
      }
    }
    return bytes
  }

  private static let cells = Corpus(
    ##"""
    > id,name,price,on,day\n1,"Dress, red",12.50,TRUE,2024-01-31\n2,"say ""hi""\nthere",,false,\n
    id:Int* name:Text price:Decimal on:Bool day:Date
    1 "Dress, red" 12.5 true "2024-01-31"
    2 "say \"hi\"\nthere" null false null

    > a,b\n1,\n2,""\n,x\n
    a:Int b:Text
    1 null
    2 ""
    null "x"

    > n,m\n"1",""\n"2","3"\n
    n:Int m:Int
    1 null
    2 3

    > code,plus,point,far,long\n057,+5,.5,1e5,123456789012345678901234567890123456789\n
    code:Text plus:Text point:Text far:Decimal long:Text
    "057" "+5" ".5" 100000 "123456789012345678901234567890123456789"

    > a,b\n 1 ,x \n2, y\n
    a:Int b:Text
    1 "x "
    2 " y"

    > a,b\n1,true\n2,3\n
    a:Int b:Text
    1 "true"
    2 "3"

    > when,t\n2024-02-30,2024-01-31T10:00:00.5\n2024-01-31,2024-01-31\n
    when:Text t:Text
    "2024-02-30" "2024-01-31T10:00:00.5"
    "2024-01-31" "2024-01-31"

    > id,a\r\n1,"x\r\ny"\r\n\r\n2,z
    id:Int* a:Text
    1 "x\r\ny"
    2 "z"

    > id,a\r1,x\r2,y\r
    id:Int* a:Text
    1 "x"
    2 "y"

    > a,b\n1,"x"y\n
    a:Int b:Text
    1 "xy"
    ! 1@4 record 1 (line 2) has text behind a closing quote: taken into its cell

    > a,b\n1,x"y"z\n
    a:Int b:Text
    1 "x\"y\"z"

    > id,a\n1,"open\n2,b\n
    !! has a quote on line 2 that nothing closes / it opens here, and the rest of the file would be its text / 2 `"open` / 0

    > a,b\n1,x\n2\n3,y,z\n
    a:Int b:Text
    1 "x"
    2 null
    3 "y"
    ! 2@8 record 2 (line 3) has 1 cell for 2 columns: the others are empty
    ! 3@10 record 3 (line 4) has 3 cells for 2 columns: what is too much is left out

    > a,b\r1,2\r3\r
    a:Int b:Int
    1 2
    3 null
    ! 2@8 record 2 (line 3) has 1 cell for 2 columns: the others are empty

    > a,b\x00c,d\n
    !! has a zero byte on line 1, as no text has; `tr -d '\000'` takes such bytes out
    """##)

  @Test func readsCells() { #expect(Self.cells.differences(Self.reading) == []) }

  private static let dialects = Corpus(
    ##"""
    > a;b\n1;2,5\n
    a:Int b:Text
    1 "2,5"

    > x.dat: a b\tc\n
    a b:Text c:Text

    > x.dat: a,b
    a:Text b:Text

    > x.dat: a\tb c
    a:Text b c:Text

    > x.dat: a,b.c\r\n
    a:Text b.c:Text

    > x.dat: a\tb\n1\tx, y\n2\tz\n
    a:Int b:Text
    1 "x, y"
    2 "z"

    > x.tsv: a\tb\n1\t"half\n2\tx\n
    a:Int b:Text
    1 "\"half"
    2 "x"

    > x.tsv: a\tb\n"half\tx"y\r\n1\t"z"\n
    a:Text b:Text
    "\"half" "x\"y"
    "1" "\"z\""

    > x.tsv: a"b\n"x\ry"\n"z"\n
    a"b:Text
    "x\ry"
    "z"

    > x.tsv: v\nParis, 2\nRome, 3\n
    v:Text
    "Paris, 2"
    "Rome, 3"

    > x.tsv: a,b\nParis,2\nRome,3\n
    a:Text b:Int
    "Paris" 2
    "Rome" 3

    > x.tsv: a\tb\n1\t"x\ny ""z"""\n2\t\n
    a:Int b:Text
    1 "x\ny \"z\""
    2 null

    > x.tsv: a\n"c\td"\n"e\tf"\n
    a:Text
    "c\td"
    "e\tf"

    > x.tsv: a\tb\n1\t"x\ty"\n2\tz\n
    a:Int b:Text
    1 "x\ty"
    2 "z"

    > a|b\n1|2\n
    a:Int b:Int
    1 2

    > sep=;\na;b\n1;2\n
    a:Int b:Int
    1 2

    > 'a','b'\n'1','x, y'\n
    a:Int b:Text
    1 "x, y"

    > a,b\n1,"say \\"hi\\", you"\n2,"x"\n
    a:Int b:Text
    1 "say \"hi\", you"
    2 "x"

    > a, "b"\n1, "x, y"\n2, "z"\n
    a:Int b:Text
    1 "x, y"
    2 "z"

    > one\ntwo\nthree\n
    one:Text
    "two"
    "three"

    > My report\n\na,b,c\n1,2,3\n4,5,6\n
    a:Int b:Int c:Int
    1 2 3
    4 5 6

    > 1,2\n3,4\n
    column1:Int column2:Int
    1 2
    3 4

    > 2019,2020,2021\n1,2,3\n4,5,6\n
    2019:Int 2020:Int 2021:Int
    1 2 3
    4 5 6

    > a,,a\n1,2,3\n
    a:Int column2:Int a_2:Int
    1 2 3

    > a,b\n
    a:Text b:Text

    > "a,b\n1,2\n
    !! has a quote on line 1 that nothing closes / it opens here, and the rest of the file would be its text / 1 `"a,b` / 0

    > city\nParis\n\nRome\n
    city:Text
    "Paris"
    null
    "Rome"

    > a\nx|y\nz|w\n
    a:Text
    "x|y"
    "z|w"

    > url\nhttp://a/?x=1;y=2\nhttp://b/?x=1;y=2\nhttp://c/?x=1;y=2\n
    url:Text
    "http://a/?x=1;y=2"
    "http://b/?x=1;y=2"
    "http://c/?x=1;y=2"

    > Report\n\na;n\nx;1\ny;2\n
    a:Text n:Int
    "x" 1
    "y" 2

    > a,b\n1,\t"x,y"\n
    a:Int b:Text
    1 "\t\"x"
    ! 1@4 record 1 (line 2) has 3 cells for 2 columns: what is too much is left out

    > 1,a|b\n2,c|d\n
    column1:Int column2:Text
    1 "a|b"
    2 "c|d"

    > 1,,\n2,,\n3,x,\n4,y,5\n
    column1:Int column2:Text column3:Int
    1 null null
    2 null null
    3 "x" null
    4 "y" 5

    > "a" , "b"\n"1" ,"2"\n
    a:Int b:Int
    1 2

    > x.dat: name,note\n"a","hello, you"\n
    name:Text note:Text
    "a" "hello, you"

    > x,y\n'a','b'\n
    x:Text y:Text
    "'a'" "'b'"

    > a,b\n1,2,3\n4,5,6\n
    a:Int b:Int column3:Int
    1 2 3
    4 5 6

    > a,a,a_2,a\n1,2,3,4\n
    a:Int a_3:Int a_2:Int a_4:Int
    1 2 3 4

    > code\n1E5\n12E40\n
    code:Text
    "1E5"
    "12E40"

    > <!doctype html>\n<p>x, y</p>\n
    !! holds a web page or XML, no table

    > \xEF\xBB\xBFa,b\n1,\xC3\xA9\n
    a:Int b:Text
    1 "é"

    > a,b\n1,\x80 \xE9\n
    a:Int b:Text
    1 "€ é"
    ! 1@6 a byte on line 2 is no UTF-8, so all of it is read as Windows-1252

    > a,b\n\xE9\x80\xE9,1\nx\ny,2\nz\n
    a:Text b:Int
    "é€é" 1
    "x" null
    "y" 2
    "z" null
    ! 1@4 a byte on line 2 is no UTF-8, so all of it is read as Windows-1252
    ! 2@10 record 2 (line 3) has 1 cell for 2 columns: the others are empty
    ! 4@16 record 4 (line 5) has 1 cell for 2 columns: the others are empty

    > \xFF\xFEa\x00,\x00b\x00\n\x00\xE9\x00=\xD8\x00\xDE,\x001\x00\n\x00x\x00\n\x00
    a:Text b:Int
    "é😀" 1
    "x" null
    ! 2@22 record 2 (line 3) has 1 cell for 2 columns: the others are empty

    > \xEF\xBB\xBFa,b\n1,\xFF\n
    !! has a byte on line 2 that is no UTF-8, as its mark says

    > \xFF\xFEa\x00,\x00b\x00\n\x001\x00,\x00\x00\xD8\n\x00
    a:Int b:Text
    1 "�"
    ! 1@0 some of it is no UTF-16: replaced by �

    > \xFF\xFEa\x00,\x00b\x00\n\x001\x00,\x00\xE9\x00\n\x00
    a:Int b:Text
    1 "é"

    > x.txt: \xFF\xFEa\x00,\x00b\x00\n\x001\x00,\x00\xE9\x00\n\x00
    a:Int b:Text
    1 "é"

    > x.txt: a\x00,\x00b\x00\n\x001\x00,\x00\xE9\x00\n\x00
    a:Int b:Text
    1 "é"

    > x.txt: \xFF\xFEa\x00b\x00\n\x001\x00\n\x00
    !! is UTF-16 and not UTF-8; `iconv -f UTF-16 -t UTF-8 FILE > NEW` converts it

    > x.ndjson: a,b\n1,2\n
    !! holds a table, not JSON; a name that ends in `.csv` has it read

    > x.ndjson: {'a':1}\n{'a':2}\n
    !! holds no record: line 1 is no JSON (column 2: a name in quotes belongs here)

    > \xFF\xFE[\x00{\x00"\x00a\x00"\x00:\x001\x00}\x00]\x00
    !! is UTF-16 and not UTF-8; `iconv -f UTF-16 -t UTF-8 FILE > NEW` converts it

    > [{"a": 1}]
    a:Int
    1

    > \x1F\x8B\x08\x00
    !! is compressed by gzip, which is not read here; `gzip -dc FILE > NEW` unpacks it

    > \n
    !! x.csv is empty
    """##)

  /// Other texts of one line; a reply of a server may be its regret.
  @Test(arguments: [
    ("x.dat", "not found, try later\n"), ("x.dat", "a, b"), ("x.dat", "a\ta\n"),
    ("x.dat", "a\t1\n"), ("https://a.example/x", "a\tb\n"),
  ])
  func takesForNoNames(name: String, text: String) {
    let reading = Reading(bytes: Array(text.utf8), name: name)
    #expect(reading.fault.map { "\($0)".contains("is no JSON") } == true)
  }

  @Test func recognisesDialects() { #expect(Self.dialects.differences(Self.reading) == []) }

  /// What is written by RFC 4180 is read again, whatever the cells hold.
  @Test func readsWhatIsWritten() {
    var random = Seeded(4180)
    let pieces = [
      "a", "é", "\"", ",", ";", "\t", "\n", "\r\n", "\r", " ", "1", "'", "|", "\\", "-",
    ]
    for round in 0..<400 {
      let width = Int.random(in: 2...4, using: &random)
      let rows = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        (0..<width).map { _ in
          (0..<Int.random(in: 0...5, using: &random))
            .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        }
      }
      let head = (0..<width).map { "\"name \($0)\"" }
      // A word that no other piece has keeps every column a text.
      let body = (rows + [Array(repeating: "word", count: width)]).map { row in
        row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }
      }
      let text = ([head] + body).map { $0.joined(separator: ",") }.joined(separator: "\n")
      let expected = (rows + [Array(repeating: "word", count: width)]).map { row in
        row.map { JSONText.string(.text($0)) }.joined(separator: " ")
      }
      let reading = Reading(text + "\n", name: "x.csv")
      #expect(reading.rows == expected, "round \(round): \(text)")
      #expect(reading.findings == [])
    }
  }

  /// Names that look the same and have other bytes are two, as those of members of JSON are.
  @Test func namesOfOtherBytesAreOthers() throws {
    let names = ["caf\u{E9}", "cafe\u{301}", "caf\u{E9}", "caf\u{E9}_2"]
    let text = names.joined(separator: ",") + "\n1,2,3,4\n5,6,7,8\n"
    let payload = Payload(name: "x.csv", bytes: Array(text.utf8))
    let source = try FileSource(payload, copy: .file, strict: false)
    let found = source.schema.fields.map { Array($0.name.utf8) }
    #expect(
      found == ["caf\u{E9}", "cafe\u{301}", "caf\u{E9}_3", "caf\u{E9}_2"].map { Array($0.utf8) })
    #expect(
      try source.scan(fields: []).report.remarks
        == ["`caf\u{E9}` names several columns: the later ones have a number"])
    #expect(Reading(text, name: "x.csv").rows == ["1 2 3 4", "5 6 7 8"])
  }

  /// A row may be longer than what is looked at to find out how the file is written.
  @Test func readsLongRows() {
    let long = String(repeating: "x", count: 70_000)
    #expect(
      Reading("a,b\n1,\(long)\n2,z\n", name: "x.csv").rows == ["1 \"\(long)\"", "2 \"z\""])
    let names = (1...4_000).map { "column_number_\($0)" }.joined(separator: ",")
    let row = (1...4_000).map(String.init).joined(separator: ",")
    #expect(Reading("\(names)\n\(row)\n\(row)\n", name: "x.csv").rows.count == 2)
    let open = "a,b\n1,\"x\n" + String(repeating: "2,y\n", count: 20_000)
    #expect(Reading(open, name: "x.csv").fault?.hasPrefix("has a quote on line 2") == true)
  }
}
