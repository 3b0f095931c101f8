// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax

/// The formats that are read.
enum KnownFormats {
  /// In the order in which they are tried; the last one takes what no other does.
  static let all: [any RecordFormat.Type] = [SeparatedFormat.self, JSONFormat.self]

  /// What is read for single values, such as an item's own record.
  static let ofDocuments: any DocumentFormat = JSONFormat()

  /// The format in which a payload is read, whose name promises `promised`.
  ///
  /// What a payload holds comes before what its name promises: what is surely of one format is that
  /// under any name. Without `guessing` only a name tells of one that is not surely told.
  static func open(
    _ payload: Payload, promised: FormatPromise?, guessing: Bool
  ) throws(SourceFault) -> OpenedPayload {
    if let promised {
      return try (surely(payload, besides: promised.format) ?? promised.format).open(payload)
    }
    if guessing {
      for format in all {
        if let opened = try format.recognised(payload) { return opened }
      }
    }
    return try (all.last ?? JSONFormat.self).open(payload)
  }

  /// Opens a payload of which it is said how a table in it is written.
  static func open(_ payload: Payload, as form: TableForm) throws(SourceFault) -> OpenedPayload {
    try SeparatedFormat.open(payload, as: form)
  }

  /// How a file is read by windows that begins so; nil where it is read whole.
  static func windows(
    ofFileBeginning head: Payload, choosing rows: RowsChoice?
  ) -> WindowedText? {
    if case .table = rows {
      return SeparatedFormat.windows(ofFileBeginning: head, choosing: rows)
    }
    for format in head.promise.map({ [$0.format] }) ?? all {
      if let text = format.windows(ofFileBeginning: head, choosing: rows) { return text }
    }
    return nil
  }

  /// The format other than a given one of which a payload surely is; nil where there is none.
  static func surely(
    _ payload: Payload, besides format: any RecordFormat.Type
  ) -> (any RecordFormat.Type)? {
    all.first { $0 != format && $0.surelyHolds(payload) }
  }

  /// What a payload is that its name promises to be of a given format, and the way to have it read;
  /// nil where it looks like no other.
  static func message(
    on payload: Payload, besides format: any RecordFormat.Type
  ) -> String? {
    guard let other = recognising(payload, besides: format),
      let ending = other.promises.first?.ending
    else { return nil }
    return "holds \(other.noun), not \(format.name); a name that ends in `\(ending)` has it read"
  }

  /// The format other than a given one that a payload looks like; nil where there is none.
  static func recognising(
    _ payload: Payload, besides format: any RecordFormat.Type
  ) -> (any RecordFormat.Type)? {
    all.first { other in
      // What it looks like may still be faulty.
      do { return try other != format && other.recognised(payload) != nil } catch { return true }
    }
  }

  /// Why a payload of which nobody knows more than that a given format does not read it may be of
  /// another, and the way to have it read so; nil where nothing tells of one.
  static func advice(on payload: Payload, besides format: any RecordFormat.Type) -> String? {
    for other in all where other != format {
      if let advice = other.advice(on: payload) { return advice }
    }
    return nil
  }
}

/// A bound of what is read of a format.
package struct FormatLimit: Sendable {
  /// Such as `nesting of JSON`.
  package let name: String
  package let value: Int
  /// Such as `levels`; empty for a mere number.
  package let unit: String

  /// Those of all formats, in the order in which the formats stand in the table.
  package static let all = KnownFormats.all.flatMap { $0.bounds }
}

/// What a name, or the type that a server tells, promises of a payload.
package struct FormatPromise: Sendable {
  let format: any RecordFormat.Type
  /// How the names of such files end.
  let ending: String
  /// What servers call them; nil where they have no name of their own.
  let mediaType: String?
  /// What is promised, such as `CSV`.
  let words: String

  init(
    _ format: any RecordFormat.Type, ending: String, mediaType: String? = nil, _ words: String
  ) {
    self.format = format
    self.ending = ending
    self.mediaType = mediaType
    self.words = words
  }

  /// Those of all formats.
  private static let all = KnownFormats.all.flatMap { $0.promises }

  /// How the names of files end that can be read; others may hold the same.
  package static let endings =
    all.map(\.ending) + FileSource.endingsOfColumns + Compression.allCases.map(\.ending)

  /// What the ending of a name, or of an address, promises, or where that is nothing, the name that
  /// its server gives; nil where neither does.
  init?(_ name: String, mediaType: String?) {
    // The samples that come with the program have neither, and are read at its start.
    guard mediaType != nil || name.utf8.contains(UInt8(ascii: ".")) else { return nil }
    let path = name.holdsBytes(of: "://") ? name.prefix { !"?#".contains($0) } : name[...]
    let lowercased = Compression.nameOfText(in: path.lowercased())
    let type = mediaType?.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
    let found =
      Self.all.first { lowercased.hasSuffix($0.ending) }
      ?? Self.all.first { $0.mediaType != nil && $0.mediaType == type }
    guard let found else { return nil }
    self = found
  }
}

extension Payload {
  /// What its name promises, or where that is nothing, what its server calls it.
  var promise: FormatPromise? { FormatPromise(name, mediaType: mediaType) }
}
