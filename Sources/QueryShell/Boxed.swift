// SPDX-License-Identifier: MIT

/// A large value that is seldom asked for: whoever holds it moves a reference about.
final class Boxed<Value> {
  let value: Value

  init(_ value: Value) { self.value = value }
}
