// SPDX-License-Identifier: MIT

extension Rule {
  /// Every rule; the test of the repository and the samples that break each go by this list.
  static let all: [Rule] = [
    .imports, .manifest, .importPage, .circles, .picture, .streams,
    .fileLength, .functionLength, .lineLength,
    .traps, .reasons, .markers, .typeNames, .machinePaths, .options, .commands,
    .whitespace, .switches, .stepTypes, .neutralFormats, .deadFiles, .licences, .documentation,
    .links,
    .decisionRecords, .diagnosticPages, .placeLists, .watches,
  ]
}
