// SPDX-License-Identifier: MIT

/// What a file that should be a picture is, by its first bytes: names and addresses lie.
package enum PictureKind: Sendable, CaseIterable {
  case jpeg
  case png
  case gif
  case webp
  case avif
  case tiff
  case bmp

  /// Nil for bytes that are no picture of a known kind.
  package init?(_ bytes: [UInt8]) {
    let kind = Self.allCases.first { kind in
      kind.signatures.contains { $0.matches(bytes) }
    }
    guard let kind else { return nil }
    self = kind
  }

  /// With its article.
  package var name: String {
    switch self {
    case .jpeg: "a JPEG"
    case .png: "a PNG"
    case .gif: "a GIF"
    case .webp: "a WebP"
    case .avif: "an AVIF"
    case .tiff: "a TIFF"
    case .bmp: "a BMP"
    }
  }

  /// The endings of the names that such files have.
  package var endings: [String] {
    switch self {
    case .jpeg: ["jpg", "jpeg"]
    case .png: ["png"]
    case .gif: ["gif"]
    case .webp: ["webp"]
    case .avif: ["avif"]
    case .tiff: ["tif", "tiff"]
    case .bmp: ["bmp"]
    }
  }

  /// Bytes at some offset.
  private struct Signature {
    var offset = 0
    let bytes: [UInt8]

    init(_ text: String, at offset: Int = 0) {
      bytes = Array(text.utf8)
      self.offset = offset
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    func matches(_ file: [UInt8]) -> Bool { file.dropFirst(offset).starts(with: bytes) }
  }

  private var signatures: [Signature] {
    switch self {
    case .jpeg: [Signature(bytes: [0xFF, 0xD8, 0xFF])]
    case .png: [Signature(bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])]
    case .gif: [Signature("GIF87a"), Signature("GIF89a")]
    case .webp: [Signature("WEBPVP8", at: 8)]
    case .avif: [Signature("ftypavif", at: 4), Signature("ftypavis", at: 4)]
    case .tiff: [Signature("II*\0"), Signature("MM\0*")]
    case .bmp: [Signature("BM")]
    }
  }
}
