// SPDX-License-Identifier: MIT

import Catalogue

// Texts, and the codes of texts.
extension BatchReader {
  func texts(
    _ place: FieldPlace, _ rows: Range<Int>, isLarge: Bool
  ) throws(ArrowFault) -> TextColumn {
    let validity = try validity(place, rows)
    let offsets = try offsets(place, 1, rows, isLarge: isLarge)
    let bytes = try bytes(place, 2, offsets[0]..<offsets[rows.count])
    let relative = Self.relative(offsets)
    guard UTF8Check.isText(bytes.slice), UTF8Check.areBoundaries(relative, bytes) else {
      throw Self.noText
    }
    let content = Buffer<UInt8>(bytes.block).region(bytes.range)
    guard let packed = PackedText(bytes: content, offsets: relative) else {
      preconditionFailure("offsets were checked when they were read")
    }
    return TextColumn(packed, validity: validity)
  }

  /// The same offsets from the first one on.
  private static func relative(_ offsets: Buffer<Int>) -> Buffer<Int> {
    let (first, places) = (offsets[0], offsets.span)
    return unsafe Buffer<Int>(capacity: places.count) { target, count in
      for index in places.indices {
        unsafe target.initializeElement(at: index, to: places[index] - first)
      }
      count = places.count
    }
  }

  private static let noText = ArrowFault.damaged("it has a text that is no UTF-8")

  /// Where some rows begin and the last one ends, in what they are of: never negative or falling.
  func offsets(
    _ place: FieldPlace, _ buffer: Int, _ rows: Range<Int>, isLarge: Bool
  ) throws(ArrowFault) -> Buffer<Int> {
    let all = rows.lowerBound..<rows.upperBound + 1
    let found =
      isLarge
      ? try numbers(place, buffer, all, Int.self)
      : Self.offsets(try numbers(place, buffer, all, Int32.self))
    guard Self.rises(found) else { throw .damaged("it has offsets that fall") }
    return found
  }

  private static func offsets(_ values: Buffer<Int32>) -> Buffer<Int> {
    let source = values.span
    return unsafe Buffer(capacity: values.count) { target, count in
      for index in source.indices {
        unsafe target.initializeElement(at: index, to: Int(source[index]))
      }
      count = source.count
    }
  }

  private static func rises(_ offsets: Buffer<Int>) -> Bool {
    let span = offsets.span
    var isRising = span[0] >= 0
    for index in 1..<span.count { isRising = isRising && span[index] >= span[index - 1] }
    return isRising
  }

  /// Texts of at most twelve bytes stand in their views; of others these say in which of the
  /// further buffers they are, and where.
  func textViews(_ place: FieldPlace, _ rows: Range<Int>) throws(ArrowFault) -> TextColumn {
    let validity = try validity(place, rows)
    let views = try bytes(place, 1, rows.lowerBound * 16..<rows.upperBound * 16)
    let buffers = try viewedParts(place, views, rows.count, validity)
    var builder = TextColumnBuilder()
    var room = ArrowLimit.texts
    for row in 0..<rows.count {
      guard validity?[row] ?? true else {
        builder.appendNull()
        continue
      }
      let view = views.range.lowerBound + 16 * row
      let length = Int(views.block.little(Int32.self, at: view))
      let text: ArraySlice<UInt8>
      if length <= 12 {
        text = views.block[view + 4..<view + 4 + length]
      } else {
        let buffer = Int(views.block.little(Int32.self, at: view + 8))
        let part = buffers[buffer]
        let offset = Int(views.block.little(Int32.self, at: view + 12)) - part.first
        let start = part.bytes.range.lowerBound + offset
        text = part.bytes.block[start..<start + length]
      }
      guard UTF8Check.isText(text) else { throw Self.noText }
      room -= length
      if room < 0 { throw .unread("has more than \(ArrowLimit.texts >> 20) MiB in a few rows") }
      builder.append(text)
    }
    return builder.finish()
  }

  /// The part of each further buffer in which the texts of some views stand, with its first byte.
  private func viewedParts(
    _ place: FieldPlace, _ views: ArrowBytes, _ count: Int, _ validity: Bitmap?
  ) throws(ArrowFault) -> [(first: Int, bytes: ArrowBytes)] {
    let buffers = place.buffers.count - 2
    var ranges = [Range<Int>?](repeating: nil, count: buffers)
    for row in 0..<count where validity?[row] ?? true {
      let view = views.range.lowerBound + 16 * row
      let length = Int(views.block.little(Int32.self, at: view))
      if (0...12).contains(length) { continue }
      let buffer = Int(views.block.little(Int32.self, at: view + 8))
      let offset = Int(views.block.little(Int32.self, at: view + 12))
      guard length > 0, (0..<buffers).contains(buffer), offset >= 0 else {
        throw .damaged("it has a text that stands nowhere")
      }
      let known = ranges[buffer] ?? offset..<offset + length
      ranges[buffer] =
        min(known.lowerBound, offset)..<max(known.upperBound, offset + length)
    }
    var parts: [(first: Int, bytes: ArrowBytes)] = []
    for (buffer, range) in ranges.enumerated() {
      let range = range ?? 0..<0
      parts.append((range.lowerBound, try bytes(place, 2 + buffer, range)))
    }
    return parts
  }

  // Dictionaries.

  /// The values for which the codes of some rows stand.
  func coded(
    _ place: FieldPlace, _ rows: Range<Int>, _ encoding: ArrowField.Dictionary
  ) throws(ArrowFault) -> Column {
    let (dictionary, known) = try dictionaries(encoding.id)
    let validity = try validity(place, rows)
    let codes = try wholes(place, 1, rows, encoding.index)
    for row in 0..<rows.count where validity?[row] ?? true {
      guard codes[row] >= 0, codes[row] < known else {
        throw .damaged("it has a code that its dictionary has not")
      }
    }
    hasFractions = hasFractions || dictionary.hasFractions
    if !dictionary.rejected.isEmpty {
      for row in 0..<rows.count where validity?[row] ?? true {
        if let fault = dictionary.rejected[Int(codes[row])] {
          reject(rows.lowerBound + row, fault)
        }
      }
    }
    return dictionary.values(of: codes, validity)
  }
}

extension UTF8Check {
  /// Whether no character of a text reaches over any of some offsets.
  fileprivate static func areBoundaries(_ offsets: Buffer<Int>, _ bytes: ArrowBytes) -> Bool {
    let (places, text) = (offsets.span, bytes.block.span)
    let (start, end) = (bytes.range.lowerBound, bytes.range.upperBound)
    for index in places.indices {
      let place = start + places[index]
      if place < end, text[place] & 0xC0 == 0x80 { return false }
    }
    return true
  }
}
