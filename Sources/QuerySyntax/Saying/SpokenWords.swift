// SPDX-License-Identifier: MIT

// Words of the language that stand within values and forms, as other languages have them.
extension FunctionName {
  /// What it is called in a sentence; no two have one name.
  func said(in language: SpokenLanguage) -> String {
    language.text(rawValue, germanOfMany ?? germanOfOne)
  }

  /// Of those that look at several rows; nil for the others.
  private var germanOfMany: String? {
    switch self {
    case .avg: "Durchschnitt"
    case .count: "Anzahl"
    case .distinctCount: "Anzahl_verschiedener"
    case .fill: "Auffüllung"
    case .first: "erster_Wert"
    case .last: "letzter_Wert"
    case .list: "Liste"
    case .max: "größter_Wert"
    case .median: "Median"
    case .min: "kleinster_Wert"
    case .percentile: "Perzentil"
    case .previous: "voriger_Wert"
    case .rank: "Rang"
    case .rowNumber: "Zeilennummer"
    case .share: "Anteil"
    case .stddev: "Standardabweichung"
    case .sum: "Summe"
    case .variance: "Varianz"
    default: nil
    }
  }

  private var germanOfOne: String {
    switch self {
    case .abs: "Betrag"
    case .ceil: "Aufrundung"
    case .coalesce: "Ersatzwert"
    case .date: "Datum"
    case .day: "Tag"
    case .exp: "Exponentialwert"
    case .extract: "Auszug"
    case .floor: "Abrundung"
    case .hour: "Stunde"
    case .int: "ganze_Zahl"
    case .join: "Verkettung"
    case .len: "Länge"
    case .ln: "natürlicher_Logarithmus"
    case .log: "Logarithmus"
    case .lower: "Kleinschreibung"
    case .minute: "Minute"
    case .month: "Monat"
    case .number: "Zahl"
    case .power: "Potenz"
    case .replace: "Ersetzung"
    case .reverse: "Umkehrung"
    case .round: "Rundung"
    case .second: "Sekunde"
    case .slice: "Abschnitt"
    case .sorted: "Sortierung"
    case .split: "Zerlegung"
    case .sqrt: "Wurzel"
    case .startOf: "Beginn"
    case .substring: "Teiltext"
    case .text: "Text"
    case .title: "Titelschreibung"
    case .today: "heute"
    case .trim: "Zuschnitt"
    case .unique: "Verschiedene"
    case .upper: "Großschreibung"
    case .weekday: "Wochentag"
    case .year: "Jahr"
    default: rawValue
    }
  }
}

/// Words of time, of which scripts take both forms.
enum SpokenTime {
  private static let units: [(english: [String], german: (one: String, many: String))] = [
    (["second", "seconds"], ("Sekunde", "Sekunden")),
    (["minute", "minutes"], ("Minute", "Minuten")),
    (["hour", "hours"], ("Stunde", "Stunden")), (["day", "days"], ("Tag", "Tage")),
    (["week", "weeks"], ("Woche", "Wochen")),
  ]

  /// A unit behind a number; other units are called the same everywhere.
  static func unit(_ word: String, of number: String, in language: SpokenLanguage) -> String {
    let unit = units.first { $0.english.contains(word.lowercased()) }
    guard let unit else { return word }
    return language.text(word, number == "1" ? unit.german.one : unit.german.many)
  }

  /// When a list was read, as a script says it without quotes: `yesterday`, `3 days ago`.
  static func moment(_ words: String, in language: SpokenLanguage) -> String {
    let parts = words.lowercased().split(separator: " ").map(String.init)
    switch parts.last {
    case "today": return language.text("today", "von heute")
    case "yesterday": return language.text("yesterday", "von gestern")
    case "ago" where parts.count == 3:
      let unit = unit(parts[1], of: parts[0], in: language)
      // Behind `vor` stands `Tagen`.
      let end = parts[0] == "1" || unit.hasSuffix("n") ? "" : "n"
      return language.text(words, "von vor \(parts[0]) \(unit)\(end)")
    default:
      let isDay = words.count == 10 && words.first?.isNumber ?? false
      return language.text(
        isDay ? "on \(words)" : "at \(words)", "\(isDay ? "vom" : "von") \(words)")
    }
  }
}

// How results are written.
extension SayingForm {
  static let table = SayingForm("a table", "Tabelle")
  static let card = SayingForm("cards", "Karten")
  static let list = SayingForm("a list", "Liste")
  static let plain = SayingForm("plain columns", "schlichte Spalten")
  static let headedBy = SayingForm("{1} headed by {2}", "{1} mit Überschriften aus {2}")
  static let bars = SayingForm("bars of {1} by {2}", "Balken von {1} nach {2}")
  static let barsOfParts = SayingForm(
    "bars of {1} by {2}, split by {3}", "Balken von {1} nach {2}, geteilt nach {3}")
  static let histogram = SayingForm("a histogram of {1}", "Häufigkeiten von {1}")
  static let histogramAt = SayingForm(
    "a histogram of {1} with ends at {2}", "Häufigkeiten von {1} mit den Grenzen {2}")
  static let line = SayingForm("a line of {1} by {2}", "Linie von {1} über {2}")
  static let lines = SayingForm(
    "lines of {1} by {2}, one for each {3}", "Linien von {1} über {2}, eine je {3}")
  static let scatter = SayingForm("points of {1} and {2}", "Punkte aus {1} und {2}")
  static let drawnAs = SayingForm("{1} with {2}", "{1} mit {2}")

  /// A format of rows by its name; nil for one that is called the same everywhere.
  static func format(_ name: String) -> SayingForm? {
    switch name {
    case "table": table
    case "card": card
    case "list": list
    case "plain": plain
    default: nil
    }
  }
}
