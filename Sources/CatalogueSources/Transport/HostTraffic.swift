/// What goes on with each server: how many requests at once, and how many in the last second.
struct HostTraffic {
  enum Admission: Equatable {
    case start
    case wait(milliseconds: Int)
    /// As many as may be are under way; one of them has to end.
    case full
  }

  private struct Host {
    var running = 0
    /// When the latest requests started, in milliseconds, the oldest first.
    var starts: [Int] = []
  }

  /// A second and a tenth: a server counts when requests arrive, not when they leave.
  static let windowMilliseconds = 1100

  let mostAtOnce: Int
  private var hosts: [String: Host] = [:]

  init(mostAtOnce: Int) { self.mostAtOnce = mostAtOnce }

  /// Whether a request may go out now; if so, it is counted until ``ended(_:)``.
  mutating func admit(_ host: String, rate: Int?, now: Int) -> Admission {
    var traffic = hosts[host, default: Host()]
    traffic.starts.removeAll { $0 + Self.windowMilliseconds <= now }
    defer { hosts[host] = traffic }
    guard traffic.running < mostAtOnce else { return .full }
    if let rate, traffic.starts.count >= max(rate, 1) {
      let next = traffic.starts[traffic.starts.count - max(rate, 1)]
      return .wait(milliseconds: next + Self.windowMilliseconds - now)
    }
    traffic.running += 1
    traffic.starts.append(now)
    return .start
  }

  mutating func ended(_ host: String) {
    guard let traffic = hosts[host] else { preconditionFailure("what ends was admitted") }
    precondition(traffic.running > 0, "nothing ends twice")
    hosts[host]?.running -= 1
  }
}
