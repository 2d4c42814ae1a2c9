import Scrollwork
import ScrollworkPlatform

extension FolderScreen {
  func title(ofFilter filter: String) -> String { FilterTitle.row(filter, columns: EntryFilter.columns) }

  var filterPrompt: String? {
    guard snapshot != nil else { return "Filter" }
    return shown.pictures.count > shown.others.count ? "Filter pictures" : "Filter files"
  }

  /// The details of the selected entry, of the selection, or of the whole folder.
  var inspection: Inspection? {
    let selected = selectedEntries
    if let entry = selected.first, selected.count == 1 {
      let size = entry.kind == .picture && !entry.isAddress ? sizes.size(of: entry) : nil
      var inspection = Inspection(
        entry, pixels: size, canOpen: entry.kind.isFile || entry.kind == .folder, tag: tags[entry])
      if entry.kind == .picture, !entry.isAddress, let facts = details.facts(of: entry.path, version: entry.version) {
        inspection.add(facts.metadata)
      }
      return inspection
    }
    var inspection = Inspection(
      title: selected.isEmpty ? title : "\(Formats.count(selected.count)) selected",
      symbol: addresses == nil ? .folder : .picture)
    let counted = selected.isEmpty ? shown : ShownEntries(selected)
    var content = Self.words(for: counted)
    if selected.isEmpty, !filters.isEmpty, let all = snapshot?.entries.count, all != shown.all.count {
      content = "\(content.isEmpty ? "Nothing" : content) shown of \(Formats.count(all)) \(Words.count("item", all))"
    }
    inspection.rows.append(.init(label: "Content", value: content))
    // The sizes of pictures on the network are unknown.
    let isPart = selected.isEmpty && !filters.isEmpty
    if addresses == nil {
      inspection.rows.append(.init(label: isPart ? "Size shown" : "Size", value: Self.size(of: counted)))
    }
    if let path, selected.isEmpty { inspection.rows.append(.init(label: "Path", value: PathBytes.display(path))) }
    if selected.isEmpty { inspection.path = path }
    return inspection
  }

  /// The paths of the selected entries.
  var copied: CopiedText? {
    let selected = selectedEntries
    return selected.isEmpty
      ? nil : CopiedText(selected.lazy.map { PathBytes.display($0.path) }, count: selected.count, noun: "path")
  }

  private static func size(of shown: ShownEntries) -> String {
    shown.folders.count == shown.all.count && !shown.all.isEmpty ? "—" : Inspection.size(shown.bytes)
  }

  private static func words(for shown: ShownEntries) -> String {
    [("picture", shown.pictures.count), ("file", shown.others.count), ("folder", shown.folders.count)]
      .filter { $0.1 > 0 }.map { "\(Formats.count($0.1)) \(Words.count($0.0, $0.1))" }.joined(separator: ", ")
  }

  /// The path of the first entry after the selection, or else of the last one before it; `nil` if all are selected.
  var pathAfterSelection: String? {
    var (before, isAfter): (String?, Bool) = (nil, false)
    for (section, entries) in entriesBySection.enumerated() {
      let selected = list.selectedPositions(inSection: section)
      for (item, entry) in entries.enumerated() {
        if selected.contains(item) {
          isAfter = true
        } else if isAfter {
          return entry.path
        } else {
          before = entry.path
        }
      }
    }
    return before
  }

  /// Selects an entry and scrolls to it, for instance when the user goes back from its screen.
  func reveal(_ path: String) {
    for (section, entries) in entriesBySection.enumerated() {
      guard let item = entries.firstIndex(path: path) else { continue }
      list.select(ElementPath(section: section, item: item))
      list.scroll(to: .item(ElementPath(section: section, item: item)), animated: false)
    }
  }
}

extension FolderScreen {
  /// The placeholder for the list; `nil` if the list has entries.
  var notice: Notice? {
    guard let snapshot else { return nil }
    switch snapshot.state {
    case .failed(let error):
      return Notice(
        symbol: .warning, title: addresses == nil ? "Cannot read this folder" : "Cannot read this file",
        detail: Words.pathAndReason(error), button: "Try again", isFailure: true
      ) { [weak self] in self?.reload() }
    case .vanished:
      let detail = PathBytes.display(path ?? addresses ?? "") + "\nIts content appears again when it is back."
      return Notice(
        symbol: .folder, title: addresses == nil ? "This folder is no longer there" : "This file is no longer there",
        detail: detail)
    case .loading: return nil
    case .complete: break
    }
    guard shown.all.isEmpty else { return nil }
    if !filters.isEmpty {
      return noMatch(in: snapshot.entries.count, "item")
    }
    if addresses != nil {
      return Notice(symbol: .file, title: "No addresses", detail: "The file contains no addresses now.")
    }
    guard let path else {
      return Notice(
        symbol: .file, title: "None of these files exists", detail: "Files that are created appear here by themselves.")
    }
    if isReceiving {
      return Notice(
        symbol: .folder, title: "Files are on their way", detail: "Each one appears here when it is complete.")
    }
    // A new folder would not be seen among the files of all folders.
    let makesFolder = !isDeep && FileMove.canAdd(to: path)
    return Notice(
      symbol: .folder, title: isDeep ? "No files in this folder and those below" : "Empty folder",
      detail: "New files appear here by themselves.", button: makesFolder ? "New folder" : "Go up"
    ) { [weak self] in self?.onEmpty?(makesFolder) }
  }
}
