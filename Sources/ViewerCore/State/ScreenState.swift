import Scrollwork

/// The state that a screen hands to the one that shows the same content after it: in another form, or read anew.
///
/// A screen replaces the parts that it has and hands the others on. So the order of a table comes back after its file
/// was shown as a text.
struct ScreenState {
  /// A filter as it was typed.
  struct Filter: Hashable {
    /// The content that the filter is for.
    enum Subject: Hashable {
      case any
      /// The rows of a table, of which the filter names a column.
      case rows
      /// The lines of a log, which have levels.
      case lines
    }

    var text: String
    var isChip: Bool
    var subject = Subject.any
  }

  /// The look of a text.
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
    /// The column by which rows are grouped, and the values of the collapsed groups.
    var grouping: String?
    var collapsed: Set<String?>
    var pictures: TablePictures.Look
    /// The column of the focused cell.
    var column: String?
    var tags: TagStore.History
  }

  /// The chosen entries of a folder, and the place of the list.
  struct Folder {
    /// The entries to keep in place, the most important one first, with the share of each before the start of the view.
    var anchors: [(id: FolderEntryID, fraction: Double)]
    var focused: FolderEntryID?
    var selected: [FolderEntryID]
    /// The column of the focused cell.
    var column: String?
    /// The scroll position, which is saved until the place is restored.
    var position: ScrollPosition
  }

  /// The filters in their order, with those that the present screen leaves out.
  var filters: [Filter] = []
  /// The place in a file, in the screen that takes the state over only until it is shown.
  var place: FilePlace?
  var text: Text?
  var table: Table?
  var folder: Folder?

  /// Returns the filters that a screen leaves out.
  @MainActor
  func leftOut(by screen: any ViewerScreen) -> [Filter] {
    let used = Set(screen.filters)
    return filters.filter { !used.contains($0.text) }
  }

  /// Replaces the filters that a screen uses, and keeps those that it leaves out.
  /// - Parameter subject: Returns the content that a filter is for.
  @MainActor
  mutating func replaceFilters(by screen: any ViewerScreen, leftOut: [Filter], subject: (String) -> Filter.Subject) {
    let used = screen.filters.enumerated().map { place, text in
      Filter(text: text, isChip: place < screen.chipCount, subject: subject(text))
    }
    filters = leftOut + used
  }
}

/// A screen that takes over the state of another one, and hands on its own.
@MainActor
protocol StateKeeping: ViewerScreen {
  /// The state to hand on.
  var state: ScreenState { get }
  /// Takes a state over, before the screen is shown.
  func adopt(_ state: ScreenState)
}

extension StateKeeping {
  /// Filters by those filters that are for one of some contents. A filter that cannot be parsed is left out.
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
  /// Hands the state of the current screen to the next one.
  /// - Parameter change: Changes the state on the way.
  /// - Returns: A sentence about what is left out; `nil` if nothing is.
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

  /// Returns the reason why filters are left out.
  private static func reason(for filter: ScreenState.Filter, _ count: Int, on screen: any ViewerScreen) -> String {
    if screen is BytesScreen { return "because bytes have no filter" }
    switch filter.subject {
    case .rows: return count == 1 ? "which names a column" : "which name columns"
    case .lines: return count == 1 ? "which is for lines" : "which are for lines"
    case .any: return "which has no meaning here"
    }
  }
}
