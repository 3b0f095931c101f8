// SPDX-License-Identifier: MIT

/// A currency in use, by its code of ISO 4217.
public struct Currency: Sendable, Hashable {
  /// Three capital letters.
  public let code: String

  /// Nil when no currency has the code.
  public init?(_ code: String) {
    guard Self.codes.contains(code) else { return nil }
    self.code = code
  }

  /// How many digits after the point its amounts are written with.
  public var minorUnits: Int {
    if Self.withoutMinorUnits.contains(code) { return 0 }
    return Self.withThreeDigits.contains(code) ? 3 : 2
  }

  /// The sign that stands before amounts; nil where several currencies would share it.
  public var sign: String? { Self.signs.first { $0.code == code }?.sign }

  /// What its amounts are called in a sentence: `pounds`; `amounts in SEK` for most.
  public var amounts: String {
    Self.plurals.first { $0.code == code }?.plural ?? "amounts in \(code)"
  }

  /// Whether `$` may stand for it, in data or in the query.
  public var isDollar: Bool { Self.dollars.contains(code) }

  /// The currency of a sign that names only one.
  public static func of(sign: String) -> Currency? {
    sign == "$" ? nil : signs.first { $0.sign == sign }.flatMap { Currency($0.code) }
  }

  private static let signs = [("$", "USD"), ("£", "GBP"), ("€", "EUR")].map {
    (sign: $0.0, code: $0.1)
  }

  private static let plurals = [("USD", "US dollars"), ("GBP", "pounds"), ("EUR", "euros")].map {
    (code: $0.0, plural: $0.1)
  }

  public static let codes = words(
    """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN
    BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS
    GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW
    KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD
    NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD
    SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED
    VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
    """)
  private static let withoutMinorUnits = words(
    "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF")
  private static let withThreeDigits = words("BHD IQD JOD KWD LYD OMR TND")
  private static let dollars = words(
    "AUD BBD BMD BND BSD BZD CAD FJD GYD HKD JMD KYD LRD NAD NZD SBD SGD SRD TTD TWD USD XCD")

  private static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" }.map(String.init)
  }
}

/// In which currency the amounts of a type are.
public enum Denomination: Sendable, Hashable {
  /// The source names none.
  case unspecified
  case fixed(Currency)
  /// Each amount has its own: a column of records of an amount and a currency.
  case varying
}
