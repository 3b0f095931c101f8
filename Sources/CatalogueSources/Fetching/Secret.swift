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
    /// A field of the header, such as `X-Api-Key`, with `{key}` in its form for the key, or
    /// `{base64}` for that in the code of Basic authentication.
    case header(String, form: String = "{key}")
  }

  package let carrier: Carrier
  /// Only what sends the request and what redacts a reply may read it.
  package let value: String

  package init(_ carrier: Carrier, value: String) {
    self.carrier = carrier
    self.value = value
  }

  /// The field that carries it; nil where a parameter does. It holds the secret.
  var field: HTTPField? {
    guard case .header(let name, let form) = carrier else { return nil }
    let coded = form.replacing("{base64}", with: Base64.encoded(Array(value.utf8)))
    return HTTPField(name, coded.replacing("{key}", with: value))
  }

  package var description: String { "***" }
  package var debugDescription: String { "***" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
