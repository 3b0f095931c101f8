// SPDX-License-Identifier: MIT

/// Every fault that `cq` reports, by its stable code.
///
/// The first two digits say who must act and with which exit status a script ends; each code has
/// one page in `Documentation/Diagnostics`.
public enum DiagnosticCode: String, Sendable, CaseIterable {
  // The command line.
  case unknownOption = "CQ0001"
  case badOptionValue = "CQ0002"
  case unknownCommand = "CQ0003"
  case missingArgument = "CQ0004"
  // The text of a script.
  case missingOperand = "CQ0101"
  case foreignWord = "CQ0102"
  case unclosedText = "CQ0103"
  case chainedComparison = "CQ0104"
  case unexpectedToken = "CQ0105"
  case unclosedBracket = "CQ0106"
  case scriptLimit = "CQ0107"
  case strayCharacter = "CQ0108"
  case malformedNumber = "CQ0109"
  case definitionClause = "CQ0110"
  case badPattern = "CQ0111"
  case unknownUnit = "CQ0112"
  case impossibleDate = "CQ0113"
  // Names.
  case unknownField = "CQ0201"
  case unknownSource = "CQ0202"
  case unknownCategory = "CQ0203"
  case goneField = "CQ0204"
  case duplicateColumn = "CQ0205"
  case noCurrentSource = "CQ0206"
  case noLastResult = "CQ0207"
  case unknownFunction = "CQ0208"
  case notOffered = "CQ0209"
  case unknownValue = "CQ0210"
  case unknownSetting = "CQ0211"
  case includeCycle = "CQ0212"
  // Types.
  case typeMismatch = "CQ0301"
  case twoCurrencies = "CQ0302"
  case unitUnknown = "CQ0303"
  case wrongType = "CQ0304"
  case wrongArguments = "CQ0305"
  // Data.
  case malformedData = "CQ0401"
  case emptyData = "CQ0402"
  case mixedCurrencies = "CQ0403"
  case wrongShape = "CQ0404"
  case overflow = "CQ0405"
  case rejectedValue = "CQ0406"
  case dataLimit = "CQ0407"
  case patternLimit = "CQ0408"
  case repeatedKey = "CQ0409"
  // Sources.
  case unreachable = "CQ0501"
  case noSuchItem = "CQ0502"
  case cannotOpen = "CQ0503"
  case refused = "CQ0504"
  case invalidReply = "CQ0505"
  case missingKey = "CQ0506"
  case partialList = "CQ0507"
  case noPicture = "CQ0508"
  case noReading = "CQ0509"
  // Expectations.
  case failedExpectation = "CQ0601"
  case failedAssertion = "CQ0602"
  // Output.
  case cannotWrite = "CQ0701"
  case wontReplace = "CQ0702"
  // What `cq lint` warns of.
  case freshStart = "CQ0801"
  case limitBeforeSort = "CQ0802"
  case constantCondition = "CQ0803"
  case repeatedShow = "CQ0804"
  case orderedIDs = "CQ0805"
  case bareRelation = "CQ0806"
  case unusedName = "CQ0807"
  case tiedLimit = "CQ0808"
  case literalKey = "CQ0809"
  case unknownRule = "CQ0810"

  /// The exit status of a run that ends with this fault.
  public var exitStatus: ExitStatus {
    switch rawValue.dropFirst(3).first {
    case "0": .usage
    case "1", "2", "3": .script
    case "4": .data
    case "5": .source
    case "6", "8": .failedExpectation
    default: .output
    }
  }
}

/// With what `cq` ends; `README.md` documents the numbers.
public enum ExitStatus: Int32, Sendable {
  case success = 0
  case failedExpectation = 1
  case usage = 2
  case script = 3
  case data = 4
  case source = 5
  case output = 6
  case bug = 70
  case interrupted = 130
}

extension ExitStatus {
  /// The status of work on several files: the first that stopped one decides, before any of what
  /// was only found otherwise than expected.
  package init(ofAll statuses: [ExitStatus]) {
    let failed = statuses.filter { $0 != .success }
    self = failed.first { $0 != .failedExpectation } ?? failed.first ?? .success
  }
}
