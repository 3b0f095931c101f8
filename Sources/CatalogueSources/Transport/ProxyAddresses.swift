// SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// Where the proxies are that the environment names: a connection to one of them says nothing of
/// the server behind it.
final class ProxyAddresses: Sendable {
  private struct Place: Hashable {
    let address: IPAddress
    let port: Int
  }

  private let variable: @Sendable (String) -> String?
  /// Nil until somebody asks.
  private let places = Mutex<Set<Place>?>(nil)

  init(variable: @escaping @Sendable (String) -> String? = ProxyAddresses.environment) {
    self.variable = variable
  }

  /// Those that libcurl reads.
  private static let variables = [
    "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
  ]

  func contain(_ address: IPAddress, port: Int) -> Bool {
    places.withLock { places in
      let known = places ?? Set(Self.variables.compactMap(variable).flatMap(Self.places))
      places = known
      return known.contains(Place(address: address, port: port))
    }
  }

  /// The places of a proxy such as `http://name:password@proxy.example:3128/`.
  private static func places(_ text: String) -> [Place] {
    let parts = text.split(separator: "://", maxSplits: 1)
    guard let rest = parts.last, let authority = rest.split(separator: "/").first,
      let server = authority.split(separator: "@").last
    else { return [] }
    let scheme = parts.count > 1 ? parts[0].lowercased() : "http"
    let bracket = server.lastIndex(of: "]") ?? server.startIndex
    let colon = server[bracket...].lastIndex(of: ":")
    let host = String(server[..<(colon ?? server.endIndex)])
    let port = colon.map { Int(server[server.index(after: $0)...]) ?? 0 }
    let addresses = IPAddress(host: host).map { [$0] } ?? HostLookup.addresses(of: host)
    return addresses.map { Place(address: $0, port: port ?? (scheme == "https" ? 443 : 1080)) }
  }

  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
