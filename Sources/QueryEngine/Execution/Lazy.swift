// SPDX-License-Identifier: MIT

/// What a step brings in from elsewhere: loaded when it is first wanted, and once in a run, however
/// many groups the step runs in.
final class Lazy<Content> {
  private let load: () throws(ExecutionFault) -> Content
  private var content: Content?

  init(_ load: @escaping () throws(ExecutionFault) -> Content) { self.load = load }

  func get() throws(ExecutionFault) -> Content {
    if let content { return content }
    let loaded = try load()
    content = loaded
    return loaded
  }
}
