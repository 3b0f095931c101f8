// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QueryEngine
import Testing

@testable import QueryShell

/// What is said where a service wants a key that there is none of, or none that may be sent.
@Suite struct KeyRemedyTests {
  static let faults: [(KeyFault, String, String)] = [
    (
      .notSet(variable: "SHOP_KEY", file: nil), "SHOP_KEY is not set",
      "put it into the environment as SHOP_KEY"
    ),
    (
      .notSet(variable: "SHOP_KEY", file: "/k"), "SHOP_KEY is not set",
      "put it into the environment as SHOP_KEY, or write `SHOP_KEY = KEY` into /k, which only you "
        + "may read"
    ),
    (
      .unprintable(place: "SHOP_KEY of /k"), "what stands in SHOP_KEY of /k is none",
      "a key has ASCII letters, digits and signs, and no blank"
    ),
    (
      .noLogin(place: "SHOP_KEY"), "what stands in SHOP_KEY is no `NAME:PASSWORD`",
      "its server wants a name and a password, with a colon between them"
    ),
    (
      .tooShort(place: "SHOP_KEY", least: 8), "what stands in SHOP_KEY is too short to be one",
      "a key has at least 8 characters, so that it is found where a reply repeats it; see whether "
        + "all of it was copied"
    ),
    (
      .badLine(2, file: "/k"), "line 2 of /k is no `NAME = KEY`",
      "each line of the file names a key, or begins with `#`"
    ),
    (
      .unsafeFile("/k", state: "is a link"), "/k is a link",
      "the file has to be yours alone: `chmod 600 /k`"
    ),
    (
      .sentOpenly(server: "h:80"),
      "to `h:80` it would go without encryption, for others to read",
      "give an address that begins with `https://`; without encryption a key goes to this machine "
        + "alone"
    ),
  ]

  @Test(arguments: faults) func words(fault: KeyFault, reason: String, remedy: String) {
    #expect(fault.reason == reason)
    #expect(KeyRemedy(fault).words == remedy)
  }
}
