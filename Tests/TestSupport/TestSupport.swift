// SPDX-License-Identifier: MIT

import Foundation

/// Where a test finds what was built and what it may write to.
package enum TestSupport {
  /// The folder that holds the built `cq`: the one of the running test bundle.
  package static var productsDirectory: String {
    let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return parent(of: executable ?? CommandLine.arguments[0])
  }

  /// The folder of `Package.swift`.
  package static var repositoryRoot: String {
    parent(of: parent(of: parent(of: #filePath)))
  }

  /// The folder of all temporary folders of this process, removed when it ends.
  private static let temporaryRoot: String = {
    let root = NSTemporaryDirectory() + "cq-test-\(ProcessInfo.processInfo.processIdentifier)"
    atexit { try? FileManager.default.removeItem(atPath: TestSupport.temporaryRoot) }
    return root
  }()

  /// A new, empty folder that nobody else uses.
  package static func temporaryDirectory() throws -> String {
    let path = temporaryRoot + "/" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return path
  }

  package static func text(ofFile path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private static func parent(of path: String) -> String {
    (path as NSString).deletingLastPathComponent
  }
}
