// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QueryEngine
import ResultRendering

extension CardPicture {
  /// Why a picture is not shown, with its name where that is known.
  init(missing fault: SourceFault) {
    var (fault, name) = (fault, "")
    if case .server(var server) = fault, case .attached(let file)? = server.part {
      server.part = nil
      (fault, name) = (.server(server), " \(file)")
    }
    self.init(words: "picture\(name): \(Diagnostic(fault, at: nil, in: nil).message)")
  }
}

/// The pictures of rows that stand as cards side by side, looked for one after another.
final class GridPictures {
  /// The pictures of more rows than this are not asked for: each may be a request.
  static let most = 100

  private let find: (_ row: Int) throws(SourceFault) -> (picture: ItemPicture, source: String)?
  private let frame: PictureFrame?
  private let wantsCurrent: Bool
  private let text: String?
  /// Whether rows have pictures, and others were not asked for theirs.
  private var hasSome = false
  private var isCut = false
  private var ages: [String] = []
  /// The first old copy that stands for a picture.
  private(set) var old: OldPicture?

  /// The pictures that `find` gives of rows from 1, drawn in a frame. `footer` tells of the rows.
  init(
    in frame: PictureFrame?, wantsCurrent: Bool, footer: String?,
    find: @escaping (Int) throws(SourceFault) -> (picture: ItemPicture, source: String)?
  ) {
    self.frame = frame
    self.wantsCurrent = wantsCurrent
    self.find = find
    text = footer
  }

  /// What the card of a row, from 0, shows of its picture; nil where there is nothing to say.
  func picture(ofRow row: Int) -> CardPicture? {
    guard row < Self.most else {
      isCut = true
      return nil
    }
    do throws(SourceFault) {
      guard let (picture, source) = try find(row + 1) else { return nil }
      if case .none = picture {} else { hasSome = true }
      if case .bytes(_, let name, _, let copy?) = picture, let words = copy.inFooter {
        if wantsCurrent { return CardPicture(words: "picture \(name): not live, only a \(words)") }
        if !ages.contains(words) { ages.append(words) }
        old = old ?? OldPicture(name: name, copy: copy, source: source)
      }
      return CardPicture(picture, in: frame)
    } catch {
      return CardPicture(missing: error)
    }
  }

  /// What is told below the cards, once they are written.
  var footer: String? {
    var lines: [String] = []
    if !ages.isEmpty { lines.append("pictures: \(ages.joined(separator: ", "))") }
    if isCut, hasSome { lines.append("pictures of the first \(Self.most) rows") }
    return (lines + (text.map { [$0] } ?? [])).joined(separator: "\n")
  }
}
