// SPDX-License-Identifier: MIT

// The examples of the guide's lists. A word finds every file that names the example, so a place
// that the list leaves out is found; what it finds besides is told apart here, with the reason.
extension PlaceList {
  /// `sample`, `stddev`, tables as text, a catalogue, `cq limits`, `.retry`, `html`.
  static let all = [stage, function, format, source, command, promptCommand, outputFormat]

  private static let stage = PlaceList(
    heading: "A stage", witness: "[sS]ample|[sS]eed",
    others: [
      "Sources/Catalogue/": sampleOfSource, "Sources/CatalogueSources/": sampleOfSource,
      "Sources/QueryShell/RemedyWords.swift": sampleOfSource,
      "Sources/QueryShell/ResultAccounts.swift": sampleOfSource,
      "Sources/QueryShell/Doctor/SourceExamination.swift": sampleOfSource,
      "Sources/QueryShell/CommandLine/Option.swift": sampleOfSource,
      "Sources/QueryShell/Completion/CellsAtHand.swift": "values of a field",
      "Sources/QueryShell/Commands/LearnCommand.swift": sampleOfSource,
      "Sources/QueryShell/Commands/PlayCommand.swift": sampleOfSource,
      "Sources/QueryShell/Lessons/": sampleOfSource,
      "Sources/QuerySyntax/ParameterType.swift": "a value of a parameter",
      "Sources/QueryEngine/Binding/Declarations/ArgumentBinder.swift": "a value of a parameter",
      "Sources/QueryEngine/Binding/Declarations/Setting.swift": sampleOfSource,
      "Sources/QueryEngine/Emptiness/EmptyResultQuestion.swift": sampleOfSource,
      "Sources/QueryEngine/Execution/Origins.swift": sampleOfSource,
      "Sources/QueryEngine/Explanation/CopyWords.swift": sampleOfSource,
      "Sources/QueryEngine/Explanation/ProvenanceMessages.swift": sampleOfSource,
      "Sources/QueryEngine/Functions/AggregateFunction.swift": "what a deviation is of",
      "Sources/QueryEngine/Execution/Executor.swift": chance,
      "Sources/QueryEngine/Execution/RunReport.swift": chance,
    ],
    // A fact of `live`, and the help of a word.
    otherLines: ["neither a sample nor", "case .seed: \""],
    most: (places: 12, files: 8),
    apart: [
      "Sources/QueryEngine/Steps/SampleStep.swift",
      "Sources/QueryEngine/Execution/SampleOperator.swift", "Sources/QuerySyntax/Vocabulary.swift",
    ])

  private static let sampleOfSource = "the sample that stands for a source"
  private static let chance = "the chance of a run, which any stage may ask for"

  private static let function = PlaceList(
    heading: "A function", witness: "stddev|SpreadAccumulator",
    others: ["Sources/QuerySyntax/OtherLanguageFunctions.swift": "what others call it"])

  private static let format = PlaceList(
    heading: "A format of data", witness: "Separated|singleQuotes",
    others: [
      "Sources/ResultRendering/": "how tables are written",
      "Sources/CatalogueSources/Separated/": "its own folder",
      "Sources/CSeparated/": "a library of its own",
    ])

  private static let source = PlaceList(heading: "A source", witness: "(?i)chloe")

  private static let command = PlaceList(
    heading: "A command", witness: "\\b[lL]imits(?:Command)?\\b",
    others: [
      "Sources/CPicture/": "how large a picture may be",
      "Sources/ResultRendering/Pictures/PictureDecoding.swift": "how large a picture may be",
      "Sources/CatalogueSources/Transport/": "how long a server may take",
      "Sources/QueryShell/RemedyWords.swift": "a remedy that is this command",
    ])

  private static let promptCommand = PlaceList(
    heading: "A command of the prompt", witness: "\\b[rR]etry\\b",
    others: [
      "Sources/CatalogueSources/Transport/": "how often a server is asked",
      "Sources/QueryShell/RemedyWords.swift": "a remedy that is this command",
      "Sources/QueryShell/RunNotes.swift": "a remedy that is this command",
    ])

  private static let outputFormat = PlaceList(
    heading: "An output format", witness: "(?i)html",
    others: [
      "Sources/CatalogueSources/": "texts of a catalogue that are HTML",
      "Sources/QuerySyntax/Keyword.swift": ofField,
      "Sources/QuerySyntax/Tree/SourceDefinition.swift": ofField,
      "Sources/QuerySyntax/Parsing/ClauseParser.swift": ofField,
      "Sources/QuerySyntax/Parsing/FieldParser.swift": ofField,
      "Sources/ResultRendering/Markup/MarkupText.swift": "what is escaped, in Markdown too",
      "Sources/ResultRendering/Markup/HTMLTable.swift": ofPage,
      "Sources/ResultRendering/Markup/MarkupChart.swift": ofPage,
      "Sources/ResultRendering/Markup/ChartTable.swift": ofPage,
      "Sources/ResultRendering/Markup/DocumentText.swift": ofPage,
      "Sources/ResultRendering/Markup/FigureRenderer.swift": ofPage,
      "Sources/QueryShell/Commands/ReportCommand.swift": ofPage,
      "Sources/QueryShell/Reports/": ofPage,
      "Sources/QueryShell/Commands/KernelCommand.swift": ofPage,
      "Sources/QueryShell/Kernel/": ofPage,
      "Sources/CMarkdown/": ofPage,
      "Sources/QueryShell/CommandLine/MistakenFile.swift": "a page that is no script",
    ])

  private static let ofPage = "a page, which each format may be part of"
  private static let ofField = "what a definition says of a field"
}
