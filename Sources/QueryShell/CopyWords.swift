import Catalogue

/// What is said of where rows come from.
extension ScanReport.Copy {
  /// Such as `copy of 3 min ago`; nil for what needs no word.
  var inFooter: String? {
    switch self {
    case .file, .live: nil
    case .sample(let reason): with(reason, "sample")
    case .kept(let age, let reason): with(reason, "copy of \(Self.ago(age))")
    }
  }

  /// The same as a sentence's end, for where no footer stands.
  var inNote: String? {
    switch self {
    case .file, .live: nil
    case .sample(let reason): with(reason, "the sample that comes with cq, not live data")
    case .kept(let age, let reason): with(reason, "the copy of \(Self.ago(age))")
    }
  }

  private func with(_ reason: String?, _ text: String) -> String {
    reason.map { "\(text) (\($0))" } ?? text
  }

  /// How long ago something was, in its largest whole unit.
  static func ago(_ seconds: Int) -> String {
    switch seconds {
    case ..<60: "\(max(seconds, 0)) s ago"
    case ..<3_600: "\(seconds / 60) min ago"
    case ..<86_400: "\(seconds / 3_600) h ago"
    default: "\(seconds / 86_400) d ago"
    }
  }
}
