// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QuerySyntax

/// Where a person's settings for every session are.
package enum ConfigurationFile: Sendable, Equatable {
  /// The usual place, where nothing needs to be.
  case usual(String)
  /// The file that `CQ_CONFIG` names.
  case named(String)
  /// `CQ_CONFIG` is empty or names the null device.
  case turnedOff
  /// There is no home.
  case nowhere

  /// The file that a variable names, else the one in a folder.
  init(variable: String?, folder: String?) {
    switch variable {
    case ""?, "/dev/null"?: self = .turnedOff
    case let path?: self = .named(path)
    case nil: self = folder.map { .usual($0 + "/config") } ?? .nowhere
    }
  }

  var path: String? {
    switch self {
    case .usual(let path), .named(let path): path
    case .turnedOff, .nowhere: nil
    }
  }

  /// The settings; nil where there are none. A signal ends the waiting for a pipe.
  func read(noting files: NotedFiles) throws(UnreadableScript) -> ScriptText? {
    guard let path else { return nil }
    let watch = ReadingWatch(noting: files, isCancelled: { Interruption.isRequested })
    do throws(SourceFault) {
      let payload = try Payload.read(
        path: path, limit: Lexer.maximumBytes + 1, watch: watch)
      return ScriptText(name: path, bytes: Array(payload.bytes))
    } catch {
      if case .usual = self, !FileAtPath(path).isThere { return nil }
      throw UnreadableScript(error)
    }
  }
}
