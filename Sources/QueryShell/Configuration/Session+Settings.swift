// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import LineEditing
import QueryEngine
import ResultRendering
import Workers

// `.set`: what the settings are, and where each was made.
extension Session {
  /// Shows all settings; with a name that one, and with a value after it sets it.
  func showSettings(_ argument: String) {
    let words = argument.split(whereSeparator: { $0.isWhitespace || $0 == "=" }).map(String.init)
    guard let name = words.first else { return show(page: settingLines(Setting.allCases)) }
    guard words.count == 1, !argument.contains("=") else {
      _ = runTyped(ScriptText(name: TypedCommand.statementName, "set \(argument)"))
      return
    }
    guard let setting = Setting.allCases.first(where: { $0.rawValue == name.lowercased() }) else {
      let question = Suggestion.question(for: name, among: Setting.allCases.map(\.rawValue))
      return report(
        Diagnostic(
          .unknownSetting,
          "there is no setting `\(name)`" + (question.map { "; \($0)" } ?? ""),
          remarks: [.help("`.set` shows all of them")]))
    }
    show(
      page: settingLines([setting]) + "\(setting.summary)\ntakes \(setting.accepts); "
        + "`default` takes it back\n")
  }

  /// A line for each setting, in three columns.
  private func settingLines(_ shown: [Setting]) -> String {
    let rows = shown.map { setting in
      (setting.rawValue, Sanitiser.visible(value(of: setting)), origin(of: setting))
    }
    let width = rows.map(\.0.count).max() ?? 0
    // A command that shows pages may be long; its end tells least.
    let room = max(12, min(30, settings.options.width - width - 24))
    let values = rows.map { row in
      DisplayWidth.truncated(row.1, to: room, ellipsis: settings.options.ellipsis)
    }
    let valueWidth = values.map { DisplayWidth.of($0) }.max() ?? 0
    return zip(rows, values).map { row, value in
      let name = row.0 + String(repeating: " ", count: width - row.0.count)
      let space = String(repeating: " ", count: valueWidth - DisplayWidth.of(value))
      return "\(name)  \(value)\(space)  \(row.2)\n"
    }.joined()
  }

  /// Where a setting was made.
  private func origin(of setting: Setting) -> String {
    if let origin = settings.origins[setting] { return origin }
    if let giver = settings.given[setting] { return giver }
    switch setting {
    case .keys where keyHelp?().style == .vi: return "~/.editrc"
    case .width where settings.options.sanitise: return "the window"
    case .pager where settings.pager == .automatic && window?.command != nil: return "PAGER"
    default: return "default"
    }
  }

  /// Where a `set` stands.
  func origin(of range: ScriptRange, in source: ScriptText) -> String {
    if TypedCommand.hasTyped(source) { return "this session" }
    var path = source.name
    if let home = settings.sources.homeFolder, path.hasPrefix(home + "/") {
      path = "~" + path.dropFirst(home.count)
    }
    return "\(path):\(source.place(of: range.start).line)"
  }

  /// What a setting is now, as `set` takes it where that is a value.
  private func value(of setting: Setting) -> String {
    let (run, options) = (settings.run, settings.options)
    switch setting {
    case .locale: return "\"\(settings.locale.identifier)\""
    case .offline: return "\(run.isOffline)"
    case .live: return "\(run.isLive)"
    case .errors: return settings.errorStyle.rawValue
    case .format: return settings.format.name
    case .width: return "\(options.width)"
    case .rows: return options.maximumRows.map { "\($0)" } ?? "all"
    case .pictures: return settings.pictures.wish.rawValue
    case .pictureSize: return settings.pictures.size.map { "\($0)" } ?? "as it fits"
    case .keys: return (settings.keys ?? keyHelp?().style ?? .emacs).rawValue
    case .overlay: return Self.word(settings.appearance.isPainted)
    case .hints: return Self.word(settings.appearance.hasHints)
    case .preview: return Self.word(settings.appearance.hasPreview)
    case .why: return Self.word(settings.told.why)
    case .historySkip: return settings.skipsFailed ? "failed" : "none"
    case .theme: return settings.appearance.theme.rawValue
    case .timer: return Self.word(settings.told.time)
    case .plan: return Self.word(settings.told.plan)
    case .steps: return Self.word(settings.told.steps)
    case .pager: return settings.pager.word(window?.command)
    case .fetchLimit: return "\(settings.fetchLimit)"
    case .fetchItems: return "\(settings.fetchItems)"
    case .memory: return ByteCount.words(settings.memory ?? MachineMemory.usualLimit)
    case .workers: return "\(sources.workers.value)"
    case .unpackRatio: return "\(run.sources.unpackRatio)"
    case .cacheColumns: return Self.word(settings.keepsColumns)
    case .pipeLimit: return ByteCount.words(run.sources.pipeBytes)
    case .spillLimit: return ByteCount.words(settings.spillBytes)
    case .readingsLimit: return ByteCount.words(settings.readingBytes)
    }
  }

  private static func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }
}

extension PagerWish {
  /// The word for it, or the command that shows pages.
  fileprivate func word(_ command: String?) -> String {
    switch self {
    case .automatic: command ?? "auto"
    case .off: "off"
    case .command(let command): command
    }
  }
}
