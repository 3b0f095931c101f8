// SPDX-License-Identifier: MIT

package import Catalogue

/// What is to be done before a source gives rows.
package enum ExaminationRemedy: Sendable, Equatable {
  /// A path begins at the folder in which the program was started.
  case startElsewhere
  case correctList
  /// The address as it may be shown.
  case correctAddress(String)
  /// Why there is no key to send.
  case provideKey(KeyFault)
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
