// SPDX-License-Identifier: MIT

/// The definitions that are part of the program, by the names of their sources.
package enum BundledDefinitions {
  package static let names = ["bestbuy", "chloe", "hotels", "products", "shopreme"]

  /// The text of a definition, without the line above it that names the licence of the file: what
  /// somebody makes of it is theirs.
  package static func definition(of name: String) -> [UInt8]? {
    file(of: name).map { file in
      let text = file.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
      return file.starts(with: "# SPDX".utf8) ? Array(text) : file
    }
  }

  private static func file(of name: String) -> [UInt8]? {
    switch name {
    case "bestbuy": PackageResources.bestbuy_cq
    case "chloe": PackageResources.chloe_cq
    case "hotels": PackageResources.hotels_cq
    case "products": PackageResources.products_cq
    case "shopreme": PackageResources.shopreme_cq
    default: nil
    }
  }
}

/// The samples that are part of the program: small lists made by hand, in the shapes that the
/// services send.
enum BundledSamples {
  /// A payload by the name of its file, such as `hotels_40611`.
  static func payload(_ name: String) -> [UInt8]? {
    switch name {
    case "bestbuy": PackageResources.bestbuy_json
    case "bestbuy_7700101": PackageResources.bestbuy_7700101_json
    case "bestbuy_7700102": PackageResources.bestbuy_7700102_json
    case "bestbuy_7700103": PackageResources.bestbuy_7700103_json
    case "bestbuy_7700104": PackageResources.bestbuy_7700104_json
    case "bestbuy_8880044": PackageResources.bestbuy_8880044_json
    case "bestbuy_8880044_alsoViewed": PackageResources.bestbuy_8880044_alsoViewed_json
    case "chloe_90410001": PackageResources.chloe_90410001_json
    case "chloe_90410002": PackageResources.chloe_90410002_json
    case "chloe_90410003": PackageResources.chloe_90410003_json
    case "chloe_90410004": PackageResources.chloe_90410004_json
    case "chloe_90410005": PackageResources.chloe_90410005_json
    case "chloe_90410006": PackageResources.chloe_90410006_json
    case "chloe_90410007": PackageResources.chloe_90410007_json
    case "chloe_90410008": PackageResources.chloe_90410008_json
    case "chloe_90410009": PackageResources.chloe_90410009_json
    case "chloe_90410010": PackageResources.chloe_90410010_json
    case "chloe_90410011": PackageResources.chloe_90410011_json
    case "chloe_90410012": PackageResources.chloe_90410012_json
    case "chloe_90410013": PackageResources.chloe_90410013_json
    case "chloe_90410001AK_20_f.jpg": PackageResources.chloe_90410001AK_20_f_jpg
    case "chloe_90410002BK_20_f.jpg": PackageResources.chloe_90410002BK_20_f_jpg
    case "chloe_90410003CX_20_f.jpg": PackageResources.chloe_90410003CX_20_f_jpg
    case "chloe_90410009HQ_20_f.jpg": PackageResources.chloe_90410009HQ_20_f_jpg
    case "chloe_drsss": PackageResources.chloe_drsss_json
    case "chloe_nwrrvlsbgs": PackageResources.chloe_nwrrvlsbgs_json
    case "chloe_shssnkrs": PackageResources.chloe_shssnkrs_json
    case "chloe_skrtsnds": PackageResources.chloe_skrtsnds_json
    case "hotels": PackageResources.hotels_json
    case "hotels_1.jpg": PackageResources.hotels_1_jpg
    case "hotels_3.jpg": PackageResources.hotels_3_jpg
    case "hotels_4.jpg": PackageResources.hotels_4_jpg
    case "hotels_6.jpg": PackageResources.hotels_6_jpg
    case "hotels_13100": PackageResources.hotels_13100_json
    case "hotels_13370": PackageResources.hotels_13370_json
    case "hotels_22470": PackageResources.hotels_22470_json
    case "hotels_313499": PackageResources.hotels_313499_json
    case "hotels_40611": PackageResources.hotels_40611_json
    case "hotels_80899": PackageResources.hotels_80899_json
    case "hotels_85862": PackageResources.hotels_85862_json
    case "products": PackageResources.products_json
    case "shopreme": PackageResources.shopreme_json
    // What others looked at stands for related products, of which the service names none.
    case "bestbuy_8880044_related": PackageResources.bestbuy_8880044_alsoViewed_json
    default: nil
    }
  }
}
