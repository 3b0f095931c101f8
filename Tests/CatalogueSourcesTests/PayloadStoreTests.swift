// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Foundation
import TestSupport
import Testing

/// Stores of payloads that need no server.
@Suite struct PayloadStoreTests {
  /// What a store gives for one request: the payload's name and text, `nothing`, or the fault.
  private static func answer(
    _ store: any PayloadStore, _ role: PayloadRequest.Role, at address: String
  ) -> String {
    switch store.payloads([PayloadRequest(role, at: address) { _ in }]).first {
    case .success(let fetched?):
      let text = String(decoding: fetched.payload.bytes.prefix(12), as: UTF8.self)
      return "\(fetched.payload.name): \(text.filter { !$0.isWhitespace })"
    case .success(nil): return "nothing"
    case .failure(let fault): return describe(fault)
    case nil: return "no answer"
    }
  }

  static let samples: [(PayloadRequest.Role, String)] = [
    (.list(category: nil, page: 1), "hotels (sample): [{\"i"),
    (.list(category: nil, page: 2), "nothing"), (.list(category: "x", page: 1), "nothing"),
    (.detail(id: "40611"), "hotels 40611 (sample): {\"id\":40"),
    (.detail(id: "1"), "nothing"), (.relation("related", id: "40611"), "nothing"),
    (.picture(id: "40611"), "nothing"),
  ]

  static let pictures = [
    ("https://x/1.jpg", "a picture"), ("https://x/%31.jpg?size=2", "a picture"),
    ("a7.jpg", "nothing"), ("", "nothing"), ("%", "nothing"), ("40611.json", "nothing"),
  ]

  /// A picture is found by what its address ends in; the sample has four.
  @Test(arguments: pictures) func samplePicture(address: String, answer: String) throws {
    let request = PayloadRequest(.picture(id: "40611"), at: address) { _ in }
    let fetched = try SampleStore(of: "hotels").payloads([request])[0].get()
    let isPicture = fetched?.payload.bytes.starts(with: [0xFF, 0xD8, 0xFF])
    #expect(isPicture.map { $0 ? "a picture" : "no picture" } ?? "nothing" == answer)
  }

  @Test(arguments: samples) func sample(role: PayloadRequest.Role, answer: String) {
    #expect(Self.answer(SampleStore(of: "hotels"), role, at: "x") == answer)
  }

  static let files: [(PayloadRequest.Role, String, String)] = [
    (.list(category: "a", page: 1), "", "FOLDER/in/list-a-1.json: 1"),
    (.list(category: "a", page: 2), "", "nothing"),
    (.list(category: "b", page: 1), "", "cannot open FOLDER/in/list-b-1.json: no such file"),
    (.list(category: "../a", page: 1), "", "nothing"),
    (.detail(id: "7"), "https://x/y/7.json?k", "FOLDER/in/7.json: 2"),
    (.detail(id: "7"), "items/7%208.json?k", "FOLDER/in/items/7 8.json: 3"),
    (.detail(id: "8"), "https://x/8.json", "nothing"),
    (.detail(id: "../secret"), "https://x/..%2Fsecret.json", "nothing"),
    (.detail(id: ".."), "../secret.json", "nothing"),
    (.detail(id: ""), "secret.json", "nothing"),
    (.detail(id: "%2e%2e%2fsecret.json"), "%2e%2e%2fsecret.json", "nothing"),
    (.detail(id: "%2e."), "items/%2e./../secret.json", "nothing"),
    (.detail(id: "%2fetc%2fhostname"), "%2fetc%2fhostname", "nothing"),
    (.detail(id: "7"), "7.json%00", "nothing"), (.detail(id: "7"), "", "nothing"),
    (.detail(id: "7"), "items/..7.json", "nothing"),
    (.relation("related", id: "7"), "https://x/7/related", "FOLDER/in/7.related.json: 4"),
    (.relation("related", id: "../7"), "https://x/", "nothing"),
    (.picture(id: "7"), "https://x/y/7.jpg?k", "FOLDER/in/7.jpg: 5"),
    (.picture(id: "7"), "https://x/y/8.jpg", "nothing"),
    (.picture(id: "7"), "https://x/..%2Fsecret.json", "nothing"),
    (.picture(id: "7"), "https://x/..", "nothing"), (.picture(id: "7"), "", "nothing"),
  ]

  /// Files beside the list are found, and no key of the data leads out of its folder.
  @Test func folder() throws {
    let folder = try TestSupport.temporaryDirectory()
    let files = [
      "secret.json": "0", "in/list-a-1.json": "1", "in/7.json": "2", "in/items/7 8.json": "3",
      "in/7.related.json": "4", "in/7.jpg": "5",
    ]
    try FileManager.default.createDirectory(
      atPath: "\(folder)/in/items", withIntermediateDirectories: true)
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    let store = FolderStore(list: "\(folder)/in/list-{category}-{page}.json", watch: .unwatched)
    let answers = Self.files.map { role, address, _ in
      Self.answer(store, role, at: address).replacing(folder, with: "FOLDER")
    }
    #expect(answers == Self.files.map(\.2))
  }

  /// What is wrong with a payload is told in its place.
  @Test func checksPayloads() {
    let requests = ["wrong", nil].map { reason in
      PayloadRequest(.detail(id: "40611"), at: "") { payload throws(SourceFault) in
        if let reason { throw .wrongShape(name: payload.name, message: reason) }
      }
    }
    let results = SampleStore(of: "hotels").payloads(requests)
    #expect(throws: SourceFault.wrongShape(name: "hotels 40611 (sample)", message: "wrong")) {
      _ = try results[0].get()
    }
    #expect(throws: Never.self) { _ = try results[1].get() }
  }
}
