// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import QueryEngine

extension ExaminationRemedy {
  /// What `cq doctor` says of it.
  var words: String {
    switch self {
    case .startElsewhere: "a path is relative to the folder in which cq was started"
    case .correctList: "correct the list, or where its definition says that the items are"
    case .correctAddress(let address): "correct the address: \(address)"
    case .provideKey(let fault): KeyRemedy(fault).words
    case .checkNameAndNetwork: "see whether the name is right and this machine has a network"
    case .checkClockAndServer:
      "see whether the clock of this machine is right and who answers for the server"
    case .waitForServer: "the server is down or something on the way refuses it; try again later"
    case .giveFinalAddress:
      "look in a browser where the address leads, and give that with --source"
    case .giveNewAddress:
      "the list is elsewhere now: look for its address, and give it with --source"
    case .tryLater: "try again later"
    case .waitForKey:
      "the key is right and has been used as often as it may be for now; try again later"
    case .nameKey: "the server wants a key or a password; a definition can name a key"
    case .checkKey: "see whether the key is right and still valid"
    case .lookAtAddress: "look at the address in a browser"
    case .lookAtReply:
      "look at the address in a browser: it may ask you to log in, or say what changed"
    }
  }
}
