/// The definitions that are part of the program, by the names of their sources.
package enum BundledDefinitions {
  package static let names = ["hotels", "shopreme"]

  package static func definition(of name: String) -> [UInt8]? {
    switch name {
    case "hotels": PackageResources.hotels_cq
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
    case "shopreme": PackageResources.shopreme_json
    default: nil
    }
  }
}
