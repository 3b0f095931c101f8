// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Foundation
import Glibc
import Testing

/// Files as catalogues.
@Suite struct FileSourceTests {
  /// A folder of its own that is removed with its files.
  private final class Folder {
    let path: String
    private var files: [String] = []

    init() throws {
      path = "/tmp/cq-file-tests-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
      try #require(unsafe mkdir(path, 0o700) == 0)
    }

    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
      let file = "\(path)/\(name)"
      let descriptor = unsafe open(file, O_WRONLY | O_CREAT, 0o600)
      defer { close(descriptor) }
      try #require(unsafe write(descriptor, bytes, bytes.count) == bytes.count)
      files.append(file)
      return file
    }

    deinit {
      for file in files { unsafe unlink(file) }
      unsafe rmdir(path)
    }
  }

  private func fault(_ path: String) -> String? {
    do throws(SourceFault) {
      _ = try FileSource.open(path: path, strict: false, watch: .unwatched)
      return nil
    } catch {
      return describe(error)
    }
  }

  @Test func readsAFile() throws {
    let folder = try Folder()
    let path = try folder.file("x.JSONL", Array("{\"id\":1}\n{\"id\":\n{\"id\":2}\n".utf8))
    let source = try FileSource.open(path: path, strict: false, watch: .unwatched)
    #expect(source.schema == Schema(source: path, fields: [Field("id", .int)], key: 0))
    let cursor = try source.scan(fields: [0])
    let values = try cursor.drained().flatMap { batch in
      (0..<batch.count).map { batch.columns[0].value(at: $0) }
    }
    #expect(values == [.number(Decimal(1)), .number(Decimal(2))])
    #expect(cursor.report.skipped == 1)
    #expect(cursor.report.copy == .file)
    #expect(source.categoryList == nil && source.itemRecords == nil && source.relations == nil)
  }

  @Test func readsTheWholeOfALargeFile() throws {
    let folder = try Folder()
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    let payload = try Payload.read(path: folder.file("x.json", bytes), watch: .unwatched)
    #expect(Array(payload.bytes) == bytes)
    #expect(payload.count == bytes.count)
  }

  @Test func readsAFileWhoseSizeIsNotKnown() throws {
    // Files of /proc tell a size of 0.
    let payload = try Payload.read(path: "/proc/self/status", watch: .unwatched)
    #expect(payload.bytes.starts(with: "Name:".utf8))
    #expect(payload.count > 500)
  }

  @Test func saysWhyAFileCannotBeOpened() throws {
    let folder = try Folder()
    let file = try folder.file("x.json", [])
    #expect(fault("\(folder.path)/y.json") == "cannot open \(folder.path)/y.json: no such file")
    #expect(fault("\(file)/y.json") == "cannot open \(file)/y.json: no such file")
    #expect(fault(folder.path) == "cannot open \(folder.path): is a directory")
    #expect(fault(file) == "\(file) is empty")
    // Root may read everything.
    if geteuid() != 0 {
      unsafe chmod(file, 0)
      #expect(fault(file) == "cannot open \(file): permission denied")
    }
  }

  private static let zlib =
    "is compressed by zlib, which is not read yet; `pigz -dc FILE > NEW` unpacks it"

  /// Contents that are named for what they are, whatever the name of the file.
  static let contents: [([UInt8], String)] = [
    (
      [0x1F, 0x8B, 8, 0],
      "is cut off in the middle of its gzip data, at byte 4, after 0 records"
    ),
    (
      [0x28, 0xB5, 0x2F, 0xFD],
      "is cut off in the middle of its Zstandard data, at byte 4, after 0 records"
    ),
    (
      [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0],
      "is compressed by xz, which is not read yet; `xz -dc FILE > NEW` unpacks it"
    ),
    (
      Array("BZh9".utf8),
      "is compressed by bzip2, which is not read yet; `bzip2 -dc FILE > NEW` unpacks it"
    ),
    ([0x78, 0x9C, 0xAB, 0x56], zlib),
    ([0x78, 0x01, 0xAB, 0x56], zlib),
    ([0x78, 0xDA, 0xAB, 0x56, 0x02], zlib),
    ([0x78, 0x5E, 0xAB, 0x56, 0x02], zlib),
    (Array("PK\u{3}\u{4}".utf8), "is a ZIP archive, as spreadsheets are, and no JSON"),
    (
      Array("PAR1".utf8),
      "is a Parquet file and no JSON; "
        + "`duckdb -c \"COPY (FROM 'FILE') TO 'NEW.json'\"` makes JSON of it"
    ),
    (Array("SQLite format 3\0".utf8), "is an SQLite database and no JSON"),
    (Array("%PDF-1.7".utf8), "is a PDF and no JSON"),
    ([0xFF, 0xD8, 0xFF, 0xE0], "is a JPEG picture and no JSON"),
    (tar(of: "a.csv"), "is a tar archive, which `tar -xf FILE` unpacks, and no JSON"),
    (tar(of: "a"), "is a tar archive, which `tar -xf FILE` unpacks, and no JSON"),
  ]

  /// The header of a file in an archive, which has the mark of POSIX behind what belongs to it.
  private static func tar(of name: String) -> [UInt8] {
    let name = Array(name.utf8)
    return name + [UInt8](repeating: 0, count: 257 - name.count) + Array("ustar\0".utf8) + "00".utf8
  }

  @Test(arguments: [".json", ".ndjson", ".dat", ".json.gz", ".csv", ""])
  func namesContentsThatAreNoJSON(ending: String) throws {
    let folder = try Folder()
    for (bytes, said) in Self.contents {
      let message = ending == ".csv" ? said.replacing("no JSON", with: "no CSV") : said
      #expect(fault(try folder.file("a\(ending)", bytes)) == message)
    }
  }

  /// A text may begin as two of the ways in which zlib does.
  @Test(arguments: ["x^2", "x\u{6A9}"]) func readsTextThatBeginsLikeZlib(name: String) throws {
    let folder = try Folder()
    let source = try FileSource.open(
      path: try folder.file("a.csv", Array("\(name),caf\u{E9}\n1,2\n".utf8)), strict: true,
      watch: .unwatched)
    #expect(source.schema.fields.map(\.name) == [name, "caf\u{E9}"])
  }

  /// JSON in other encodings, with the mark of the encoding and without.
  @Test(arguments: [".json", ".ndjson", ".dat"])
  func namesEncodings(ending: String) throws {
    let encodings: [(String.Encoding, String)] = [
      (.utf16, "UTF-16"), (.utf16LittleEndian, "UTF-16LE"), (.utf16BigEndian, "UTF-16BE"),
      (.utf32, "UTF-32"), (.utf32LittleEndian, "UTF-32LE"), (.utf32BigEndian, "UTF-32BE"),
    ]
    let folder = try Folder()
    for (encoding, name) in encodings {
      let text = try #require("[{\"id\":1}]\n".data(using: encoding))
      #expect(
        fault(try folder.file("a\(ending)", Array(text)))
          == "is \(name) and not UTF-8; `iconv -f \(name) -t UTF-8 FILE > NEW` converts it")
    }
  }
}
