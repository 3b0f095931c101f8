// SPDX-License-Identifier: MIT

/// What the Swift files of a module may import; `Documentation/Architecture.md` says why.
struct ModuleImports: Sendable {
  /// Modules of this package, exactly those that the manifest gives the target.
  let own: Set<String>
  /// Modules of the toolchain.
  let system: Set<String>
}

/// The table of who may import whom.
///
/// The package manager does not refuse an import that the manifest does not declare, if the module
/// happens to be built already. Full Foundation is in no row: it costs milliseconds at every start.
enum ModuleTable {
  /// The modules that open no file and read no clock, environment or terminal.
  private static let pure: Set<String> = ["Synchronization"]
  private static let systemCalls: Set<String> = ["Glibc", "Synchronization"]
  private static let essentials: Set<String> = ["FoundationEssentials", "Glibc", "Synchronization"]

  static let modules: [String: ModuleImports] = [
    "Diagnostics": ModuleImports(own: [], system: pure),
    "Catalogue": ModuleImports(
      own: ["CUTF8Proc", "CCollation", "CRealNumbers", "CTextSearch", "CTextCheck"], system: pure),
    "TextPatterns": ModuleImports(own: ["Catalogue", "CPCRE2"], system: pure),
    "ValueDisplay": ModuleImports(own: ["Catalogue"], system: pure),
    "QuerySyntax": ModuleImports(own: ["Diagnostics"], system: pure),
    "Workers": ModuleImports(own: [], system: systemCalls),
    "PictureFormats": ModuleImports(own: [], system: pure),
    "Arrow": ModuleImports(own: ["Catalogue"], system: pure),
    "QueryEngine": ModuleImports(
      own: [
        "QuerySyntax", "Catalogue", "ValueDisplay", "TextPatterns", "Diagnostics", "Workers",
      ], system: pure),
    "CatalogueSources": ModuleImports(
      own: [
        "Catalogue", "QuerySyntax", "Diagnostics", "Workers", "PictureFormats", "Arrow",
        "CSimdJSON", "CSeparated", "CTokens", "CSQLite", "CTransfer", "CCompression",
      ], system: essentials),
    "ResultRendering": ModuleImports(
      own: [
        "Catalogue", "ValueDisplay", "Diagnostics", "PictureFormats", "Arrow", "CPicture",
        "CUTF8Proc",
      ], system: essentials),
    "LineEditing": ModuleImports(own: ["CEditLine"], system: systemCalls),
    "QueryShell": ModuleImports(
      own: [
        "QueryEngine", "QuerySyntax", "Catalogue", "TextPatterns", "CatalogueSources",
        "ResultRendering", "LineEditing", "Diagnostics", "Workers", "PictureFormats",
        "CDiagnosticPages", "CCourse", "CMarkdown", "CRuntimeMessage",
      ], system: essentials),
    "cq": ModuleImports(own: ["QueryShell", "CArguments"], system: essentials),
    // Programs of the tests, which are no part of the product.
    "CacheWriter": ModuleImports(own: ["CatalogueSources", "TestSupport"], system: systemCalls),
    "SyntaxJudge": ModuleImports(own: ["QuerySyntax", "Diagnostics"], system: systemCalls),
  ]

  /// The modules that are no part of the product.
  static let programsOfTests: Set<String> = ["CacheWriter", "SyntaxJudge"]

  /// The modules that may write to the standard streams.
  static let streamOwners: Set<String> = ["QueryShell", "cq"]
}
