// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import QueryEngine
import ResultRendering

/// Makes the pack of a text: runs it as its readers will, takes notice of what it reads, and runs
/// it again with that alone.
struct PackMaking {
  private let source: ScriptText
  private let isPage: Bool
  private let streams: StandardStreams
  private let network: NetworkAccess
  private let recorder: PackRecorder

  init(_ source: ScriptText, _ streams: StandardStreams, _ network: NetworkAccess) {
    self.source = source
    self.streams = streams
    self.network = network
    isPage = source.isPage
    recorder = PackRecorder(watch: streams.settings.watch)
    recorder.note(text: source.bytes, at: source.name)
  }

  /// Whether making it reads something that is where a path leads.
  func reads(_ path: String) -> Bool { recorder.reads(path) }

  /// What is made; or the status with which that ends, and what is told of it.
  func made() -> (pack: Pack?, status: ExitStatus, told: String) {
    var settings = streams.settings
    settings.watch = recorder.watching
    settings.sources.network = { [recorder, network] place in
      recorder.store(place, over: network.store(of: place))
    }
    let first = run(settings, today: TerminalEnvironment.today)
    guard first.status == .success else { return (nil, first.status, first.told) }
    do throws(PackObstacle) {
      let pack = try recorder.pack(of: source.name)
      if let secret = secret(in: pack) { throw PackObstacle(reason: secret) }
      guard pack.bytes.count <= Pack.mostBytes else {
        throw PackObstacle(
          reason: "the pack would have more than \(Pack.mostBytes) bytes")
      }
      var packed = streams.settings
      packed.use(pack)
      let second = run(packed, today: Optional(pack).calendar)
      return second.status == .success ? (pack, .success, "") : (nil, second.status, second.told)
    } catch {
      return failed(error.reason)
    }
  }

  private func failed(_ reason: String) -> (pack: Pack?, status: ExitStatus, told: String) {
    let errors = OutputStream()
    let fault = Diagnostic(.wrongShape, "\(source.name) is not packed: \(reason)")
    Reporter(output: OutputStream(), errors: errors).report(fault, streams.settings)
    return (nil, fault.code.exitStatus, errors.taken())
  }

  /// Runs all that is in the text, and shows nothing.
  private func run(
    _ settings: SessionSettings, today: @escaping () -> CalendarDate?
  ) -> (status: ExitStatus, told: String) {
    var settings = settings
    // Readers may see pictures on their terminals.
    settings.pictures.screen = PictureScreen()
    return isPage ? runPage(settings, today) : runScript(settings, today)
  }

  private func runScript(
    _ settings: SessionSettings, _ today: @escaping () -> CalendarDate?
  ) -> (status: ExitStatus, told: String) {
    var settings = settings
    settings.format = .table
    let errors = OutputStream()
    let session = Session(
      settings, network: network, output: OutputStream(), errors: errors,
      progress: streams.progress, calendar: today,
      isCancelled: { Interruption.isRequested })
    return (session.run(source), errors.taken())
  }

  private func runPage(
    _ settings: SessionSettings, _ today: @escaping () -> CalendarDate?
  ) -> (status: ExitStatus, told: String) {
    var options = ReportOptions()
    options.embedsPictures = true
    let report = Report(
      source, options, settings, network: network, progress: streams.progress, calendar: today,
      isCancelled: { Interruption.isRequested })
    let made = report.page()
    if made.status != .success { return (made.status, made.told) }
    let page = Transcript(source)
    guard LessonParser.hasLessons(page) else { return (.success, "") }
    let reading = CourseReading(source, in: LessonWorld(settings))
    // A demonstration may ask questions and have no exercise.
    let isLesson = !reading.course.exercises.isEmpty
    let faults = isLesson ? reading.faults : DemonstrationReading(source).faults
    let written = faults.first.map { "line \($0.line): \($0.reason)" }
    let meant = {
      CourseCheck(course: reading.course).faults.first.map { fault in
        "line \(fault.line)\(fault.column.map { ", column \($0)" } ?? ""): \(fault.reason)"
      }
    }
    guard let reason = written ?? meant() else { return (.success, "") }
    let told = failed(reason)
    return (told.status, told.told)
  }
}

// What may not leave the machine.
extension PackMaking {
  /// Why a pack would give away what is secret; nil where nothing in it is.
  private func secret(in pack: Pack) -> String? {
    for file in pack.files where file.role != .data {
      if AddressSecrets.starred(file.bytes) != file.bytes {
        return "\(file.name) has a key or a password in an address; a definition says "
          + "`key NAME in parameter` in its place"
      }
    }
    let names = SourceRegistry(streams.settings.sources, watch: .unwatched).keyVariables
    let redacted = streams.environment.keys.redactor(knowing: names)
    let holdsKey = { (bytes: [UInt8]) -> Bool in
      let text = String(decoding: bytes, as: UTF8.self)
      return redacted(text) != text
    }
    if let file = pack.files.first(where: { holdsKey($0.bytes) }) {
      return "\(file.name) has one of your keys in it"
    }
    if let reply = pack.everyReply.first(where: { $0.body.map(holdsKey) ?? false }) {
      return "a reply of \(reply.source) has one of your keys in it"
    }
    return nil
  }
}
