import Scrollwork
import ScrollworkPlatform

/// The screen of one picture. The arrow keys walk through the pictures around it.
final class PictureScreen: ViewerScreen {
  let list = CollectionView()
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  /// Called with the path after walking to another picture.
  var onMove: ((String) -> Void)?

  /// The entry of the shown picture.
  private var entry: FolderEntry
  let picture = PictureView()
  private let pixels = PicturePixels()
  /// The folder, list or table with the neighbouring pictures: the one that the picture was opened from, or else the
  /// folder of the file, read on demand.
  private var around: (any PictureNeighbours)?
  /// The number of steps to walk once the neighbours are known; negative for steps back.
  private var pendingSteps = 0
  /// The index of the picture among the neighbours, and their number; `nil` while the neighbours are unknown, or if the
  /// picture is not among them.
  private var position: (index: Int, count: Int)?
  /// The last known index; after the picture was deleted, the index of the picture that followed it. Walking continues
  /// from this index.
  private var lastIndex: Int?
  /// The neighbours and the index when the picture was last among them.
  private var known: (pictures: PictureSequence, index: Int)?
  /// The watcher of the picture's file; `nil` for an address, or if it cannot be watched.
  private var watcher: FileWatcher?
  /// Whether the file was deleted; its picture stays visible.
  private var isDeleted = false

  /// Shows the picture in a file.
  /// - Parameter around: The screen that the picture was opened from.
  convenience init(path: String, info: FileInfo, around: (any PictureNeighbours)?) {
    self.init(FolderEntry(path: path, info: info), around: around)
  }

  /// Shows the picture of an address.
  convenience init(address: String, around: (any PictureNeighbours)?) {
    self.init(AddressListWorker.entries([address])[0], around: around)
  }

  private init(_ entry: FolderEntry, around: (any PictureNeighbours)?) {
    self.entry = entry
    self.around = around
    picture.onStateChange = { [weak self] in self?.updateNotice() }
    pixels.onChange = { [weak self] in self?.onChange?() }
    picture.show(entry.pictureSource)
    follow()
    around?.onEntriesChange = { [weak self] in self?.entriesDidChange() }
    findPosition()
  }

  var path: String { entry.path }
  var title: String { entry.isAddress ? entry.name : PathBytes.display(FilePath.lastComponent(of: path)) }
  var view: View { picture }
  /// The path or address as text, without passwords.
  private var displayedPath: String { PictureAddress.withoutPasswords(PathBytes.display(path)) }
  /// Returns the reason of an error as text; the passwords of addresses in it are left out.
  private func displayedReason(_ error: ImageError) -> String { PictureAddress.withoutPasswords(error.reason) }
  var crumbs: [CrumbBar.Crumb] {
    guard entry.isAddress else { return CrumbBar.Crumb.parts(of: path) }
    return (around?.crumbs ?? []) + [CrumbBar.Crumb(title: title, path: path)]
  }
  var isBusy: Bool {
    if watcher?.hasNews == true || around?.isReading == true { return true }
    return picture.image.state == .waiting || pixels.isBusy || pendingSteps != 0 && around?.isBusy ?? false
  }
  let filterPrompt: String? = nil
  let leavesByEscape = true

  var status: Status {
    var status = Status()
    if let position {
      let noun = around?.neighbours.noun ?? ""
      status.items.append(
        Status.Item(strong: Formats.count(position.index + 1), text: "of \(Formats.count(position.count)) \(noun)"))
    }
    if entry.isAddress {
      status.items.append(Status.Item(text: PictureAddress.host(of: path)))
    } else {
      if let pixels = pixels.size(of: path, version: entry.version) {
        status.items.append(Status.Item(text: "\(pixels.width) × \(pixels.height)"))
      }
      status.items.append(Status.Item(text: Formats.bytes(entry.size)))
    }
    if picture.isLate { status.items.append(Status.Item(text: "Loading")) }
    if case .broken(let error) = picture.image.state {
      status.items.append(Status.Item(text: Words.sentence(displayedReason(error))))
    }
    guard !entry.isAddress else { return status }
    status.trailing = [isDeleted ? "The file is gone" : watcher == nil ? "Not watched" : "Live"]
    status.isLive = !isDeleted && watcher != nil
    return status
  }

  var failure: String? {
    guard case .broken(let error) = picture.image.state else { return nil }
    return "Cannot show \(displayedPath): \(displayedReason(error))"
  }

  var inspection: Inspection? {
    let pixels = entry.isAddress ? nil : pixels.size(of: path, version: entry.version)
    var inspection = Inspection(entry, pixels: pixels, canOpen: false)
    inspection.title = title
    // The picture is visible already.
    inspection.picture = nil
    return inspection
  }

  func setFilter(_ texts: [String]) throws(ExpressionError) {}
  func setSort(_ keys: [SortKey]) throws(ExpressionError) {}

  func reload() {
    update(isForced: true)
  }

  func stop() {
    watcher?.cancel()
    watcher = nil
  }

  // MARK: Changes of the file

  /// Watches the current file. On a file system without notifications the picture is shown all the same.
  private func follow() {
    watcher?.cancel()
    watcher = nil
    isDeleted = false
    guard !entry.isAddress else { return }
    let delivery = Delivery<String> { [weak self] path in
      if let self, path == self.path { update(isForced: false) }
    }
    watcher = try? FileWatcher(path: path) { [path] _ in delivery.send(path) }
  }

  /// Reads the file's status again, and reloads the picture if it changed.
  private func update(isForced: Bool) {
    guard !entry.isAddress else {
      if isForced { picture.image.retry() }
      onChange?()
      return
    }
    let info = try? FileInfo(path: path)
    isDeleted = info?.kind != .regular
    if let info, !isDeleted {
      let before = entry.version
      entry = FolderEntry(path: path, info: info)
      if isForced || entry.version != before { picture.show(entry.pictureSource, isSame: true) }
    }
    onChange?()
  }

  /// Shows or removes the notice for a picture that cannot be shown.
  private func updateNotice() {
    if case .broken(let error) = picture.image.state {
      picture.notice = Notice(
        symbol: .pictureBroken, title: "Cannot show this picture",
        detail: displayedPath + "\n" + Words.sentence(displayedReason(error)),
        button: "Try again", isFailure: true
      ) { [weak self] in self?.reload() }
    } else {
      picture.notice = nil
    }
    onChange?()
  }

  private func entriesDidChange() {
    findPosition()
    walkOn()
    onChange?()
  }

  // MARK: Walking

  func handleKey(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    switch event.key {
    case .right, .down, .pageDown, .space: walk(by: 1)
    case .left, .up, .pageUp: walk(by: -1)
    case .home: walk(by: -(position?.index ?? 0))
    case .end: walk(by: position.map { $0.count - 1 - $0.index } ?? 0)
    default: return false
    }
    return true
  }

  /// Walks by `steps` pictures. If the picture was opened without a list, its folder is read first.
  private func walk(by steps: Int) {
    pendingSteps += steps
    if around == nil, !entry.isAddress {
      let folder = FolderScreen(path: FilePath.parent(of: path))
      folder.onEntriesChange = { [weak self] in self?.entriesDidChange() }
      around = folder
    }
    walkOn()
  }

  /// Walks by the pending steps, at most to the first or last picture.
  private func walkOn() {
    guard let around, around.isListed else { return }
    defer { pendingSteps = 0 }
    findPosition()
    guard pendingSteps != 0, let index = lastIndex else { return }
    let pictures = around.neighbours
    // The next picture took the position of the deleted one, so one step forward is already done.
    let target = index + pendingSteps - (position == nil && pendingSteps > 0 ? 1 : 0)
    guard let next = pictures.picture(near: target, walking: pendingSteps), position?.index != next.index else {
      return
    }
    entry = next.entry
    (position, lastIndex, known) = ((next.index, pictures.count), next.index, (pictures, next.index))
    around.didWalk(to: next.index)
    picture.show(entry.pictureSource)
    follow()
    onMove?(path)
    onChange?()
  }

  /// Finds the index of the picture among the neighbours.
  private func findPosition() {
    guard let around, around.isListed else { return }
    let pictures = around.neighbours
    position = around.position(of: path).map { ($0, pictures.count) }
    if let position {
      (known, lastIndex) = ((pictures, position.index), position.index)
    } else if let known {
      lastIndex = known.pictures.place(after: known.index, in: pictures)
    }
  }
}
