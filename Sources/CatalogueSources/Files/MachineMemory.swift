// SPDX-License-Identifier: MIT

import Glibc

/// The memory that there is for a process: the machine's, or less where its group has a limit.
package enum MachineMemory {
  /// In bytes.
  private static let size = min(ofMachine, ofGroup)
  /// How much the rows may take that a statement holds, without `set memory`: a quarter.
  package static let usualLimit = max(size / 4, leastLimit)
  /// The usual limit is no lower on any machine.
  package static let leastLimit = 1 << 20
  /// Half: more of a file is not read into it.
  package static let half = max(size / 2, 1 << 20)

  private static var ofMachine: Int {
    max(sysconf(Int32(_SC_PHYS_PAGES)), 1) * max(sysconf(Int32(_SC_PAGESIZE)), 1)
  }

  /// The least limit of the control groups in which the process is.
  private static var ofGroup: Int {
    limit(
      groups: text(of: "/proc/self/cgroup") ?? "", file: { path in text(of: path) }) ?? .max
  }

  /// The least limit of the groups that `/proc/self/cgroup` names, and of those around them; nil
  /// where none has a limit. `file` gives the text of a file.
  package static func limit(groups: String, file: (String) -> String?) -> Int? {
    groups.split(separator: "\n").compactMap { line -> Int? in
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      switch parts[1] {
      case "": return limit(of: parts[2], below: "/sys/fs/cgroup", in: "memory.max", file)
      case let names where names.split(separator: ",").contains("memory"):
        return limit(
          of: parts[2], below: "/sys/fs/cgroup/memory", in: "memory.limit_in_bytes", file)
      default: return nil
      }
    }.min()
  }

  private static func limit(
    of group: Substring, below root: String, in name: String, _ file: (String) -> String?
  ) -> Int? {
    let steps = group.split(separator: "/")
    return (0...steps.count).compactMap { depth -> Int? in
      let folder = ([root[...]] + steps.prefix(depth)).joined(separator: "/")
      // A group without a limit says `max`, or a number that no machine has.
      return file("\(folder)/\(name)")?.split(separator: "\n").first.flatMap { Int($0) }
    }.min()
  }

  /// The beginning of a small file; nil where there is none.
  private static func text(of path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe read(descriptor, buffer.baseAddress, buffer.count)
    }
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
