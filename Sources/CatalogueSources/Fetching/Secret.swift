// SPDX-License-Identifier: MIT

/// A key for a service, with the way in which it is sent.
///
/// Nothing describes its value: printing, interpolating or reflecting it gives `***`.
package struct Secret: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  package enum Carrier: Sendable, Equatable {
    /// A parameter of the query, such as `apiKey`.
    case parameter(String)
    /// A field of the header, such as `X-Api-Key`.
    case header(String)
  }

  package let carrier: Carrier
  /// Only what sends the request and what redacts a reply may read it.
  package let value: String

  package init(_ carrier: Carrier, value: String) {
    self.carrier = carrier
    self.value = value
  }

  package var description: String { "***" }
  package var debugDescription: String { "***" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
