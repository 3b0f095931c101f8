// SPDX-License-Identifier: MIT

/// A form of words in each language, with `{1}`, `{2}` for what is said in them.
struct SayingForm {
  private let english: String
  private let german: String

  init(_ english: String, _ german: String) {
    self.english = english
    self.german = german
  }

  func said(_ parts: String..., in language: SpokenLanguage) -> String {
    var form = language.text(english, german)[...]
    var said = ""
    while let brace = form.firstIndex(of: "{") {
      said += form[..<brace]
      let place = form.index(after: brace)
      said += parts[(form[place].wholeNumberValue ?? 1) - 1]
      form = form[form.index(place, offsetBy: 2)...]
    }
    return said + form
  }
}
