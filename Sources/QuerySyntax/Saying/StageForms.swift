// SPDX-License-Identifier: MIT

// How statements and stages are said, one a line.
extension SayingForm {
  static let take = SayingForm("take {1}", "nimm {1}")
  static let fromCurrent = SayingForm("take the current list", "nimm die aktuelle Liste")
  static let currentList = SayingForm("the current list", "der aktuellen Liste")
  static let changesBy = SayingForm("{1} by {2}", "{1} anhand von {2}")
  static let fromLast = SayingForm("take the last result", "nimm das letzte Ergebnis")
  static let categories = SayingForm("take the categories of {1}", "nimm die Kategorien von {1}")
  static let takeSources = SayingForm("take the sources", "nimm die Quellen")
  static let item = SayingForm("take item {1}", "nimm den Artikel {1}")
  static let itemOf = SayingForm("take item {1} of {2}", "nimm den Artikel {1} von {2}")
  static let relation = SayingForm("take {1} of each", "nimm {1} von jeder Zeile")
  static let relationOfItem = SayingForm("take {1} of item {2}", "nimm {1} von Artikel {2}")
  static let relationOfItemOf = SayingForm(
    "take {1} of item {2} of {3}", "nimm {1} von Artikel {2} von {3}")
  static let history = SayingForm(
    "take item {1} in all readings", "nimm den Artikel {1} in allen gelesenen Fassungen")
  static let historyOf = SayingForm(
    "take item {1} of {2} in all readings",
    "nimm den Artikel {1} von {2} in allen gelesenen Fassungen")
  static let withPicture = SayingForm(
    "{1}, with its picture {2} wide", "{1}, mit seinem Bild {2} breit")
  static let changes = SayingForm("compare {1} with {2}", "vergleiche {1} mit {2}")
  static let changesWithout = SayingForm("{1}, leaving out {2}", "{1}, ohne {2}")
  static let changesWithin = SayingForm("{1}, within {2}", "{1}, auf {2} genau")
  static let inCategory = SayingForm("{1} in category {2}", "{1} in der Kategorie {2}")
  static let inCategories = SayingForm(
    "{1} in categories {2}", "{1} in den Kategorien {2}")
  static let asOf = SayingForm("{1} as it was {2}", "{1} im Stand {2}")
  static let readAs = SayingForm("{1} ({2})", "{1} ({2})")
  static let wholeDocument = SayingForm("as one row", "als eine Zeile")
  static let listInDocument = SayingForm("its list {1}", "darin die Liste {1}")
  static let separated = SayingForm("with separator {1}", "mit dem Trennzeichen {1}")
  static let headed = SayingForm("with a row of names", "mit einer Zeile für Namen")
  static let headless = SayingForm("without a row of names", "ohne eine Zeile für Namen")
  static let decimalComma = SayingForm("with decimal comma", "mit Dezimalkomma")
  static let decimalPoint = SayingForm("with decimal point", "mit Dezimalpunkt")
  static let lastResult = SayingForm("the last result", "das letzte Ergebnis")
  static let filter = SayingForm("keep where {1}", "behalte, wofür gilt: {1}")
  static let search = SayingForm(
    "keep what has all words of {1}", "behalte, worin alle Wörter von {1} stehen")
  static let searchIn = SayingForm(
    "keep what has all words of {1} in {2}", "behalte, wo alle Wörter von {1} in {2} stehen")
  static let sort = SayingForm("sort by {1}", "ordne nach {1}")
  static let largestFirst = SayingForm("{1}, largest first", "{1}, größte zuerst")
  static let smallestFirst = SayingForm("{1}, smallest first", "{1}, kleinste zuerst")
  static let missingFirst = SayingForm("{1}, missing first", "{1}, fehlende zuerst")
  static let thenBy = SayingForm("{1}, then {2}", "{1}, dann {2}")
  static let top = SayingForm("take the {1} with {2}", "nimm die {1} mit {2}")
  static let topOne = SayingForm("take the row with {2}", "nimm die Zeile mit {2}")
  static let largest = SayingForm("the largest {1}", "größtem {1}")
  static let smallest = SayingForm("the smallest {1}", "kleinstem {1}")
  static let limit = SayingForm("take the first {1}", "nimm die ersten {1}")
  static let limitToOne = SayingForm("take the first row", "nimm die erste Zeile")
  static let skip = SayingForm("leave out the first {1}", "überspringe die ersten {1}")
  static let skipOne = SayingForm("leave out the first row", "überspringe die erste Zeile")
  static let page = SayingForm("take page {1}", "nimm die Seite {1}")
  static let pageOf = SayingForm(
    "take page {1} at {2} rows a page", "nimm die Seite {1} zu je {2} Zeilen")
  static let pageOfOne = SayingForm(
    "take page {1} at one row a page", "nimm die Seite {1} zu je einer Zeile")
  static let sample = SayingForm("take {1} rows by chance", "nimm zufällig {1} der Zeilen")
  static let sampleOfOne = SayingForm("take one row by chance", "nimm zufällig eine der Zeilen")
  static let fromSeed = SayingForm("{1}, from seed {2}", "{1}, mit dem Startwert {2}")
  static let showAll = SayingForm("show everything", "zeige alles")
  static let show = SayingForm("show {1}", "zeige {1}")
  static let drop = SayingForm("remove {1}", "entferne {1}")
  static let distinct = SayingForm("keep one row for each {1}", "behalte je {1} eine Zeile")
  static let distinctRow = SayingForm("keep each row once", "behalte jede Zeile einmal")
  static let extend = SayingForm("add {1}", "ergänze {1}")
  static let named = SayingForm("{1}: {2}", "{1}: {2}")
  static let rename = SayingForm("rename {1}", "benenne um: {1}")
  static let renamed = SayingForm("{1} to {2}", "{1} in {2}")
  static let count = SayingForm("count", "zähle")
  static let countBy = SayingForm("count for each {1}", "zähle je {1}")
  static let summarize = SayingForm("compute {1}", "berechne {1}")
  static let summarizeBy = SayingForm("compute {1} for each {2}", "berechne {1} je {2}")
  static let group = SayingForm("for each {1} ({2})", "je {1} ({2})")
  static let expand = SayingForm(
    "make a row for each element of {1}", "mache aus jedem Element von {1} eine Zeile")
  static let join = SayingForm("pair with {1} where {2}", "verbinde mit {1}, wo gilt: {2}")
  static let joinLeft = SayingForm(
    "pair with {1} where {2}, and keep the rest",
    "verbinde mit {1}, wo gilt: {2}, und behalte den Rest")
  static let union = SayingForm("add the rows of {1}", "füge die Zeilen von {1} an")
  static let relationStage = SayingForm("take {1} of each row", "nimm zu jeder Zeile {1}")
  static let apply = SayingForm("do {1}", "führe {1} aus")
  static let applyWith = SayingForm("do {1} with {2}", "führe {1} mit {2} aus")
  static let assert = SayingForm("stop unless {1}", "halte an, es sei denn, es gilt: {1}")
  static let assertSaying = SayingForm(
    "stop unless {1}, saying {2}", "halte mit den Worten {2} an, es sei denn, es gilt: {1}")
  static let expectRows = SayingForm(
    "stop unless the number of rows {1}", "halte an, es sei denn, die Zahl der Zeilen {1}")
  static let expectNoRows = SayingForm(
    "stop unless there are no rows", "halte an, es sei denn, es gibt keine Zeilen")
  static let expectColumns = SayingForm(
    "stop unless the columns are {1}", "halte an, es sei denn, die Spalten sind {1}")
  static let expectSame = SayingForm(
    "stop unless the rows are those of {1}", "halte an, es sei denn, die Zeilen sind die von {1}")
  static let expectLive = SayingForm(
    "stop unless all is live", "halte an, es sei denn, alles ist frisch vom Server")
  static let save = SayingForm("write to {1}", "schreibe nach {1}")
  static let saveAs = SayingForm("write to {1} as {2}", "schreibe nach {1} als {2}")
  static let replacing = SayingForm(
    "{1}, over what is there", "{1}, anstelle dessen, was dort ist")
  static let to = SayingForm("show it as {1}", "zeige es als {1}")
  static let unreadable = SayingForm(
    "something that cannot be read", "etwas, das nicht zu lesen ist")
  static let use = SayingForm("go on with {1}", "fahre fort mit {1}")
  static let describe = SayingForm("describe {1}", "beschreibe {1}")
  static let describeDefinition = SayingForm(
    "show the definition of {1}", "zeige die Definition von {1}")
  static let describeCurrentDefinition = SayingForm(
    "show the definition of the current list", "zeige die Definition der aktuellen Liste")
  static let describeCurrent = SayingForm(
    "describe the current list", "beschreibe die aktuelle Liste")
  static let letView = SayingForm("let {1} be: {2}", "nenne {1}, was herauskommt: {2}")
  static let letValue = SayingForm(
    "let ${1} be {2}", "nenne den Wert {2} künftig ${1}")
  static let definition = SayingForm("let {1} stand for: {2}", "künftig steht {1} für: {2}")
  static let parameter = SayingForm(
    "whoever runs this gives ${1}, of type {2}", "wer dies startet, gibt ${1} an, vom Typ {2}")
  static let parameterElse = SayingForm("{1}, else it is {2}", "{1}, sonst ist es {2}")
  static let parameterMeaning = SayingForm("{1}, which means {2}", "{1}, was {2} bedeutet")
  static let include = SayingForm("do what stands in {1}", "tue, was in {1} steht")
  static let set = SayingForm("set {1} to {2}", "setze {1} auf {2}")
  static let explain = SayingForm("say what would be done: {1}", "sage, was getan würde: {1}")
  static let steps = SayingForm(
    "say what each stage does: {1}", "sage, was jede Stufe tut: {1}")
  static let stepsOfLast = SayingForm(
    "say what each stage did", "sage, was jede Stufe getan hat")
  static let expectError = SayingForm(
    "expect the fault {1} of: {2}", "erwarte den Fehler {1} bei: {2}")
}
