// SPDX-License-Identifier: MIT

internal import CPicture
internal import Catalogue
internal import Glibc
internal import PictureFormats

extension Picture {
  /// What shows through a picture: neither black nor white drawings are lost on it.
  static let background: UInt8 = 0x80

  private static let limits = cq_picture_limits(
    side: UInt32(maximumSide), pixels: UInt32(maximumPixels))

  /// The pixels of a file, upright and with its border.
  package static func decode(_ bytes: [UInt8]) throws(PictureFault) -> Picture {
    guard let kind = PictureKind(bytes) else { throw PictureFault(unknown: bytes) }
    switch kind {
    case .jpeg:
      let decoded = unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe bytes.baseAddress.map { unsafe cq_decode_jpeg($0, bytes.count, limits) }
      }
      return try unsafe picture(decoded, kind, bytes.count).turned(Orientation(jpeg: bytes))
    case .png:
      let decoded = unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe bytes.baseAddress.map { unsafe cq_decode_png($0, bytes.count, background, limits) }
      }
      return try unsafe picture(decoded, kind, bytes.count)
    case .gif, .webp, .avif, .tiff, .bmp: throw .notDrawn(kind)
    }
  }

  /// Takes over what C has decoded.
  private static func picture(
    _ decoded: cq_picture?, _ kind: PictureKind, _ count: Int
  ) throws(PictureFault) -> Picture {
    guard let decoded = unsafe decoded else { throw .empty }
    let width = unsafe Int(decoded.width)
    let height = unsafe Int(decoded.height)
    switch unsafe decoded.outcome {
    case .decoded: break
    case .noLibrary: throw .noLibrary(kind == .png ? "libpng" : "libjpeg")
    case .tooLarge: throw .tooLarge(width: width, height: height)
    case .noMemory: throw .noMemory(width: width, height: height)
    case .unsupported: throw .unsupported(kind)
    case .cutOff: throw .cutOff(bytes: count)
    case .broken: throw unsafe .broken(offset: decoded.offset)
    }
    let pixels = unsafe Array(
      UnsafeBufferPointer(start: decoded.pixels, count: width * height * 3))
    unsafe free(decoded.pixels)
    return Picture(width: width, height: height, pixels: pixels)
  }
}
