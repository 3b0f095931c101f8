// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

/// The settings of every Swift target: warnings are errors, imports are explicit, unsafe is marked.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// Small libraries go into the program itself: loading each at every start takes longer than most
/// queries.
func archives(_ names: String...) -> [LinkerSetting] { names.map { .linkedLibrary(":\($0).a") } }

/// A module of the product; `Documentation/Architecture.md` says who may import whom.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = [],
  linking libraries: [LinkerSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, resources: resources, swiftSettings: strict,
    linkerSettings: libraries)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + ["TestSupport"], swiftSettings: strict)
}

let package = Package(
  name: "cq",
  products: [
    .executable(name: "cq", targets: ["cq"]),
    .library(name: "Catalogue", targets: ["Catalogue"]),
    .library(name: "QuerySyntax", targets: ["QuerySyntax"]),
    .library(name: "QueryEngine", targets: ["QueryEngine"]),
    .library(name: "CatalogueSources", targets: ["CatalogueSources"]),
  ],
  targets: [
    // Libraries of the system, one thin target each; the comment names the consumers.
    .systemLibrary(name: "CEditLine", providers: [.apt(["libedit-dev"])]),  // LineEditing
    .systemLibrary(  // Catalogue, ResultRendering
      name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
    .systemLibrary(name: "CPCRE2", providers: [.apt(["libpcre2-dev"])]),  // TextPatterns
    .target(name: "CCollation"),  // Catalogue
    .target(  // Catalogue
      name: "CRealNumbers",
      cxxSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    .target(  // Catalogue
      name: "CTextSearch",
      cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),  // CatalogueSources
    .target(name: "CDiagnosticPages"),  // QueryShell
    .target(name: "CCourse"),  // QueryShell
    .target(name: "CMarkdown"),  // QueryShell
    .target(name: "CArguments"),  // cq
    .target(  // ResultRendering
      name: "CPicture",
      cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    .target(  // CatalogueSources
      name: "CSimdJSON", dependencies: ["CTokens"],
      cxxSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    .target(  // CatalogueSources
      name: "CSeparated", dependencies: ["CTokens", "CTextCheck"],
      cxxSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    .target(  // CatalogueSources
      name: "CTokens",
      cxxSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    .target(  // Catalogue
      name: "CTextCheck",
      cxxSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    .target(name: "CTransfer"),  // CatalogueSources
    .target(name: "CCompression"),  // CatalogueSources
    .target(name: "CRuntimeMessage"),  // QueryShell

    module("Diagnostics"),
    module(
      "Catalogue", ["CUTF8Proc", "CCollation", "CRealNumbers", "CTextSearch", "CTextCheck"],
      linking: archives("libutf8proc")),
    module("TextPatterns", ["Catalogue", "CPCRE2"], linking: archives("libpcre2-8")),
    module("ValueDisplay", ["Catalogue"]),
    module("QuerySyntax", ["Diagnostics"]),
    module("Workers"),
    module("PictureFormats"),
    module("Arrow", ["Catalogue"]),
    module(
      "QueryEngine",
      [
        "QuerySyntax", "Catalogue", "ValueDisplay", "TextPatterns", "Diagnostics", "Workers",
      ]),
    module(
      "CatalogueSources",
      [
        "Catalogue", "QuerySyntax", "Diagnostics", "Workers", "PictureFormats", "Arrow",
        "CSimdJSON", "CSeparated", "CTokens", "CSQLite", "CTransfer", "CCompression",
      ],
      resources: [.embedInCode("Definitions"), .embedInCode("Samples")],
      linking: archives("libsqlite3", "libz", "libzstd")),
    module(
      "ResultRendering",
      [
        "Catalogue", "ValueDisplay", "Diagnostics", "PictureFormats", "Arrow", "CPicture",
        "CUTF8Proc",
      ]),
    module(
      "LineEditing", ["CEditLine"],
      linking: archives("libedit", "libbsd", "libtinfo", "libmd")),
    module(
      "QueryShell",
      [
        "QueryEngine", "QuerySyntax", "Catalogue", "TextPatterns", "CatalogueSources",
        "ResultRendering", "LineEditing", "Diagnostics", "Workers", "PictureFormats",
        "CDiagnosticPages", "CCourse", "CMarkdown", "CRuntimeMessage",
      ]),
    .executableTarget(
      name: "cq", dependencies: ["QueryShell", "CArguments"], swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"])
      ]),

    .systemLibrary(  // TestSupport
      name: "CVTerm", path: "Tests/CVTerm", pkgConfig: "vterm", providers: [.apt(["libvterm-dev"])]),
    .target(name: "CPseudoTerminal", path: "Tests/CPseudoTerminal"),
    .target(
      name: "TestSupport", dependencies: ["CVTerm", "CPseudoTerminal"], path: "Tests/TestSupport",
      swiftSettings: strict),
    // The program that Scripts/grammar-proof asks.
    .executableTarget(
      name: "SyntaxJudge", dependencies: ["QuerySyntax", "Diagnostics"], path: "Tests/SyntaxJudge",
      swiftSettings: strict),
    // The program that the tests of the cache kill.
    .executableTarget(
      name: "CacheWriter", dependencies: ["CatalogueSources", "TestSupport"],
      path: "Tests/CacheWriter", swiftSettings: strict),
    .target(
      name: "LibraryExample", dependencies: ["QueryEngine", "CatalogueSources", "Catalogue"],
      path: "Documentation/Example", swiftSettings: strict),
    tests("Diagnostics", ["Diagnostics"]),
    tests("Catalogue", ["Catalogue"]),
    tests("ValueDisplay", ["ValueDisplay", "Catalogue"]),
    tests("TextPatterns", ["TextPatterns", "Catalogue"]),
    tests("QuerySyntax", ["QuerySyntax", "Diagnostics"]),
    tests(
      "QueryEngine",
      [
        "QueryEngine", "QuerySyntax", "Catalogue", "ValueDisplay", "TextPatterns", "Diagnostics",
        "Workers",
      ]),
    tests(
      "CatalogueSources",
      [
        "CatalogueSources", "Catalogue", "QuerySyntax", "Diagnostics", "Workers", "Arrow",
        "CSimdJSON", "CSeparated", "CTokens", "CacheWriter",
      ]),
    tests("PictureFormats", ["PictureFormats"]),
    tests("Workers", ["Workers"]),
    tests("ResultRendering", ["ResultRendering", "Catalogue", "Diagnostics"]),
    tests("LineEditing", ["LineEditing", "CEditLine"]),
    tests(
      "QueryShell",
      [
        "QueryShell", "QueryEngine", "QuerySyntax", "Catalogue", "CatalogueSources",
        "ResultRendering", "LineEditing", "Diagnostics", "Arrow",
      ]),
    tests("Conformance", ["QueryShell", "LibraryExample", "cq"]),
    tests("CommandLine", ["cq", "CacheWriter"]),
    tests("Repository", []),
  ]
)
