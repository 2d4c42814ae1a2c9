import Scrollwork
import ScrollworkPlatform

/// The status line of a folder.
extension FolderScreen {
  var status: Status {
    var status = Status()
    let (folders, pictures, files) = (shown.folders.count, shown.pictures.count, shown.others.count)
    for (noun, count) in [("picture", pictures), ("file", files), ("folder", folders)] where count > 0 {
      status.items.append(Status.Item(strong: Formats.count(count), text: Words.count(noun, count)))
    }
    if let snapshot, filter != nil {
      if status.items.isEmpty { status.items = [Status.Item(strong: Formats.count(0), text: "items")] }
      let (total, last) = (snapshot.entries.count, status.items[status.items.count - 1])
      status.items[status.items.count - 1].beside = .init(strong: last.strong, text: last.text)
      status.items[status.items.count - 1].text += " of \(Formats.count(total))"
      let found = Formats.count(folders + pictures + files)
      status.passed = "\(found) of \(Formats.count(total)) \(Words.count("item", total))"
    } else if status.items.isEmpty, snapshot?.state == .complete {
      status.items = [Status.Item(strong: Formats.count(0), text: Words.count("item", 0))]
    }
    // It comes first, so that it is seen in a narrow window too.
    if isDeep { status.items.insert(Status.Item(text: "In all folders"), at: 0) }
    if list.selectedCount > 0 { status.items.append(selectedItem) }
    if let loading = loads.progress {
      status.progress = Double(loading.done) / Double(loading.total)
      let (done, total) = (Formats.count(loading.done), Formats.count(loading.total))
      status.items.append(Status.Item(text: "Loading \(done) of \(total)", tellsProgress: sizes.progress == nil))
    }
    if let progress = sizes.progress {
      status.progress = progress
      status.items.append(Status.Item(text: "Reading sizes \(Formats.percent(progress))", tellsProgress: true))
    }
    if let note = snapshot?.note { status.items.append(Status.Item(text: note)) }
    if let hint = loads.hint { status.items.append(Status.Item(text: hint)) }
    if let cacheProblem { status.items.append(Status.Item(text: cacheProblem)) }
    switch snapshot?.state {
    case .complete?:
      status.isLive = snapshot?.isWatched == true && snapshot?.unwatchedFolders == 0
      status.trailing = [stateWords]
      if let words = sortWords { status.trailing.insert(words, at: 0) }
    case .vanished?: (status.items, status.trailing) = ([], ["No longer there"])
    case .failed?: status.items = []
    case .loading?: if isDeep { status.trailing = ["Listing the folders below"] }
    case nil: break
    }
    return status
  }

  /// The words about whether changes of the folder are noticed.
  private var stateWords: String {
    guard let snapshot, snapshot.isWatched else { return "Not watched" }
    let missing = snapshot.unwatchedFolders
    return missing == 0 ? "Live" : "\(Formats.count(missing)) \(Words.count("folder", missing)) not watched"
  }

  /// The reason why pictures from the network are not cached on disk; `nil` if they are.
  private var cacheProblem: String? {
    guard addresses != nil, let pipeline = list.host?.environment.images as? ImagePipeline else { return nil }
    return pipeline.diskProblem.map(Words.sentence)
  }

  /// The part of the status line about the selection: the number of items, and the total size of the files among them.
  private var selectedItem: Status.Item {
    var (bytes, hasFiles) = (0, false)
    for (section, entries) in applied.enumerated() {
      for range in list.selectedRanges(inSection: section) {
        for index in range.clamped(to: 0..<entries.count) where entries[index].kind != .folder {
          (bytes, hasFiles) = (bytes + entries[index].size, true)
        }
      }
    }
    let size = hasFiles && addresses == nil ? ", " + Formats.bytes(bytes) : ""
    let tag = list.selectedCount == 1 ? selectedEntries.first.map { tags[$0] } ?? 0 : 0
    return Status.Item(
      strong: Formats.count(list.selectedCount), text: "selected" + size + (tag == 0 ? "" : ", tag \(tag)"))
  }
}
