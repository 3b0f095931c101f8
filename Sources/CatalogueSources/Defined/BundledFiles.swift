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
  static func list(of name: String) -> [UInt8]? {
    switch name {
    case "hotels": PackageResources.hotels_json
    case "shopreme": PackageResources.shopreme_json
    default: nil
    }
  }

  static func item(_ key: String, of name: String) -> [UInt8]? {
    switch "\(name)/\(key)" {
    case "hotels/40611": PackageResources.hotels_40611_json
    case "hotels/80899": PackageResources.hotels_80899_json
    case "hotels/13100": PackageResources.hotels_13100_json
    case "hotels/22470": PackageResources.hotels_22470_json
    case "hotels/85862": PackageResources.hotels_85862_json
    case "hotels/313499": PackageResources.hotels_313499_json
    case "hotels/13370": PackageResources.hotels_13370_json
    default: nil
    }
  }
}
