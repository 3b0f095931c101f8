// SPDX-License-Identifier: MIT

import Catalogue

/// A long file that is not held: what is known of it, and the way to its windows.
struct SurveyedFile: Sendable {
  let file: OpenedFile
  let text: WindowedText
  let survey: FileSurvey

  /// Nil for a file that is read whole: a short one, one that is no regular file, and one in which
  /// not everything is plainly as it should be.
  init?(path: String, watch: ReadingWatch) throws(SourceFault) {
    let sizes = watch.windows
    guard let file = try OpenedFile(path: path, watch: watch), file.size >= sizes.leastFile else {
      return nil
    }
    let head = try file.part(0..<min(sizes.window, file.size))
    guard let text = KnownFormats.windows(ofFileBeginning: head),
      let survey = try FileSurvey(of: file, text, sizes)
    else { return nil }
    self.file = file
    self.text = text
    self.survey = survey
  }
}
