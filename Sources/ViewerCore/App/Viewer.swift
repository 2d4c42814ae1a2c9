package import Scrollwork
package import ScrollworkPlatform

/// The viewer: which screen is shown, the way to it and back, the keys that hold everywhere.
@MainActor
package final class Viewer {
  package let root: View
  /// Called with `title` when the window should have another one.
  package var onTitleChange: ((String) -> Void)?
  /// Called when the person wants to close the window by a key.
  package var onClose: (() -> Void)?
  /// Where one was in what was opened before; `nil` if nothing is to be kept.
  package var places: SavedPlaces?
  /// Bytes of a stream that are read before the reader comes near the end of what is there.
  package var readsAhead = StreamSpool.usualAhead
  /// Called once for each stream of which a part is lost, with the reason.
  package var onInputLoss: ((String) -> Void)?
  /// Why a part of some stream is lost; `nil` if all was read, as far as it came.
  package private(set) var inputLoss: String?
  /// What could not be opened last, for the program to tell; `nil` if all went well.
  package private(set) var lastError: String?

  let view = ViewerView()
  private(set) var screen: any ViewerScreen
  private var history = History()

  package init() {
    root = view
    screen = HelloScreen()
    view.toolbar.back.onActivate = { [weak self] in self?.go(by: -1) }
    view.toolbar.forward.onActivate = { [weak self] in self?.go(by: 1) }
    view.toolbar.sort.onActivate = { [weak self] in self?.openSortMenu(byKey: self?.root.host?.isFocusVisible ?? false)
    }
    view.toolbar.panel.onActivate = { [weak self] in self?.toggleInspector() }
    view.toolbar.onLayoutChange = { [weak self] layout in self?.choose(layout) }
    view.statusBar.onZoom = { [weak self] step in (self?.screen as? any LayoutChoosing)?.setZoom(step, about: nil) }
    view.inspector.onClose = { [weak self] in self?.toggleInspector() }
    view.inspector.onOpen = { [weak self] path in self?.openOrTell(path) }
    view.inspector.onCopy = { [weak self] path in self?.copy(path) }
    view.toolbar.crumbs.onOpen = { [weak self] path in self?.openOrTell(path) }
    view.onDrop = { [weak self] path in self?.openOrTell(path) }
    view.toolbar.field.onChange = { [weak self] text in self?.filterFromField(text) }
    view.toolbar.field.onSubmit = { [weak self] _ in self?.focusList() }
    view.toolbar.field.onEscape = { [weak self] in self?.leaveField() ?? false }
    show(screen, as: .start)
  }

  /// The list that keys, scripts and dumps are about.
  package var list: CollectionView { screen.list }

  /// True while work in the background will still change what is shown.
  package var isBusy: Bool { screen.isBusy }

  /// What the window's bar says: what is shown, then by what.
  package var title: String {
    screen is HelloScreen ? screen.title : screen.title + " - Scrollwork"
  }

  // MARK: Opening

  /// Shows a folder or a file.
  package func open(_ path: String) throws(FileError) {
    // Made absolute, an empty path would be the folder one is in.
    if path.isEmpty { throw FileError(path: path, reason: .notFound) }
    if let demo = Demo(address: path) { return start(with: demo.makeScreen(), as: .path(path)) }
    let path = FilePath.absolute(path)
    start(with: try makeScreen(for: path), as: .path(path))
  }

  /// Shows files and folders as one list.
  /// - Returns: What is wrong with the paths that stand for nothing now.
  /// - Throws: The first of these errors if no path stands for anything.
  package func open(_ paths: [String]) throws(FileError) -> [FileError] {
    var errors: [FileError] = []
    for path in paths {
      do throws(FileError) { _ = try FileInfo(path: path) } catch { errors.append(error) }
    }
    if let first = errors.first, errors.count == paths.count { throw first }
    let paths = paths.filter { !$0.isEmpty }.map { FilePath.absolute($0) }
    start(with: FolderScreen(paths: paths), as: .paths(paths))
    return errors
  }

  /// Shows what comes in on standard input.
  package func openStandardInput() throws(FileError) {
    start(with: watched(TextScreen(spool: try .standardInput(ahead: readsAhead), pipe: nil)), as: .input)
  }

  private func makeScreen(for path: String) throws(FileError) -> any ViewerScreen {
    let info = try FileInfo(path: path)
    switch info.kind {
    case .directory:
      // Opened once to find out whether it may be listed.
      _ = try DirectoryReader(path: path)
      return FolderScreen(path: path, place: places?[path])
    case .regular:
      if EntryKind(name: path, kind: .regular) == .picture {
        return prepared(PictureScreen(path: path, info: info, around: screen as? FolderScreen))
      }
      if try listsPictures(path, info) { return FolderScreen(addresses: path, place: places?[path]) }
      return try TextScreen(path: path, place: places?[path])
    case .fifo: return watched(TextScreen(spool: try StreamSpool(path: path, ahead: readsAhead), pipe: path))
    default: throw FileError(path: path, reason: .notRegular(info.kind))
    }
  }

  /// Whether a text has nothing but addresses of pictures. Few do, so the beginning decides of most.
  private func listsPictures(_ path: String, _ info: FileInfo) throws(FileError) -> Bool {
    guard EntryKind(name: path, kind: .regular).mayListAddresses, info.size <= AddressListModel.sizeLimit else {
      return false
    }
    let file = try RandomAccessFile(path: path)
    let start = try file.bytes(at: 0, count: 4096)
    guard PictureAddress.mayBeList(start) else { return false }
    return PictureAddress.list(in: try file.bytes(at: 0, count: AddressListModel.sizeLimit)) != nil
  }

  private func watched(_ stream: TextScreen) -> TextScreen {
    stream.onInputLoss = { [weak self] reason in
      self?.inputLoss = reason
      self?.onInputLoss?(reason)
    }
    return stream
  }

  private func prepared(_ picture: PictureScreen) -> PictureScreen {
    picture.onMove = { [weak self, weak picture] path in
      guard let self, let picture else { return }
      history.replace(by: .path(path), showing: picture)
      onTitleChange?(title)
    }
    return picture
  }

  /// Opens what a person clicked; what cannot be opened is told in place of the list.
  private func openOrTell(_ path: String) {
    guard !path.isEmpty else { return }
    if let demo = Demo(address: path) { return show(demo.makeScreen(), as: .path(path)) }
    do {
      if PictureAddress.isAddress(path) {
        let screen = PictureScreen(address: path, around: screen as? FolderScreen)
        return show(prepared(screen), as: .path(path))
      }
      let path = FilePath.absolute(path)
      show(try makeScreen(for: path), as: .path(path))
    } catch {
      lastError = "\(error)"
      show(MessageScreen(path: path, message: "\(error)") { [weak self] in self?.openOrTell(path) }, as: .path(path))
    }
  }

  /// What the program begins with: no way leads back from it.
  private func start(with screen: any ViewerScreen, as place: History.Place) {
    history.replace(by: place, showing: screen)
    replaceScreen(by: screen)
  }

  private func show(_ screen: any ViewerScreen, as place: History.Place) {
    history.enter(place, showing: screen)
    replaceScreen(by: screen)
  }

  private func replaceScreen(by screen: any ViewerScreen) {
    let hadFocus = self.screen.list.isFocused || root.host?.focusedView == nil
    let flight = flight(from: self.screen, to: screen)
    keepPlace()
    self.screen = screen
    screen.onChange = { [weak self, weak screen] in
      if let self, screen === self.screen { refreshChrome() }
    }
    screen.onOpen = { [weak self] path in self?.openOrTell(path) }
    screen.onCopyPath = { [weak self] path in self?.copy(path) }
    (screen as? any FilterableScreen)?.onClearFilter = { [weak self] in self?.clearFilter() }
    view.show(screen.view, flight)
    view.toolbar.field.text = screen.filterText
    view.toolbar.showsField = screen.filterPrompt != nil
    view.toolbar.showsSort = screen is any SortableScreen
    view.menu.close()
    if hadFocus { focusList() }
    refreshChrome()
    onTitleChange?(title)
  }

  private func go(by step: Int) {
    let left = (screen as? PictureScreen)?.path
    guard let (place, screen) = history.go(by: step) else { return }
    if let screen {
      replaceScreen(by: screen)
      if let left { (screen as? FolderScreen)?.reveal(left) }
      return
    }
    switch place {
    case .start: show(HelloScreen(), as: .start)
    case .path(let path): openOrTell(path)
    case .paths(let paths): show(FolderScreen(paths: paths), as: place)
    case .input: break
    }
  }

  /// Something that the status line tells is another now.
  package func statusMayDiffer() { refreshChrome() }

  private func refreshChrome() {
    view.statusBar.status = screen.status
    let layouts = screen as? any LayoutChoosing
    view.toolbar.chosenLayout = layouts?.layout
    view.statusBar.zoom = layouts.flatMap { $0.layout == .grid ? $0.zoom : nil }
    refreshInspector()
    view.toolbar.crumbs.crumbs = screen.crumbs
    view.toolbar.back.isEnabled = history.canGoBack
    view.toolbar.forward.isEnabled = history.canGoForward
    if let prompt = screen.filterPrompt { view.toolbar.field.placeholder = prompt }
    // A list that was hidden for a while lost the keys.
    if let host = root.host, host.focusedView == nil { focusList() }
  }

  // MARK: What the person and scripts do

  /// Shows only what all expressions want.
  package func setFilter(_ texts: [String]) throws(ExpressionError) {
    let texts = texts.filter { !$0.isEmpty }
    try screen.setFilter(texts)
    view.toolbar.field.text = texts.joined(separator: " ")
    view.toolbar.field.isInvalid = false
    refreshChrome()
  }

  /// Why what was asked for cannot be shown; `nil` if it is.
  var failure: String? { screen.failure }

  package func setSort(_ keys: [SortKey]) throws(ExpressionError) {
    try screen.setSort(keys)
  }

  package func reload() {
    screen.reload()
  }

  /// The list that scripts may change; `nil` while another screen is shown.
  package var playground: Playground? { (screen as? PlaygroundScreen)?.playground }

  private func filterFromField(_ text: String) {
    do {
      try screen.setFilter(text.isEmpty ? [] : [text])
      view.toolbar.field.isInvalid = false
    } catch {
      view.toolbar.field.isInvalid = true
    }
    refreshChrome()
  }

  /// Ends what goes on in the background for what is shown.
  package func stop() {
    screen.stop()
  }

  package func focusList() {
    // A screen without a list leaves the keys to the window.
    root.host?.focus(list.host == nil ? nil : list)
  }

  private func clearFilter() {
    view.toolbar.field.text = ""
    filterFromField("")
    focusList()
  }

  /// Escape in the field first takes the filter away, then leaves the field.
  private func leaveField() -> Bool {
    if !view.toolbar.field.text.isEmpty {
      view.toolbar.field.text = ""
      filterFromField("")
    } else {
      focusList()
    }
    return true
  }

  /// Keys that no view used.
  package func handleKey(_ event: KeyEvent) -> Bool {
    if screen.handleKey(event) { return true }
    switch (event.key, event.modifiers) {
    case ("L", .control), ("F", .control), ("/", []):
      guard screen.filterPrompt != nil else { return false }
      view.toolbar.revealField()
    case ("F5", []), ("R", .control): reload()
    case ("I", .control): toggleInspector()
    case ("S", .alt): openSortMenu(byKey: true)
    case ("C", .control): return copySelection()
    case ("Q", .control), ("W", .control): onClose?()
    case (.left, .alt), (.back, _): go(by: -1)
    case (.right, .alt), (.forward, _): go(by: 1)
    case (.escape, []):
      if view.showsInspector, view.inspector.isFloating { return closeInspector() }
      if !view.toolbar.field.text.isEmpty { return leaveField() }
      return screen.leavesByEscape && leave()
    case (.backspace, []): return leave()
    case (.up, .alt): return goUp()
    default: return false
    }
    return true
  }

  /// Back where one came from; from where one began to the folder around.
  private func leave() -> Bool {
    guard !history.canGoBack else {
      go(by: -1)
      return true
    }
    return goUp()
  }

  private func goUp() -> Bool {
    guard screen.crumbs.count > 1 else { return false }
    openOrTell(screen.crumbs[screen.crumbs.count - 2].path)
    return true
  }
}
