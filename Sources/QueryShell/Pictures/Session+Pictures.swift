// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import PictureFormats
import QueryEngine
import ResultRendering

// The pictures of items and of categories, shown and saved.
extension Session {
  /// Ends cards that have pictures: a line of them at a time, or the card of the only row, which
  /// takes the whole line. Gives an old copy that stands for a picture.
  func finishPictured(
    _ writer: ResultWriter, _ result: KeptResult, of query: BoundQuery, footer: String?
  ) -> OldPicture? {
    if settings.showsPictures(of: query) {
      guard result.rows == 1 else {
        let pictures = gridPictures(of: result, footer: footer)
        writer.finish(pictures: pictures, flush: output.flush)
        return pictures.old
      }
      writer.letCardsStandAlone()
    }
    let pictured = cardPicture(of: result, query, on: writer)
    writer.finish(footer: footer, picture: pictured.drawing)
    return pictured.old
  }

  /// What a card shows of its picture; nil where there is nothing to say. Where the picture takes
  /// its time, the text of the card is written first.
  private func cardPicture(
    of rows: KeptResult, _ query: BoundQuery, on writer: ResultWriter
  ) -> (drawing: CardPicture?, old: OldPicture?) {
    guard let subject = rows.subject(ofRow: 1) else { return (nil, nil) }
    do throws(SourceFault) {
      let frame = settings.pictures(of: query).frame(width: settings.options.width)
      let (picture, source) = try picture(of: subject, orFirst: writer)
      guard case .bytes(_, let name, _, let old?) = picture, let words = old.inFooter else {
        return (CardPicture(picture, in: frame), nil)
      }
      if settings.demand.isCurrent {
        return (CardPicture(words: "picture \(name): not live, only a \(words)"), nil)
      }
      let drawn = CardPicture(picture, in: frame).map {
        CardPicture(drawing: $0.drawing, words: "\($0.words), \(words)")
      }
      return (drawn, OldPicture(name: name, copy: old, source: source))
    } catch {
      return (CardPicture(missing: error), nil)
    }
  }

  /// The pictures of rows that stand as cards side by side.
  private func gridPictures(of rows: KeptResult, footer: String?) -> GridPictures {
    GridPictures(
      in: settings.pictures.frame(in: settings.cardGrid),
      wantsCurrent: settings.demand.isCurrent, footer: footer
    ) { row throws(SourceFault) in
      guard !self.isCancelled(), let subject = rows.subject(ofRow: row) else { return nil }
      return try self.picture(of: subject)
    }
  }

  /// What came of a picture until the text was written is given up, and asked for anew: a transfer
  /// cannot be left alone, and few pictures take so long.
  private func picture(
    of subject: PictureSubject, orFirst writer: ResultWriter
  ) throws(SourceFault) -> (picture: ItemPicture, source: String) {
    let look = { () throws(SourceFault) in try self.picture(of: subject) }
    guard let network else { return try look() }
    if let found = try network.soon(look) { return found }
    writer.writeText()
    output.flush()
    return try look()
  }

  /// Writes the picture of the only row into a file, with its bytes as they came; gives what is
  /// wrong.
  func savePicture(
    of rows: KeptResult, to target: SaveTarget, in file: AtomicFile,
    _ script: ScriptText
  ) -> ResultEnd {
    do throws(PictureRefusal) {
      let (picture, source) = try pictureFile(of: rows)
      do throws(AtomicFile.Fault) {
        try file.write(picture.bytes)
        try file.commit(replacing: target.replaces)
      } catch {
        return ResultEnd(fault: Diagnostic(error, at: target.range, in: script))
      }
      let words = "\(target.path): \(picture.words(savedAs: target.path))"
      guard let old = picture.old else {
        note(words)
        return ResultEnd()
      }
      tell(ResultNote(shortfall: words))
      return ResultEnd(oldPicture: OldPicture(name: picture.name, copy: old, source: source))
    } catch {
      return ResultEnd(fault: Diagnostic(error, at: target.range, in: script))
    }
  }

  private func pictureFile(
    of rows: KeptResult
  ) throws(PictureRefusal) -> (PictureFile, source: String) {
    guard rows.rows == 1, let subject = rows.subject(ofRow: 1) else {
      throw .severalItems(rows.rows)
    }
    let found: (picture: ItemPicture, source: String)
    do throws(SourceFault) {
      found = try picture(of: subject)
    } catch {
      throw .source(error)
    }
    switch found.picture {
    case .none: throw .notOffered(source: found.source)
    case .empty: throw .empty(subject)
    case .missing(let name, let reason): throw .missing(name: name, reason: reason)
    case .withheld(let reason): throw .withheld(source: found.source, reason: reason)
    case .bytes(let bytes, let name, _, let old):
      guard let kind = PictureKind(bytes) else { throw .noPicture(name: name, bytes) }
      if let old, settings.demand.isCurrent { throw .old(name, old, source: found.source) }
      return (PictureFile(name: name, kind: kind, bytes: bytes, old: old), found.source)
    }
  }
}

extension Session {
  /// A picture, and the name of the source that it is of.
  private func picture(
    of subject: PictureSubject
  ) throws(SourceFault) -> (picture: ItemPicture, source: String) {
    switch subject {
    case .item(let key, let reference, let values):
      let source = try sources.source(reference)
      let picture = try source?.pictures?.picture(of: key, telling: values) ?? .none
      return (picture, source?.schema.source ?? "")
    case .category(let id, let reference):
      let source = try sources.source(reference)
      return (try source?.pictures?.picture(ofCategory: id) ?? .none, source?.schema.source ?? "")
    }
  }
}

/// The file of a picture as a source gave it.
private struct PictureFile {
  let name: String
  let kind: PictureKind
  let bytes: [UInt8]
  /// The copy that it is, where that is an old one.
  let old: Provenance.Origin?

  /// What is told of it when it is saved, also that its new name says something else than it is.
  func words(savedAs path: String) -> String {
    let age = old?.inNote.map { ", \($0)" } ?? ""
    let size = "\(name) as it came, \(bytes.count) bytes\(age)"
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return kind.endings.contains(ending) ? size : "\(size); it is \(kind.name)"
  }
}

/// Why no picture is saved.
private enum PictureRefusal: Error {
  case severalItems(Int)
  case notOffered(source: String)
  case empty(PictureSubject)
  case missing(name: String, reason: String)
  case withheld(source: String, reason: String)
  case noPicture(name: String, [UInt8])
  case source(SourceFault)
  case old(String, Provenance.Origin, source: String)
}

extension Diagnostic {
  fileprivate init(_ refusal: PictureRefusal, at range: ScriptRange, in source: ScriptText) {
    let label = Label(range)
    switch refusal {
    case .severalItems(let count):
      self.init(
        .noPicture,
        "a picture is saved of one item, and there are \(count == 0 ? "none" : "\(count)")",
        at: label, remarks: [.help("`show ID | save \"NAME.jpg\"` saves that of one item")],
        in: source)
    case .notOffered(let name):
      self.init(.notOffered, "\(name) has no pictures", at: label, in: source)
    case .empty(.item(let key, _, _)):
      self.init(.noPicture, "the item `\(key)` has no picture", at: label, in: source)
    case .empty(.category(let id, _)):
      self.init(.noPicture, "the category `\(id)` has no picture", at: label, in: source)
    case .missing(let name, let reason):
      self.init(.noPicture, "the picture \(name) is not there (\(reason))", at: label, in: source)
    case .withheld(let name, let reason):
      self.init(
        .noPicture, "a copy of \(name) is shown without pictures (\(reason))", at: label,
        in: source)
    case .noPicture(let name, let bytes):
      self.init(
        .noPicture, "\(name): \(PictureFault(unknown: bytes).words)", at: label, in: source)
    case .source(let fault): self.init(fault, at: range, in: source)
    case .old(let file, let copy, let name):
      self = .notCurrent(Provenance.Reading(.attached(file), copy, of: name), range, in: source)
    }
  }
}
