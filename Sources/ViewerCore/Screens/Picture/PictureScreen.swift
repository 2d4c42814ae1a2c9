import Dispatch
import Scrollwork
import ScrollworkPlatform

/// The screen of one picture. The arrow keys step through its neighbours.
final class PictureScreen: ViewerScreen {
  let list = CollectionView()
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  /// Called with the path after stepping to another picture.
  var onMove: ((String) -> Void)?
  /// Called with whether to show the picture in full-screen mode.
  var onFullScreen: ((Bool) -> Void)?
  /// Called with a message for the status line.
  var onMessage: ((String) -> Void)?

  /// The entry of the shown picture.
  private(set) var entry: FolderEntry
  let picture = PictureView()
  let pixels = PicturePixels()
  /// The path by which the picture was opened; `nil` if it was opened from a list, or has an address.
  let openedPath: String?
  /// The running loads of the neighbouring pictures.
  private var aheadLoads: [any ImageLoadToken] = []
  /// Whether the slideshow is paused.
  var isSlideshowPaused = false {
    didSet { if isSlideshowPaused != oldValue { updateSlideshow() } }
  }
  /// Whether a slideshow is running or paused.
  var isSlideshow = false {
    didSet { if isSlideshow != oldValue { updateSlideshow() } }
  }
  /// The last attempt to read a part of the picture from a damaged file; `nil` without one.
  private var partAttempt: (source: ImageRequest.Source, isRunning: Bool)?
  /// Seconds that a slideshow shows each picture.
  static let slideSeconds = 4.0
  /// The tags of files; `nil` without them.
  var tagging: FileTagging? {
    didSet { if tagging !== oldValue { followTags() } }
  }
  /// The folder, list or table with the neighbouring pictures: the one that the picture was opened from, or else the
  /// folder of the file, read on demand.
  private(set) var around: (any PictureNeighbours)?
  /// The number of steps to take once the neighbours are known; negative for steps back.
  private var pendingSteps = 0
  /// The index of the picture among the neighbours, and their number; `nil` while the neighbours are unknown, or if the
  /// picture is not among them.
  private(set) var position: (index: Int, count: Int)?
  /// The last known index, from which stepping continues; after the picture was deleted, the index of the picture that
  /// followed it. `nil` before it is known.
  private var lastIndex: Int?
  /// The neighbours and the index from the last time that the picture was among them; `nil` if it never was.
  private var known: (pictures: PictureSequence, index: Int)?
  /// Whether the neighbours changed since the film strip was updated.
  private var hasNewNeighbours = false
  /// Whether the film strip may load its pictures, as it may after the screen has loaded its own picture.
  private var fillsStrip = false
  /// The watcher of the picture's file; `nil` for an address, or if it cannot be watched.
  private(set) var watcher: FileWatcher?
  /// Whether the file was deleted; its picture stays visible.
  private(set) var isDeleted = false

  /// Shows the picture in a file.
  /// - Parameter around: The screen that the picture was opened from.
  convenience init(path: String, info: FileInfo, around: (any PictureNeighbours)?) {
    self.init(FolderEntry(path: path, info: info).withKind(.picture), around: around)
  }

  /// Shows the picture of an address.
  convenience init(address: String, around: (any PictureNeighbours)?) {
    self.init(AddressListWorker.entries([address])[0], around: around)
  }

  private init(_ entry: FolderEntry, around: (any PictureNeighbours)?) {
    self.entry = entry
    self.around = around
    openedPath = around == nil && !entry.isAddress ? entry.path : nil
    picture.onStateChange = { [weak self] in self?.updateNotice() }
    picture.onZoomChange = { [weak self] in self?.onChange?() }
    picture.onLoad = { [weak self] in self?.pictureDidLoad() }
    picture.onSlideEnd = { [weak self] in self?.showNextSlide() }
    picture.controls.onWalk = { [weak self] in self?.walk(by: $0) }
    picture.strip.onChoose = { [weak self] in self?.walk(to: $0) }
    pixels.onChange = { [weak self] in
      self?.updateFileSize()
      self?.onChange?()
    }
    picture.show(entry.pictureSource, turn: PictureTurns.shared[path])
    updateFileSize()
    follow()
    around?.onEntriesChange = { [weak self] in self?.entriesDidChange() }
    findPosition()
  }

  var path: String { entry.path }
  var title: String { entry.isAddress ? entry.name : PathBytes.display(FilePath.lastComponent(of: path)) }
  var view: View { picture }
  var crumbs: [CrumbBar.Crumb] {
    guard entry.isAddress else { return CrumbBar.Crumb.parts(of: path) }
    return (around?.crumbs ?? []) + [CrumbBar.Crumb(title: title, path: path)]
  }
  var isBusy: Bool {
    if watcher?.hasNews == true || around?.isReading == true { return true }
    return picture.image.state == .waiting || picture.isBusy || partAttempt?.isRunning == true || pixels.isBusy
      || (pendingSteps != 0 || position == nil) && around?.isBusy ?? false
  }
  let filterPrompt: String? = nil
  let leavesByEscape = true

  func setFilter(_ texts: [String]) throws(ExpressionError) {}
  func setSort(_ keys: [SortKey]) throws(ExpressionError) {}

  func reload() {
    update(isForced: true)
  }

  func stop() {
    isSlideshow = false
    for load in aheadLoads { load.cancel() }
    aheadLoads = []
    watcher?.cancel()
    watcher = nil
  }

  // MARK: Changes of the file

  /// Watches the current file. On a file system without notifications, the picture is shown without being watched.
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
      entry = FolderEntry(path: path, info: info).withKind(.picture)
      if isForced || entry.version != before {
        partAttempt = nil
        picture.show(entry.pictureSource, turn: PictureTurns.shared[path], isSame: true)
        updateFileSize()
      }
    }
    onChange?()
  }

  /// Shows or removes the notice for a picture that cannot be shown.
  private func updateNotice() {
    if case .broken(let error) = picture.image.state, !picture.isPartial, !showPart(after: error) {
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

  /// Starts to decode the readable part of a damaged file.
  /// - Returns: Whether decoding is running, so that a notice waits for its result.
  private func showPart(after error: ImageError) -> Bool {
    guard case .corrupt = error, !entry.isAddress, let target = picture.request(for: entry.pictureSource)?.target
    else { return false }
    let source = entry.pictureSource
    if partAttempt?.source == source { return partAttempt?.isRunning == true }
    partAttempt = (source, true)
    let path = path
    DispatchQueue.global(qos: .userInitiated).async {
      let part = PictureDetail.readPart(path, for: target)
      DispatchQueue.main.async { [weak self] in
        guard let self, partAttempt?.source == source else { return }
        partAttempt?.isRunning = false
        if let part { picture.showPart(part) }
        updateNotice()
      }
    }
    return true
  }

  private func entriesDidChange() {
    hasNewNeighbours = true
    findPosition()
    walkOn()
    if picture.image.state == .shown { loadAhead() }
    onChange?()
  }

  // MARK: Walking

  /// Steps by `steps` pictures. If the picture was opened without a list, its folder is read first.
  func walk(by steps: Int) {
    pendingSteps += steps
    findNeighbours()
    walkOn()
  }

  /// Steps to the picture at an index among the neighbours.
  private func walk(to place: Int) {
    guard let index = position?.index ?? lastIndex else { return }
    // Without a position the next picture has the index already, which the first step forward reaches.
    walk(by: place - index + (position == nil && place >= index ? 1 : 0))
  }

  /// Steps to the last picture, or with `false` to the first one.
  func walk(toEnd: Bool) {
    guard let position else { return }
    walk(by: toEnd ? position.count - 1 - position.index : -position.index)
  }

  /// Reads the folder of a picture that was opened without a list.
  private func findNeighbours() {
    guard around == nil, !entry.isAddress else { return }
    let folder = FolderScreen(path: FilePath.parent(of: path))
    folder.onEntriesChange = { [weak self] in self?.entriesDidChange() }
    around = folder
  }

  /// Takes the pending steps, at most to the first or last picture.
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
    (position, lastIndex, known) = ((next.index, pictures.count), next.index, (pictures, next.index))
    around.didWalk(to: next.index)
    change(to: next.entry)
  }

  /// Shows another picture.
  private func change(to next: FolderEntry) {
    entry = next
    picture.show(entry.pictureSource, turn: PictureTurns.shared[path])
    showTag()
    updateFileSize()
    follow()
    updateControls()
    onMove?(path)
    onChange?()
  }

  /// Shows a picture that was restored, before the list contains it again.
  func showAgain(_ path: String) {
    let path = RealPaths.seen(path, from: self.path)
    guard let info = try? FileInfo(path: path), info.kind == .regular else { return }
    pendingSteps = 0
    position = nil
    around?.didReturn(to: path)
    change(to: FolderEntry(path: path, info: info).withKind(.picture))
    findPosition()
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
    updateControls()
  }

  /// Shows the buttons for those directions in which there are pictures.
  private func updateControls() {
    let (index, count) = (position?.index ?? lastIndex ?? 0, around?.neighbours.count ?? 0)
    picture.controls.show(hasPrevious: index > 0 && count > 0, hasNext: index < count - 1)
    updateStrip()
  }

  /// Marks the picture in the film strip. The strip loads its pictures only after the screen has loaded its own.
  private func updateStrip() {
    guard let around, around.isListed else { return }
    let former = picture.strip.count
    picture.strip.expect(around.neighbours, isNew: hasNewNeighbours)
    hasNewNeighbours = false
    if picture.strip.count != former { picture.setNeedsLayout() }
    if fillsStrip { picture.strip.fill(current: position?.index) }
  }

  /// Reads the neighbours and decodes the nearest of them, now that the picture itself is loaded.
  private func pictureDidLoad() {
    findNeighbours()
    fillsStrip = true
    updateStrip()
    loadAhead()
  }

  /// Decodes the pictures before and after the shown one, so that a step shows them at once.
  private func loadAhead() {
    let former = aheadLoads
    aheadLoads = []
    defer { for load in former { load.cancel() } }
    guard let around, around.isListed, let index = position?.index, let host = picture.host else { return }
    let pictures = around.neighbours
    for step in [1, -1] where pictures.canStep(from: index, by: step) {
      guard let next = pictures.picture(near: index + step, walking: step), next.index != index,
        let request = picture.request(for: next.entry.pictureSource), host.environment.images.cached(request) == nil
      else { continue }
      aheadLoads.append(host.environment.images.load(request, priority: .low) { _ in })
    }
  }

  /// Shows the next picture of a slideshow; after the last picture, the first one.
  private func showNextSlide() {
    guard let position, position.count > 1 else {
      isSlideshow = false
      return
    }
    if position.index + 1 < position.count { walk(by: 1) } else { walk(toEnd: false) }
  }

  private func updateSlideshow() {
    if isSlideshow {
      findNeighbours()
    } else {
      isSlideshowPaused = false
    }
    picture.slideInterval = isSlideshow && !isSlideshowPaused ? Self.slideSeconds : nil
    onChange?()
  }

  /// Passes the size of the picture to its view, as soon as it is known.
  private func updateFileSize() {
    let facts = entry.isAddress ? nil : pixels.facts(of: path, version: entry.version)
    picture.ownSize = facts?.detailSize == nil ? nil : facts?.size
    picture.fileSize = facts?.detailSize ?? facts?.size
  }
}
