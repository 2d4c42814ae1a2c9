package import Scrollwork
import ScrollworkHostInterface
package import ScrollworkPlatform

/// The controller of the window: owns the current screen, the history and the keys that work everywhere.
@MainActor
package final class Viewer {
  /// The view to show in a window.
  package let root: View
  /// Called with `title` after it changed.
  package var onTitleChange: ((String) -> Void)?
  /// Called when the user closes the window by a key.
  package var onClose: (() -> Void)?
  /// Called with whether the window is to fill the screen.
  package var onFullScreen: ((Bool) -> Void)?
  /// Starts a drag out of the window, and returns whether it started. The function is called at the end of the drag
  /// with whether another program took the content.
  package var onDragOut: ((DraggedContent, @escaping @MainActor (Bool) -> Void) -> Bool)?
  /// Called to show or hide the window's debug overlay.
  package var onDebugOverlay: (() -> Void)?
  /// Called when the user closes all windows by a key.
  package var onQuit: (() -> Void)?
  /// Called to open another window at a path, or with `nil` at the place of this one; `nil` if the program has one
  /// window only.
  package var onNewWindow: ((String?) -> Void)?
  /// The state that all windows of the program share.
  let shared: SharedState
  /// The folders of the user that the start screen offers. The function is called whenever the screen is shown.
  package var userFolders: @MainActor () -> UserFolders = { UserFolders() }
  /// The form in which the input of the command line is read; `nil` if its name and content decide.
  package var form: InputForm?
  /// The number of bytes of a stream to read before the user scrolls near the end of the known lines.
  package var readAhead = StreamSpool.defaultReadAhead
  /// Called once for each stream that lost a part, with the reason.
  package var onInputLoss: ((String) -> Void)?
  /// The reason why a part of a stream is lost; `nil` if everything was read.
  package private(set) var inputLoss: String?
  /// Whether the user picks rows for another program: Return hands them on, and Escape cancels.
  package var picksRows = false
  /// Called when the user picked rows, or cancelled.
  package var onPick: (() -> Void)?
  /// The outcome of picking; `nil` until the user has picked rows or cancelled.
  package private(set) var pickOutcome: PickOutcome?
  /// The running save of rows to a file.
  var saving: (any FindWork)?
  /// The existing file that a save replaces if the user presses Return again; `nil` without one.
  var replacedPath: String?
  /// The message of the last input that could not be opened; `nil` if there was none.
  package private(set) var lastError: String?

  let view = ViewerView()
  /// The screen whose view is in the window.
  private(set) var screen: any ViewerScreen
  let history = History()
  /// The settings of the user.
  package var settings = ViewerSettings() {
    didSet { if settings != oldValue { applySettings(changedFrom: oldValue) } }
  }
  /// Called with the former and the new settings after the user changed them in the window.
  package var onSettingsChange: ((ViewerSettings, ViewerSettings) -> Void)?
  /// The commands with their keys.
  package var commands = CommandTable() {
    didSet { showShortcuts() }
  }
  /// The changes of files, their undo and the programs that open them.
  package let files: FileActions
  /// Whether the user opened the side panel. Some screens do not show it.
  var wantsInspector = false
  /// The viewer of another window that takes over messages about files after this window was closed.
  weak var heir: Viewer?
  /// The message about state that the last screen exchange could not keep; `nil` if it kept all.
  private var stateLoss: String?
  /// The watch of a file that the current screen shows through a copy; `nil` for other screens.
  var copyWatch: CopyWatch?
  /// Whether a key is being sent to the list, so that no command may handle it.
  var isSendingToList = false

  /// Makes a viewer that shows the start screen.
  package convenience init() {
    self.init(SharedState())
    openStart()
  }

  /// Makes a viewer that shows nothing yet. Making the start screen takes time, and most windows do not show it.
  init(_ shared: SharedState) {
    self.shared = shared
    files = FileActions(undo: shared.undo, tagging: shared.tagging)
    root = view
    let blank = MessageScreen(path: "", Notice(symbol: .folder, title: "", detail: ""))
    screen = blank
    view.toolbar.back.onActivate = { [weak self] in self?.goBack() }
    view.toolbar.forward.onActivate = { [weak self] in self?.goForward() }
    view.toolbar.sort.onActivate = { [weak self] in self?.openSortMenu(byKey: self?.root.host?.isFocusVisible ?? false)
    }
    view.toolbar.source.onActivate = { [weak self] in _ = self?.openSource() }
    view.toolbar.panel.onActivate = { [weak self] in self?.toggleInspector() }
    view.toolbar.onLayoutChange = { [weak self] layout in self?.choose(layout) }
    view.statusBar.onZoom = { [weak self] step in (self?.screen as? any LayoutChoosing)?.setZoom(step) }
    connectStatusMenus()
    connectInspector()
    view.toolbar.crumbs.onOpen = { [weak self] path in self?.openReportingErrors(path) }
    view.onMenu = { [weak self] point in self?.openMenu(at: point) }
    view.onQuestionMark = { [weak self] in self?.openKeyOverlay() }
    view.onDrop = { [weak self] text, point in self?.receiveDrop(text, at: point) }
    connectFilter()
    connectBars()
    showShortcuts()
    show(blank, as: .start)
  }

  /// The list that keys, scripts and dumps refer to.
  package var list: CollectionView { screen.list }

  /// Whether background work will still change the content.
  package var isBusy: Bool {
    screen.isBusy || saving?.isBusy == true || files.isBusy || view.isBusy || PictureParts.shared.isBusy
  }

  /// The title of the window: the name of the content, then the name of the program.
  package var title: String {
    screen is HelloScreen ? screen.title : screen.title + " - Scrollwork"
  }

  // MARK: Opening

  /// Opens a folder, a file, a pipe or a `gallery:` address as the first place of the history.
  /// - Throws: The reason why the path cannot be read.
  package func open(_ path: String) throws(FileError) {
    // An empty path would otherwise be made absolute, which is the current folder.
    if path.isEmpty { throw FileError(path: path, reason: .notFound) }
    if let demo = Demo(address: path) { return start(with: demo.makeScreen(), as: .path(path)) }
    if path == Demo.gallery { return start(with: makeStart(), as: .start) }
    let path = FilePath.absolute(path)
    start(with: try makeScreen(for: path, as: form), as: .path(path))
  }

  /// Shows several files and folders as one list.
  /// - Returns: The errors of paths that do not exist now. Each of these paths becomes an entry when it is created.
  /// - Throws: The first of these errors if no path exists.
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

  /// Shows standard input as a stream of lines, or of the rows of a table.
  package func openStandardInput() throws(FileError) {
    start(with: try makeScreen(of: try .standardInput(ahead: readAhead), pipe: nil), as: .input)
  }

  /// Shows the start screen, if no input was opened.
  package func openStart() { start(with: makeStart(), as: .start) }

  private func makeStart() -> HelloScreen {
    savePosition()
    let screen = HelloScreen { [weak self] in
      guard let self else { return (UserFolders(), []) }
      return (userFolders(), places?.paths ?? [])
    }
    screen.onChoose = { [weak self] in self?.chooseFile() }
    return screen
  }

  /// Returns the screen for the kind of file at `path`.
  private func makeScreen(for path: String, as form: InputForm? = nil) throws(FileError) -> any ViewerScreen {
    let info = try FileInfo(path: path)
    switch info.kind {
    case .directory:
      // Opened once, so that missing permission is reported before the screen changes.
      _ = try DirectoryReader(path: path)
      return FolderScreen(path: path, place: places?[path], includesHidden: settings.showsHidden)
    case .regular:
      if let form { return try makeScreen(.file(path: path), as: form) }
      let name = FilePath.lastComponent(of: path)
      let named = EntryKind(name: name, kind: .regular)
      if FileContent.kind(named: name, as: named, start: FileContent.start(of: path)) == .picture {
        return prepared(PictureScreen(path: path, info: info, around: neighbours(of: path)))
      }
      if let empty = emptyScreen(for: path, info) { return empty }
      if let foreign = try foreignScreen(for: path, info) { return foreign }
      if try isAddressList(path, info) { return FolderScreen(addresses: path, place: places?[path]) }
      let file = try RandomAccessFile(path: path)
      if try JSONDocument.isDocument(file) { return watched(try DocumentScreen(path: path)) }
      if try RowForm.detect(file) != nil { return watched(try TableScreen(.file(path: path), place: places?[path])) }
      let place = places?[path]
      if try FileCoding.detect(file, encoding: place?.text.encoding).isPlain,
        BinaryContent.isBinary(try file.bytes(at: 0, count: BinaryContent.sampleSize))
      {
        return try BytesScreen(path: path)
      }
      return try makeText(.file(path: path), place: place)
    case .fifo: return try makeScreen(of: try StreamSpool(path: path, ahead: readAhead), pipe: path)
    default: throw FileError(path: path, reason: .notRegular(info.kind))
    }
  }

  /// Connects a screen, so that losses in its input are reported. Returns the screen.
  func watched<Screen: LossReporting>(_ screen: Screen) -> Screen {
    screen.onInputLoss = { [weak self] reason in
      self?.inputLoss = reason
      self?.onInputLoss?(reason)
    }
    return screen
  }

  /// Connects a picture screen, so that stepping to another picture replaces the current history entry. Returns the
  /// screen.
  func prepared(_ picture: PictureScreen) -> PictureScreen {
    picture.onMove = { [weak self, weak picture] path in
      guard let self, let picture else { return }
      history.replace(by: .path(path), showing: picture)
      onTitleChange?(title)
    }
    connectPicture(picture)
    return picture
  }

  /// Opens a path that the user chose. An error is shown as a screen of its own instead of being thrown.
  func openReportingErrors(_ path: String) {
    guard !path.isEmpty else { return }
    do throws(FileError) {
      try openOrThrow(path)
    } catch {
      lastError = "\(error)"
      let retry: @MainActor () -> Void = { [weak self] in self?.openReportingErrors(path) }
      show(MessageScreen(path: path, error: error, retry: retry), as: .path(path))
    }
  }

  /// Opens a path that the user chose as a new place.
  /// - Throws: The reason why the path cannot be read.
  func openOrThrow(_ path: String) throws(FileError) {
    if let demo = Demo(address: path) { return show(demo.makeScreen(), as: .path(path)) }
    if path == Demo.gallery { return show(makeStart(), as: .start) }
    if PictureAddress.isAddress(path) {
      let screen = PictureScreen(address: path, around: screen as? any PictureNeighbours)
      return show(prepared(screen), as: .path(path))
    }
    let path = FilePath.absolute(path)
    show(try makeScreen(for: path), as: .path(path))
  }

  /// Shows the screen of the program's first input. It takes the start screen's place in the history, so the user
  /// cannot go back from it.
  func start(with screen: any ViewerScreen, as place: History.Place) {
    history.replace(by: place, showing: screen)
    replaceScreen(by: screen)
  }

  /// Shows another screen of the same path in place of the current one.
  func exchange(for next: any ViewerScreen, at path: String) { exchange(for: next, as: .path(path)) }

  /// Replaces the current screen by another screen of the same place, which takes over the state. The status line
  /// reports state that could not be kept.
  /// - Parameter change: Changes the state before the new screen takes it over.
  func exchange(
    for next: any ViewerScreen, as place: History.Place, _ change: (inout ScreenState) -> Void = { _ in }
  ) {
    let old = screen
    let loss = handState(to: next, change)
    // What was left out before may be there again.
    if let stateLoss, files.message?.text == stateLoss { files.message = nil }
    stateLoss = loss
    handNewsOfFiles(from: old, to: next)
    history.replace(by: place, showing: next)
    replaceScreen(by: next)
    old.stop()
    if let loss { tellOfFiles(loss) }
  }

  /// Shows a screen as a new place of the history.
  private func show(_ screen: any ViewerScreen, as place: History.Place) {
    history.enter(place, showing: screen)
    replaceScreen(by: screen)
  }

  /// Makes `screen` the current one: saves the old position, moves the focus and connects the chrome.
  private func replaceScreen(by screen: any ViewerScreen) {
    (self.screen as? FolderScreen)?.nameEditor.finish()
    let hadFocus = self.screen.list.isFocused || root.host?.focusedView == nil
    let flight = flight(from: self.screen, to: screen)
    savePosition()
    if !(screen is PictureScreen) { setFullScreen(false) }
    self.screen = screen
    // What happened to files is old news when the user comes back.
    dropNewsOfFiles(notOn: screen)
    showWorkInFolder()
    screen.onChange = { [weak self, weak screen] in
      if let self, screen === self.screen { refreshChrome() }
    }
    watchCopy()
    screen.onOpen = { [weak self] path in self?.openReportingErrors(path) }
    connectCopying(screen)
    (screen as? any FilterableScreen)?.onClearFilter = { [weak self] in self?.clearFilter() }
    view.show(screen.view, flight)
    (screen as? any CellFiltering)?.onAddFilter = { [weak self] text in try? self?.addFilter(text) }
    (screen as? TableScreen)?.pictures.onRefusal = { [weak self] in self?.tell($0) }
    connectPicking(screen)
    (screen as? FolderScreen)?.onEmpty = { [weak self] in self?.leaveEmptyFolder(making: $0) }
    connectBytes(screen)
    adopt(settings, in: screen)
    (screen as? any MenuShowing)?.menu = { [weak self] in self?.commandMenu ?? Menu(elements: []) }
    adoptFilter()
    view.showsPrompt = false
    view.showsPathField = false
    adoptFinder()
    view.toolbar.showsField = screen.filterPrompt != nil
    view.toolbar.showsSource = screen.sourcePath != nil
    view.sortMenu?.dismiss()
    if hadFocus { focusList() }
    refreshChrome()
    onTitleChange?(title)
  }

  func goBack() { go(by: -1) }
  func goForward() { go(by: 1) }

  /// Goes back or forward in the history. A folder or table that is shown after one of its pictures selects that picture.
  private func go(by step: Int) {
    let left = (screen as? PictureScreen)?.path
    guard let (place, screen) = history.go(by: step) else { return }
    if let screen {
      replaceScreen(by: screen)
      if let left { (screen as? any PictureNeighbours)?.reveal(left) }
      return
    }
    switch place {
    case .start: show(makeStart(), as: .start)
    case .path(let path): openReportingErrors(path)
    case .paths(let paths): show(FolderScreen(paths: paths), as: place)
    case .input: break
    }
  }

  /// Copies the state of the current screen to the bars, the panel and the focus.
  func refreshChrome() {
    refreshStatus()
    let layouts = (screen as? any LayoutChoosing).flatMap { $0.hasLayouts ? $0 : nil }
    if let layouts { view.toolbar.offeredLayouts = layouts.layouts }
    view.toolbar.chosenLayout = layouts?.layout
    view.statusBar.zoom = layouts?.shownZoom
    view.toolbar.showsSort = hasSortButton
    refreshInspector()
    view.toolbar.crumbs.crumbs = screen.crumbs
    view.toolbar.back.isEnabled = history.canGoBack
    view.toolbar.forward.isEnabled = history.canGoForward
    if let prompt = screen.filterPrompt { view.toolbar.field.placeholder = prompt }
    // A hidden list loses the focus, so it is given back when nothing else has it.
    if let host = root.host, host.focusedView == nil { focusList() }
  }

  // MARK: Commands

  /// Reads the input of the current screen again.
  package func reload() {
    // A decoded copy cannot be updated, so a new screen takes the place of this one.
    do throws(FileError) {
      if let (path, next) = try readAnew() { return exchange(for: next, at: path) }
      guard let path = (screen as? any LossReporting)?.decodedPath else { return screen.reload() }
      exchange(for: try makeScreen(for: path), at: path)
    } catch {
      screen.reload()
    }
  }

  /// The list that the script command `list` changes; `nil` on other screens.
  package var playground: Playground? { (screen as? PlaygroundScreen)?.playground }

  /// Ends picking, and records the outcome.
  func finishPicking(_ outcome: PickOutcome) {
    pickOutcome = outcome
    onPick?()
  }

  /// Stops the background work of all screens in the history.
  package func stop() {
    history.stop()
  }

  /// Moves the keyboard focus to the list.
  package func focusList() {
    // A screen without a visible list leaves the keys to the window.
    root.host?.focus(list.host == nil ? nil : list)
  }

  /// Moves the focus from a field to an item of the list: the item that had it before, or else the first visible one.
  func enterList() { root.host?.focus(list.host == nil ? nil : list, visible: true) }

  /// Opens the source of a screen of the gallery. Returns `false` if the screen has none.
  func openSource() -> Bool {
    guard let path = screen.sourcePath else { return false }
    openReportingErrors(path)
    return true
  }
}
