// SPDX-License-Identifier: MIT

import CatalogueSources
import LineEditing
import QueryEngine
import ResultRendering

// `set NAME = default`.
extension SessionSettings {
  /// Takes one setting from others, as it is without a `set`.
  mutating func restore(_ setting: Setting, from usual: SessionSettings) {
    origins[setting] = nil
    switch setting {
    case .locale: locale = usual.locale
    case .offline: run.isOffline = usual.run.isOffline
    case .live: run.isLive = usual.run.isLive
    case .errors: errorStyle = usual.errorStyle
    case .format: format = usual.format
    case .width: (options.width, hasOwnWidth) = (usual.options.width, false)
    case .rows: options.maximumRows = usual.options.maximumRows
    case .pictures: pictures.wish = usual.pictures.wish
    case .pictureSize: pictures.size = usual.pictures.size
    case .keys: keys = usual.keys
    case .overlay: appearance.isPainted = usual.appearance.isPainted
    case .hints: appearance.hasHints = usual.appearance.hasHints
    case .preview: appearance.hasPreview = usual.appearance.hasPreview
    case .why: told.why = usual.told.why
    case .historySkip: skipsFailed = usual.skipsFailed
    case .theme: appearance.theme = usual.appearance.theme
    case .timer: told.time = usual.told.time
    case .plan: told.plan = usual.told.plan
    case .steps: told.steps = usual.told.steps
    case .pager: pager = usual.pager
    case .fetchLimit: fetchLimit = usual.fetchLimit
    case .fetchItems: fetchItems = usual.fetchItems
    case .memory: memory = usual.memory
    case .workers: workers = usual.workers
    case .unpackRatio: run.sources.unpackRatio = usual.run.sources.unpackRatio
    case .cacheColumns: keepsColumns = usual.keepsColumns
    case .pipeLimit: run.sources.pipeBytes = usual.run.sources.pipeBytes
    case .spillLimit: spillBytes = usual.spillBytes
    case .readingsLimit: readingBytes = usual.readingBytes
    }
  }
}
