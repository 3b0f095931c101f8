// SPDX-License-Identifier: MIT

package import Catalogue

/// The payloads of a source in files: a list, and what belongs to single items beside it.
///
/// The path of the list may have `{category}` and `{page}` in it, for a list in several files.
package struct FolderStore: PayloadStore {
  private let list: String
  private let readsPartialFiles: Bool
  private let watch: ReadingWatch

  /// With `readsPartialFiles` a list that breaks off ends where it does.
  package init(list: String, readsPartialFiles: Bool = false, watch: ReadingWatch) {
    self.list = list
    self.readsPartialFiles = readsPartialFiles
    self.watch = watch
  }

  package var isLocal: Bool { true }

  /// Whether each category, and each page, has a file of its own.
  var hasCategories: Bool { list.contains("{category}") }
  var hasPages: Bool { list.contains("{page}") }

  package func payloads(
    _ requests: [PayloadRequest]
  ) -> [Result<FetchedPayload?, SourceFault>] {
    requests.map { request in
      Result { () throws(SourceFault) in try payload(request) }
    }
  }

  private func payload(_ request: PayloadRequest) throws(SourceFault) -> FetchedPayload? {
    guard let path = path(of: request), var payload = try read(path, request.role) else {
      return nil
    }
    try request.check(&payload)
    return FetchedPayload(payload, copy: .file)
  }

  /// A list has to be there, at least its first page; anything else may be missing.
  private func read(
    _ path: String, _ role: PayloadRequest.Role
  ) throws(SourceFault) -> Payload? {
    do throws(SourceFault) {
      var payload = try Payload.read(path: path, unpacking: role.isList, watch: watch)
      if case .list = role { payload.readsPartially = readsPartialFiles }
      return payload
    } catch {
      guard case .cannotOpen(_, let reason) = error, reason.isAbsence else { throw error }
      if case .list(_, page: 1) = role { throw error }
      return nil
    }
  }

  /// The file of a request; nil where its key, which comes from data, is no name of a file.
  private func path(of request: PayloadRequest) -> String? {
    switch request.role {
    case .list(let category, let page):
      guard category.map(Self.isFileName) ?? true else { return nil }
      return list.replacing("{category}", with: category ?? "")
        .replacing("{page}", with: "\(page)")
    case .detail(let id): return beside(request.address, id, "\(id).json")
    case .relation(let name, let id): return beside(request.address, id, "\(id).\(name).json")
    case .picture:
      guard let name = request.fileName, Self.isFileName(name) else { return nil }
      return folder + name
    }
  }

  /// A relative address leads on from the list's folder; what has one on a server has the usual
  /// name in it.
  private func beside(_ address: String, _ id: String, _ usual: String) -> String? {
    guard Self.isFileName(id) else { return nil }
    if address.contains("://") { return folder + usual }
    let path = address.prefix { $0 != "?" }
    guard let path = Percent.decoded(String(path)), Self.staysInside(path) else { return nil }
    return folder + path
  }

  /// Whether a path leads to something in the folder that it begins in. A code such as `%2e`, which
  /// may come from a key, is a part of the path only once it is decoded.
  private static func staysInside(_ path: String) -> Bool {
    let steps = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return steps.first?.isEmpty == false && !path.utf8.contains(0)
      && steps.allSatisfy { !$0.elementsEqual("..".utf8) }
  }

  /// The list's folder, with a slash at its end.
  private var folder: String { list.lastIndex(of: "/").map { String(list[...$0]) } ?? "" }

  /// Whether a key is the name of a file, and leads out of no folder.
  private static func isFileName(_ key: String) -> Bool {
    !key.isEmpty && key.utf8.count <= 120 && key.utf8.first != UInt8(ascii: ".")
      && key.utf8.allSatisfy { $0 != UInt8(ascii: "/") && $0 != 0 }
  }
}
