import Scrollwork
import ScrollworkPlatform

/// A dialog in which the user chooses a file or folder to open: a list of places beside the content of one folder,
/// which looks and works as in a folder screen. A path can be typed above.
final class FileChooser: ModalLayer {
  private static let (width, height) = (880.0, 600.0)
  private static let edge = 12.0
  private static let control = 32.0
  private static let placesWidth = 200.0
  /// The width of the dialog below which places and files are not shown side by side, in logical pixels.
  private static let narrow = 560.0
  /// The height of the dialog below which its bars are reduced in height, in logical pixels.
  private static let low = 320.0

  /// Opens the chosen path, in another window if asked. Returns the reason why it cannot be opened; `nil` if it is open.
  var onChoose: ((_ path: String, _ inNewWindow: Bool) -> String?)?
  /// Whether another window can be opened.
  private let offersWindows: Bool

  let pathField = PathField()
  private let up = Button(symbol: .arrowUp, style: .plain)
  private let placesButton = Button(symbol: .star, style: .plain)
  let places: PlaceList
  private let hidden = Toggle("Hidden files", style: .checkBox)
  private let message = Label(style: .small, color: .text2)
  private let cancel = Button("Cancel")
  private let open = Button("Open", style: .fill)
  private let rules = (0..<2).map { _ in Rule() }
  /// The screen of the folder whose content is shown.
  private(set) var folder: FolderScreen
  private let density: Density
  /// Whether a narrow dialog shows the places instead of the files.
  private var showsPlaces = false

  /// - Parameters:
  ///   - path: The folder to begin in.
  ///   - selected: The path of the entry to select there; `nil` for none.
  ///   - offersWindows: Whether another window can be opened.
  init(
    at path: String, selecting selected: String?, _ places: PlaceList, _ settings: ViewerSettings, offersWindows: Bool
  ) {
    (self.places, self.offersWindows) = (places, offersWindows)
    density = settings.density
    hidden.isOn = settings.showsHidden
    folder = FolderScreen(path: path, includesHidden: settings.showsHidden)
    super.init()
    for view in [up, placesButton, places.list, hidden, message, cancel, open, rules[0], rules[1]] {
      plate.addChild(view)
    }
    connect()
    adopt(folder, selecting: selected)
    plate.addChild(pathField)
  }

  override var semanticsRole: SemanticsNode.Role? { .group }
  override var semanticsText: String { "Open" }
  override var firstFocus: View { folder.list }
  /// Whether background work will still change the dialog. A folder hidden behind the places does not count.
  override var isBusy: Bool { !folder.view.isHidden && folder.isBusy || pathField.isBusy || places.isBusy }

  override var focusableChildren: [View] {
    let all = [up, placesButton, pathField, places.list, folder.view, hidden, cancel, open] as [View]
    return all.filter { !$0.isHidden }
  }

  private func connect() {
    up.accessibleName = "Enclosing folder"
    up.onActivate = { [weak self] in self?.goUp() }
    placesButton.accessibleName = "Places"
    placesButton.onActivate = { [weak self] in self?.togglePlaces() }
    hidden.onChange = { [weak self] _ in self?.reopen() }
    cancel.onActivate = { [weak self] in self?.dismiss() }
    open.onActivate = { [weak self] in self?.chooseSelected() }
    places.onOpen = { [weak self] path in self?.enter(path) }
    (pathField.isHidden, pathField.isOnPlate) = (false, true)
    pathField.onOpen = { [weak self] path in self?.choose(path) }
    pathField.onClose = { [weak self] in
      guard let self, isOpen else { return }
      let hadFocus = pathField.field.isFocused
      showPath()
      if hadFocus { focusFiles() }
    }
  }

  // MARK: Folders

  /// Shows the content of a folder, or opens a file.
  private func enter(_ path: String) {
    do throws(FileError) {
      guard try FileInfo(path: path).kind == .directory else { return report(choose(path)) }
      try show(path)
    } catch {
      report(Words.sentence("\(error)"))
    }
  }

  /// Shows the content of a folder.
  /// - Parameter selected: The path of the entry to select there; `nil` for none.
  private func show(_ path: String, selecting selected: String? = nil) throws(FileError) {
    // Opened once, so that a missing permission is told while the present folder stays.
    _ = try DirectoryReader(path: path)
    let former = folder
    let hadFocus = host?.focusedView.map { $0.isInside(former.view) || $0.isInside(places.list) } ?? true
    showsPlaces = false
    adopt(FolderScreen(path: path, includesHidden: hidden.isOn), selecting: selected)
    former.view.removeFromParent()
    former.stop()
    if hadFocus { focusFiles() }
  }

  /// Connects the screen of a folder and adds its view to the dialog.
  private func adopt(_ screen: FolderScreen, selecting selected: String?) {
    folder = screen
    screen.chosenLayout = .list
    screen.density = density
    screen.table.leavesKey = { $0 == .escape || $0 == .left }
    screen.onOpen = { [weak self] path in self?.enter(path) }
    screen.menu = { [weak self] in self?.menu ?? Menu(elements: []) }
    plate.insertChild(screen.view, at: 0)
    if let selected { screen.revealWhenListed(selected) }
    showPath()
    report(nil)
    setNeedsLayout()
  }

  /// The folder that is shown.
  private var path: String { folder.path ?? "/" }

  private func showPath() {
    let text = RecentPlace.short(path)
    pathField.show(text.hasSuffix("/") ? text : text + "/", base: path)
  }

  private func goUp() {
    guard path != "/" else { return }
    let left = path
    do throws(FileError) { try show(FilePath.parent(of: left), selecting: left) } catch {
      report(Words.sentence("\(error)"))
    }
  }

  /// Reads the folder again, with or without hidden files.
  private func reopen() {
    do throws(FileError) { try show(path, selecting: folder.selectedEntries.first?.path) } catch {
      report(Words.sentence("\(error)"))
    }
  }

  private func togglePlaces() {
    showsPlaces.toggle()
    setNeedsLayout()
    layoutIfNeeded()
    if showsPlaces { host?.focus(places.list, visible: true) } else { focusFiles() }
  }

  private func layoutIfNeeded() {
    if let host { layout(environment: host.environment) }
  }

  private func focusFiles() { host?.focus(folder.list, visible: true) }

  /// Shows the reason of a failure; `nil` shows the keys again.
  private func report(_ reason: String?) {
    let other = offersWindows ? ", Ctrl+Return in a new window" : ""
    message.text = reason ?? "/ or ~ begins a path, Shift+Return opens the folder itself" + other
    message.color = reason == nil ? .text2 : .error
    // The reason is behind the path.
    message.truncation = reason == nil ? .end : .start
    plate.setNeedsLayout()
  }

  // MARK: Choosing

  /// Opens a path, and shows and returns the reason if it cannot be opened; `nil` if it is open.
  private func choose(_ path: String, inNewWindow: Bool = false) -> String? {
    guard isOpen else { return nil }
    return onChoose?(path, inNewWindow)
  }

  /// Opens the selected entry, or else the folder that is shown.
  private func chooseSelected(inNewWindow: Bool = false) {
    let chosen = pathField.field.isFocused ? pathField.typedPath : folder.selectedEntries.first?.path ?? path
    report(choose(chosen, inNewWindow: inNewWindow))
  }

  /// The menu of the commands for the list of files, with their keys.
  private var menu: Menu {
    var elements: [MenuElement] = [
      .action(
        MenuAction("Open here", key: .enter, modifiers: .shift) { [weak self] in self?.chooseSelected() })
    ]
    if offersWindows {
      elements.append(
        .action(
          MenuAction("Open in a new window", key: .enter, modifiers: .control) { [weak self] in
            self?.chooseSelected(inNewWindow: true)
          }))
    }
    return Menu(elements: elements)
  }

  // MARK: Keys

  override func keyDown(_ event: KeyEvent) -> Bool {
    guard isOpen else { return false }
    switch (event.key, event.modifiers) {
    case (.backspace, []), (.up, .alt): goUp()
    case ("H", .control): toggleHidden()
    case ("L", .control), ("O", .control):
      host?.focus(pathField.field, visible: true)
      pathField.field.selectAll()
    case (.enter, .control) where offersWindows: chooseSelected(inNewWindow: true)
    case (.enter, .shift): chooseSelected()
    // The list opens a selected entry itself. A key that is held goes no further than the folder that it opened.
    case (.enter, []), ("Keypad Enter", []): if !event.isRepeat { chooseSelected() }
    case (.home, .alt): enter(FilePath.home ?? "/")
    case (.down, []) where pathField.field.isFocused: focusFiles()
    case (.left, []) where folder.list.isFocused: focusPlaces()
    case (.right, []) where places.list.isFocused: if showsPlaces { togglePlaces() } else { focusFiles() }
    default: return super.keyDown(event)
    }
    return true
  }

  /// Starts to edit a path in the path field if the user types a slash or a tilde elsewhere.
  override func textTyped(_ text: String) -> Bool {
    guard isOpen, PathCompletion.beginsPath(text) else { return super.textTyped(text) }
    host?.focus(pathField.field, visible: true)
    pathField.field.selectAll()
    return pathField.field.textTyped(text)
  }

  private func toggleHidden() {
    hidden.isOn.toggle()
    reopen()
  }

  private func focusPlaces() {
    if places.list.isHidden { togglePlaces() } else { host?.focus(places.list, visible: true) }
  }

  override func dismiss() {
    guard isOpen else { return }
    super.dismiss()
    folder.stop()
    places.stop()
  }

  // MARK: Layout

  override func plateSize(in window: Size, environment: Environment) -> (size: Size, top: Double?) {
    (Size(width: Self.width, height: Self.height), nil)
  }

  override func layoutPlate(environment: Environment) {
    let (bounds, edge, control) = (plate.bounds, Self.edge, Self.control)
    let (isNarrow, isLow) = (bounds.width < Self.narrow, bounds.height < Self.low)
    let gap = isLow ? 6.0 : edge
    folder.density = isLow ? .compact : density
    up.frame = Rect(x: edge, y: gap, width: control, height: control)
    placesButton.isHidden = !isNarrow
    placesButton.isOn = showsPlaces
    placesButton.frame = Rect(x: up.frame.maxX + 4, y: gap, width: control, height: control)
    let start = (isNarrow ? placesButton : up).frame.maxX + 8
    pathField.frame = Rect(minX: start, minY: gap, maxX: bounds.width - edge, maxY: bounds.height)
    let top = gap + control + gap
    let bottom = bounds.height - control - 2 * gap
    places.list.isHidden = isNarrow && !showsPlaces
    folder.view.isHidden = isNarrow && showsPlaces
    let side = isNarrow ? bounds.width : Self.placesWidth
    // The first title stands beside the first file.
    places.list.frame = Rect(minX: 0, minY: top + 8, maxX: side, maxY: bottom)
    folder.view.frame = Rect(minX: isNarrow ? 0 : side, minY: top, maxX: bounds.width, maxY: bottom)
    rules[0].frame = Rect(x: 0, y: top, width: bounds.width, height: 1)
    rules[1].frame = Rect(x: 0, y: bottom, width: bounds.width, height: 1)
    layoutBar(at: bottom + gap, environment)
  }

  /// Places the controls below the files.
  private func layoutBar(at y: Double, _ environment: Environment) {
    let free = Size(width: .infinity, height: Self.control)
    func width(_ view: View) -> Double { view.sizeThatFits(free, environment: environment).width }
    let end = plate.bounds.width - Self.edge
    open.frame = Rect(x: end - width(open), y: y, width: width(open), height: Self.control)
    let cancelStart = open.frame.minX - 8 - width(cancel)
    cancel.frame = Rect(x: cancelStart, y: y, width: width(cancel), height: Self.control)
    hidden.frame = Rect(x: Self.edge + 4, y: y, width: width(hidden), height: Self.control)
    let start = hidden.frame.maxX + 20
    message.frame = Rect(
      minX: start, minY: y, maxX: max(start, cancel.frame.minX - Self.edge), maxY: y + Self.control)
    message.isHidden = message.frame.width < 120
  }
}

/// A separator line between parts of a dialog.
private final class Rule: View {
  override func draw(in canvas: Canvas, environment: Environment) {
    let line = max(1, (canvas.scale / 2).rounded()) / canvas.scale
    canvas.fill(Rect(x: 0, y: 0, width: bounds.width, height: line), environment.color(.separator))
  }
}
