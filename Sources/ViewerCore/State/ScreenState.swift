import Scrollwork

/// The state that a screen passes to the next screen for the same content, in another form or reloaded.
///
/// A screen replaces the parts that it has and keeps the others. So the order of a table is restored after its file was
/// shown as text in between.
struct ScreenState {
  /// A filter as it was typed.
  struct Filter: Hashable {
    /// The kind of content that a filter applies to.
    enum Subject: Hashable {
      case any
      /// The rows of a table. The filter names one of its columns.
      case rows
      /// The lines of a log. The filter is about their levels.
      case lines
    }

    var text: String
    var isChip: Bool
    var subject = Subject.any
  }

  /// The presentation of a text.
  struct Text {
    var sort: [SortKey]
    var wraps: Bool
    /// The setting for wrapping that the screen adopted last.
    var adoptedWrap: Bool
    var look: TextLook
    var terms: [LineTerm]
  }

  /// The look of a table, and the changes of its tags.
  struct Table {
    var look: TableLook
    /// The column by which rows are grouped, and the values of the collapsed groups; `nil` without groups.
    var grouping: String?
    var collapsed: Set<String?>
    var pictures: TablePictures.Look
    /// The column of the focused cell.
    var column: String?
    var tags: TagStore.History
  }

  /// The focused and selected entries of a folder, and the scroll position.
  struct Folder {
    /// The entries to keep in place, the preferred one first, each with its share before the start of the viewport.
    var anchors: [(id: FolderEntryID, fraction: Double)]
    var focused: FolderEntryID?
    var selected: [FolderEntryID]
    /// The column of the focused cell.
    var column: String?
    /// The scroll position to save until the place is restored.
    var position: ScrollPosition
  }

  /// The filters in their order, including those that the current screen does not use.
  var filters: [Filter] = []
  /// The place in a file; the next screen restores it when it is shown. `nil` if there is none.
  var place: FilePlace?
  var text: Text?
  var table: Table?
  var folder: Folder?

  /// Returns the filters that `screen` does not use.
  @MainActor
  func leftOut(by screen: any ViewerScreen) -> [Filter] {
    let used = Set(screen.filters)
    return filters.filter { !used.contains($0.text) }
  }

  /// Replaces the filters by those that `screen` uses, after those in `leftOut`, which it does not use.
  /// - Parameter subject: Returns the kind of content that a filter applies to.
  @MainActor
  mutating func replaceFilters(by screen: any ViewerScreen, leftOut: [Filter], subject: (String) -> Filter.Subject) {
    let used = screen.filters.enumerated().map { place, text in
      Filter(text: text, isChip: place < screen.chipCount, subject: subject(text))
    }
    filters = leftOut + used
  }
}

/// A screen that takes over the state of the previous screen, and passes on its own.
@MainActor
protocol StateKeeping: ViewerScreen {
  /// The state to pass to the next screen.
  var state: ScreenState { get }
  /// Takes a state over, before the screen is shown.
  func adopt(_ state: ScreenState)
}

extension StateKeeping {
  /// Applies the filters that apply to one of `subjects`. A filter that cannot be parsed is skipped.
  func adopt(_ filters: [ScreenState.Filter], for subjects: Set<ScreenState.Filter.Subject>) {
    var kept: [ScreenState.Filter] = []
    for filter in filters where subjects.contains(filter.subject) {
      if (try? setFilter((kept + [filter]).map(\.text))) != nil { kept.append(filter) }
    }
    // Only the last filter stands in the field.
    chipCount = kept.last?.isChip == false ? kept.count - 1 : kept.count
  }
}

extension Viewer {
  /// Passes the state of the current screen to the next one.
  /// - Parameter change: Changes the state before it is passed.
  /// - Returns: A sentence about filters that the next screen does not use; `nil` if it uses all.
  func handState(to next: any ViewerScreen, _ change: (inout ScreenState) -> Void = { _ in }) -> String? {
    guard let old = screen as? any StateKeeping, let next = next as? any StateKeeping else { return nil }
    var state = old.state
    change(&state)
    let active = Set(old.filters)
    next.adopt(state)
    let lost = state.leftOut(by: next).filter { active.contains($0.text) }
    var sentences: [String] = []
    if let first = lost.first {
      let names = lost.map { "“\($0.text)”" }.joined(separator: " and ")
      sentences.append("Shown without \(names), \(Self.reason(for: first, lost.count, on: next))")
    }
    if state.place?.hasLostSelection == true { sentences.append("The selection has too many parts to be kept") }
    return sentences.isEmpty ? nil : sentences.joined(separator: ". ")
  }

  /// Returns the reason why a screen does not use filters.
  private static func reason(for filter: ScreenState.Filter, _ count: Int, on screen: any ViewerScreen) -> String {
    if screen is BytesScreen { return "because bytes have no filter" }
    switch filter.subject {
    case .rows: return count == 1 ? "which names a column" : "which name columns"
    case .lines: return count == 1 ? "which is for lines" : "which are for lines"
    case .any: return "which has no meaning here"
    }
  }
}
