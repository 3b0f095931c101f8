// SPDX-License-Identifier: MIT

/// What is to be done before a source gives rows.
package enum ExaminationRemedy: Sendable, Equatable {
  /// A path begins at the folder in which the program was started.
  case startElsewhere
  case correctList
  /// The address as it may be shown.
  case correctAddress(String)
  /// What the key ring says of the key that it has not.
  case provideKey(String)
  case checkNameAndNetwork
  case checkClockAndServer
  case waitForServer
  /// The address is answered with others, round and round.
  case giveFinalAddress
  /// There is no list at the address any more.
  case giveNewAddress
  case tryLater
  case waitForKey
  case nameKey
  case checkKey
  case lookAtAddress
  /// The server answers, and with something else.
  case lookAtReply
}
