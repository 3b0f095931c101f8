// SPDX-License-Identifier: MIT

extension WatchedEnum {
  /// These lists may grow where a place has to know every case, and says here why.
  static let all: [WatchedEnum] = [
    expressions, stages, statements, boundExpressions, rowSources, functions, valueTypes,
  ]

  private static let expressions = WatchedEnum(
    name: "Expression.Kind", file: "Sources/QuerySyntax/Tree/Expression.swift",
    places: [
      "Expression.swift children": "what whoever looks for parts reads",
      "TreeRewriter.swift rewritten": "what whoever changes parts uses",
      "TreeText.swift expression": "the text of the tree",
      "ExpressionParser.swift isCondition": "which kinds are true or false",
      "ExpressionBinder.swift bound": "what it means",
    ])

  private static let stages = WatchedEnum(
    name: "Stage.Kind", file: "Sources/QuerySyntax/Tree/Stage.swift",
    places: [
      "Stage.swift facts": "what walks over trees read",
      "Stage.swift rewritten": "its parts",
      "TreeText.swift stage": "the text of the tree",
      "SaidQuery+Stages.swift stage": "how it is said",
      "PipelineBinder.swift bind": "what it means",
    ])

  private static let statements = WatchedEnum(
    name: "Statement", file: "Sources/QuerySyntax/Tree/Script.swift",
    places: [
      "Script.swift range": "where it stands",
      "TreeText.swift statement": "the text of the tree",
      "SaidQuery.swift statement": "how it is said",
      "Binder.swift bind": "what it means",
      "LintedScript.swift pipeline": "the pipeline in it",
      "LintedScript.swift reference": "which source it reads",
      "NameUses.swift init": "the names that it uses",
      "UnusedName.swift declares": "whether it runs nothing",
      "UnusedName.swift init": "the names that it gives",
      "UserConfiguration.swift init": "which may stand there",
    ])

  private static let boundExpressions = WatchedEnum(
    name: "BoundExpression.Kind",
    file: "Sources/QueryEngine/Binding/Expressions/BoundExpression.swift",
    places: [
      "BoundExpression.swift children": "what whoever looks for parts reads",
      "Evaluator.swift computed": "how it is computed",
      "ExpressionReports.swift mayReport": "whether more is told of it than values",
      "ExpressionText.swift written": "how a plan shows it",
    ])

  private static let rowSources = WatchedEnum(
    name: "RowSource", file: "Sources/QueryEngine/Planning/RowSource.swift",
    places: [
      "RowSource.swift columns": "its columns",
      "RowSource.swift source": "the source in it",
      "Relation.swift source": "whether it gives items",
      "BoundQuery.swift readsLastResult": "whether it goes on",
      "PruneColumns.swift pruned": "which columns it can leave out",
      "Origins.swift feed": "how it is read",
      "ColumnNames.swift add": "what its columns are called",
      "PlanText.swift origin": "how a plan shows it",
    ])

  /// What is called how is a table; this is only how a call is bound.
  private static let functions = WatchedEnum(
    name: "ScalarFunction.Way", file: "Sources/QueryEngine/Functions/ScalarFunction.swift",
    places: ["FunctionBinder.swift call": "how a call is bound"])

  private static let valueTypes = WatchedEnum(
    name: "ValueType", file: "Sources/Catalogue/Model/ValueType.swift",
    places: [
      "ValueType.swift description": "how definitions write it",
      "Quantity.swift isStoredAsNumber": "in which columns it is kept",
      "Quantity.swift stored": "how data writes it",
      "ColumnBuilder.swift init": "what builds its columns",
      "DisplayedQuantity.swift append": "how people read it",
      "QuantityText.swift append": "how programs read it",
      "ColumnDecoder.swift column": "how columns are read",
      "TextDecoding.swift value": "how parts of texts are read",
      "ColumnSurvey.swift kind": "as what Arrow has it",
      "ValueColumn.swift nested": "how nested values are laid out",
      "ValueProblem.swift negation": "what a wrong value is not",
      "ComparisonBinder.swift hasNoOrder": "whether `<` can ask",
      "UnitAlgebra.swift hasUnit": "whether it has a unit",
      "TypeMessages.swift isSortable": "whether it has order",
      "TypeMessages.swift plural": "words of messages",
      "TypeNames.swift noun": "words of messages",
      "UnitMessages.swift unitName": "words of messages",
      "UnitMessages.swift definition": "how a definition could say more",
      "JSONRenderer.swift holdsJSONOfData": "what is written as it is",
      "TableColumn.swift init": "how a table sets it",
      "OperatorCandidates.swift kind": "which operators Tab offers",
      "ValueCandidates.swift order": "what Tab compares with what",
    ])
}

/// The files outside of `Steps` that ask of which type a step is, and why.
enum NamedSteps {
  static let places: [String: String] = [
    "EmptyFilter.swift": "reads the conditions of filters that stand together",
    "EmptyResultQuestion.swift": "tells what left no row",
    "EmptySearch.swift": "reads the size of a page",
    "FuseTopRows.swift": "puts one step in the place of two",
    "LeaveOutParts.swift": "reads the conditions of filters",
    "LimitEarly.swift": "moves limits",
    "PushConditions.swift": "reads the conditions of filters",
    "PushSearch.swift": "asks a server to search",
    "QueryRewriting.swift": "finds the stages that left no row",
    "NestedOperators.swift": "keeps what was expected of a group",
  ]
}
